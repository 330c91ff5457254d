"""On any session under any profile the diagnosis agrees with the judge, and its rows with the decisions."""

from __future__ import annotations

from helpers.engine import word_engine
from helpers.lost_words import lost_words, tight_profiles
from hypothesis import given, settings

from ctxlab.analysis.causes import diagnose
from ctxlab.analysis.stated import Statements
from ctxlab.analysis.survival import Judge
from ctxlab.explain import causes
from ctxlab.model.cause import Cause, Passed
from ctxlab.model.decision import STAGES
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session


@settings(max_examples=300, deadline=None)
@given(lost_words(), tight_profiles())
def test_a_diagnosis_is_true_to_its_run(given_session: tuple[Session, Marks], profile: Profile) -> None:
    session, marks = given_session
    if not session.items:
        return
    snapshot = session.at()
    trace = word_engine().run(snapshot, profile, marks)
    judge, stated = Judge(), Statements().of(session, marks)
    for one in marks.must_keeps:
        final = judge.held(trace, one)
        found = diagnose(trace, snapshot, profile, one, judge, stated)
        if final is None:
            # no item states it: it was never there to be lost
            assert (found.cause, found.stage, found.item) == (Cause.NEVER_GATHERED, None, "")
            continue
        assert [row.held for row in found.stages] == [_survival(judge.held(trace, one, s)) for s in STAGES]
        if found.cause is Cause.SUPERSEDED and found.stage is None:
            continue
        assert found.cause.present == final.kept
        if found.stage is not None:
            assert found.stage is judge.lost_at(trace, one)
            assert found.deciding is not None
            assert found.deciding.passed is Passed.FAILED
            assert found.item
        elif not final.kept:
            assert found.cause is Cause.NEVER_GATHERED
        for row in found.stages:
            position = trace.position(row.item) if row.item else None
            decision = None if position is None else trace.stage(row.stage).decision(position)
            assert (row.reason, row.numbers) == (
                (decision.reason, decision.numbers) if decision else (None, ())
            )
        for language in ("en", "zh"):
            assert "{" not in causes.verdict(found, language, label="it")


def _survival(held: object) -> object:
    return getattr(held, "survival", None)
