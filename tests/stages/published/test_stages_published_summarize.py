"""The published Summarize: whatever is over the limit is rewritten, and marked."""

from __future__ import annotations

import pytest
from stages.published.published_runner import (
    HeadSummarizer,
    check_books,
    diagnostics_of,
    messages_of,
    run_keywords,
    run_published,
    told,
)

from ctxlab.model.profile import Language
from ctxlab.model.session import Session

ZH, EN = Language.CHINESE, Language.ENGLISH


def test_only_what_is_over_the_limit_is_rewritten() -> None:
    at_limit = {"content": "a" * 6002, "score": 1}  # 2000 tokens
    over = {"content": "b" * 6003, "score": 0}  # 2001 tokens
    run = run_keywords({"retrieved_docs": [at_limit, over]}, ZH)
    assert told(run, "i1")[2] == ("summarize", "kept", "unchanged")
    assert told(run, "i2")[2] == ("summarize", "compressed", "summarised")
    check_books(run)


def test_the_mark_is_not_in_the_limit_but_in_the_new_count() -> None:
    run = run_keywords({"user_message": "b" * 9000}, ZH)
    # 600 tokens are at most 1802 characters; the mark has 5.
    assert messages_of(run)[0]["content"] == "[压缩] " + "b" * 1802
    assert run[2].record.tokens[0] == 1807 // 3
    left = {"left_sentences": 2, "left_numbers": 1}
    assert dict(run[2].record.numbers(0)) == {"limit": 600, "count": 1, **left}
    assert run[2].altered[0].tokens == 1807 // 3


def test_the_english_edition_has_its_own_mark() -> None:
    run = run_keywords({"user_message": "b" * 9000}, EN)
    assert messages_of(run)[0]["content"] == "[Compressed] " + "b" * 2403
    assert run[3].total == (2403 + 13) // 4


@pytest.mark.parametrize(
    "arguments",
    [
        {"system_prompt": "b" * 9000},
        {"user_message": "b" * 9000},
        {"system_prompt": "", "task_state": "b" * 8000},
        {"conversation_history": [{"role": "user", "content": "b" * 9000}]},
        {"tool_results": [{"tool": "t", "result": "b" * 9000}]},
        {"retrieved_docs": [{"content": "b" * 9000, "score": 1}]},
    ],
    ids=lambda arguments: next(reversed(arguments)),
)
@pytest.mark.parametrize("language", [ZH, EN])
def test_any_source_is_rewritten(arguments: dict[str, object], language: Language) -> None:
    run = run_keywords(arguments, language)
    item = f"i{len(run[0].pool)}"
    assert told(run, item)[2] == (
        ("summarize", "compressed", "summarised")
        if language is ZH or "task_state" not in arguments
        else ("summarize", "kept", "unchanged")  # 8002 characters are 2000 tokens there
    )
    check_books(run)


def test_the_stand_in_is_named_on_each_item_and_the_missing_task_on_documents() -> None:
    run = run_keywords(
        {"user_message": "b" * 9000, "retrieved_docs": [{"content": "c" * 9000, "score": 1}]}, ZH
    )
    assert [(one.code, one.item) for one in run[2].diagnostics] == [
        ("summary_stand_in", "i1"),
        ("summary_stand_in", "i2"),
        ("task_not_given", "i2"),
    ]
    assert dict(run[2].diagnostics[0].numbers) == {"summarizer": "head"}


def test_a_refused_summary_leaves_the_item_as_it_is() -> None:
    session = Session.from_keywords({"user_message": "b" * 9000}, "build")
    run = run_published(session, ZH, summarizer=HeadSummarizer(refuses=True))
    assert told(run, "i1")[2] == ("summarize", "kept", "summary_refused")
    assert dict(run[2].record.numbers(0)) == {"limit": 600}
    assert messages_of(run) == [{"role": "user", "content": "b" * 9000}]
    assert diagnostics_of(run) == []
    check_books(run)


def test_a_rewritten_history_message_has_no_prefix_to_remove() -> None:
    history = [{"role": "user", "content": "b" * 9000}, {"role": "user", "content": "short"}]
    run = run_keywords({"conversation_history": history}, ZH)
    assert messages_of(run)[0] == {"role": "user", "content": "[压缩] [user]: " + "b" * (1802 - 8)}
    assert told(run, "i1")[3] == ("construct", "kept", "reordered")
    assert told(run, "i2")[3] == ("construct", "kept", "text_altered")
