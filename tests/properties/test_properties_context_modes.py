"""The published context modes give the reference's messages on any input; the recommended keep the books."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.any_session import marks_for, sessions
from helpers.check_trace import check_trace
from helpers.context_mode_reference import MISSING, Figures, reference_build
from helpers.context_mode_runs import RECOMMENDED, build, noticed, published, session_of
from helpers.engine import word_engine
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.model.decision import Reason
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin

_PIECES = (
    "You must pay 3,000. ",
    "预算三千以内。",
    "a",
    "\n",
    "👨‍👩‍👧 é",
    "文",
    '{"a": 1}',
    "<|endoftext|>",
    "",
)
TEXTS = st.builds(
    str.__mul__,
    st.lists(st.sampled_from(_PIECES), max_size=4).map("".join),
    st.sampled_from([0, 1, 1, 1, 3, 20, 150, 900]),
)
SOURCES = st.sampled_from(["instruction", "summary", "retrieval", "chat", "chat", "chat", "tool", "web"])
#: Times of one kind each: those of two kinds do not compare.
NUMBERS = st.none() | st.integers(0, 20) | st.floats(0, 20)
STAMPS = st.none() | st.dates().map(str)
FIGURES = st.sampled_from(
    [Figures(), Figures(budget=600, retrieval=100), Figures(budget=60, share=50, retrieval=9, newest=3)]
)


@st.composite
def _messages(draw: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    times = draw(st.sampled_from([NUMBERS, NUMBERS, STAMPS]))
    for _ in range(draw(st.integers(0, 9))):
        message = {"role": draw(st.sampled_from(["user", "assistant", "system", "tool", "用户"]))}
        message["content"] = draw(TEXTS)
        if draw(st.integers(0, 5)):
            message["source"] = draw(SOURCES)
        stamp = draw(times)
        if stamp is not None:
            message["timestamp"] = stamp
        if draw(st.booleans()):
            message["token_count"] = draw(st.integers(0, 9))
        found.extend(dict(message) for _ in range(draw(st.sampled_from([1, 1, 1, 12, 35]))))
    return found


@settings(max_examples=600, deadline=None)
@given(_messages(), st.just(MISSING) | TEXTS, FIGURES)
def test_the_published_build_gives_the_published_messages(
    messages: list[dict[str, Any]], user_input: Any, figures: Figures
) -> None:
    arguments: dict[str, Any] = {"messages": messages}
    if user_input is not MISSING:
        arguments["user_input"] = user_input
    trace = build(session_of(arguments), published(figures))
    assert trace.messages == reference_build(messages, user_input, figures)
    assert not noticed(trace, "published_fails")
    check_trace(trace, closing=0, valid=False)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_the_published_build_balances_on_any_recorded_session(data: st.DataObject) -> None:
    session = data.draw(sessions())
    trace = build(session, marks=data.draw(marks_for(session)))
    check_trace(trace, closing=0, valid=False)


#: What each mode leaves out, row by row, as systems.md has it.
LEFT_OUT = {
    "long": {Row.RETRIEVED_DOC},
    "single": {Row.RECENT, Row.HISTORY, Row.SUMMARY},
    "mixed": set[Row](),
}


def _small(name: str, scale: int) -> Profile:
    """The profile at a fraction of its size, so that short texts overflow it, too."""
    profile = builtin(name)
    for row, line in profile.budget:
        if line.cap:
            profile = profile.set(f"budget.{row}.cap", line.cap // scale)
    size = profile.window.size or 0
    return profile.set("window.output_reserve", 2000 // scale).set("window.size", size // scale)


def _check_mode(trace: Trace, name: str) -> None:
    pool = trace.pool
    excluded = {
        position
        for position in range(len(pool))
        if trace.stages[0].reason[position] == Reason.EXCLUDED_BY_MODE
    }
    facts = [p for p in range(len(pool)) if pool.row[p] is Row.KEY_FACT]
    superfluous = set(excluded) & set(facts)
    left = [p for p in facts if p not in superfluous and trace.stages[1].reason[p] != Reason.PINNED]
    assert not superfluous or (name == "single" and len(left) <= 1)
    assert all(pool.row[position] in LEFT_OUT[name] for position in excluded - superfluous)
    for position, row in enumerate(pool.row):
        if row in LEFT_OUT[name] and trace.stages[0].fate[position] not in (5, 6):
            # What the mode leaves out stays only where it belongs to the current turn, or is pinned.
            first = min((p for p in range(len(pool)) if pool.current[p]), default=len(pool))
            pinned = trace.stages[1].reason[position] == Reason.PINNED
            assert pool.current[position] or position == first or pinned
    assert noticed(trace, "mode_chosen") == [{"item": "", "mode": name, "rule": 0}]


@pytest.mark.parametrize("name", RECOMMENDED)
@settings(max_examples=500, deadline=None)
@given(data=st.data())
def test_the_recommended_profiles_keep_books_pairs_and_limit(name: str, data: st.DataObject) -> None:
    session = data.draw(sessions())
    marks = data.draw(marks_for(session))
    scale = data.draw(st.sampled_from([1, 20, 40, 80]))
    trace = word_engine().run(session.at(), _small(name, scale), marks)
    told = check_trace(trace)
    _check_mode(trace, name)
    if told["totals"]["over"]:
        assert noticed(trace, "over_limit")
    summaries = [item for item in told["items"] if item["source"] == "summary" and item["derived_from"]]
    assert len(summaries) <= 3
    limit = told["totals"]["limit"]
    assert sum(item["tokens_after"] for item in summaries) * 100 <= 30 * limit
