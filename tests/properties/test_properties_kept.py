"""One judgement of must-keeps: what a run says of each is what the judge of all analyses says."""

from __future__ import annotations

from dataclasses import replace

from helpers.engine import word_engine
from helpers.lost_words import WORDS, lost_words, tight_profiles
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.analysis.rescue import rescues
from ctxlab.analysis.survival import Judge
from ctxlab.engine.pipeline import Examined
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.model.trace import Trace

#: What it takes to say the words: a sentence and the beginning of the next, another case, their number.
MORE = (
    MustKeep("two", text=f"thanks. Pay {WORDS}."),
    MustKeep("case", text="PAY at most 4,711 crowns"),
    MustKeep("pattern", regex=r"thanks\. Pay .*? crowns"),
    MustKeep("nowhere", text="never by car"),
)


@st.composite
def asked(draw: st.DrawFn) -> tuple[Session, Marks]:
    session, marks = draw(lost_words())
    places = draw(st.lists(st.integers(0, 99), max_size=2, unique=True))
    items = [session.items[place] for place in places if place < len(session.items)]
    named = tuple(MustKeep(f"item:{item.id}", item=item.id, since=item.id) for item in items)
    return session, replace(marks, must_keeps=(*marks.must_keeps, *MORE, *named))


@settings(max_examples=200)
@given(st.data())
def test_the_run_and_the_judge_say_the_same_of_every_must_keep(data: st.DataObject) -> None:
    session, marks = data.draw(asked())
    request = data.draw(st.sampled_from(session.chain("")))
    trace = word_engine().run(session.at(request.index), data.draw(tight_profiles()), marks)
    judge = Judge()
    verdicts = {one.id: one.lost_at for one in trace.must_keeps}
    for one in marks.must_keeps:
        held = judge.held(trace, one)
        assert (held is not None) is (one.id in verdicts), one
        if held is not None:
            assert held.kept is (verdicts[one.id] is None), one
            assert judge.lost_at(trace, one) is verdicts[one.id], one


@settings(max_examples=100)
@given(st.data())
def test_under_each_rescue_the_run_keeps_the_must_keep(data: st.DataObject) -> None:
    session, marks = data.draw(asked())
    profile = data.draw(tight_profiles())
    one = data.draw(st.sampled_from(marks.must_keeps))
    snapshot, engine = session.at(), word_engine()

    def build(under: Profile, own: Marks) -> Examined:
        return engine.examine(snapshot, under, own)

    *_, found = rescues(build, (profile, marks), one, Judge())
    for rescue in found.found:
        after = word_engine().run(snapshot, rescue.profile, rescue.marks)
        assert _lost(after)[one.id] is None


def _lost(trace: Trace) -> dict[str, object]:
    return {one.id: one.lost_at for one in trace.must_keeps}
