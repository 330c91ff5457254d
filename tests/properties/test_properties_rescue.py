"""Whatever the session, each rescue offered keeps its must-keep, and no smaller cap does."""

from __future__ import annotations

from helpers.engine import word_engine
from helpers.lost_words import lost_words, tight_profiles
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.analysis.rescue import rescues
from ctxlab.analysis.rescue.trials import MOST_BUILDS
from ctxlab.analysis.survival import Judge
from ctxlab.engine.pipeline import Engine, Examined
from ctxlab.model.decision import Stage
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Overflow, Profile
from ctxlab.model.rescue import Lever, Rescue
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Trace
from ctxlab.stages.fates import GOES_ON

#: The rules of a row under which the smallest cap is promised.
LEAST = (Overflow.STOP, Overflow.KEEP, Overflow.TRUNCATE)


@settings(max_examples=300)
@given(st.data())
def test_each_rescue_keeps_it_and_says_what_it_does_and_no_smaller_cap_would_do(data: st.DataObject) -> None:
    session, marks = data.draw(lost_words())
    profile = data.draw(tight_profiles())
    one = data.draw(st.sampled_from(marks.must_keeps))
    snapshot, engine, judge = session.at(), word_engine(), Judge()

    def build(under: Profile, own: Marks) -> Examined:
        return engine.examine(snapshot, under, own)

    before = engine.run(snapshot, profile, marks)
    *_, found = rescues(build, (profile, marks), one, judge)
    assert found.complete
    assert found.builds <= MOST_BUILDS
    if kept(before, one, judge) is not False:
        assert (found.found, found.conflict) == ((), ())
    for rescue in found.found:
        after = word_engine().run(snapshot, rescue.profile, rescue.marks)
        assert kept(after, one, Judge())
        assert rescue.tokens == after.totals.constructed - before.totals.constructed
        assert set(rescue.pushes_out) == standing(before) - standing(after)
        assert (after.totals.over or 0) <= (before.totals.over or 0)
        check_others(rescue, before, after, marks, one)
        check_smaller(rescue, snapshot, engine, one, judge)


def kept(trace: Trace, one: MustKeep, judge: Judge) -> bool | None:
    held = judge.held(trace, one)
    return None if held is None else held.kept


def standing(trace: Trace) -> set[str]:
    """Ids of recorded items that stand in the context."""
    fate = trace.stage(Stage.CONSTRUCT).fate
    recorded = len(trace.pool) - len(trace.pool.derived_from)
    return {trace.id(position) for position in range(recorded) if GOES_ON[fate[position]]}


def check_others(rescue: Rescue, before: Trace, after: Trace, marks: Marks, one: MustKeep) -> None:
    judge = Judge()
    for other in marks.must_keeps:
        was, now = kept(before, other, judge), kept(after, other, judge)
        expected = other.id != one.id and was is not None and now is not None
        assert (other.id in rescue.suffers) is (expected and bool(was) and not now)
        assert (other.id in rescue.saves) is (expected and not was and bool(now))


def check_smaller(rescue: Rescue, snapshot: Snapshot, engine: Engine, one: MustKeep, judge: Judge) -> None:
    """No smaller value of a cap keeps it, with all else as it is."""
    change, *more = rescue.changes
    if more or change.lever is not Lever.CAP or not isinstance(change.after, int):
        return
    row = Row(change.key.split(".")[1])
    if rescue.profile.row(row).overflow not in LEAST:
        return
    assert rescue.least, change
    for cap in range(change.after):
        smaller = engine.run(snapshot, rescue.profile.set(change.key, cap), rescue.marks)
        assert not kept(smaller, one, judge)
