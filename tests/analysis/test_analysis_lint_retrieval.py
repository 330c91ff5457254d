"""Contamination: retrieved text that outweighs the input, or stands after it."""

from __future__ import annotations

from helpers.lint_bench import edits, found, is_cured, numbers, only
from helpers.spec import session
from helpers.spoken import spoken

from ctxlab.analysis.lint.retrieval import LEAST_RETRIEVED, MOST_TIMES
from ctxlab.model.lint import SPLIT, Severity

RAG = "i1 system 400 doc rel:0.9\ni2 system 500 doc rel:0.8\ni3 system 300 doc rel:0.2\ni4 user 10"


def test_docs_that_far_outweigh_the_input_are_told_with_lighter_caps() -> None:
    one = only(RAG, "", "retrieval_outweighs")
    told = numbers(one)
    assert (one.item, one.key, one.step) == ("i2", "budget.retrieved_doc.cap", SPLIT)
    assert (told["tokens"], told["asked"], told["count"]) == (1200, 10, 3)
    assert one.severity is Severity.WARNING
    # the best one alone, or the lower cap
    assert edits(one)[0] == {"budget.retrieved_doc.order": "relevance", "budget.retrieved_doc.max_items": 1}
    assert edits(one)[1]["budget.retrieved_doc.cap"] == 400
    assert is_cured(RAG, "", one)


def test_a_page_of_docs_or_a_long_input_is_nothing_to_tell() -> None:
    assert found(RAG.replace("500", "200"), "", "retrieval_outweighs") == [], f"under {LEAST_RETRIEVED}"
    long = RAG.replace("user 10", f"user {1200 // MOST_TIMES}")
    assert found(long, "", "retrieval_outweighs") == []


def test_in_a_large_context_it_is_a_note() -> None:
    one = only(f"i0 system 2000\n{RAG}", "", "retrieval_outweighs")
    assert one.severity is Severity.NOTE


def test_retrieved_text_behind_the_question_goes_before_it_by_a_rule() -> None:
    talk = spoken(
        "user: Which plan is cheaper?",
        "user: Search results:\n1. Plan A costs 10 yuan a month.",
    )
    one = only(talk, "", "retrieval_after_input")
    assert (one.item, numbers(one)["count"]) == ("i2", 1)
    assert list(edits(one)[0]) == ["gather.rule"]
    assert is_cured(talk, "", one)


def test_a_result_that_the_question_called_for_stands_behind_it() -> None:
    table = "i1 user 4\ni2 assistant 2 call:a\ni3 tool 9 result:a doc"
    assert found(session(table), "", "retrieval_after_input") == []
