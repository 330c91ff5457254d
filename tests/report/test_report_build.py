"""A report asked of a Lab: what it is about, and which contexts stand side by side."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import reports
from helpers.chat import message, write_json

from ctxlab.errors import CancelledError
from ctxlab.lab import Lab
from ctxlab.model.constraint import Survived
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.profiles import parse
from ctxlab.report import Asked, build_report
from ctxlab.report.build import gather

#: 100 tokens of chars/4, and framing.
LONG = "and so on " * 40

PROFILE = """\
schema = "ctxlab.profile/1"
name = "small"

[tokens]
encoding = "chars/4"

[budget.recent]
rounds = 0

[budget.history]
cap = 260
overflow = "stop"
order = "newest"
"""


@pytest.fixture
def lab() -> Iterator[Lab]:
    lab = Lab(store=False)
    yield lab
    lab.close()


@pytest.fixture
def session(tmp_path: Path, lab: Lab) -> Session:
    """Three answers: the demand of turn 1 is in the contexts of requests 1 to 3, and not in that of 4."""
    messages = [message("user", "Keep it under 3000 yuan.")]
    for question in ("And then?", "What else?", "Anything more?"):
        messages += [message("assistant", LONG), message("user", question)]
    return lab.open(write_json(tmp_path / "trip.json", {"messages": messages}))


@pytest.fixture
def profile() -> Profile:
    return parse(PROFILE)


def _marks(*keeps: MustKeep) -> Marks:
    return Marks(must_keeps=keeps)


BUDGET = MustKeep("budget", text="under 3000 yuan", since="i1")
QUESTION = MustKeep("else", text="What else?")


def test_without_a_must_keep_it_is_about_the_first_that_is_lost(
    lab: Lab, session: Session, profile: Profile
) -> None:
    subject = gather(lab, Asked(session.at(), profile, _marks(QUESTION, BUDGET)))
    assert subject.must_keep == BUDGET
    assert subject.diagnosis is not None
    assert subject.diagnosis.survival.verdict is Survived.LOST


def test_the_contexts_around_the_loss_stand_side_by_side(
    lab: Lab, session: Session, profile: Profile
) -> None:
    assert [request.index for request in session.requests] == [1, 2, 3, 4]
    subject = gather(lab, Asked(session.at(), profile, _marks(BUDGET)))
    neighbours = subject.neighbours
    assert neighbours is not None
    assert (neighbours.before, neighbours.after) == (3, 4)
    (gone, *_) = [one for one in neighbours.diff.blocks if one.kind.value == "removed"]
    assert "3000" in gone.before_text


def test_what_would_keep_it_is_asked_for_unless_it_is_not_wanted(
    lab: Lab, session: Session, profile: Profile
) -> None:
    asked = Asked(session.at(), profile, _marks(BUDGET))
    found = gather(lab, asked).rescues
    assert found is not None
    assert found.found
    assert found.complete
    subject = gather(lab, Asked(session.at(), profile, _marks(BUDGET), rescues=False))
    assert subject.rescues is None


def test_where_nothing_is_lost_there_is_a_report_all_the_same(
    lab: Lab, session: Session, profile: Profile
) -> None:
    report = build_report(lab, Asked(session.at(2), profile, _marks(BUDGET), version="9.9.9"))
    told = reports.words(report)
    assert "Nothing is lost" in told
    assert "9.9.9" in told


def test_a_must_keep_that_is_there_is_told_with_its_place(
    lab: Lab, session: Session, profile: Profile
) -> None:
    subject = gather(lab, Asked(session.at(3), profile, _marks(BUDGET), BUDGET))
    assert subject.diagnosis is not None
    assert subject.diagnosis.survival.verdict.kept
    assert subject.neighbours is not None
    assert (subject.neighbours.before, subject.neighbours.after) == (2, 3)
    assert subject.rescues is None


def test_a_text_that_no_mark_asks_for_has_a_row_of_its_own(
    lab: Lab, session: Session, profile: Profile
) -> None:
    own = MustKeep("And then?", text="And then?")
    subject = gather(lab, Asked(session.at(), profile, Marks(), own))
    assert subject.matrix is not None
    assert "And then?" in {row.must_keep for row in subject.matrix.rows}
    assert subject.must_keep == own


def test_it_stops_when_it_is_not_wanted_any_more(lab: Lab, session: Session, profile: Profile) -> None:
    with pytest.raises(CancelledError):
        build_report(lab, Asked(session.at(), profile, _marks(BUDGET)), cancelled=lambda: True)


def test_two_reports_on_the_same_are_equal(lab: Lab, session: Session, profile: Profile) -> None:
    asked = Asked(session.at(), profile, _marks(BUDGET))
    assert build_report(lab, asked) == build_report(Lab(store=False), asked)
