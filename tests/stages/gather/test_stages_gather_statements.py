"""Plain statements as key facts: until a later turn says otherwise, and only where they are asked for."""

from __future__ import annotations

from helpers.check_trace import check_trace
from helpers.spec import fates, run, session

from ctxlab.model.items import Source
from ctxlab.model.marks import KeyFactMark, Marks
from ctxlab.model.trace import Trace

TABLE = "u1 user 1\na1 assistant 1\nu2 user 1\nu3 user 1"
ON = "gather.key_facts=yes gather.stated_facts=yes"


def _facts(trace: Trace) -> list[str]:
    return [trace.item(p).text for p in trace.order() if trace.source(p) is Source.KEY_FACT]


def test_statements_of_earlier_turns_are_facts_where_asked_for() -> None:
    texts = {
        "u1": "Hi. I live in Berlin. You must never call.",
        "a1": "I live in a server.",
        "u3": "I moved to X",
    }
    opened = session(TABLE, texts=texts)
    trace = run(opened, ON)
    check_trace(trace)
    assert _facts(trace) == ["I live in Berlin.", "You must never call."]
    assert fates(trace)["u1~fact"] == "added key_fact"
    assert _facts(run(opened, "gather.stated_facts=yes")) == ["I live in Berlin."]
    assert _facts(run(opened, "gather.key_facts=yes")) == ["You must never call."]
    assert _facts(run(opened)) == []


def test_a_later_statement_takes_the_place_of_an_earlier_one() -> None:
    texts = {"u1": "My limit is 3000. I live in Berlin.", "u2": "My limit is 4000 now."}
    trace = run(session(TABLE, texts=texts), ON)
    assert _facts(trace) == ["I live in Berlin.", "My limit is 4000 now."]
    # without statements both are demands
    alone = run(session(TABLE, texts=texts), "gather.key_facts=yes")
    assert "My limit is 3000." in _facts(alone)


def test_a_sentence_stays_while_one_of_its_subjects_holds() -> None:
    texts = {"u1": "My name is Ann and my flight is on Monday.", "u2": "Please call me Anna."}
    assert _facts(run(session(TABLE, texts=texts), ON)) == [
        "My name is Ann and my flight is on Monday.",
        "Please call me Anna.",
    ]


def test_a_statement_that_is_said_again_is_one_fact() -> None:
    texts = {"u1": "My limit is 3000.", "u2": "My limit is 3000."}
    trace = run(session(TABLE, texts=texts), ON)
    assert _facts(trace) == ["My limit is 3000."]


def test_a_marked_fact_stays_whatever_is_said_later() -> None:
    texts = {"u1": "My limit is 3000.", "u2": "My limit is 4000."}
    marks = Marks(key_facts=(KeyFactMark("u1", 0, 17),))
    assert _facts(run(session(TABLE, texts=texts), ON, marks)) == ["My limit is 3000.", "My limit is 4000."]
