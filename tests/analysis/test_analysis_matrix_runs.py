"""Matrices of a session under a profile, as recorded and as sent, and what an edit makes anew."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from helpers.spoken import spoken

from ctxlab.analysis import matrix_runs as module
from ctxlab.engine.pipeline import Kept
from ctxlab.lab import Lab
from ctxlab.model.constraint import Survived
from ctxlab.model.forensic import How
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.matrix import Matrix, Under
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.profiles import builtin

LONG = "well " * 200
TALK = spoken(
    "user: The budget is at most 3000 yuan.",
    f"assistant: {LONG}",
    "user: Never by car, please.",
    f"assistant: {LONG}",
    "user: Go on.",
    "assistant: Done.",
).with_marks(Marks(must_keeps=(MustKeep("budget", text="at most 3000 yuan", since="i1"),)))
TIGHT = (
    builtin("gssc")
    .set("gather.key_facts", False)
    .set("budget.recent.rounds", 0)
    .set("budget.history.overflow", "stop")
    .set("budget.history.cap", 230)
)


def letters(matrix: Matrix) -> str:
    """The first row, a letter a cell."""
    cells = matrix.rows[0].cells
    return "".join("." if cell is None or cell.verdict is None else cell.verdict.value[0] for cell in cells)


def test_an_edit_shows_and_going_back_costs_nothing() -> None:
    lab = Lab(store=False)
    assert letters(lab.matrix(TALK, TIGHT)) == "vvl"
    assert letters(lab.matrix(TALK, TIGHT.set("budget.history.cap", 2_000))) == "vvv"
    again = list(lab.matrices(TALK, TIGHT))
    assert [letters(one) for one in again] == ["vvl"]


def test_what_was_recorded_depends_on_no_setting() -> None:
    lab = Lab(store=False)
    assert letters(lab.matrix(TALK, TIGHT, under=Under.RECORDED)) == "vvv"
    edited = lab.matrices(TALK, TIGHT.set("budget.history.cap", 400), under=Under.RECORDED)
    assert len(list(edited)) == 1


def test_a_new_must_keep_is_a_new_row_and_the_others_stay() -> None:
    lab = Lab(store=False)
    lab.matrix(TALK, TIGHT)
    car = MustKeep("car", text="never by car", since="i3")
    marks = replace(TALK.marks, must_keeps=(*TALK.marks.must_keeps, car))
    parts = list(lab.matrices(TALK, TIGHT, marks))
    # nothing is built for the request before it was said
    assert len(parts) == 3
    assert [row.must_keep for row in parts[-1].rows][:2] == ["budget", "car"]


def test_a_pin_changes_the_runs() -> None:
    lab = Lab(store=False)
    assert letters(lab.matrix(TALK, TIGHT, replace(TALK.marks, pins=("i1",)))) == "vvv"
    assert letters(lab.matrix(TALK, TIGHT)) == "vvl"


def test_what_was_not_sent_is_not_judged() -> None:
    matrix = Lab(store=False).matrix(TALK, TIGHT, under=Under.SENT)
    assert letters(matrix) == "..."
    broken = replace(TALK, requests=tuple(replace(one, sent="{") for one in TALK.requests))
    assert letters(Lab(store=False).matrix(broken, TIGHT, under=Under.SENT)) == "..."


@pytest.mark.parametrize("work", [0, 1_000_000])
def test_gathers_are_kept_where_there_are_not_too_many(monkeypatch: pytest.MonkeyPatch, work: int) -> None:
    monkeypatch.setattr(module, "_KEPT_WORK", work)
    kept: list[Kept] = []

    def another(self: Lab, one: Kept) -> Lab:
        kept.append(one)
        return real(self, one)

    real = Lab.another
    monkeypatch.setattr(Lab, "another", another)
    assert letters(Lab(store=False).matrix(TALK, TIGHT)) == "vvl"
    assert [one.gathers for one in kept] == [3 if work else 1, 1]


def test_another_session_has_runs_of_its_own() -> None:
    lab = Lab(store=False)
    lab.matrix(TALK, TIGHT)
    other = Session("other", tuple(TALK.items[:2]), TALK.requests[:1], marks=TALK.marks)
    assert letters(lab.matrix(other, TIGHT)) == "v"
    assert letters(lab.matrix(TALK, TIGHT)) == "vvl"


def test_the_same_session_under_other_marks_goes_on() -> None:
    lab = Lab(store=False)
    lab.matrix(TALK, TIGHT)
    marked = TALK.with_marks(replace(TALK.marks, pins=("i9",)))
    assert letters(lab.matrix(marked, TIGHT, TALK.marks)) == "vvl"
    assert len(list(lab.matrices(marked, TIGHT, TALK.marks))) == 1
    lab.forget()
    assert len(list(lab.matrices(marked, TIGHT, TALK.marks))) == 3


def test_profiles_go_by_name_too() -> None:
    assert isinstance(builtin("as-recorded"), Profile)
    assert letters(Lab(store=False).matrix(TALK, "as-recorded")) == "vvv"


def test_what_was_sent_says_since_when_and_what_became_of_the_item() -> None:
    other = json.dumps([{"role": "user", "content": "The budget is at most 5000 yuan."}])
    same = json.dumps([{"role": "user", "content": "The budget is at most 3000 yuan."}])
    sent = (same, other, other)
    requests = tuple(replace(one, sent=text) for one, text in zip(TALK.requests, sent, strict=True))
    budget = MustKeep("b", text="The budget is at most 3000 yuan.", since="i1")
    marked = TALK.with_marks(Marks(must_keeps=(budget,)))
    matrix = Lab(store=False).matrix(replace(marked, requests=requests), TIGHT, under=Under.SENT)
    row = next(one for one in matrix.rows if one.must_keep == "b")
    first, second, third = row.cells
    assert first is not None
    assert second is not None
    assert third is not None
    assert (first.verdict, first.since, first.told) == (Survived.VERBATIM, None, None)
    assert (second.verdict, second.since) == (Survived.CHANGED, 2)
    assert (third.verdict, third.since) == (Survived.CHANGED, 2)
    assert "3000" in second.was
    assert "5000" in second.now
    assert second.told is not None
    assert (second.told.how, second.told.was, second.told.now) == (How.VALUES, "3000", "5000")


def test_as_recorded_tells_of_compactions() -> None:
    items = tuple(replace(one, superseded_by="i3") if one.id in ("i1", "i2") else one for one in TALK.items)
    live = (((0, 0),), ((0, 2),), ((2, 4),))
    requests = tuple(replace(one, live=ranges) for one, ranges in zip(TALK.requests, live, strict=True))
    session = replace(TALK, items=items, requests=requests)
    matrix = Lab(store=False).matrix(session, TIGHT, under=Under.RECORDED)
    row = next(one for one in matrix.rows if one.since == "i1")
    last = row.cells[-1]
    assert last is not None
    assert (last.verdict, last.since) == (Survived.LOST, 3)
    assert last.told is not None
    assert last.told.how is How.SUMMARISED
