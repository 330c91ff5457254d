"""Settings that no stage reads, and figures that no code reads."""

from __future__ import annotations

import pytest
from helpers.lint_bench import edits, found, is_cured, numbers, only

from ctxlab.analysis.lint.reads import chosen, is_read
from ctxlab.model.profile import Profile
from ctxlab.model.profile_keys import all_keys
from ctxlab.profiles import builtin, builtin_names
from ctxlab.stages.describe import describe_all
from ctxlab.stages.registry import builtin_strategies

TALK = "i1 user 7\ni2 assistant 17\ni3 user 2"
PUBLISHED = builtin("gssc-published-en")


@pytest.mark.parametrize(
    ("key", "value", "strategy"),
    [
        ("budget.history.overflow", "skip", {"select.strategy": "layered"}),
        ("budget.tool_result.max_items", 3, {"select.strategy": "layered"}),
        ("select.pairs", "drop", {"select.strategy": "layered"}),
        ("gather.key_facts", True, {"gather.strategy": "recorded"}),
        ("construct.layout", "flat", {"construct.strategy": "layout"}),
    ],
)
def test_a_setting_that_the_published_stages_do_not_read_is_told(
    key: str, value: object, strategy: dict[str, str]
) -> None:
    profile = PUBLISHED.set(key, value)
    one = only(TALK, profile, "setting_unread")
    assert (one.key, numbers(one)["value"], one.request) == (key, value, 0)
    assert strategy in edits(one)
    assert is_cured(TALK, profile, one)


def test_rounds_are_read_of_recent_alone() -> None:
    profile = Profile().set("budget.history.rounds", 2).set("budget.recent.rounds", 2)
    one = only(TALK, profile, "setting_unread")
    assert one.key == "budget.history.rounds"
    assert edits(one) == [{"budget.history.rounds": 4}]
    assert is_cured(TALK, profile, one)


@pytest.mark.parametrize("name", builtin_names())
def test_profiles_that_ship_state_nothing_that_is_unread(name: str) -> None:
    assert found(TALK, builtin(name), "setting_unread") == []


def test_the_recommended_stages_read_every_setting_but_rounds_of_other_rows() -> None:
    strategies = chosen(Profile(), describe_all(builtin_strategies()))
    rows = [key for key in all_keys() if key.startswith("budget.") and key.count(".") == 2]
    unread = [key for key in rows if not is_read(key, strategies)]
    assert {key.rpartition(".")[2] for key in unread} == {"rounds"}
    assert "budget.recent.rounds" not in unread
    settings = ("select.pairs", "summarize.max_tokens", "construct.layout", "gather.rule", "window.enforce")
    assert all(is_read(key, strategies) for key in settings)


def test_figures_that_no_code_reads_are_one_note() -> None:
    one = only(TALK, PUBLISHED, "figures_unread")
    assert numbers(one)["names"] == "recent_conversation_max 20000, system_prompt_max 2000"
    # where one of them would have bound, that is told instead
    bound = PUBLISHED.set("published.system_prompt_max", 1)
    assert found(f"i0 system 9\n{TALK}", bound, "figures_unread") == []


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("split-budget-published", "budget.system_prompt.cap", 1500),
        ("split-budget-published", "budget.recent.overflow", "stop"),
        ("split-budget-published", "window.enforce", False),
        ("split-budget-published", "gather.clean_docs", True),
        ("hello-agents", "budget.history.cap", 900),
        ("hello-agents", "gather.key_facts", True),
    ],
)
def test_a_setting_that_the_one_text_systems_do_not_read_is_told(name: str, key: str, value: object) -> None:
    assert only(TALK, builtin(name).set(key, value), "setting_unread").key == key


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("split-budget-published", 5),
        ("hello-agents", 2),
    ],
)
def test_the_figures_of_the_one_text_systems_are_told(name: str, figures: int) -> None:
    assert numbers(only(TALK, builtin(name), "figures_unread"))["count"] == figures
