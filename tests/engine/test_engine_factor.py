"""A factor on counts: the books hold, nothing is exact, no result is taken for another factor's."""

from __future__ import annotations

import pytest
from helpers.check_trace import check_trace
from helpers.engine import FirstWords, word_engine
from helpers.word_counter import WordCounter
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab import paths
from ctxlab.engine.pipeline import Engine, Tools
from ctxlab.lab import Lab
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.profiles import builtin, builtin_names
from ctxlab.stages.registry import builtin_strategies

TRIP = Lab(store=False).open(paths.sample_sessions("trip-hangzhou.ctx.json"))


def test_each_item_is_counted_times_the_factor_and_rounded_up() -> None:
    session = Session.from_parts(user_message="one two three", system_prompt="one two three four five")
    trace = word_engine().run(session.at(), Profile().set("tokens.factor", 150))
    assert sorted(trace.pool.tokens) == [5, 8]
    # 3 a message and 3 at the end are the format's own and stay
    assert (trace.totals.constructed, dict(trace.ledger)["framing"]) == (13 + 9, 9)
    assert (trace.factor, trace.exact, trace.counted_in) == (150, False, "o200k_base × 150 %")
    assert '"factor":150' in trace.to_json().replace(" ", "")


def test_without_a_factor_the_trace_says_nothing_of_one() -> None:
    trace = word_engine().run(TRIP.at(), Profile())
    assert '"factor"' not in trace.to_json()
    assert trace.counted_in == "o200k_base"


@pytest.mark.parametrize("name", builtin_names())
def test_the_books_hold_under_every_built_in_profile(name: str) -> None:
    lab = Lab(store=False)
    for factor in (37, 107, 300):
        profile = builtin(name).set("tokens.factor", factor)
        for request in (TRIP.at(20), TRIP.at()):
            trace = lab.build(request, profile)
            # the engine itself refuses a stage whose items do not add up
            built = trace.stages[-1].total + sum(tokens for _, tokens in trace.ledger)
            assert (built, trace.exact) == (trace.totals.constructed, False)


@pytest.mark.parametrize("name", ["as-recorded", "gssc", "long", "split-budget"])
def test_all_that_holds_of_a_trace_holds_under_a_factor(name: str) -> None:
    check_trace(Lab(store=False).build(TRIP.at(30), builtin(name).set("tokens.factor", 137)))


@settings(max_examples=15, deadline=None)
@given(st.lists(st.sampled_from([100, 107, 123, 250]), min_size=2, max_size=5))
def test_the_memoised_run_equals_the_cold_one(factors: list[int]) -> None:
    warm, base = word_engine(), builtin("gssc").set("budget.history.cap", 300)
    for factor in factors:
        profile = base.set("tokens.factor", factor)
        cold = word_engine().run(TRIP.at(30), profile)
        assert warm.run(TRIP.at(30), profile).to_json() == cold.to_json()


def test_an_estimate_with_a_factor_is_the_count_that_is_judged() -> None:
    """Without one, what an estimate built is counted again by o200k_base."""
    counters = {"chars/4": WordCounter(), "o200k_base": WordCounter()}
    engine = Engine(builtin_strategies(), Tools(lambda name: counters[name], FirstWords()))
    profile = Profile().set("tokens.encoding", "chars/4").set("tokens.factor", 200)
    trace = engine.run(TRIP.at(5), profile)
    assert trace.totals.counted == trace.totals.constructed


def test_a_stand_in_counter_is_scaled_as_well() -> None:
    """As the window hands it over while counting is under way."""
    lab, profile = Lab(store=False), builtin("gssc").set("tokens.factor", 200)
    plain = lab.build(TRIP.at(3), builtin("gssc"), counter=WordCounter())
    double = lab.build(TRIP.at(3), profile, counter=WordCounter())
    assert list(double.pool.tokens) == [2 * n for n in plain.pool.tokens]
