"""Settings that change nothing because of another one."""

from __future__ import annotations

import pytest
from helpers.lint_bench import edits, found, is_cured, linted, numbers, only

from ctxlab.model.lint import SPLIT, Severity
from ctxlab.profiles import builtin, builtin_names

TALK = "i1 user 7\ni2 assistant 17\ni3 user 2"


@pytest.mark.parametrize(
    ("settings", "code", "key", "cure"),
    [
        (
            "window.size=900 window.soft_limit=500",
            "soft_limit_not_enforced",
            "window.soft_limit",
            {"window.enforce_soft": True},
        ),
        (
            "window.enforce_soft=yes",
            "soft_limit_missing",
            "window.enforce_soft",
            {"window.enforce_soft": False},
        ),
        (
            "window.size=400 window.soft_limit=500 window.enforce_soft=yes",
            "soft_limit_too_high",
            "window.soft_limit",
            {"window.soft_limit": None},
        ),
        (
            "window.output_reserve=9",
            "reserve_without_size",
            "window.output_reserve",
            {"window.output_reserve": 0},
        ),
        ("window.buffer=9", "buffer_without_limit", "window.buffer", {"window.buffer": 0}),
        (
            "window.size=400 window.warn_at=400",
            "warning_too_late",
            "window.warn_at",
            {"window.warn_at": None},
        ),
        (
            "select.relevance=bm25",
            "relevance_without_order",
            "select.relevance",
            {"budget.retrieved_doc.order": "relevance"},
        ),
        (
            "select.min_relevance=30",
            "least_without_order",
            "select.min_relevance",
            {"budget.retrieved_doc.order": "relevance"},
        ),
        (
            "history.overflow=stop",
            "overflow_without_cap",
            "budget.history.overflow",
            {"budget.history.overflow": "keep"},
        ),
        (
            "recent.elastic=yes",
            "elastic_without_cap",
            "budget.recent.elastic",
            {"budget.recent.elastic": False},
        ),
        (
            "history.per_item_action=compress",
            "item_action_without_limit",
            "budget.history.per_item_action",
            {"budget.history.per_item_action": "truncate"},
        ),
    ],
)
def test_it_is_told_with_what_takes_it_out_or_gives_it_an_effect(
    settings: str, code: str, key: str, cure: dict[str, object]
) -> None:
    one = only(TALK, settings, code)
    assert (one.key, one.severity, one.step, one.request) == (key, Severity.NOTE, SPLIT, 0)
    assert edits(one)[0] == cure
    assert "value" in numbers(one)
    assert is_cured(TALK, settings, one)


@pytest.mark.parametrize(
    "settings",
    [
        "window.size=900 window.soft_limit=500 window.enforce_soft=yes window.warn_at=400 window.buffer=9",
        "history.cap=9 history.overflow=stop history.elastic=yes",
        "history.per_item=9 history.per_item_action=compress",
        "history.per_item_action=compress summarize.max_item_tokens=9",
        "history.order=relevance select.relevance=bm25 select.min_relevance=9",
    ],
)
def test_what_has_an_effect_is_not_told(settings: str) -> None:
    codes = ("soft_limit_not_enforced", "soft_limit_too_high", "buffer_without_limit", "warning_too_late")
    codes += ("overflow_without_cap", "elastic_without_cap", "item_action_without_limit")
    codes += ("relevance_without_order", "least_without_order")
    assert [one for code in codes for one in found(TALK, settings, code)] == []


@pytest.mark.parametrize("name", builtin_names())
def test_profiles_that_ship_have_none(name: str) -> None:
    codes = {one.code for one in linted(TALK, builtin(name)).problems if one.step == SPLIT}
    assert codes <= {"no_cap_binds", "window_unknown", "priorities_not_read", "input_not_counted"}
