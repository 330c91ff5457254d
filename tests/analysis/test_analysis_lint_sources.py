"""Misattribution: text of another source under a speaker's name, and results that name no tool."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.lint_bench import edits, found, is_cured, numbers, only
from helpers.spec import session
from helpers.spoken import spoken

from ctxlab.analysis.lint.sources import look_of, matches
from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.lint import Severity
from ctxlab.model.profile import GatherRule
from ctxlab.model.session import Session


def _look(text: str) -> Source | None:
    look = look_of(Item("i1", "user", (Part(PartKind.TEXT, text),)))
    return look.source if look else None


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Observation: 3 hotels found", Source.TOOL_RESULT),
        ("Tool result: ok", Source.TOOL_RESULT),
        ("[Tool: search]\n[]", Source.TOOL_RESULT),
        ("工具结果：三家酒店", Source.TOOL_RESULT),
        ("<tool_response>{}</tool_response>", Source.TOOL_RESULT),
        ("Retrieved documents:\nA", Source.RETRIEVED_DOC),
        ("## Relevant Knowledge\n\nA", Source.RETRIEVED_DOC),
        ("[来源: wiki]\n杭州", Source.RETRIEVED_DOC),
        ("检索结果：杭州", Source.RETRIEVED_DOC),
        ("<documents>\n<document>", Source.RETRIEVED_DOC),
        ("[历史对话摘要] 用户想去杭州", Source.SUMMARY),
        ("Previous conversation summary:\nthe user", Source.SUMMARY),
        ("Summary of the earlier conversation: the user", Source.SUMMARY),
        ("I have an observation: it rains", None),
        ("What are the search results?", None),
        ("请看参考资料", None),
        ("Context matters here", None),
    ],
)
def test_a_text_is_known_by_its_head(text: str, source: Source | None) -> None:
    assert _look(text) is source


def test_docs_in_the_users_name_get_their_source_by_a_rule() -> None:
    talk = spoken(
        "user: Hello",
        "assistant: Hi",
        "user: Retrieved documents:\nPlan A costs 10 yuan.",
        "assistant: Noted.",
        "user: Which one?",
    )
    one = only(talk, "", "source_wrong")
    told = numbers(one)
    assert (one.item, told["source"], told["role"], told["count"]) == ("i3", "retrieved_doc", "user", 1)
    assert one.severity is Severity.WARNING
    (cure,) = edits(one)
    assert 'source = "retrieved_doc"' in cure["gather.rule"]
    assert is_cured(talk, "", one)


def test_tool_output_in_the_users_name_has_no_rule_that_would_keep_its_place() -> None:
    talk = spoken(
        "user: Find one", "assistant: Action: search", "user: Observation: 3 hotels", "assistant: Ok"
    )
    one = only(talk, "", "source_wrong")
    assert (numbers(one)["source"], one.cures) == ("tool_result", ())


def test_a_question_inside_the_docs_cannot_be_parted_by_a_rule() -> None:
    talk = spoken("user: Context documents:\nPlan A costs 10 yuan.\n\nQuestion: Which one?")
    one = only(talk, "", "source_mixed")
    assert (one.severity, one.cures) == (Severity.NOTE, ())


def _with_result(part: Part) -> Session:
    """A talk with a result that was recorded without its call."""
    talk = session("i1 user 2")
    result = Item("i2", "tool", (part,), Source.TOOL_RESULT, message=1)
    request = replace(talk.requests[0], end=2, live=((0, 1),))
    return replace(talk, items=(*talk.items, result), requests=(request,))


def test_results_without_call_and_name_are_told() -> None:
    one = only(_with_result(Part(PartKind.RESULT, "3 hotels")), "", "source_missing")
    assert (one.item, numbers(one)) == ("i2", {"count": 1})
    assert found(_with_result(Part(PartKind.RESULT, "3 hotels", name="search")), "", "source_missing") == []
    called = "i1 user 2\ni2 assistant 2 call:a\ni3 tool 5 result:a"
    assert found(called, "", "source_missing") == []


def test_a_rule_matches_by_text_role_and_tool() -> None:
    items = spoken("user: Retrieved documents: A", "call search: {}", "result: nothing").items
    assert matches(GatherRule(regex="^Retrieved", source=Source.RETRIEVED_DOC), items)
    assert not matches(GatherRule(regex="^Retrieved", role="assistant", source=Source.RETRIEVED_DOC), items)
    assert matches(GatherRule(regex="nothing", tool="search", source=Source.RETRIEVED_DOC), items)
    assert not matches(GatherRule(regex="nothing", tool="other", source=Source.RETRIEVED_DOC), items)
