"""One session under several profiles: figures of each run, the same must-keeps for all, items that differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from helpers.engine import word_engine
from helpers.spec import profile, session

from ctxlab.analysis.survival import Judge
from ctxlab.analysis.systems import Lines, compare_systems
from ctxlab.errors import CancelledError, StageError
from ctxlab.model.constraint import Survived
from ctxlab.model.decision import Fate, Stage
from ctxlab.model.items import Source
from ctxlab.model.marks import MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.systems import Keep, SystemsTable
from ctxlab.model.trace import Trace

TALK = session(
    """
    i1 system 5
    i2 user 10
    i3 assistant 20
    i4 user 10
    i5 assistant 20
    i6 user 4
    """
)
OPEN = profile("recent.rounds=0")
TIGHT = profile("recent.rounds=0 history.cap=36 history.overflow=stop history.order=newest")
KEEPS = (MustKeep("first", text="i2.3"), MustKeep("last", text="i5.20"), MustKeep("gone", item="i99"))


def _compared(
    *profiles: tuple[str, Profile], build: Callable[[Profile], Trace] | None = None
) -> list[SystemsTable]:
    engine, snapshot = word_engine(), TALK.at()

    def run(one: Profile) -> Trace:
        return engine.run(snapshot, one)

    return list(compare_systems(build or run, profiles, KEEPS, Judge(), snapshot=snapshot))


def test_each_profile_has_its_own_figures() -> None:
    """A message costs 3 beside its words: the cap of 36 holds i5 (23) and i4 (13), whose words are 30."""
    *_, found = _compared(("open", OPEN), ("tight", TIGHT))
    whole, tight = found.runs
    assert (found.request, [run.name for run in found.runs]) == (1, ["open", "tight"])
    assert (whole.kept, whole.of, dict(whole.fates)) == (6, 6, {Fate.KEPT: 6})
    assert (tight.kept, tight.of, dict(tight.fates)) == (4, 6, {Fate.KEPT: 4, Fate.DROPPED: 2})
    assert dict(whole.sources) == {
        Source.CONVERSATION: 60,
        Source.SYSTEM_PROMPT: 5,
        Source.USER_MESSAGE: 4,
    }
    assert next(source for source, _ in whole.sources) is Source.CONVERSATION
    assert dict(tight.sources)[Source.CONVERSATION] == 30
    assert whole.tokens - tight.tokens == 36
    assert (whole.messages, tight.messages) == (6, 4)


def test_all_are_judged_by_the_same_must_keeps() -> None:
    *_, found = _compared(("open", OPEN), ("tight", TIGHT))
    assert [name for name, _ in found.must_keeps] == ["first", "last", "gone"]
    whole, tight = found.runs
    assert [keep.verdict for keep in whole.keeps] == [Survived.VERBATIM, Survived.VERBATIM, None]
    assert [keep.verdict for keep in tight.keeps] == [Survived.LOST, Survived.VERBATIM, None]
    assert [keep.lost_at for keep in tight.keeps] == [Stage.SELECT, None, None]
    assert (tight.keeps_kept, tight.keeps_judged) == (1, 2)


def test_what_was_found_is_counted_apart_from_what_was_stated() -> None:
    stated, found = Keep(Survived.LOST, Stage.SELECT), Keep(Survived.REWORDED, None, found=True)
    *_, table = _compared(("open", OPEN))
    run = replace(table.runs[0], keeps=(stated, found, Keep(None, None), Keep(None, None, found=True)))
    assert (run.keeps_kept, run.keeps_judged) == (0, 1)
    assert (run.found_kept, run.found_judged) == (1, 1)


def test_items_that_fare_differently_stand_out() -> None:
    *_, found = _compared(("open", OPEN), ("tight", TIGHT))
    assert [line.id for line in found.items] == ["i1", "i2", "i3", "i4", "i5", "i6"]
    assert [(line.id, line.fates) for line in found.differing()] == [
        ("i2", (Fate.KEPT, Fate.DROPPED)),
        ("i3", (Fate.KEPT, Fate.DROPPED)),
    ]


def test_an_item_that_a_run_did_not_gather_has_no_fate_there() -> None:
    engine = word_engine()
    whole = engine.run(TALK.at(), OPEN)
    fresh = session("i1 system 5\ni2 user 10")
    other = engine.run(fresh.at(), OPEN)
    growing = Lines(TALK.at())
    growing.add(other)
    growing.add(whole)
    lines = growing.told()
    assert lines[0].fates == (Fate.KEPT, Fate.KEPT)
    assert lines[4].fates == (None, Fate.KEPT)


def test_it_grows_by_one_run_each_time() -> None:
    tables = _compared(("open", OPEN), ("tight", TIGHT))
    assert [len(table.runs) for table in tables] == [1, 2]


def test_what_cannot_run_is_told_and_the_rest_goes_on() -> None:
    engine = word_engine()

    def build(one: Profile) -> Trace:
        if one is TIGHT:
            raise StageError("the books do not add up", hint="take another strategy")
        return engine.run(TALK.at(), one)

    *_, found = _compared(("tight", TIGHT), ("open", OPEN), build=build)
    assert [run.name for run in found.runs] == ["open"]
    assert [(one.name, one.why) for one in found.refused] == [
        ("tight", "the books do not add up (take another strategy)")
    ]


def test_a_stopped_run_stops_all() -> None:
    def build(_one: Profile) -> Trace:
        raise CancelledError("stopped")

    with pytest.raises(CancelledError):
        _compared(("open", OPEN), build=build)
