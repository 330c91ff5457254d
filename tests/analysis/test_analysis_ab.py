"""A/B trials against a real server: what is sent, how answers are judged, rates and the paired test."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from helpers.model_server import ModelServer, saying, status
from werkzeug import Response

from ctxlab.analysis.ab import Case, holds, judged, plan_ab, run_ab
from ctxlab.errors import ModelError, ProfileError
from ctxlab.llm.client import Prompt
from ctxlab.llm.replies import Reply
from ctxlab.model.constraint import Comparator
from ctxlab.model.trial import Check, Trial
from ctxlab.model.violation import Sign

ARMS = ("none", "gssc")
ABOVE = Check(sign=Sign(bound=Decimal(3000), comparator=Comparator.ABOVE, unit="CNY"))


def _case(title: str, first: str, second: str) -> Case:
    def prompt(text: str) -> Prompt:
        return Prompt(({"role": "user", "content": text},))

    return Case(title, (prompt(first), prompt(second)), (10, 20))


def _obedient(asked: dict[str, Any]) -> Response:
    """A model that keeps to the budget where it can read it."""
    knows = "3000" in json.dumps(asked["messages"])
    return saying("这套方案共2800元。" if knows else "这套方案共5000元。")


def test_the_plan_counts_every_call(server: ModelServer) -> None:
    plan = plan_ab(ARMS, [_case("a", "x", "y")] * 3, 5, server.endpoint(price_in=1.0, price_out=2.0))
    assert (plan.estimate.calls, plan.estimate.tokens_in) == (30, 450)
    # 450 tokens there at 1, 30 answers of 500 tokens at 2 for a million
    assert plan.estimate.cost == pytest.approx((450 + 30 * 500 * 2) / 1_000_000)


def test_the_arm_that_keeps_the_constraint_wins(server: ModelServer) -> None:
    server.will("")
    server.reads = _obedient
    cases = [_case(str(at), "玩两天", "预算3000元，玩两天") for at in range(6)]
    told: list[int] = []
    result = run_ab(
        plan_ab(ARMS, cases, 2, server.endpoint()), server.endpoint(), ABOVE, progress=told.append
    )
    none, gssc = result.rates
    assert (none.holds, none.judged, gssc.holds, gssc.judged) == (0, 12, 12, 12)
    assert (none.low, gssc.high) == (0.0, 1.0)
    assert (result.better, result.worse) == (6, 0)
    assert result.p == pytest.approx(2 / 64)
    assert told[-1] == 24
    assert (result.tokens_in, result.tokens_out) == (24 * 11, 24 * 7)
    assert {trial.words for trial in result.trials if trial.arm == 0} == {"这套方案共5000元。"}


def test_a_call_that_fails_counts_for_neither_arm(server: ModelServer) -> None:
    server.will("")
    server.reads = lambda asked: status(400) if "x" in json.dumps(asked["messages"]) else saying("1 元")
    cases = [_case("a", "x", "y"), _case("b", "z", "y")]
    result = run_ab(plan_ab(ARMS, cases, 1, server.endpoint()), server.endpoint(), ABOVE)
    assert [(rate.holds, rate.judged, rate.failed) for rate in result.rates] == [(1, 1, 1), (2, 2, 0)]
    assert [case.judged for case in result.cases] == [(0, 1), (1, 1)]
    assert (result.p, result.better, result.worse) == (1.0, 0, 0)
    assert "400" in next(trial.words for trial in result.trials if trial.holds is None)


def test_where_all_calls_fail_it_is_an_error(server: ModelServer) -> None:
    server.will(status(400))
    with pytest.raises(ModelError):
        run_ab(plan_ab(ARMS, [_case("a", "x", "y")], 1, server.endpoint()), server.endpoint(), ABOVE)


def test_a_pattern_that_cannot_be_read_sends_nothing(server: ModelServer) -> None:
    server.will("x")
    for check in (Check("("), Check(sign=Sign(regex="("))):
        with pytest.raises(ProfileError):
            run_ab(plan_ab(ARMS, [_case("a", "x", "y")], 1, server.endpoint()), server.endpoint(), check)
    assert server.asked == []


@pytest.mark.parametrize(
    ("reply", "check", "good"),
    [
        (Reply("共2800元"), ABOVE, True),
        (Reply("共5000元"), ABOVE, False),
        (Reply("", calls=(("book", '{"price": 5000}'),)), ABOVE, False),
        (Reply("好的"), Check("不辣|微辣"), False),
        (Reply("微辣的"), Check("不辣|微辣"), True),
        (Reply("微辣的，共5000元"), Check("微辣", ABOVE.sign), False),
        (
            Reply("", calls=(("write_file", '{"path": "db/migrations/1.sql"}'),)),
            Check(sign=Sign(path="db/migrations/**")),
            False,
        ),
        (Reply("I left db/migrations/ alone."), Check(sign=Sign(path="db/migrations/**")), True),
        (Reply("Sure!"), Check(sign=Sign(regex="(?i)sure")), False),
    ],
)
def test_what_holds(reply: Reply, check: Check, good: bool) -> None:
    assert holds(reply, check) is good


def test_rates_and_the_paired_test_by_hand() -> None:
    """Session 0: 1 of 2 against 2 of 2; session 1: 1 of 1 against none judged."""
    outcomes = [(0, 0, True), (0, 0, False), (0, 1, True), (0, 1, True), (1, 0, True), (1, 1, None)]
    trials = tuple(Trial(case, arm, held, "") for case, arm, held in outcomes)
    result = judged(ARMS, ["a", "b"], trials)
    assert [(rate.holds, rate.judged, rate.failed) for rate in result.rates] == [(2, 3, 0), (2, 2, 1)]
    # Wilson, 2 of 3: (2/3 + z²/6 ± z √(2/27 + z²/36)) / (1 + z²/3) with z = 1.96
    assert (result.rates[0].low, result.rates[0].high) == pytest.approx((0.2077, 0.9385), abs=0.0005)
    assert (result.better, result.worse, result.p) == (1, 0, 1.0)
    nobody = judged(ARMS, ["a"], (Trial(0, 0, None, ""), Trial(0, 1, True, "")))
    assert (nobody.p, nobody.rates[0].share) == (None, None)
