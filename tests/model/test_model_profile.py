from __future__ import annotations

import pytest
from pydantic import ValidationError

from ctxlab.model.items import Row, Source
from ctxlab.model.profile import (
    DEFAULT_ROW,
    GatherRule,
    MustKeepRule,
    Overflow,
    Profile,
    RowBudget,
    Window,
)


def test_limit_is_what_size_reserve_buffer_and_stated_unknowns_leave() -> None:
    window = Window(
        size=16_000,
        output_reserve=4_000,
        buffer=1_000,
        unknown=((Source.TOOL_SCHEMAS, 700), (Source.SYSTEM_PROMPT, 300)),
    )
    assert window.limit == 16_000 - 4_000 - 1_000 - 700 - 300


def test_soft_limit_holds_only_where_it_is_enforced() -> None:
    assert Window(size=128_000, soft_limit=32_000).limit == 128_000
    assert Window(size=128_000, soft_limit=32_000, enforce_soft=True).limit == 32_000
    assert Window(soft_limit=32_000, enforce_soft=True).limit == 32_000


def test_without_a_size_there_is_no_limit_and_none_is_guessed() -> None:
    # B47: a model name alone says nothing of the window.
    assert Window(model="harbor-7b-local").limit is None
    assert Profile(window=Window(model="harbor-7b-local", output_reserve=4_096)).window.limit is None


def test_a_reserve_as_large_as_the_window_is_refused_with_both_numbers() -> None:
    # B32.
    with pytest.raises(ValidationError, match=r"output_reserve 16384 .* window\.size 16384"):
        Window(size=16_384, output_reserve=16_384)
    assert Window(size=16_384, output_reserve=16_383).limit == 1


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        ({"size": 100, "output_reserve": 50, "buffer": 50}, r"buffer 50 .*is 50"),
        ({"size": 100, "output_reserve": 50, "buffer": 80}, r"buffer 80 .*is 50"),
        ({"soft_limit": 500, "enforce_soft": True, "buffer": 500}, r"soft_limit 500 .*buffer 500"),
        ({"size": 9000, "soft_limit": 400, "enforce_soft": True, "buffer": 500}, "soft_limit 400"),
        ({"soft_limit": 0, "enforce_soft": True}, "soft_limit 0"),
    ],
)
def test_a_limit_that_leaves_no_room_under_any_session_is_refused(stated: dict[str, int], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        Window.model_validate(stated)


def test_a_soft_limit_under_the_buffer_that_is_not_enforced_stands() -> None:
    assert Window(size=9_000, soft_limit=400, buffer=500).limit == 8_500
    assert Window(soft_limit=501, enforce_soft=True, buffer=500).limit == 1


def test_the_limit_is_never_negative() -> None:
    # B34.
    assert Window(size=100, unknown=((Source.TOOL_SCHEMAS, 5_000),)).limit == 0


def test_a_row_that_is_not_named_has_no_cap_and_comes_after_those_named() -> None:
    profile = Profile(budget=((Row.HISTORY, RowBudget(cap=5)), (Row.SYSTEM_PROMPT, RowBudget(cap=6))))
    line = profile.row(Row.RECENT)
    assert (line.cap, line.overflow, line.tier) == (None, Overflow.KEEP, 2)
    assert profile.table()[:4] == (Row.HISTORY, Row.SYSTEM_PROMPT, Row.TOOL_SCHEMAS, Row.USER_MESSAGE)
    assert sorted(profile.table()) == sorted(Row)


def test_profiles_that_mean_the_same_are_equal() -> None:
    first = (Row.SYSTEM_PROMPT, RowBudget(cap=5))
    assert Profile(budget=(first, (Row.TOOL_SCHEMAS, DEFAULT_ROW))) == Profile(budget=(first,))
    # Retrieved docs come last of all rows by default: named first, they stand elsewhere.
    moved = Profile(budget=((Row.RETRIEVED_DOC, DEFAULT_ROW),))
    assert moved != Profile()
    assert moved.table()[0] is Row.RETRIEVED_DOC


def test_a_row_cannot_stand_twice() -> None:
    with pytest.raises(ValidationError, match="twice"):
        Profile(budget=((Row.HISTORY, RowBudget(cap=5)), (Row.HISTORY, RowBudget(cap=6))))


def test_stated_estimates_have_one_order() -> None:
    one = Window(unknown=((Source.TOOL_SCHEMAS, 1), (Source.SYSTEM_PROMPT, 2)))
    assert one == Window(unknown=((Source.SYSTEM_PROMPT, 2), (Source.TOOL_SCHEMAS, 1)))


@pytest.mark.parametrize("given", [{}, {"text": "a", "number": "3"}, {"regex": "("}])
def test_a_must_keep_states_exactly_one_thing_that_can_be_looked_for(given: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        MustKeepRule(**given)


def test_a_gather_rule_gives_a_source_or_excludes() -> None:
    with pytest.raises(ValidationError, match="exactly one"):
        GatherRule(regex="a")
    with pytest.raises(ValidationError, match="exactly one"):
        GatherRule(regex="a", source=Source.AGENT_NOTE, exclude=True)


def test_with_parts_replaces_whole_parts_and_leaves_the_original() -> None:
    profile = Profile(name="a")
    assert profile.with_parts(window=Window(size=9)).window.size == 9
    assert profile.window.size is None


def test_half_a_character_is_refused() -> None:
    with pytest.raises(ValidationError, match="surrogate"):
        Profile(name="\ud800")
