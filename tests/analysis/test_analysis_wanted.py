"""What a session is judged by: must-keeps, and the constraints that none of them covers."""

from __future__ import annotations

import pytest
from helpers.spoken import demand, spoken

from ctxlab.analysis.wanted import Wanted, wanted
from ctxlab.model.constraint import Kind, Stated, Tier
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.profile_rules import MustKeepRule
from ctxlab.model.session import Session

TALK = spoken(
    "system: Never book anything.",
    "user: At most 3000 yuan. No car.",
    "note: Always quote prices.",
    "side: Look for trains only.",
    "user: No car. Ideally by the lake.",
    'call Read: {"path": "AGENTS.md"}',
    "result: Never push to main.",
)
STATED = (
    demand(TALK, "i1", "Never book anything", Kind.PROHIBITION),
    demand(TALK, "i2", "At most 3000 yuan", Kind.BUDGET),
    demand(TALK, "i2", "No car", Kind.PROHIBITION),
    demand(TALK, "i3", "Always quote prices", Kind.REQUIREMENT),
    demand(TALK, "i4", "trains only", Kind.REQUIREMENT),
    demand(TALK, "i5", "No car", Kind.PROHIBITION),
    demand(TALK, "i5", "Ideally by the lake", Kind.PREFERENCE, tier=Tier.SOFT),
    demand(TALK, "i7", "Never push to main", Kind.PROHIBITION),
)


def rows(
    *must_keeps: MustKeep, chain: str = "", most: int | None = 40, stated: tuple[Stated, ...] = STATED
) -> Wanted:
    """The rows of the talk with these must-keeps."""
    return wanted(TALK, Profile(), Marks(must_keeps=must_keeps), stated, chain=chain, most=most)


def labels(found: tuple[MustKeep, ...]) -> list[str]:
    """What the rows are called."""
    return [one.label for one in found]


def test_hard_constraints_of_the_chain_each_once() -> None:
    found = rows()
    assert labels(found.must_keeps) == [
        "Never book anything",
        "At most 3000 yuan",
        "No car",
        "Always quote prices",
        "Never push to main",
    ]
    assert found.must_keeps[1] == MustKeep("found:i2:0", text="At most 3000 yuan", since="i2", meaning=True)
    assert found.left_out == ()
    assert labels(rows(chain="sub").must_keeps) == ["trains only"]


@pytest.mark.parametrize(
    "one",
    [
        MustKeep("m", text="most 3,000 yuan"),
        MustKeep("m", number="3000"),
        MustKeep("m", regex="3000"),
        MustKeep("m", item="i2"),
    ],
)
def test_what_a_must_keep_covers_has_no_row_of_its_own(one: MustKeep) -> None:
    found = labels(rows(one).must_keeps)
    assert found[0] == one.label
    assert "At most 3000 yuan" not in found
    assert ("No car" in found) is not bool(one.item)


def test_a_source_covers_its_items() -> None:
    assert "Never book anything" not in labels(rows(MustKeep("m", source="system_prompt")).must_keeps)


def test_a_must_keep_elsewhere_or_of_no_use_covers_nothing() -> None:
    for one in (MustKeep("m", text="yuan a night"), MustKeep("m", regex="("), MustKeep("m", item="i6")):
        assert "At most 3000 yuan" in labels(rows(one).must_keeps)


def test_rules_of_the_profile_come_first() -> None:
    profile = Profile(must_keep=(MustKeepRule(text="trains"),))
    found = wanted(TALK, profile, Marks(must_keeps=(MustKeep("m", text="lake"),)), STATED)
    assert labels(found.must_keeps)[:2] == ["trains", "lake"]
    assert found.must_keeps[0].id == "profile:1"


def test_where_there_is_no_room_the_users_own_stay() -> None:
    found = rows(MustKeep("m", text="lake"), most=3)
    assert labels(found.must_keeps) == ["lake", "At most 3000 yuan", "No car"]
    assert labels(found.left_out) == ["Never book anything", "Always quote prices", "Never push to main"]
    assert labels(rows(most=3).must_keeps) == ["At most 3000 yuan", "No car", "Never push to main"]
    many = tuple(MustKeep(f"m{at}", text=f"word {at}") for at in range(4))
    assert labels(rows(*many, most=3).left_out)[0] == "word 3"
    assert len(rows(*many, most=None).must_keeps) == 9


def changed(session: Session, later: str) -> tuple[Stated, Stated]:
    """A demand and the one that replaces it."""
    first = demand(session, "i1", "at most 3000 yuan", Kind.BUDGET)
    second = demand(session, "i2", later, Kind.BUDGET)
    return Stated(first.id, first.item, first.constraint, superseded=second.id), second


def test_a_row_says_which_row_replaces_it() -> None:
    session = spoken("user: Spend at most 3000 yuan.", "user: No, at most 5000 yuan.")
    stated = changed(session, "at most 5000 yuan")
    assert wanted(session, Profile(), Marks(), stated).superseded == {stated[0].id: stated[1].id}
    marks = Marks(must_keeps=(MustKeep("old", text="3000 yuan"), MustKeep("new", text="5000 yuan")))
    covered = wanted(session, Profile(), marks, stated)
    assert labels(covered.must_keeps) == ["3000 yuan", "5000 yuan"]
    assert covered.superseded == {"old": "new"}


def test_what_is_replaced_and_then_said_again_has_two_rows() -> None:
    session = spoken(
        "user: Spend at most 3000 yuan.", "user: No, at most 5000 yuan.", "user: Spend at most 3000 yuan."
    )
    first, second = changed(session, "at most 5000 yuan")
    third = demand(session, "i3", "at most 3000 yuan", Kind.BUDGET)
    second = Stated(second.id, second.item, second.constraint, superseded=third.id)
    found = wanted(session, Profile(), Marks(), (first, second, third))
    assert [one.since for one in found.must_keeps] == ["i1", "i2", "i3"]
    assert found.superseded == {first.id: second.id, second.id: third.id}
