"""A look over requests: which are looked at, and what is known then."""

from __future__ import annotations

from helpers.examine import keeps
from helpers.lint_bench import WordBench
from helpers.spec import profile
from helpers.spoken import spoken

from ctxlab.analysis.lint.survey import Survey, chosen
from ctxlab.model.items import Row
from ctxlab.model.lint import RowAsked
from ctxlab.model.marks import Marks
from ctxlab.model.session import Request

TALK = spoken("user: a b", "assistant: c d e", "user: f", "assistant: g h", "user: i")


def _requests(count: int) -> list[Request]:
    return [Request(at, at, at, ((0, at),)) for at in range(1, count + 1)]


def test_all_requests_are_looked_at_where_that_is_quick() -> None:
    assert [one.index for one in chosen(_requests(9), 10, 90)] == list(range(1, 10))


def test_of_a_long_session_neighbouring_pairs_are() -> None:
    found = [one.index for one in chosen(_requests(100), 10, 80)]
    assert len(found) == 8
    assert found[-2:] == [99, 100]
    assert found[:2] == [1, 2]
    assert all(found[at + 1] == found[at] + 1 for at in range(0, 8, 2))
    assert [one.index for one in chosen(_requests(100), 10, 1)] == [99, 100]


def _survey(settings: str, marks: Marks | None = None) -> Survey:
    bench, survey = WordBench(), Survey(requests=3)
    for request in TALK.chain():
        survey.look(bench.examine(TALK.at(request.index), profile(settings), marks=marks))
    return survey


def test_it_knows_the_most_that_a_row_was_asked_for() -> None:
    survey = _survey("recent.rounds=0 history.cap=10 history.overflow=stop")
    # before the last request: 2 + 3 + 1 + 2 words and 3 of framing for each of four messages
    assert survey.asked.rows == (RowAsked(Row.HISTORY, 10, 20, 3, 2),)
    assert (survey.asked.looked, survey.asked.requests) == (3, 3)
    assert survey.room == {Row.HISTORY: 20}


def test_it_counts_what_counting_anew_would_count() -> None:
    survey = _survey("")
    assert (survey.naive, survey.once) == (2 + 6 + 9, 9)


def test_it_counts_the_requests_that_lost_a_must_keep() -> None:
    survey = _survey("recent.rounds=0 history.cap=0 history.overflow=stop", keeps(early="c d"))
    # at the first nothing says it yet
    assert survey.judged == {"early": 2}
    assert survey.lost == {"early": 2}


def test_what_stays_at_the_head_is_summed_over_neighbours() -> None:
    assert _survey("").share == 1.0
    assert _survey("recent.rounds=0 history.cap=9 history.order=newest history.overflow=stop").share < 0.5
    assert Survey().share == 1.0
    assert Survey().typical == 0
