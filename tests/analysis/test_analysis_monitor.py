"""The monitor's figures: of one run worked out by hand, sums over builds, and the line of the log."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime

import pytest
from helpers.builds import figures, recorded
from helpers.spec import run
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.analysis.monitor import by_session, figures_of, forgotten, level_of, log_line, summary
from ctxlab.lab import Lab
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Source
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.session import Session
from ctxlab.paths import sample_sessions

TALK = """
i1 system 4 prompt
i2 user 10
i3 assistant 20
i4 user 6
i5 assistant 8
i6 user 5
"""


def test_figures_of_a_run_worked_out_by_hand() -> None:
    # history (i2 to i5) is held to 20 with 3 a message: 8 + 3 and 6 + 3 fit, 20 + 3 does not, and 10 stands
    # behind it
    marks = Marks(must_keeps=(MustKeep("m1", text="i2.3"), MustKeep("m2", text="i4.1")))
    trace = run(
        TALK, "recent.rounds=0 history.cap=20 history.overflow=stop history.order=newest", marks=marks
    )
    one = figures_of(trace, 3, 30)
    assert one.sources == (
        (Source.SYSTEM_PROMPT, 4),
        (Source.USER_MESSAGE, 5),
        (Source.CONVERSATION, 14),
    )
    # four messages of 3, and 3 at the end
    assert (one.overhead, one.constructed, one.counted) == (15, 38, 38)
    assert (one.gathered, one.messages, one.turn, one.request) == (53, 4, 3, 1)
    assert (one.dropped, one.truncated, one.compressed, one.merged, one.added) == (2, 0, 0, 0, 0)
    assert (one.must_keeps, one.lost, one.level) == (2, ("m1",), 0)
    assert one.ratio == 38 / 53
    assert one.share(Source.CONVERSATION) == 14 / 38
    assert (one.limit, one.over, one.use, one.warned) == (None, None, None, True)
    assert not figures_of(trace, warn_at=38).warned
    assert not figures_of(trace).warned


@pytest.mark.parametrize("name", ["trip-hangzhou.ctx.json", "refactor-parser.ctx.json", "retention-q1.json"])
@pytest.mark.parametrize("profile", ["gssc", "gssc-published-en", "as-recorded"])
def test_sources_and_overhead_are_the_context(name: str, profile: str) -> None:
    lab = Lab(store=False)
    trace = lab.build(lab.open(sample_sessions(name)).at(), profile)
    one = figures_of(trace)
    assert sum(tokens for _, tokens in one.sources) + one.overhead == one.constructed
    assert one.messages == len(trace.messages)


def test_the_level_is_what_the_run_said() -> None:
    trace = run(TALK, "")
    assert level_of(trace) == 0
    one, two = (Diagnostic("degraded", numbers=(("level", level),)) for level in (1, 2))
    assert level_of(replace(trace, diagnostics=(Diagnostic("other"), one, two))) == 2
    assert figures_of(replace(trace, diagnostics=(two,))).level == 2


def test_a_build_that_degraded_has_its_level() -> None:
    # twelve messages of 6,000 words: the tools of the second level bring them below 32,000 tokens
    talk = [{"role": ("user", "assistant")[at % 2], "content": "go there now " * 2000} for at in range(12)]
    session = Session.from_parts(system_prompt="You plan.", user_input="hi", conversation_history=talk)
    lab = Lab(store=False)
    assert figures_of(lab.build(session.at(), "split-budget-published")).level == 2
    short = Session.from_parts(system_prompt="You plan.", user_input="hi", conversation_history=talk[:2])
    assert figures_of(lab.build(short.at(), "split-budget-published")).level == 0


def test_a_build_is_one_line_of_a_log() -> None:
    one = figures(limit=4000, truncated=1, dropped=7, must_keeps=4, lost=("m1",), level=1)
    assert log_line(one) == (
        "[monitor] total=1000 limit=4000 system_prompt=10.0% conversation=66.6% overhead=23.4%"
        " messages=3 cut=1 compressed=0 merged=0 dropped=7 level=1 lost=1/4"
    )
    empty = figures(counted=0, exact=False, sources=(), overhead=0, messages=0)
    assert log_line(empty) == (
        "[monitor] total=~0 messages=0 cut=0 compressed=0 merged=0 dropped=0 level=0 lost=0/0"
    )


def test_sums_over_builds_worked_out_by_hand() -> None:
    counted = (1000, 2000, 3000, 4000, 10_000)
    builds = [
        recorded(at, figures(f"s{at % 2}", request=at, counted=tokens, warn_at=3500, level=int(at == 5)))
        for at, tokens in enumerate(counted, 1)
    ]
    found = summary(builds)
    assert (found.builds, found.sessions) == (5, 2)
    assert (found.mean, found.p50, found.p90, found.peak) == (4000, 3000, 10_000, 10_000)
    assert (found.warned, found.over, found.ratio, found.milliseconds) == (2, 0, 0.5, 10.0)
    assert [(one.hits, one.of) for one in found.levels] == [(4, 5), (1, 5), (0, 5), (0, 5)]
    sessions = by_session(builds)
    assert [(one.session, one.summary.builds, one.summary.mean) for one in sessions] == [
        ("s1", 3, round(14_000 / 3)),
        ("s0", 2, 3000),
    ]


def test_the_largest_build_is_held_against_its_own_limit() -> None:
    small = recorded(3, figures(counted=1000, limit=1000))
    free = recorded(1, figures(counted=2000))
    wide, tight = (recorded(2, figures(counted=2000, limit=limit)) for limit in (8000, 4000))
    assert summary([small, free]).peak_use is None
    assert summary([wide, small]).peak_use == 0.25
    assert summary([wide, tight, free]).peak_use == summary([free, tight, wide]).peak_use == 0.5


def test_of_no_build_all_is_nothing() -> None:
    found = summary([])
    assert found.peak_use is None
    assert (found.builds, found.mean, found.p90, found.peak, found.ratio) == (0, 0, 0, 0, None)
    assert (found.forgotten.of, found.forgotten.one_in, found.forgotten.value) == (0, None, 0.0)
    assert found.days == ()
    assert by_session([]) == ()


def test_a_session_forgot_where_the_last_build_of_a_request_did() -> None:
    lost = {"must_keeps": 2, "lost": ("m1",)}
    kept = {"must_keeps": 2}
    builds = [
        recorded(1, figures("tried", **lost)),
        recorded(2, figures("tried", **kept)),  # the same request again: taken back
        recorded(3, figures("lost", request=1, **lost)),
        recorded(4, figures("lost", request=2, **kept)),
        recorded(5, figures("worse", **kept)),
        recorded(6, figures("worse", **lost)),
        recorded(7, figures("unjudged")),
        recorded(8, figures("chains", **lost), chain="side"),
        recorded(9, figures("chains", **kept)),
    ]
    found = forgotten(reversed(builds))
    assert (found.hits, found.of, found.one_in) == (3, 4, 1)
    assert found.low < found.value == 0.75 < found.high
    one_in_15 = [recorded(at, figures(f"s{at}", **(lost if at == 1 else kept))) for at in range(1, 16)]
    assert forgotten(one_in_15).one_in == 15


def test_days_are_those_of_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    time.tzset()
    try:
        evening = datetime(2026, 5, 1, 23, 59).timestamp()
        builds = [
            recorded(1, figures(counted=100), evening),
            recorded(2, figures(counted=300, must_keeps=1, lost=("m",)), evening + 30),
            recorded(3, figures(counted=500), evening + 61),
        ]
        first, second = summary(builds).days
    finally:
        monkeypatch.undo()
        time.tzset()
    assert (first.day, first.builds, first.mean, first.peak, first.lost) == ("2026-05-01", 2, 200, 300, 1)
    assert (second.day, second.builds, second.mean) == ("2026-05-02", 1, 500)


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 3), st.sampled_from("abc")), max_size=30))
def test_sums_hold_together(rows: list[tuple[int, int, str]]) -> None:
    builds = [
        recorded(at, figures(session, request=at, counted=counted, level=level), 1e9 + 4000.0 * at)
        for at, (counted, level, session) in enumerate(rows, 1)
    ]
    found = summary(builds)
    assert sum(one.hits for one in found.levels) == found.builds == len(rows)
    assert sum(one.builds for one in found.days) == len(rows)
    assert sum(one.summary.builds for one in by_session(builds)) == len(rows)
    assert found.p50 <= found.p90 <= found.peak
    assert found == summary(builds[::-1]) if len(rows) == len({r[0] for r in rows}) else True
