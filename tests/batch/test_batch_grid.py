"""Grids: the variants that settings with several values make."""

from __future__ import annotations

import pytest

from ctxlab.batch.grid import MOST_VARIANTS, variants, variants_of
from ctxlab.errors import ProfileError
from ctxlab.model.items import Row
from ctxlab.model.profile import Order, Profile
from ctxlab.profiles import builtin


def caps(*settings: str) -> list[tuple[int | None, int | None]]:
    found = variants(Profile(), settings)
    return [(one.profile.row(Row.HISTORY).cap, one.profile.row(Row.RECENT).cap) for one in found]


def test_a_range_has_both_its_ends() -> None:
    assert [one for one, _ in caps("budget.history.cap=2000:4000:1000")] == [2000, 3000, 4000]
    assert [one for one, _ in caps("budget.history.cap=0:5:2")] == [0, 2, 4]
    assert [one for one, _ in caps("budget.history.cap=7:7:1")] == [7]


def test_lists_and_ranges_go_together_and_a_value_counts_once() -> None:
    assert [one for one, _ in caps(" budget.history.cap = 5, 1:3:1 ,2,9_000, none")] == [
        5,
        1,
        2,
        3,
        9000,
        None,
    ]


def test_several_keys_make_every_combination_the_first_slowest() -> None:
    found = caps("budget.history.cap=1,2", "budget.recent.cap=7,8")
    assert found == [(1, 7), (1, 8), (2, 7), (2, 8)]


def test_names_are_short_and_settings_are_told() -> None:
    first, *_ = variants(
        Profile(), ["budget.history.cap=9000,1", "budget.recent.order=newest", "window.size=16_000"]
    )
    assert first.name == "history.cap 9,000 · recent.order newest · window.size 16,000"
    assert first.settings == (
        ("budget.history.cap", "9000"),
        ("budget.recent.order", "newest"),
        ("window.size", "16_000"),
    )
    assert first.profile.row(Row.RECENT).order is Order.NEWEST


def test_without_settings_the_profile_is_the_one_variant() -> None:
    (one,) = variants(builtin("gssc"), [])
    assert (one.name, one.profile, one.settings) == ("gssc", builtin("gssc"), ())


def test_several_profiles_are_told_apart_by_their_names() -> None:
    two = [builtin("gssc"), builtin("long")]
    assert [one.name for one in variants_of(two, [])] == ["gssc", "long"]
    assert [one.name for one in variants_of(two, ["budget.history.cap=1,2"])] == [
        "gssc · history.cap 1",
        "gssc · history.cap 2",
        "long · history.cap 1",
        "long · history.cap 2",
    ]


def test_a_window_and_a_reserve_that_go_only_together_are_no_error() -> None:
    profile = Profile().set("window.size", 64_000).set("window.output_reserve", 8_000)
    (one,) = variants(profile, ["window.size=4000", "window.output_reserve=500"])
    assert one.profile.window.size == 4000


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (["budget.history.cap"], "KEY=VALUES"),
        (["=5"], "KEY=VALUES"),
        (["budget.history.cap="], "KEY=VALUES"),
        (["budget.history.cap=1:5"], "from:to:step"),
        (["budget.history.cap=1:5:0"], "empty range"),
        (["budget.history.cap=5:1:1"], "empty range"),
        (["budget.history.cap=a:b:c"], "from:to:step"),
        (["budget.history.cap=1,,2"], "missing between two commas"),
        (["budget.history.cap=9,000"], "not 9,000"),
        (["budget.history.cap=many"], "budget.history.cap"),
        (["budget.histroy.cap=1"], "budget.history"),
        (["budget.history.cap=1", "budget.history.cap=2"], "given twice"),
        (["budget.history.cap=1:900000:1"], "larger steps"),
        (["budget.history.cap=1:60:1", "budget.recent.cap=1:60:1"], "3,600 variants"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_would_be_right(settings: list[str], told: str) -> None:
    with pytest.raises(ProfileError, match=told):
        variants(Profile(), settings)


def test_too_many_for_several_profiles_are_refused_before_any_is_made() -> None:
    with pytest.raises(ProfileError, match=f"{MOST_VARIANTS:,}"):
        variants_of([Profile()] * 50, ["budget.history.cap=1:60:1"])


def test_names_that_come_again_get_a_number() -> None:
    three = [builtin("gssc")] * 3
    assert [one.name for one in variants_of(three, [], ["a", "b", "a"])] == ["a", "b", "a (2)"]


@pytest.mark.parametrize("values", ["9" * 5000, "0:" + "9" * 5000 + ":1", "1,2," + "9" * 30])
def test_numbers_of_endless_digits_are_refused(values: str) -> None:
    with pytest.raises(ProfileError):
        variants(builtin("gssc"), [f"budget.history.cap={values}"])
