"""Which part of a profile becomes which setting of a library, and what is left unsaid."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from ctxlab.export import export
from ctxlab.export.ceiling import ceiling_of
from ctxlab.export.older import Clearing, Summaries, clearing_of, summaries_of
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Overflow, Profile, RowBudget, Window
from ctxlab.profiles import builtin

GSSC = builtin("gssc")


def whys(profile: Profile, form: str) -> dict[str, str]:
    return {gap.key: gap.why for gap in export(profile, form).gaps}


def lines(profile: Profile, form: str) -> list[str]:
    return [line.strip() for line in export(profile, form).text.splitlines()]


def test_the_limit_and_the_caps_are_two_figures() -> None:
    ceiling = ceiling_of(GSSC)
    assert ceiling.limit == 128_000 - 4096
    assert ceiling.together == 2000 + 1000 + 3000 + 2000 + 20_000 + 30_000 + 40_000 + 20_000
    assert ceiling.least == 118_000
    assert ceiling.on_top == (Row.USER_MESSAGE,)
    assert ceiling_of(GSSC.set("budget.recent.cap", None)).together is None
    assert ceiling_of(GSSC.set("window.enforce", False)).limit is None
    assert ceiling_of(Profile()).least is None


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, Summaries(90_000, ("tokens", 50_000))),
        ({"budget.history.overflow": "stop"}, None),
        ({"summarize.strategy": "none"}, None),
        ({"window.size": 20_000}, Summaries(15_904, ("tokens", 50_000))),
        ({"budget.recent.cap": None, "budget.recent.rounds": 3}, Summaries(123_904, ("messages", 6))),
        ({"budget.recent.cap": 0, "budget.history.cap": 0}, Summaries(40_000, ("messages", 8))),
        ({"budget.recent.cap": None, "window.enforce": False}, None),
    ],
)
def test_older_messages_are_summarised_over_a_figure(
    changes: dict[str, Any], expected: Summaries | None
) -> None:
    profile = GSSC
    for key, value in changes.items():
        profile = profile.set(key, value)
    assert summaries_of(profile) == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, Clearing(90_000, 20)),
        ({"budget.tool_result.per_item": None}, Clearing(90_000, 3)),
        ({"budget.tool_result.max_items": 7}, Clearing(0, 7)),
        ({"budget.tool_result.overflow": "keep"}, None),
        ({"budget.tool_result.cap": None}, None),
        ({"budget.recent.cap": None, "window.enforce": False}, None),
    ],
)
def test_old_results_are_cleared_over_a_figure(changes: dict[str, Any], expected: Clearing | None) -> None:
    profile = GSSC
    for key, value in changes.items():
        profile = profile.set(key, value)
    assert clearing_of(profile) == expected


def test_trimming_has_the_settings_that_the_profile_asks_for() -> None:
    told = lines(GSSC, "langchain-trim")
    assert "LIMIT = 123904" in told
    assert "ROWS = 118000" in told
    assert {"include_system=True,", 'start_on="human",', 'strategy="last",', "allow_partial=False,"} <= set(
        told
    )
    cutting = lines(GSSC.set("budget.history.overflow", "truncate"), "langchain-trim")
    assert "allow_partial=True," in cutting


def test_middleware_has_the_settings_that_the_profile_asks_for() -> None:
    profile = GSSC.set("construct.language", "zh").set("select.pairs", "drop")
    told = lines(profile, "langchain-agent")
    assert 'CLEARED = "[已省略]"' in told
    assert "clear_tool_inputs=True," in told
    assert "CONVERSATION = 90000" in told
    assert "over = max(0, min(CONVERSATION, LIMIT - beside))" in told
    assert "trim_tokens_to_summarize=None,  # by default all but 4,000 tokens go unread" in told
    assert "construct.language" not in whys(profile, "langchain-agent")
    assert whys(profile, "langchain-trim")["construct.language"] == "no_words"


def test_an_instruction_for_summaries_becomes_the_prompt_word_for_word() -> None:
    words = 'Keep {names} and "不吃辣"\nline two'
    profile = GSSC.set(f"summarize.instructions.{Source.SUMMARY}", words)
    profile = profile.set(f"summarize.instructions.{Source.TOOL_RESULT}", "x")
    module = ModuleType("exported")
    text = next(one for one in lines(profile, "langchain-agent") if one.startswith("SUMMARY_PROMPT"))
    exec(text, module.__dict__)
    assert module.SUMMARY_PROMPT.format(messages="M") == f"{words}\n\n<messages>\nM\n</messages>"
    told = whys(profile, "langchain-agent")
    assert "summarize.instructions.summary" not in told
    assert told["summarize.instructions.tool_result"] == "summary_instructions"


def test_what_a_target_does_otherwise_is_told_with_its_own_reason() -> None:
    assert whys(GSSC, "langchain-trim")["budget.history.overflow"] == "not_summarised"
    assert "budget.history.overflow" not in whys(GSSC, "langchain-agent")
    assert whys(GSSC, "langchain-agent")["summarize.strategy"] == "summary_by_model"
    assert whys(GSSC, "langchain-agent")["budget.tool_result.overflow"] == "cleared_whole"
    assert whys(GSSC, "anthropic")["summarize.strategy"] == "summary_by_server"
    assert whys(GSSC, "anthropic")["window.size"] == "trigger_only"
    assert whys(GSSC, "anthropic")["tokens.encoding"] == "own_counter"
    assert whys(GSSC, "openai-agents")["budget.tool_result.per_item"] == "chars_not_tokens"
    assert whys(GSSC, "langchain-trim")["budget.recent.cap"] == "rows_share"
    assert whys(GSSC, "dict")["budget.key_fact.cap"] == "figures_alone"


def test_defaults_that_a_target_does_not_follow_are_told_too() -> None:
    profile = Profile(window=Window(size=900), budget=((Row.HISTORY, RowBudget(cap=10)),))
    told = whys(profile, "langchain-trim")
    assert told["construct.layout"] == "time_order"
    assert told["budget.history.order"] == "own_order"
    assert told["budget.history.overflow"] == "not_kept_whole"
    assert "construct.layout" not in whys(profile.set("construct.layout", "chronological"), "langchain-trim")


def test_a_limit_that_is_not_enforced_sets_none() -> None:
    profile = GSSC.set("window.enforce", False).set("window.soft_limit", 500).set("budget.recent.cap", None)
    assert "LIMIT" not in export(profile, "langchain-trim").text
    told = whys(profile, "langchain-trim")
    assert told["window.size"] == told["window.soft_limit"] == "limit_not_enforced"
    assert "window.enforce" not in told


def test_a_soft_limit_that_is_enforced_is_the_limit() -> None:
    profile = GSSC.set("window.soft_limit", 5000).set("window.enforce_soft", True).set("window.buffer", 100)
    assert "# The limit of the window: soft_limit 5000 - buffer 100." in lines(profile, "openai-agents")
    assert "LIMIT = 4900" in lines(profile, "openai-agents")
    assert not any(key.startswith("window.") for key in whys(profile, "openai-agents"))


def test_compressing_without_a_figure_is_a_gap() -> None:
    rows = ((Row.HISTORY, RowBudget(overflow=Overflow.COMPRESS)),)
    for form in ("langchain-agent", "anthropic", "openai-agents"):
        assert whys(Profile(budget=rows), form)["budget.history.overflow"] == "needs_ceiling"


def test_openai_compacts_before_the_filter_drops_turns() -> None:
    told = " ".join(lines(GSSC, "openai-agents"))
    assert '"compact_threshold": 88500' in told
    assert "compact_threshold" not in " ".join(lines(GSSC.set("summarize.strategy", "none"), "openai-agents"))
