"""Rolling summaries: how a row's older messages are split by age, and which summary goes first."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.check_trace import check_trace
from helpers.engine import FirstWords
from helpers.spec import fates, numbers, run, used
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.model.decision import Stage
from ctxlab.model.trace import Trace
from ctxlab.stages.protocol import LEAST_USEFUL
from ctxlab.stages.select.levels import token_shares

#: Messages of 20 words, three tokens of framing each.
TALK = "\n".join(f"m{at} {'user' if at % 2 else 'assistant'} 20" for at in range(1, 17)) + "\nq user 2"
ROWS = "recent.rounds=0 history.cap=0 history.overflow=compress history.order=newest summary.overflow=skip"


def _summaries(trace: Trace) -> dict[str, tuple[list[str], int]]:
    """What each summary was made of, and the tokens that it was given."""
    found: dict[str, tuple[list[str], int]] = {}
    for position in trace.order():
        item = trace.id(position)
        if item.endswith("~summary"):
            told = numbers(trace, item, Stage.SUMMARIZE)
            merged = [m for m, fate in fates(trace).items() if _by(trace, m, fate) == item]
            assert told["count"] == len(merged)
            found[item] = (merged, int(told["limit"]))
    return found


def _by(trace: Trace, item: str, fate: str) -> Any:
    return numbers(trace, item, Stage.SUMMARIZE)["by"] if fate == "merged summarised" else None


def _ids(first: int, last: int) -> list[str]:
    return [f"m{at}" for at in range(first, last + 1)]


def test_one_level_is_one_summary() -> None:
    trace = run(TALK, f"{ROWS} summary.cap=300 summarize.max_tokens=300", summarizer=FirstWords())
    check_trace(trace)
    assert _summaries(trace) == {"m1~summary": (_ids(1, 16), 300)}


def test_levels_split_by_age_and_the_newest_gets_the_most() -> None:
    trace = run(
        TALK, f"{ROWS} summary.cap=300 summarize.max_tokens=300 summarize.levels=3", summarizer=FirstWords()
    )
    check_trace(trace)
    assert _summaries(trace) == {
        "m1~summary": (_ids(1, 6), 50),
        "m7~summary": (_ids(7, 11), 100),
        "m12~summary": (_ids(12, 16), 150),
    }
    assert used(trace, "summary") == 300
    text = str(trace.messages[0]["content"])
    assert text.index("m1.1") < text.index("m7.1") < text.index("m12.1")


def test_the_oldest_goes_first_when_its_share_says_nothing() -> None:
    trace = run(
        TALK, f"{ROWS} summary.cap=120 summarize.max_tokens=300 summarize.levels=3", summarizer=FirstWords()
    )
    check_trace(trace)
    assert {fates(trace)[item] for item in _ids(1, 6)} == {"dropped summary_refused"}
    assert numbers(trace, "m1", Stage.SUMMARIZE) == {"limit": 0}
    assert _summaries(trace) == {"m7~summary": (_ids(7, 11), 40), "m12~summary": (_ids(12, 16), 80)}


def test_few_messages_make_fewer_summaries() -> None:
    table = "\n".join(f"m{at} user 9" for at in range(1, 10)) + "\nq user 2"
    trace = run(table, f"{ROWS} summary.cap=200 summarize.max_tokens=200 summarize.levels=3")
    assert list(_summaries(trace)) == ["m1~summary"]


def test_without_a_row_of_its_own_the_history_pays() -> None:
    rows = ROWS.replace("history.cap=0", "history.cap=200")
    trace = run(TALK, f"{rows} summarize.max_tokens=150 summarize.levels=2", summarizer=FirstWords())
    check_trace(trace)
    assert used(trace, "history") <= 200
    assert [limit for _, limit in _summaries(trace).values()] == [50, 100]


def test_calls_and_results_go_into_one_summary() -> None:
    table = "\n".join(
        f"u{at} user 9\nc{at} assistant 9 call:{at}\nr{at} tool 9 result:{at}" for at in range(1, 6)
    )
    trace = run(
        f"{table}\nq user 2",
        f"{ROWS} summary.cap=200 summarize.max_tokens=200 summarize.levels=2",
        summarizer=FirstWords(),
    )
    check_trace(trace)
    told = {item: _by(trace, item, fate) for item, fate in fates(trace).items()}
    assert len(set(told.values()) - {None}) == 2
    assert all(told[f"c{at}"] == told[f"r{at}"] for at in range(1, 6))


def test_the_limit_takes_the_oldest_summary_first() -> None:
    # 300 set aside, 5 for the question, 12 for what summaries share: the oldest, 50, has to go.
    settings = f"{ROWS} summary.cap=300 summarize.max_tokens=300 summarize.levels=3 window.output_reserve=0"
    trace = run(TALK, f"{settings} window.size=290", summarizer=FirstWords())
    check_trace(trace)
    assert {fates(trace)[item] for item in _ids(1, 6)} == {"dropped over_window"}
    assert sum(limit for _, limit in _summaries(trace).values()) == 250
    assert used(trace, "summary") == 250
    none = run(TALK, f"{settings} window.size=40", summarizer=FirstWords())
    check_trace(none)
    assert _summaries(none) == {}


@pytest.mark.parametrize(("share", "kept"), [(None, 300), (100, 300), (50, 200), (30, 120), (0, 0)])
def test_summaries_together_stay_within_their_share_of_the_limit(share: int | None, kept: int) -> None:
    settings = f"{ROWS} summary.cap=300 summarize.max_tokens=300 window.size=400 window.output_reserve=0"
    trace = run(TALK, settings + ("" if share is None else f" summarize.share={share}"))
    check_trace(trace)
    assert used(trace, "summary") == kept


def test_recorded_summaries_count_towards_the_share() -> None:
    settings = f"{ROWS} summary.cap=300 summarize.max_tokens=300 window.size=400 window.output_reserve=0"
    trace = run(f"s system 60 summary\n{TALK}", f"{settings} summarize.share=30")
    check_trace(trace)
    assert used(trace, "summary") == 120
    assert [limit for _, limit in _summaries(trace).values()] == [60]


def test_the_share_bounds_what_a_row_sets_aside_of_its_own() -> None:
    rows = ROWS.replace("history.cap=0", "history.cap=300")
    settings = f"{rows} summarize.max_tokens=200 window.size=400 window.output_reserve=0 summarize.share=10"
    trace = run(TALK, settings)
    check_trace(trace)
    assert [limit for _, limit in _summaries(trace).values()] == [40]


@given(st.integers(0, 2000), st.integers(1, 9))
def test_shares_add_up_and_grow_towards_the_newest(tokens: int, count: int) -> None:
    shares = token_shares(tokens, count)
    assert sum(shares) == tokens
    assert len(shares) == count
    assert shares == sorted(shares)
    assert all(share == 0 or share >= LEAST_USEFUL for share in shares[:-1])
