"""Stages of one published system beside stages of another: whatever is mixed, the books balance."""

from __future__ import annotations

from functools import cache

from helpers.any_session import sessions
from helpers.check_trace import check_trace
from helpers.engine import word_engine
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.engine.pipeline import Engine
from ctxlab.model.decision import Stage
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.profiles import builtin

_OWN = ("split-budget-published", "hello-agents", "context-mode-published")
_CHOICES = {
    Stage.GATHER: ("recorded", "gssc-published", *_OWN),
    Stage.SELECT: ("layered", "gssc-published", *_OWN),
    Stage.SUMMARIZE: ("extractive", "none", "gssc-published", _OWN[0], _OWN[2]),
    Stage.CONSTRUCT: ("layout", "gssc-published", *_OWN),
}


@cache
def _engine() -> Engine:
    return word_engine()


@st.composite
def _mixed(draw: st.DrawFn) -> Profile:
    """A profile of small figures with one of ours in at least one stage."""
    names = {stage: draw(st.sampled_from(found)) for stage, found in _CHOICES.items()}
    if not set(names.values()) & set(_OWN):
        names[Stage.CONSTRUCT] = draw(st.sampled_from(_OWN))
    profile = builtin(draw(st.sampled_from(["gssc", *_OWN])))
    profile = profile.set("window.output_reserve", 0).set("window.enforce_soft", False)
    profile = profile.set("window.size", draw(st.sampled_from([1, 30, 90, 200, 900])))
    profile = profile.set("budget.retrieved_doc.cap", draw(st.sampled_from([0, 20, 60])))
    profile = profile.set("select.min_relevance", draw(st.sampled_from([0, 30])))
    for stage, name in names.items():
        profile = profile.set(f"{stage.value}.strategy", name)
    return profile


@settings(max_examples=200)
@given(sessions(), _mixed())
def test_the_books_balance(session: Session, profile: Profile) -> None:
    trace = _engine().run(session.at(), profile)
    layout = profile.construct.strategy == "layout"
    check_trace(trace, closing=3 if layout else 0, valid=False)
    assert trace.to_json() == word_engine().run(session.at(), profile).to_json()
