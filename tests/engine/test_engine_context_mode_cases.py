"""Fault cases of rolling summaries, run under the profiles of the context modes."""

from __future__ import annotations

import pytest
from helpers.bug_cases import BUGS, contents
from helpers.check_trace import check_trace, texts_of
from helpers.context_mode_reference import tokens_of
from helpers.context_mode_runs import build, session_of
from helpers.engine import FirstWords, word_engine
from helpers.run_case import run_case

from ctxlab.lab import Lab
from ctxlab.model.decision import Fate
from ctxlab.model.items import Row, Source
from ctxlab.model.marks import KeyFactMark, Marks
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin

HEADING = "## Earlier Conversation"


@pytest.fixture
def lab() -> Lab:
    return Lab(store=False)


def _summaries(trace: Trace) -> list[str]:
    """The summaries in the context, the oldest first."""
    order = trace.stages[-1].order
    return [trace.item(p).text for p in order if trace.source(p) is Source.SUMMARY]


def _tight(name: str) -> Profile:
    """The profile with little room for recent talk, so that most of it has to be summarised."""
    return builtin(name).set("budget.recent.elastic", False).set("budget.recent.cap", 200)


@pytest.mark.parametrize("name", ["long", "mixed"])
def test_b94_summaries_of_ten_runs_stay_flat_and_bounded(name: str) -> None:
    talk = contents("B94_nested_summary.json")
    summaries: list[str] = []
    for turn in range(10):
        messages = [
            {"role": "system", "content": talk[0], "source": "instruction"},
            *({"role": "system", "content": text, "source": "summary"} for text in summaries),
            *({"role": "user", "content": f"{turn}: {text}", "source": "chat"} for text in talk[2:]),
        ]
        trace = build(session_of({"messages": messages, "user_input": "And now?"}), _tight(name))
        check_trace(trace)
        summaries = _summaries(trace)
        assert summaries
        assert sum(map(tokens_of, summaries)) <= 500
        assert texts_of(trace.messages).count(HEADING) == 1
        assert not any(HEADING in text for text in summaries)
        # recorded and new ones together are bounded by the row, and each stands there once
        assert next(use.used for use in trace.rows if use.row is Row.SUMMARY) <= 500
        assert len(set(summaries)) == len(summaries)


def test_b106_all_that_goes_is_in_one_of_the_levels(lab: Lab) -> None:
    chosen = _tight("mixed").set("budget.recent.cap", 40)
    trace = run_case(lab, "B106", chosen)
    gone = [p for p in range(len(trace.pool)) if trace.stages[2].fate[p] == Fate.MERGED]
    assert gone
    made = {origin for one in trace.made if one.source is Source.SUMMARY for origin in one.derived_from}
    assert made == set(gone)


def test_b108_facts_go_through_all_levels_word_for_word(lab: Lab) -> None:
    marks = Marks(key_facts=(KeyFactMark("i2", 0, 200),))
    opened = lab.open(BUGS / "B108_durable_facts.json")
    chosen = _tight("mixed").set("budget.recent.cap", 10).set("budget.recent.rounds", 1)
    engine = word_engine(FirstWords(most=3))
    for request in opened.requests[1:]:
        trace = engine.run(opened.at(request.index), chosen.set("gather.key_facts", False), marks)
        text = texts_of(trace.messages)
        for fact in ("zone N7", "INC-20447", "14 March 2031", "37.5 t"):
            assert fact in text


def test_b26_demands_stand_apart_from_the_levels(lab: Lab) -> None:
    opened = lab.open(BUGS / "B26_rules_lost.json")
    chosen = _tight("mixed").set("budget.recent.cap", 10)
    text = texts_of(word_engine(FirstWords(most=6)).run(opened.at(), chosen).messages)
    assert "Never add a co-author line" in text
    assert "不要使用繁体字" in text
