"""Which must-keep a user means."""

from __future__ import annotations

import pytest
from helpers.spec import session

from ctxlab.analysis.asked import constraint_of, must_keep_named, stated_by
from ctxlab.analysis.stated import Statements
from ctxlab.errors import RequestError
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import MustKeepRule, Profile

TEXTS = {"i1": "Where to? Never suggest spicy food."}
TABLE = "i1 user 6\ni2 assistant 3\ni3 user 1"
BUDGET = MustKeep("budget", text="Under 3000 yuan", since="i1")
MARKS = Marks(must_keeps=(BUDGET,))
PROFILE = Profile().with_parts(must_keep=(MustKeepRule(number="42"),))


def _named(wanted: str) -> MustKeep:
    opened = session(TABLE, texts=TEXTS)
    return must_keep_named(wanted, opened, PROFILE, MARKS, Statements().of(opened, MARKS))


def test_a_must_keep_by_its_id_or_its_words() -> None:
    assert _named("budget") == _named(" under 3000 YUAN ") == BUDGET
    assert _named("profile:1") == _named("42") == MustKeep("profile:1", number="42")


def test_an_item_by_its_id() -> None:
    assert _named("i2") == MustKeep("i2", item="i2")


def test_a_found_constraint_by_its_id() -> None:
    found = _named("found:i1:10")
    assert (found.id, found.since) == ("found:i1:10", "i1")
    assert found.text.startswith("Never suggest spicy food")
    with pytest.raises(RequestError, match="no constraint is found at 'i1:11'"):
        _named("found:i1:11")


def test_any_other_text_is_one() -> None:
    # what no item has in these words may be there in others
    assert _named(" window seats ") == MustKeep("window seats", text="window seats", meaning=True)
    said = session(TABLE, texts={"i1": "Two Window  seats please."})
    assert must_keep_named(" window seats ", said, Profile(), Marks(), ()) == MustKeep(
        "window seats", text="window seats"
    )


def test_an_item_states_what_names_it_and_what_has_its_words() -> None:
    item = session(TABLE, texts=TEXTS).items[0]
    named, whole = MustKeep("a", text="other words", since="i1"), MustKeep("b", item="i1")
    said, number = MustKeep("c", text="spicy FOOD"), MustKeep("d", number="42")
    elsewhere = MustKeep("e", text="spicy food", since="i3")
    broken = MustKeep("f", text="  ")
    found = stated_by(item, (named, whole, said, number, elsewhere, broken))
    assert [one.id for one in found] == ["a", "b", "c"]


@pytest.mark.parametrize("wanted", ["", "  "])
def test_nothing_is_no_must_keep(wanted: str) -> None:
    with pytest.raises(RequestError):
        _named(wanted)


def _units(keep: MustKeep, said: str) -> list[str]:
    opened = session(TABLE, texts={"i1": said})
    found = constraint_of(keep, opened, Statements().of(opened, Marks()))
    return [] if found is None else [value.unit for value in found.values]


def test_what_a_must_keep_demands_is_in_its_own_words_or_in_those_that_say_it() -> None:
    assert _units(MustKeep("m1", text="under 3000 yuan"), "Hello.") == ["CNY"]
    # Values that no demand is about count, too.
    assert _units(MustKeep("m1", text="3 days, 3000 yuan"), "Hello.") == ["second", "CNY"]
    said = "Keep the budget under 3000 yuan."
    assert _units(MustKeep("m1", number="3000"), said) == ["CNY"]
    assert _units(MustKeep("m1", regex="3.00"), said) == ["CNY"]
    assert _units(MustKeep("i1", item="i1"), said) == ["CNY"]
    assert _units(MustKeep("m1", text="the budget"), said) == ["CNY"]


def test_what_names_no_value_demands_none() -> None:
    assert _units(MustKeep("m1", text="window seats"), "Hello.") == []
    assert _units(MustKeep("m1", regex="("), "Keep it under 3000 yuan.") == []
    assert _units(MustKeep("m1", source="user_message"), "Keep it under 3000 yuan.") == []
