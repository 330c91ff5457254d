"""The differences of two profiles: none of the same, and enough to make one of the other."""

from __future__ import annotations

from typing import Any

import hypothesis
from helpers.any_profile import PROFILES, settings
from hypothesis import given

from ctxlab.errors import ProfileError
from ctxlab.model.items import Row
from ctxlab.model.profile import MustKeepRule, Overflow, Profile, Window
from ctxlab.model.profile_diff import ORDER, Difference, differences, row_of

LIMIT = tuple(f"window.{name}" for name in ("size", "output_reserve", "buffer", "soft_limit", "enforce_soft"))
BASE = Profile(name="p").set("budget.history.cap", 9000)


def applied(profile: Profile, found: tuple[Difference, ...]) -> Profile:
    """The profile with each difference applied to it."""
    # a smaller window and a smaller reserve go together only, and what else the limit follows from
    window = {one.key: one.after for one in found if one.key in LIMIT}
    stated = {key.removeprefix("window."): value for key, value in window.items()}
    changed = profile.with_parts(window=Window.model_validate({**dict(profile.window), **stated}))
    for one in found:
        if one.key == ORDER:
            rows: tuple[Row, ...] = one.after
            changed = changed.with_parts(budget=tuple((row, changed.row(row)) for row in rows))
        elif one.key.startswith("published."):
            # what is published may have any name, also one that cannot be typed
            figures = {**dict(changed.published), one.key.removeprefix("published."): one.after}
            stated = {name: figure for name, figure in figures.items() if figure is not None}
            changed = changed.with_parts(published=tuple(stated.items()))
        elif one.key not in window:
            changed = changed.set(one.key, one.after)
    return changed


def test_each_setting_is_told_by_its_key_with_both_values() -> None:
    after = (
        BASE.set("name", "q")
        .set("budget.history.cap", 8000)
        .set("budget.tool_result.overflow", "skip")
        .set("window.unknown.tool_schemas", 900)
        .set("must_keep", [{"text": "a"}])
        .set("published.level", 3)
    )
    assert differences(BASE, after) == (
        ("name", "p", "q"),
        ("window.unknown.tool_schemas", None, 900),
        ("budget.history.cap", 9000, 8000),
        ("budget.tool_result.overflow", Overflow.KEEP, Overflow.SKIP),
        ("must_keep", (), (MustKeepRule(text="a"),)),
        ("published.level", None, 3),
    )


def test_what_is_gone_is_told_too() -> None:
    before = BASE.set("published.level", 3).set("summarize.instructions.tool_result", "short")
    assert [one.key for one in differences(before, BASE)] == [
        "summarize.instructions.tool_result",
        "published.level",
    ]


def test_another_order_of_the_rows_is_a_difference() -> None:
    table = (Row.HISTORY, *(row for row in BASE.table() if row is not Row.HISTORY))
    turned = BASE.with_parts(budget=tuple((row, BASE.row(row)) for row in table))
    assert differences(BASE, turned) == ((ORDER, BASE.table(), table),)


def test_a_figure_that_is_true_is_not_one() -> None:
    one, other = BASE.set("published.level", 1), BASE.set("published.level", True)
    assert differences(one, other) == (("published.level", 1, True),)


def test_the_row_of_a_key() -> None:
    assert row_of("budget.history.cap") is Row.HISTORY
    assert [row_of(key) for key in ("budget", ORDER, "window.size", "budget.nothing.cap", "name")] == [
        None
    ] * 5


@given(PROFILES)
def test_nothing_differs_from_itself(profile: Profile) -> None:
    assert differences(profile, profile) == ()
    assert differences(profile, profile.with_parts()) == ()


@hypothesis.settings(max_examples=40)
@given(PROFILES, PROFILES)
def test_the_differences_make_one_of_the_other(one: Profile, other: Profile) -> None:
    found = differences(one, other)
    assert applied(one, found) == other
    assert {key: (after, before) for key, before, after in found} == {
        key: (before, after) for key, before, after in differences(other, one)
    }


@given(PROFILES, settings())
def test_one_setting_is_one_difference(profile: Profile, setting: tuple[str, Any]) -> None:
    key, value = setting
    try:
        after = profile.set(key, value)
    except ProfileError:
        return
    assert {one.key for one in differences(profile, after)} <= {key, ORDER}
