from __future__ import annotations

from math import isclose, log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from ctxlab.text.bm25 import Bm25, idf, normalised
from ctxlab.text.terms import terms

_WORDS = st.sampled_from("abcdefgh")
_TEXTS = st.lists(st.lists(_WORDS, max_size=8), min_size=1, max_size=12).filter(any)


def test_the_formula_by_hand() -> None:
    # Two texts of 2 and 4 terms, so 3 on average. "x" stands once in the first and twice in the second; "y"
    # stands in the first only.
    index = Bm25([["x", "y"], ["x", "x", "z", "z"]])
    x, y = log(1 + 0.5 / 2.5), log(1 + 1.5 / 1.5)
    short = 1.5 * (0.25 + 0.75 * 2 / 3)
    long = 1.5 * (0.25 + 0.75 * 4 / 3)
    assert index.scores(["x", "y"]) == pytest.approx([(x + y) * 2.5 / (1 + short), x * 2 * 2.5 / (2 + long)])


def test_a_term_in_every_text_still_counts_a_little() -> None:
    assert 0 < idf(5, 5) < idf(4, 5) < idf(1, 5)


@given(_TEXTS, st.lists(_WORDS | st.just("unheard"), max_size=6))
def test_it_scores_as_rank_bm25_does_but_for_the_idf(texts: list[list[str]], question: list[str]) -> None:
    other = BM25Okapi(texts)
    held = {term: sum(term in text for text in texts) for term in other.idf}
    other.idf = {term: idf(count, len(texts)) for term, count in held.items()}
    expected = other.get_scores(question)
    scores = Bm25(texts).scores(question)
    assert all(isclose(one, two, abs_tol=1e-9) for one, two in zip(scores, expected, strict=True))


@given(_TEXTS, st.lists(_WORDS, min_size=1, max_size=6))
def test_it_ranks_as_rank_bm25_where_no_asked_term_is_common(
    texts: list[list[str]], question: list[str]
) -> None:
    rare = [term for term in question if sum(term in text for text in texts) * 2 < len(texts)]
    theirs = BM25Okapi(texts).get_scores(rare[:1])
    ours = Bm25(texts).scores(rare[:1])
    # one term: its weight is a factor of all scores alike, so only what both share decides
    order = sorted(range(len(texts)), key=lambda at: -round(ours[at], 9))
    assert order == sorted(range(len(texts)), key=lambda at: -round(theirs[at], 9)) or not any(theirs)


@given(_TEXTS, st.lists(_WORDS, max_size=6))
def test_scores_are_never_negative_and_normalise_to_one(texts: list[list[str]], question: list[str]) -> None:
    scores = Bm25(texts).scores(question)
    assert all(score >= 0 for score in scores)
    parts = normalised(scores)
    assert all(0 <= part <= 1 for part in parts)
    assert max(parts) == (1 if any(scores) else 0)


def test_nothing_to_search_and_nothing_asked() -> None:
    assert Bm25([]).scores(["x"]) == []
    assert Bm25([[], []]).scores(["x"]) == [0, 0]
    assert Bm25([["x"]]).scores([]) == [0]
    assert normalised([]) == []


def test_it_finds_the_text_that_answers_in_either_language() -> None:
    texts = [
        "退款政策：七天内可以退款，需要订单号。",
        "Refunds take five working days after approval.",
        "The maxRetries setting limits how often a call is repeated.",
        "航班改签需要支付手续费。",
    ]
    index = Bm25([terms(text) for text in texts])

    def best(question: str) -> int:
        scores = index.scores(terms(question))
        return scores.index(max(scores))

    assert [
        best(one) for one in ("怎么退款？", "how long do refunds take", "max retries", "改签要多少手续费")
    ] == [
        0,
        1,
        2,
        3,
    ]
