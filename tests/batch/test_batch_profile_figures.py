"""The difference of two profiles in numbers: both judged by what either has to keep."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from helpers.chat import message

from ctxlab.batch.corpus import corpus_of
from ctxlab.batch.profile_figures import profile_figures
from ctxlab.errors import CancelledError
from ctxlab.model.profile import Profile
from ctxlab.model.profile_figures import ProfileFigures, Shift
from ctxlab.model.sweep import Outcome, Place, Sweep

WIDE = Profile(name="wide").set("tokens.encoding", "chars/3").set("budget.recent.rounds", 0)
TIGHT = (
    WIDE.set("name", "tight")
    .set("budget.history.cap", 1)
    .set("budget.history.overflow", "stop")
    .set("summarize.strategy", "none")
)


@pytest.fixture
def places(tmp_path: Path) -> tuple[Place, ...]:
    """Two talks: one says what is asked for, one does not."""
    for name, text in (("a", "no spice"), ("b", "hello")):
        talk = [message("user", text), message("assistant", "Yes."), message("user", "And now?")]
        (tmp_path / f"{name}.json").write_text(json.dumps(talk), encoding="utf-8")
    return corpus_of([tmp_path]).places


def figures(places: tuple[Place, ...], before: Profile, after: Profile) -> ProfileFigures:
    """The figures, made in threads of this process."""
    with ThreadPoolExecutor(2) as executor:
        *steps, last = profile_figures(places, before, after, executor=executor, store=False)
    assert isinstance(last, ProfileFigures)
    assert all(isinstance(one, Sweep) for one in steps)
    return last


def test_both_are_judged_by_the_rules_of_either(places: tuple[Place, ...]) -> None:
    asks = TIGHT.set("must_keep", [{"text": "no spice"}])
    found = figures(places, WIDE, asks)
    assert (found.before.judged, found.before.kept, found.after.kept) == (1, 1, 0), "b never says it"
    assert [(one.place.title, one.newly_lost) for one in found.shifts] == [
        ("a.json", ("no spice",)),
        ("b.json", ()),
    ]
    assert (found.newly_lost, found.newly_kept) == (1, 0)
    back = figures(places, asks, WIDE)
    assert [one.newly_kept for one in back.shifts] == [("no spice",), ()]


def test_rules_in_another_order_are_the_same_must_keeps(places: tuple[Place, ...]) -> None:
    one = WIDE.set("must_keep", [{"text": "no spice"}, {"text": "hello"}])
    other = TIGHT.set("must_keep", [{"text": "hello"}, {"text": "no spice"}])
    assert [shift.newly_lost for shift in figures(places, one, other).shifts] == [("no spice",), ("hello",)]


def test_the_same_profile_turns_nothing(places: tuple[Place, ...]) -> None:
    found = figures(places, WIDE, WIDE)
    assert not any(one.turned for one in found.shifts)
    assert [one.tokens for one in found.shifts] == [0, 0]
    assert found.before.tokens == found.after.tokens > 0


def test_it_can_be_stopped(places: tuple[Place, ...]) -> None:
    with pytest.raises(CancelledError):
        list(profile_figures(places, WIDE, TIGHT, workers=1, cancelled=lambda: True))


def test_what_turns_besides_must_keeps() -> None:
    place = Place("f", 0, "f")
    built = Outcome(tokens=5)
    assert not Shift(place, built, Outcome(tokens=9)).turned
    assert Shift(place, built, Outcome(tokens=9, over=1)).turned
    assert Shift(place, built, Outcome(tokens=9, level=1)).turned
    failed = Shift(place, built, Outcome(error="gone"))
    assert failed.turned
    assert failed.tokens is None
    assert not Shift(place, Outcome(error="gone"), Outcome(error="lost")).turned
