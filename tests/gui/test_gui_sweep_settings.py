"""What is typed into a setting of a sweep: values, mistakes, suggestions; the engine reads the same."""

from __future__ import annotations

import pytest
from gui.sweep_sample import KEY, partly
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.batch.grid import variants
from ctxlab.gui.models.sweep_plan import flaw_of, left_words, plan_words, progress_words
from ctxlab.gui.models.sweep_settings import (
    MOST_VALUES,
    MOST_VARIANTS,
    Flaw,
    ValuesError,
    Varied,
    flaw_words,
    key_words,
    numeric_keys,
    suggested,
    value_of,
    variants_count,
    varied_of,
)
from ctxlab.model.profile import Profile

GSSC = Profile(name="p").set(KEY, 1200)


def test_a_range_takes_both_ends_and_thousands_separators() -> None:
    one = Varied(KEY, "2,000", "16000", "7000")
    assert one.numbers() == (2000, 9000, 16000)
    assert one.text() == "budget.history.cap=2000:16000:7000"


def test_a_list_takes_each_value_once_in_its_order() -> None:
    one = Varied(KEY, values="400, 100，400", listed=True)
    assert one.numbers() == (400, 100)
    assert one.text() == "budget.history.cap=400,100"


@pytest.mark.parametrize(
    ("one", "flaw"),
    [
        (Varied(KEY, "", "10", "1"), Flaw.EMPTY),
        (Varied(KEY, values=" , ", listed=True), Flaw.EMPTY),
        (Varied(KEY, "a", "10", "1"), Flaw.NUMBER),
        (Varied(KEY, "20", "10", "1"), Flaw.ORDER),
        (Varied(KEY, "10", "20", "0"), Flaw.STEP),
        (Varied(KEY, "0", "100000", "1"), Flaw.MANY),
        (Varied("budget.history.tier", "1", "9", "1"), Flaw.BOUNDS),
    ],
)
def test_a_mistake_is_told_by_its_kind_and_in_words(one: Varied, flaw: Flaw) -> None:
    with pytest.raises(ValuesError) as error:
        one.numbers()
    assert error.value.flaw is flaw
    assert flaw_words(flaw, one.key, "en").startswith(key_words(one.key, "en"))


@given(st.integers(0, 50_000), st.integers(0, 5_000), st.integers(1, 700))
def test_the_engine_makes_as_many_variants_as_are_told(low: int, more: int, step: int) -> None:
    one = Varied(KEY, str(low), str(low + more), str(step))
    if more // step >= MOST_VALUES:
        with pytest.raises(ValuesError, match=Flaw.MANY.value):
            one.numbers()
        return
    values = one.numbers()
    made = variants(GSSC, [one.text()])
    assert [value_of(variant.profile, KEY) for variant in made] == list(values)
    assert variants_count([one], 1) == len(made)


def test_every_setting_that_is_offered_can_be_swept_as_suggested() -> None:
    keys = numeric_keys(GSSC)
    assert keys[0].endswith(".cap")
    assert len(set(keys)) == len(keys)
    for key in keys:
        one = suggested(GSSC, key)
        assert 1 <= len(one.numbers()) <= 12, key
        assert key_words(key, "en")


def test_a_suggestion_goes_around_the_value_there_is() -> None:
    assert value_of(GSSC, KEY) == 1200
    values = suggested(GSSC, KEY).numbers()
    assert values[0] < 1200 < values[-1]
    assert 6 <= len(values) <= 10


def test_the_plan_says_how_many_builds_follow() -> None:
    one = Varied(KEY, "1000", "4000", "1000")
    assert plan_words([one], 2, 3, None, "en") == ("8 variants × 3 sessions = 24 builds", 24)
    assert plan_words([one], 1, 3, 30, "en") == ("4 variants × 3 sessions, 30 requests = 120 builds", 120)
    assert plan_words([], 1, 1, None, "en") == ("1 variant × 1 session = 1 build", 1)


def test_the_plan_says_what_keeps_it_from_starting() -> None:
    one = Varied(KEY, "1000", "4000", "1000")
    assert plan_words([one], 1, 0, None, "en") == ("No session is chosen.", 0)
    assert plan_words([one], 0, 3, None, "en") == ("No profile is chosen.", 0)
    assert flaw_of([one, one]) == (1, Flaw.TWICE)
    assert plan_words([one, one], 1, 1, None, "en")[1] == 0
    wide = [Varied(key, "1", "400", "1") for key in numeric_keys(GSSC)[:3]]
    told, builds = plan_words(wide, 1, 1, None, "en")
    assert builds == 0
    assert f"{MOST_VARIANTS:,}" in told


def test_the_time_left_follows_from_what_was_made_since_the_beginning() -> None:
    # eight of twelve are there, four of them from before: four took eight seconds
    assert progress_words(partly(2), begun=4, seconds=8) == "8 of 12 · about 8 s left · 4 known from before"
    assert progress_words(partly(2), begun=8, seconds=1) == "8 of 12 · 8 known from before"
    assert [left_words(one) for one in (0.2, 600, 7200)] == [
        "about 1 s left",
        "about 10 min left",
        "about 2.0 h left",
    ]


@given(st.integers(0, 9_000), st.integers(0, 400), st.integers(1, 50))
def test_a_setting_as_text_is_read_as_it_is_written(low: int, more: int, step: int) -> None:
    one = Varied(KEY, str(low), str(low + more), str(step))
    assert varied_of(one.text()).numbers() == one.numbers()
    assert varied_of(f"{KEY}=5, 3").numbers() == (5, 3)
