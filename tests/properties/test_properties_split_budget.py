"""The recommended split budget on any session: books balance, JSON stays JSON, the limit holds or is told."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from helpers.any_session import marks_for, sessions
from helpers.check_trace import check_trace
from helpers.split_budget_inputs import context_inputs
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.engine.pipeline import Engine, Tools
from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.model.items import PartKind, Row, Source
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin
from ctxlab.stages.registry import builtin_strategies
from ctxlab.stages.summarize.summarizers import ExtractiveSummarizer
from ctxlab.tokens.cache import CachedCounter
from ctxlab.tokens.exact import ExactCounter

#: What the ceiling leaves beyond the buffer, so that every level acts now and then; None is as published.
ROOM = st.none() | st.integers(1, 500)
#: Prompts of two paragraphs, so that the last level has something to take; or what the arguments have.
PROMPTS = st.just({}) | st.integers(1, 300).map(
    lambda words: {"system_prompt": "You plan trips.\n\n" + "Be polite. " * words}
)
_LEVELS = {Reason.DEGRADED_1: 1, Reason.DEGRADED_2: 2, Reason.DEGRADED_3: 3}


@cache
def tools() -> Tools:
    """Exact counts, kept for all examples."""
    counters = {"cl100k_base": CachedCounter(ExactCounter("cl100k_base"))}
    return Tools(counters.__getitem__, ExtractiveSummarizer())


def engine() -> Engine:
    """A fresh engine."""
    return Engine(builtin_strategies(), tools())


@st.composite
def profiles(draw: Any) -> Profile:
    """The shipped profile, mostly with less room, so that caps and levels act on small sessions."""
    profile = builtin("split-budget")
    room = draw(ROOM)
    if room is not None:
        profile = profile.set("window.soft_limit", 5000 + room)
        profile = profile.set("summarize.max_tokens", draw(st.sampled_from([32, 40, 60])))
    rules = [one.model_dump() for one in profile.gather.fields]
    extra = {"tool": "search", "fields": "w:5", "rows": 5}
    return profile.set("gather.fields", [*rules, extra]) if draw(st.booleans()) else profile


def check(trace: Trace, profile: Profile, marks: Marks) -> None:
    """All that has to hold under this profile."""
    check_trace(trace)
    assert bool(trace.totals.over) == any(one.code == "over_limit" for one in trace.diagnostics)
    assert trace.degraded <= profile.degrade.levels
    last = trace.stage(Stage.CONSTRUCT)
    for position in range(len(trace)):
        for decision in trace.history(position):
            level = _LEVELS.get(decision.reason, 0)
            assert level <= trace.degraded
            if level:
                assert trace.id(position) not in marks.pins
                assert not trace.pool.current[position] or trace.row(position) is Row.SYSTEM_PROMPT
        stands = position < len(last.fate) and 0 < last.fate[position] < Fate.MERGED
        if trace.source(position) is Source.KEY_FACT:
            assert stands
        if stands:
            _check_json(trace, position)
    if trace.degraded:
        docs = [
            p for p in range(len(trace.pool)) if trace.row(p) is Row.RETRIEVED_DOC and last.fate[p] in (1, 3)
        ]
        pinned = [p for p in docs if trace.id(p) in marks.pins]
        assert len(docs) <= max(profile.degrade.docs, len(pinned))


def _check_json(trace: Trace, position: int) -> None:
    """What was a JSON object or array is one still, whatever was taken out of it."""
    for part in trace.item(position).parts:
        changed = trace.altered.get(position)
        if changed is None or part.kind is not PartKind.RESULT or part.text[:1] not in "[{":
            continue
        try:
            json.loads(part.text)
        except ValueError:
            continue
        now = next(one for one in changed.parts if one.kind is PartKind.RESULT)
        json.loads(now.text)


@settings(max_examples=400)
@given(st.data())
def test_recorded_sessions(data: st.DataObject) -> None:
    session = data.draw(sessions())
    marks, profile = data.draw(marks_for(session)), data.draw(profiles())
    trace = engine().run(session.at(), profile, marks)
    check(trace, profile, marks)


@settings(max_examples=200)
@given(context_inputs(), PROMPTS, profiles())
def test_arguments_of_the_published_call(
    arguments: dict[str, Any], prompt: dict[str, str], profile: Profile
) -> None:
    session = Session.from_keywords({**arguments, **prompt}, "build_context")
    check(engine().run(session.at(), profile), profile, session.marks)


@settings(max_examples=60)
@given(st.data())
def test_a_run_from_memory_equals_a_cold_run(data: st.DataObject) -> None:
    session = data.draw(sessions())
    warm = engine()
    for _ in range(data.draw(st.integers(2, 5))):
        profile = data.draw(profiles())
        marks = data.draw(marks_for(session))
        edited = profile.set("degrade.levels", data.draw(st.integers(0, 3)))
        edited = edited.set("gather.clean_docs", data.draw(st.booleans()))
        found = warm.run(session.at(), edited, marks).to_json()
        assert found == engine().run(session.at(), edited, marks).to_json()
