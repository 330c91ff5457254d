"""The published Construct: message order, headings, roles, ledger and log lines, worked out by hand."""

from __future__ import annotations

import pytest
from stages.published.published_runner import (
    check_books,
    messages_of,
    published_profile,
    records_of,
    run_keywords,
    run_published,
    told,
)

from ctxlab.model.decision import Stage
from ctxlab.model.profile import Language
from ctxlab.model.session import Session
from ctxlab.stages.construct.gssc_published import ConstructGsscPublished
from ctxlab.stages.gather.gssc_published import GatherGsscPublished
from ctxlab.stages.protocol import Strategy
from ctxlab.stages.published_record import log_figures
from ctxlab.stages.select.gssc_published import SelectGsscPublished
from ctxlab.stages.summarize.gssc_published import SummarizeGsscPublished

ZH, EN = Language.CHINESE, Language.ENGLISH

EXAMPLE = {
    "system_prompt": "You analyse data.",
    "user_message": "What now?",
    "conversation_history": [
        {"role": "user", "content": "Load it"},
        {"role": "assistant", "content": "[user]: done"},
    ],
    "tool_results": [
        {"tool": "load", "result": "10 rows"},
        {"tool": "plot", "result": "ok", "recent": True},
    ],
    "retrieved_docs": [{"content": "low", "score": 0.1}, {"content": "high", "score": 0.9}],
    "task_state": {"step": 2},
    "agent_notes": "check units",
}


def test_the_english_messages_stand_in_the_published_order() -> None:
    run = run_keywords(EXAMPLE, EN)
    assert messages_of(run) == [
        {
            "role": "system",
            "content": 'You analyse data.\n\n## Current Task State\n{\n  "step": 2\n}'
            "\n\n## Execution Notes\ncheck units",
        },
        {"role": "system", "content": "## Relevant Knowledge\n\nhigh\n\n---\n\nlow"},
        {"role": "user", "content": "Load it"},
        {"role": "assistant", "content": "[user]: done"},
        {"role": "assistant", "content": "[Tool: plot]\nok"},
        {"role": "assistant", "content": "[Tool: load]\n10 rows"},
        {"role": "user", "content": "What now?"},
    ]
    check_books(run)


def test_the_chinese_headings_are_the_published_ones() -> None:
    run = run_keywords(EXAMPLE, ZH)
    assert [message["content"] for message in messages_of(run)][:2] == [
        'You analyse data.\n\n## 当前任务状态\n{\n  "step": 2\n}\n\n## 执行笔记\ncheck units',
        "## 相关知识\n\nhigh\n\n---\n\nlow",
    ]
    assert messages_of(run)[4] == {"role": "assistant", "content": "[工具: plot]\nok"}


def test_the_ledger_tells_what_is_no_item() -> None:
    run = run_keywords(
        {
            "system_prompt": "s" * 9,
            "conversation_history": [{"role": "user", "content": "u" * 9}],
            "retrieved_docs": [{"content": "d" * 9, "score": 1}, {"content": "e" * 9, "score": 0}],
            "agent_notes": "n" * 9,
        },
        ZH,
    )
    # Items: 3 (prompt), 17 // 3 = 5 (history with its prefix), 3 and 3 (documents), 3 (note): 17.
    assert run[1].record.total == 17
    # Headings: "## 执行笔记\n" 8 // 3 = 2 and "## 相关知识\n\n" 9 // 3 = 3.
    # Separators: "\n\n" 0 and "\n\n---\n\n" 7 // 3 = 2. The prefix gives back 5 - 9 // 3 = 2.
    # Messages: (9 + 2 + 8 + 9) // 3 = 9, (9 + 9 + 7 + 9) // 3 = 11 and 9 // 3 = 3, together 23.
    assert run[3].total == 23
    assert run[3].ledger == (("heading", 5), ("separator", 2), ("framing", 0), ("prefix", -2), ("seam", 1))
    assert run[3].closing == 0
    assert run[3].outside == ()


def test_fates_tell_roles_prefixes_and_what_is_left_as_it_was() -> None:
    run = run_keywords(EXAMPLE, EN)
    reasons = {item: told(run, item)[3][2] for item in run[0].pool.index}
    assert reasons == {
        "i1": "rendered",
        "i2": "rendered",
        "i3": "text_altered",
        "i4": "text_altered",
        "i5": "role_changed",
        "i6": "role_changed",
        "i7": "rendered",
        "i8": "rendered",
        "i9": "rendered",
        "i10": "rendered",
    }


def test_the_order_is_that_of_the_messages_and_spans_point_into_them() -> None:
    run = run_keywords(EXAMPLE, EN)
    ids = [run[0].pool.items[p].id for p in run[3].record.order]
    assert ids == ["i1", "i9", "i10", "i8", "i7", "i3", "i4", "i6", "i5", "i2"]
    system = run[3].context[0]
    assert system.positions == (0, 8, 9)
    assert [str(system.value["content"])[start:end] for _, start, end, _ in system.spans] == [
        "You analyse data.",
        '{\n  "step": 2\n}',
        "check units",
    ]


def test_without_a_system_prompt_neither_state_nor_note_is_rendered() -> None:
    run = run_keywords({"user_message": "u", "task_state": {"a": 1}, "agent_notes": "n"}, EN)
    assert messages_of(run) == [{"role": "user", "content": "u"}]
    for item in ("i2", "i3"):
        assert told(run, item)[-1] == ("construct", "dropped", "not_rendered")
    check_books(run)


def test_nothing_given_builds_nothing() -> None:
    run = run_keywords({}, EN)
    assert messages_of(run) == []
    assert run[3].total == 0
    check_books(run)


def test_a_context_over_the_limit_is_left_as_it_is() -> None:
    profile = published_profile(EN).set("window.size", 4097)
    run = run_published(Session.from_keywords({"user_message": "u" * 8}, "build"), EN, profile=profile)
    assert profile.window.limit == 1
    assert run[3].total == 2
    assert messages_of(run) == [{"role": "user", "content": "u" * 8}]


def test_the_logged_figures_are_the_published_ones() -> None:
    arguments = EXAMPLE | {
        "user_message": "u" * 9000,
        "retrieved_docs": [{"content": "d" * 90000, "score": 1}],
    }
    run = run_keywords(arguments, EN)
    figures = log_figures(records_of(run), run[3].context)
    # Nine items in, the document over its cap of 20000 out, the user message compressed.
    assert (figures.collected, figures.kept, figures.compressed) == (9, 8, 1)
    lengths = [len(str(message["content"])) for message in messages_of(run)]
    # Characters by three, message by message, in the English edition, too.
    assert lengths == [88, 7, 12, 15, 20, 2416]
    assert figures.about == 29 + 2 + 4 + 5 + 6 + 805


@pytest.mark.parametrize(
    ("strategy", "slot"),
    [
        (GatherGsscPublished(), Stage.GATHER),
        (SelectGsscPublished(), Stage.SELECT),
        (SummarizeGsscPublished(), Stage.SUMMARIZE),
        (ConstructGsscPublished(), Stage.CONSTRUCT),
    ],
)
def test_each_strategy_states_what_it_is(strategy: Strategy, slot: Stage) -> None:
    assert (strategy.name, strategy.slot, strategy.external) == ("gssc-published", slot, False)
