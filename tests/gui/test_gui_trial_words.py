"""What a trial with a model says: its cost, its rates, the paired test, the answers that broke it."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.sending import Sending
from ctxlab.gui.models.text_rows import Sign
from ctxlab.gui.models.trial_words import (
    Breach,
    TrialForm,
    cost_words,
    paired_words,
    rate_words,
    result_rows,
    used_words,
)
from ctxlab.gui.trial_check import check_of
from ctxlab.model.constraint import Comparator
from ctxlab.model.trial import AbResult, CaseRates, Rate, Trial


def result(p: float | None, *, better: int = 0, worse: int = 0) -> AbResult:
    trials = (
        Trial(0, 0, holds=True, words="2,900 CNY"),
        Trial(0, 1, holds=False, words="3,400 CNY"),
        Trial(1, 0, holds=None, words="the endpoint is not there"),
        Trial(1, 1, holds=False, words=""),
    )
    return AbResult(
        (Rate("unmanaged", 1, 1, 1, 0.207, 1.0), Rate("mine", 0, 2, 0, 0.0, 0.658)),
        (CaseRates("trip", (1, 0), (1, 1)), CaseRates("code", (0, 0), (0, 1))),
        trials,
        p,
        better,
        worse,
        1_200,
        34,
    )


def test_what_would_be_sent_is_told_with_its_cost() -> None:
    known = Sending(30, 516_780, 15_000, 0.5, "CNY")
    assert cost_words(3, known) == (
        "3 sessions · 30 calls · ≈ 516,780 tokens there · about 15,000 back · ≈ 0.5000 CNY"
    )
    unknown = Sending(2, 10, 20, None, "USD")
    assert cost_words(1, unknown).startswith("1 session · 2 calls · ")
    assert cost_words(1, unknown).endswith("cost unknown: no prices are set")


def test_rates_have_an_interval_and_say_how_many_failed() -> None:
    first, second = result(1.0).rates
    assert rate_words(first) == "1 of 1 hold · 100 % (21 to 100 %) · 1 failed"
    assert rate_words(second) == "0 of 2 hold · 0 % (0 to 66 %)"
    assert rate_words(Rate("x", 0, 0, 4, 0.0, 1.0)) == "nothing could be judged"


def test_the_paired_test_says_what_it_can_and_what_it_cannot() -> None:
    few = paired_words(result(1.0, worse=1), 1)
    assert few.startswith("By session B is better in 0, worse in 1, alike in 0.\n")
    assert "100 % of cases (p = 1)" in few
    assert "Fewer than 6 sessions differ" in few
    assert "are alike" not in few
    assert paired_words(result(1.0), 3).endswith("intervals hold for these alone.")
    assert paired_words(result(None), 1).startswith("No session was judged under both")
    assert "Fewer than" not in paired_words(result(0.03, better=6), 1)


def test_answers_that_broke_it_come_before_those_that_failed() -> None:
    rows = result_rows(result(1.0))
    assert [(row.text, row.note) for row in rows[:2]] == [
        ("trip", "A 1/1 · B 0/1"),
        ("code", "A 0/0 · B 0/1"),
    ]
    assert [(row.pill, row.lead, row.text) for row in rows[2:]] == [
        ("breaks it", "B", "3,400 CNY"),
        ("breaks it", "B", "an empty answer"),
        ("failed", "A", "the endpoint is not there"),
    ]
    assert [row.sign for row in rows[2:]] == [Sign.BAD, Sign.BAD, Sign.WARNING]
    assert used_words(result(1.0)) == "1,200 tokens there, 34 back"


def form(expect: str = "", breach: Breach = Breach.NOTHING, broken_by: str = "") -> TrialForm:
    return TrialForm(
        "unmanaged", everywhere=False, expect=expect, breach=breach, broken_by=broken_by, times=1
    )


def test_a_check_is_what_the_fields_state(qtbot: QtBot) -> None:
    assert check_of(form()) == (None, {})
    check, problems = check_of(form("three", Breach.BOUND, "> 3000 CNY"))
    assert problems == {}
    assert check is not None
    assert check.sign is not None
    assert (check.expect, check.sign.bound, check.sign.comparator) == ("three", 3000, Comparator.ABOVE)
    assert check_of(form(breach=Breach.PATH, broken_by="migrations/**"))[0] is not None
    assert check_of(form(breach=Breach.REGEX, broken_by="a|b"))[0] is not None


@pytest.mark.parametrize(
    ("entered", "field", "told"),
    [
        (form("(three"), "expect", "cannot be read"),
        (form(breach=Breach.REGEX, broken_by="["), "broken_by", "cannot be read"),
        (form(breach=Breach.BOUND, broken_by="lots"), "broken_by", "states no number"),
        (form(breach=Breach.PATH), "broken_by", "Say what breaks it"),
        (form("a{9999}{9999}"), "expect", "repeats too much"),
    ],
)
def test_what_cannot_be_a_check_is_told_of_its_field(entered: TrialForm, field: str, told: str) -> None:
    check, problems = check_of(entered)
    assert check is None
    assert list(problems) == [field]
    assert told in problems[field]
