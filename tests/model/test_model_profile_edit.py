from __future__ import annotations

from typing import Any

import pytest
from helpers.any_profile import PROFILES, settings, value_of
from hypothesis import given

from ctxlab.errors import ProfileError
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Layout, Overflow, Profile, RowBudget, Window


@pytest.mark.parametrize("value", [9000, "9000", "9,000", "9_000", " 9000 ", "９０００"])
def test_a_number_is_taken_as_a_number_or_as_typed(value: int | str) -> None:
    assert Profile().set("budget.history.cap", value).row(Row.HISTORY).cap == 9000


@pytest.mark.parametrize("value", [None, "", "none", "None"])
def test_nothing_clears_what_may_be_absent(value: str | None) -> None:
    profile = Profile(budget=((Row.HISTORY, RowBudget(cap=5)),))
    assert profile.set("budget.history.cap", value).row(Row.HISTORY).cap is None


@pytest.mark.parametrize(
    ("value", "means"),
    [
        (True, True),
        ("true", True),
        ("on", True),
        ("1", True),
        ("false", False),
        ("no", False),
        ("OFF", False),
        ("0", False),
    ],
)
def test_a_flag_typed_as_text_means_what_it_says(value: bool | str, means: bool) -> None:
    # B175: "false" is not true.
    assert Profile().set("gather.key_facts", value).gather.key_facts is means


def test_choices_texts_and_enums() -> None:
    profile = Profile().set("construct.layout", "flat").set("budget.history.overflow", Overflow.STOP)
    assert profile.construct.layout is Layout.FLAT
    assert profile.row(Row.HISTORY).overflow is Overflow.STOP
    # `none` is the name of a strategy, not the absence of one.
    assert profile.set("summarize.strategy", "none").summarize.strategy == "none"
    assert profile.set("description", "三千以内").description == "三千以内"


def test_estimates_and_published_figures() -> None:
    profile = Profile().set("window.unknown.tool_schemas", "1200").set("published.level", 0.5)
    assert profile.window.unknown == ((Source.TOOL_SCHEMAS, 1200),)
    assert profile.published == (("level", 0.5),)
    assert profile.set("window.unknown.tool_schemas", None).set("published.level", None) == Profile()


def test_a_whole_line_is_set_and_reset() -> None:
    line = RowBudget(cap=7, tier=3)
    profile = Profile().set("budget.agent_note", line)
    assert profile.row(Row.AGENT_NOTE) == line
    assert profile.set("budget.agent_note", None) == Profile()


def test_rules_are_set_as_a_whole() -> None:
    profile = (
        Profile().set("must_keep", [{"text": "不吃辣"}]).set("gather.rule", [{"regex": "a", "exclude": True}])
    )
    assert profile.must_keep[0].text == "不吃辣"
    assert profile.gather.rule[0].exclude
    with pytest.raises(ProfileError, match="list"):
        profile.set("must_keep", "不吃辣")


def test_setting_a_cap_does_not_move_the_row() -> None:
    profile = Profile().set("budget.history.cap", 5)
    assert profile.table() == Profile().table()


@pytest.mark.parametrize(
    ("key", "nearest"),
    [
        ("budget.histroy.cap", "budget.history.cap"),
        ("budget.history.capp", "budget.history.cap"),
        ("windw.size", "window.size"),
        ("window.ouput_reserve", "window.output_reserve"),
        ("pipeline.reserve_ouput", "window.output_reserve"),
        ("caps.retreived_docs", "budget.retrieved_doc"),
        ("budget.conversation.cap", "budget.history.cap"),
        ("window.unknown.tool_schema", "window.unknown.tool_schemas"),
        ("construct.layot", "construct.layout"),
    ],
)
def test_an_unknown_key_names_the_nearest(key: str, nearest: str) -> None:
    with pytest.raises(ProfileError) as caught:
        Profile().set(key, 1)
    assert caught.value.where.key == key
    assert nearest in caught.value.hint


@pytest.mark.parametrize(
    "key", ["", ".", "budget", "window.unknown", "budget.history", "published", "window.size.x"]
)
def test_a_key_that_is_no_setting_is_refused(key: str) -> None:
    with pytest.raises(ProfileError):
        Profile().set(key, 1)


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("window.size", -5, "0 to 1,000,000,000"),
        ("window.size", 1_000_000_001, "0 to 1,000,000,000"),
        ("window.size", 9000.0, "whole number"),
        ("window.size", True, "whole number"),
        ("window.size", float("nan"), "whole number"),
        ("window.size", "banana", "whole number"),
        ("window.size", "9.000", "whole number"),
        ("window.size", "9,00", "whole number"),
        ("window.size", "9" * 5000, "whole number"),
        ("window.output_reserve", None, "whole number"),
        ("window.output_reserve", "none", "whole number"),
        ("budget.history.tier", 4, "1 to 3"),
        ("budget.history.overflow", "explode", "keep, stop, skip, truncate, compress"),
        ("gather.key_facts", "maybe", "true or false"),
        ("gather.key_facts", 1, "true or false"),
        ("tokens.encoding", 5, "o200k_base, cl100k_base, chars/3, chars/4"),
        ("name", 5, "text"),
        ("published.level", float("inf"), "number"),
        ("window.unknown.tool_schemas", "-1", "whole number"),
    ],
)
def test_an_impossible_value_is_refused_with_what_is_allowed(key: str, value: Any, allowed: str) -> None:
    with pytest.raises(ProfileError) as caught:
        Profile().set(key, value)
    assert caught.value.where.key == key
    assert allowed in caught.value.hint


def test_what_two_settings_make_impossible_is_refused() -> None:
    profile = Profile(window=Window(size=16_384))
    with pytest.raises(ProfileError, match=r"16384 leaves no room .* 16384"):
        profile.set("window.output_reserve", 16_384)


@given(PROFILES, settings())
def test_setting_back_gives_an_equal_profile(profile: Profile, setting: tuple[str, Any]) -> None:
    key, value = setting
    before = value_of(profile, key)
    changed = profile.set(key, value)
    assert value_of(changed, key) == value
    assert changed.table() == profile.table()
    assert changed.set(key, before) == profile
