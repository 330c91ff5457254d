"""All checks together: step by step, cures only as runs show them, every request on demand."""

from __future__ import annotations

import pytest
from helpers.examine import keeps
from helpers.lint_bench import WordBench, linted, numbers
from helpers.spec import profile, session
from helpers.spoken import spoken

from ctxlab.analysis.lint import Question, applied, lint
from ctxlab.analysis.lint.trial import MOST_CURES
from ctxlab.errors import CancelledError
from ctxlab.lab import Lab
from ctxlab.model.lint import Severity, keyed, ranked
from ctxlab.model.marks import Marks
from ctxlab.profiles import builtin_names

TALK = "i1 user 7\ni2 assistant 17\ni3 user 2\ni4 assistant 5\ni5 user 1"
TIGHT = "recent.rounds=0 history.cap=12 history.order=newest history.overflow=stop"
MANY = spoken("user: under 300 yuan", "assistant: a b c d", "user: e", "assistant: f g h i", "user: j")


def test_problems_come_first_and_cures_as_they_are_tried() -> None:
    question = Question(session(TALK).at(), profile(TIGHT), keeps(a="i3.1"))
    steps = list(lint(question, WordBench()))
    lost = [[one for one in step.problems if one.code == "must_keep_lost"] for step in steps]
    first = next(found[0] for found in lost if found)
    assert first.cures == ()
    assert lost[-1][0].cures
    assert [step.complete for step in steps] == [False] * (len(steps) - 1) + [True]
    assert all(len(found[0].cures) <= MOST_CURES for found in lost if found)


def test_no_cure_loses_what_was_kept_or_goes_over_the_limit() -> None:
    marks = keeps(a="i3.1", b="i1.1")
    settings = f"{TIGHT} window.size=40"
    for one in linted(TALK, settings, marks).problems:
        for cure in one.cures:
            run = WordBench().examine(session(TALK).at(), applied(profile(settings), cure), marks=marks).trace
            before = WordBench().examine(session(TALK).at(), profile(settings), marks=marks).trace
            kept = {verdict.id for verdict in before.must_keeps if verdict.lost_at is None}
            assert kept <= {verdict.id for verdict in run.must_keeps if verdict.lost_at is None}
            assert (run.totals.over or 0) <= (before.totals.over or 0)


def test_of_every_request_each_problem_is_told_once_with_how_often_it_was_seen() -> None:
    marks = Marks(must_keeps=keeps(m="300 yuan").must_keeps)
    settings = "recent.rounds=0 history.cap=0 history.overflow=stop"
    last = linted(MANY, settings, marks, every=True).problems
    (lost,) = [one for one in last if one.code == "must_keep_lost"]
    # kept as the user message of the first, lost behind the second
    assert (lost.request, numbers(lost)["seen"]) == (2, 2)
    (only_last,) = [one for one in linted(MANY, settings, marks).problems if one.code == "must_keep_lost"]
    assert (only_last.request, "seen" in numbers(only_last)) == (3, False)


def test_an_earlier_request_may_be_looked_at() -> None:
    found = linted(
        MANY, "recent.rounds=0 history.cap=0 history.overflow=stop", keeps(m="300 yuan"), request=1
    )
    assert not any(one.code == "must_keep_lost" for one in found.problems)


def test_it_stops_when_nobody_wants_it_any_more() -> None:
    question = Question(session(TALK).at(), profile(TIGHT), Marks())
    with pytest.raises(CancelledError):
        list(lint(question, WordBench(), lambda: True))


def test_the_worst_stand_first_and_keys_are_unique() -> None:
    found = linted(TALK, f"{TIGHT} window.buffer=3", keeps(a="i3.1", b="i9.9")).problems
    assert found == ranked(found)
    assert found[0].severity is Severity.ERROR
    assert len(keyed((*found, *found))) == 2 * len(found)


@pytest.mark.parametrize("name", builtin_names())
def test_a_lab_lints_a_sample_under_each_profile_that_ships(name: str) -> None:
    lab = Lab(store=False)
    opened = lab.open("sessions/retention-q1.json")
    *_, last = lint(Question(opened.at(), lab.profile(name), opened.marks), lab)
    assert last.complete
    assert not any(one.severity is Severity.ERROR for one in last.problems)
    if name == "gssc":
        assert {one.code for one in last.problems} <= {"no_cap_binds"}
