"""What a session states: found by rules, corrected by marks, replaced by what comes later."""

from __future__ import annotations

from decimal import Decimal

import pytest
from helpers.spoken import spoken

from ctxlab.analysis import stated as module
from ctxlab.analysis.stated import Statements
from ctxlab.model.constraint import Constraint, Kind, Stated, Tier
from ctxlab.model.marks import ConstraintMark, Marks
from ctxlab.model.session import Session
from ctxlab.text.constraints import find_constraints

TALK = spoken(
    "system: Never book anything.",
    "user: My budget is at most 3000 yuan. Do not touch the migrations.",
    "assistant: You must be early.",
    "user: Make it at most 5000 yuan instead.",
)


def said(session: Session, *marks: ConstraintMark) -> dict[str, Stated]:
    """What a session states under these marks, by its words."""
    found = Statements().of(session, Marks(constraints=marks))
    return {one.constraint.text: one for one in found}


def named(found: dict[str, Stated], words: str) -> Stated:
    """The one that holds these words."""
    return next(one for text, one in found.items() if words in text)


def test_users_and_prompts_state_constraints_each_with_its_place() -> None:
    found = said(TALK)
    assert [one.item for one in found.values()] == ["i1", "i2", "i2", "i4"]
    budget = named(found, "3000")
    start = budget.constraint.start
    text = TALK.items[1].text
    assert budget.id == f"found:i2:{start}"
    assert text[start : budget.constraint.end] == budget.constraint.text
    assert budget.constraint.hard
    assert not budget.marked


def test_a_later_one_replaces_an_earlier_one_and_both_are_told() -> None:
    found = said(TALK)
    assert named(found, "3000").superseded == named(found, "5000").id
    assert not named(found, "migrations").superseded


def test_what_is_said_on_another_chain_replaces_nothing() -> None:
    session = spoken("user: My budget is at most 3000 yuan.", "side: Make it at most 300 yuan instead.")
    found = said(session)
    assert [one.item for one in found.values()] == ["i1", "i2"]
    assert not any(one.superseded for one in found.values())


def test_a_mark_takes_the_place_of_what_it_touches() -> None:
    mark = ConstraintMark("i2", 0, 30, Kind.LIMIT, Tier.SOFT)
    found = said(TALK, mark)
    budget = named(found, "3000")
    assert (budget.id, budget.marked) == ("found:i2:0", True)
    assert (budget.constraint.kind, budget.constraint.tier) == (Kind.LIMIT, Tier.SOFT)
    (value,) = budget.constraint.values
    assert (value.number, value.unit) == (Decimal(3000), "CNY")
    assert TALK.items[1].text[value.start : value.end] in "at most 3000 yuan"
    assert "migrations" in named(found, "migrations").constraint.text
    assert len(found) == 4


def test_a_mark_where_rules_find_nothing_adds_one() -> None:
    text = TALK.items[2].text
    mark = ConstraintMark("i3", 0, len(text), Kind.REQUIREMENT)
    found = said(TALK, mark)
    added = named(found, "You must be early")
    assert (added.item, added.marked, added.constraint.positive) == ("i3", True, True)
    assert added.constraint.sentence == (0, len(text))
    forbids = said(TALK, ConstraintMark("i3", 0, 8, Kind.PROHIBITION))
    assert not named(forbids, "You must").constraint.positive


def test_a_rejected_one_is_gone() -> None:
    found = said(TALK, ConstraintMark("i2", 13, 20, rejected=True))
    assert not any("3000" in text for text in found)
    assert any("migrations" in text for text in found)


@pytest.mark.parametrize("mark", [ConstraintMark("i99", 0, 5), ConstraintMark("i2", 900, 905)])
def test_a_mark_on_nothing_says_nothing(mark: ConstraintMark) -> None:
    assert said(TALK, mark) == said(TALK)


def test_a_mark_that_ends_behind_the_text_ends_with_it() -> None:
    found = said(TALK, ConstraintMark("i3", 4, 900))
    assert named(found, "must be early").constraint.end == len(TALK.items[2].text)


def test_texts_are_read_once_whatever_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(text: str) -> tuple[Constraint, ...]:
        read.append(text)
        return find_constraints(text)

    monkeypatch.setattr(module, "find_constraints", counted)
    statements = Statements()
    first = statements.of(TALK, Marks())
    assert statements.of(TALK, Marks(pins=("i1",))) is first
    statements.of(TALK, Marks(constraints=(ConstraintMark("i2", 0, 5, rejected=True),)))
    assert sorted(read) == sorted(TALK.items[at].text for at in (0, 1, 3))
