"""What must-keeps need, against real runs under any caps."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.engine import word_engine
from helpers.solving import small_sessions
from helpers.spec import profile, session
from helpers.word_counter import WordCounter
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.analysis.solve.asked import Exactly
from ctxlab.analysis.solve.caps import with_caps, without_bounds
from ctxlab.analysis.solve.needs import Reading, Wish
from ctxlab.analysis.solve.reading import read
from ctxlab.analysis.solve.spans import END
from ctxlab.engine.judge import must_keeps
from ctxlab.engine.pipeline import Engine
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session

ROWS = (Row.HISTORY, Row.TOOL_RESULT, Row.RETRIEVED_DOC, Row.AGENT_NOTE)


def _read(
    one: Session, chosen: Profile, rows: Sequence[Row], marks: Marks, engine: Engine | None = None
) -> Reading:
    run = (engine or word_engine()).examine(one.at(), without_bounds(chosen, rows), marks)
    judged = {each.id for each in run.trace.must_keeps}
    asked = [Exactly(each) for each in must_keeps(chosen, marks) if each.id in judged]
    return read(run, chosen, rows, asked, WordCounter().count)


def _wish(table: str, settings: str, rows: Sequence[Row] = ROWS, **keep: str) -> Wish:
    return _read(session(table), profile(settings), rows, Marks(must_keeps=(MustKeep("k", **keep),))).wishes[
        0
    ]


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_a_must_keep_survives_just_where_one_of_its_ways_is_open(data: st.DataObject) -> None:
    one = data.draw(small_sessions(calls=True))
    lines = [
        f"{row}.cap=0 {row}.overflow={data.draw(st.sampled_from(['stop', 'skip', 'truncate']))}"
        f" {row}.order={data.draw(st.sampled_from(['newest', 'given', 'priority']))}"
        for row in ROWS
    ]
    chosen = profile(" ".join(["recent.rounds=0", *lines]))
    engine = word_engine()
    reading = _read(one, chosen, ROWS, one.marks, engine)
    assert (reading.loose, reading.unproven) == (frozenset(), False)
    for _ in range(12):
        caps = tuple(data.draw(st.integers(0, 45)) for _ in ROWS)
        trace = engine.run(one.at(), with_caps(chosen, ROWS, caps), one.marks)
        kept = {each.id: each.lost_at is None for each in trace.must_keeps}
        assert {wish.id: wish.met(caps) for wish in reading.wishes} == kept


#: Charges of i1 to i4 are 10, 20, 5 and 8.
TALK = "i1 user 7\ni2 assistant 17\ni3 user 2\ni4 assistant 5\ni5 user 1"
STOP = "recent.rounds=0 history.cap=12 history.order=newest history.overflow=stop"


def _first(wish: Wish) -> list[tuple[int, int]]:
    """(row, least cap) of each need of the only way."""
    (way,) = wish.ways
    return [(need.row, need.caps[0][0]) for need in way]


def test_text_pattern_item_and_source_have_their_needs() -> None:
    assert _first(_wish(TALK, STOP, text="i3.1")) == [(0, 13)]
    assert _first(_wish(TALK, STOP, regex="i2\\.1[0-9]")) == [(0, 33)]
    assert _first(_wish(TALK, STOP, item="i1")) == [(0, 43)]
    assert _first(_wish(TALK, STOP, source="conversation")) == [(0, 43)]
    # the question is the user's message, which no cap takes
    assert _wish(TALK, STOP, source="user_message").ways == ((),)


def test_a_number_is_found_by_its_value() -> None:
    one = session(TALK, texts={"i4": "it is 3,000 at most now"})
    marks = Marks(must_keeps=(MustKeep("k", number="3000"),))
    (wish,) = _read(one, profile(STOP), ROWS, marks).wishes
    assert _first(wish) == [(0, 9)]


def test_a_phrase_in_two_rows_has_two_ways() -> None:
    table = "i1 system 3 doc\ni2 user 3\ni3 assistant 2\ni4 user 1"
    one = session(table, texts={"i1": "the amber one", "i2": "say amber again"})
    chosen = profile(f"{STOP} retrieved_doc.cap=1 retrieved_doc.overflow=stop")
    marks = Marks(must_keeps=(MustKeep("k", text="amber"),))
    (wish,) = _read(one, chosen, ROWS, marks).wishes
    assert [[(need.row, need.caps) for need in way] for way in wish.ways] == [
        [(0, ((11, END),))],
        [(2, ((3, END),))],
    ]


def test_a_result_needs_its_call() -> None:
    table = "i1 user 7\ni2 assistant 7 call:a\ni3 tool 40 result:a\ni4 assistant 5\ni5 user 1"
    found = _wish(table, f"{STOP} tool_result.cap=9 tool_result.overflow=stop", text="i3.7")
    # 8 for i4 and 10 for the call, 43 for the result
    assert _first(found) == [(0, 18), (1, 43)]


def test_a_result_no_longer_than_its_placeholder_needs_its_call_alone() -> None:
    table = "i1 user 7\ni2 assistant 7 call:a\ni3 tool 3 result:a\ni4 assistant 5\ni5 user 1"
    found = _wish(table, f"{STOP} tool_result.cap=9 tool_result.overflow=stop", text="i3.2")
    assert _first(found) == [(0, 18)]


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (f"{STOP} history.max_items=1", "count"),
        ("retrieved_doc.order=relevance retrieved_doc.cap=9 select.min_relevance=50", "relevance"),
        (f"{STOP} history.per_item=40", "item_limit"),
        ("history.cap=3 history.overflow=stop recent.rounds=0", "row"),
    ],
)
def test_what_no_cap_keeps_has_a_reason(settings: str, reason: str) -> None:
    table = "i0 system 4 doc rel:0.1\ni1 user 99\ni2 assistant 5\ni3 user 1"
    keep = {"relevance": "i0.1", "item_limit": "i1.50"}.get(reason, "i1.1")
    rows = (Row.RETRIEVED_DOC,) if reason in ("row", "relevance") else (Row.HISTORY,)
    overflow = "retrieved_doc.overflow=stop"
    found = _wish(table, f"{settings} {overflow}", rows, text=keep)
    assert (found.ways, found.reason) == ((), reason)


def test_what_nothing_says_is_absent_and_what_the_recorder_dropped_is_gathered_out() -> None:
    assert _wish(TALK, STOP, text="amber", since="i1").reason == "absent"
    table = "i1 user 7 gone\ni2 assistant 3\ni3 user 1"
    found = _wish(table, STOP, text="i1.3")
    assert (found.ways, found.reason) == ((), "gather")


@pytest.mark.parametrize(
    ("settings", "rows", "loose"),
    [
        ("history.elastic=yes", ROWS, "elastic"),
        ("recent.rounds=1 recent.cap=9 recent.overflow=stop", (Row.RECENT, Row.HISTORY), "recent"),
        ("recent.rounds=1 recent.cap=9 recent.overflow=stop", (Row.HISTORY,), ""),
        ("history.overflow=compress", ROWS, "summary"),
        # a summary that is never made says nothing
        ("history.overflow=compress summarize.strategy=none", ROWS, ""),
        ("", ROWS, ""),
    ],
)
def test_it_tells_why_rows_depend_on_each_other(settings: str, rows: tuple[Row, ...], loose: str) -> None:
    marks = Marks(must_keeps=(MustKeep("k", text="i1.1"),))
    found = _read(session(TALK), profile(f"{STOP} {settings}"), rows, marks)
    assert " ".join(found.loose) == loose


def test_calls_that_go_with_their_results_make_rows_depend() -> None:
    table = "i1 user 2\ni2 assistant 4 call:a\ni3 tool 9 result:a\ni4 user 1"
    marks = Marks(must_keeps=(MustKeep("k", text="i1.1"),))
    assert _read(session(table), profile(f"{STOP} select.pairs=drop"), ROWS, marks).loose == {"pairs"}
