"""What would show that a constraint was broken."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ctxlab.analysis.signs import bound_sign, sign_of
from ctxlab.errors import RequestError
from ctxlab.model.constraint import Comparator, Constraint, Kind, Tier, Value
from ctxlab.model.violation import Sign
from ctxlab.text.constraints import find_constraints
from ctxlab.text.values import find_values


def _constraint(text: str, kind: Kind = Kind.PROHIBITION, *values: Value) -> Constraint:
    return Constraint(0, len(text), text, kind, Tier.HARD, kind is not Kind.PROHIBITION, values)


def _bound(comparator: Comparator, unit: str, high: int | None = None) -> Value:
    return Value(0, 1, comparator, Decimal(3000), unit, None if high is None else Decimal(high))


@pytest.mark.parametrize(
    ("said", "sign"),
    [
        (Comparator.AT_MOST, Comparator.ABOVE),
        (Comparator.BELOW, Comparator.AT_LEAST),
        (Comparator.AT_LEAST, Comparator.BELOW),
        (Comparator.ABOVE, Comparator.AT_MOST),
    ],
)
def test_a_bound_is_broken_by_a_number_beyond_it(said: Comparator, sign: Comparator) -> None:
    found = sign_of(_constraint("预算三千以内", Kind.BUDGET, _bound(said, "CNY")))
    assert found == Sign(bound=Decimal(3000), comparator=sign, unit="CNY")


def test_a_range_is_broken_above_its_upper_end() -> None:
    value = _bound(Comparator.BETWEEN, "gram", 4000)
    assert sign_of(_constraint("3 to 4 kg", Kind.RANGE, value)) == Sign(bound=Decimal(4000), unit="gram")


@pytest.mark.parametrize("unit", ["", "word", "character", "person", "date", "time", "weekday"])
def test_what_an_answer_does_not_state_as_a_number_has_no_sign(unit: str) -> None:
    assert sign_of(_constraint("at most 3000", Kind.LIMIT, _bound(Comparator.AT_MOST, unit))) is None


def test_an_exact_figure_has_no_sign() -> None:
    assert sign_of(_constraint("3000 yuan", Kind.BUDGET, _bound(Comparator.EQUAL, "CNY"))) is None


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("Do not touch anything under db/migrations/.", "db/migrations/**"),
        ("do not touch the migrations", "migrations"),
        ("don't edit src/a.py", "src/a.py"),
        ("never change `config/prod.toml` and/or the rest", "config/prod.toml"),
        ("without modifying package.json", "package.json"),
        ("leave the vendored folder alone, do not edit it", "vendored"),
        ("never write to /etc", "/etc"),
        ("不要动迁移文件", "migrations"),
        ("不要修改db/migrations/下面的文件", "db/migrations/**"),
        ("别改 locales 目录", "locales"),
    ],
)
def test_a_prohibition_to_change_a_path_is_broken_by_a_call_that_touches_it(text: str, path: str) -> None:
    assert sign_of(_constraint(text)) == Sign(path=path)


def test_a_prohibition_to_read_is_broken_by_reading() -> None:
    assert sign_of(_constraint("do not read secrets/prod.env")) == Sign(path="secrets/prod.env", reads=True)
    assert sign_of(_constraint("不要打开 secrets/prod.env")) == Sign(path="secrets/prod.env", reads=True)


@pytest.mark.parametrize(
    "text", ["no spicy food", "Don't change the tone", "不要辣", "without tests/ or docs"]
)
def test_what_names_no_path_or_forbids_no_change_has_no_sign(text: str) -> None:
    assert sign_of(_constraint(text)) is None


@pytest.mark.parametrize(
    ("text", "comparator", "number", "unit"),
    [
        ("> 3000 CNY", Comparator.ABOVE, "3000", "CNY"),
        (">= 3000 元", Comparator.AT_LEAST, "3000", "CNY"),
        ("≤ 20 %", Comparator.AT_MOST, "20", "%"),
        ("= 4", Comparator.EQUAL, "4", ""),
        ("< 2 kg", Comparator.BELOW, "2000", "gram"),
        ("超过三千元", Comparator.ABOVE, "3000", "CNY"),
        ("over 20 %", Comparator.ABOVE, "20", "%"),
        ("5,200", Comparator.ABOVE, "5200", ""),
    ],
)
def test_a_bound_in_words_or_signs(text: str, comparator: Comparator, number: str, unit: str) -> None:
    assert bound_sign(text) == Sign(bound=Decimal(number), comparator=comparator, unit=unit)


@pytest.mark.parametrize("text", ["", "> many", ">"])
def test_a_bound_without_a_number_is_said(text: str) -> None:
    with pytest.raises(RequestError, match="states no number"):
        bound_sign(text)


@pytest.mark.parametrize(
    ("demand", "text", "number", "unit"),
    [
        ("预算三千以内", "> 3000", "3000", "money"),
        ("keep under $3k", "3500", "3500", "USD"),
        ("at most 2 hours", "> 3", "10800", "second"),
        ("under 5 km", "> 6", "6000", "metre"),
        ("under 5 km", "> 6 miles", "9656.064", "metre"),
        ("at most 2 hours", "> 3000 yuan", "3000", "CNY"),
        ("back by 20:00", "> 21", "21", ""),
    ],
)
def test_a_bare_bound_is_in_the_unit_of_the_demands_own_value(
    demand: str, text: str, number: str, unit: str
) -> None:
    (constraint,) = find_constraints(demand)
    assert bound_sign(text, constraint) == Sign(bound=Decimal(number), unit=unit)


def test_of_several_values_a_bare_bound_goes_with_its_own_figure() -> None:
    days, yuan = find_values("3 days, 3000 yuan")
    constraint = _constraint("3 days, 3000 yuan", Kind.LIMIT, days, yuan)
    assert bound_sign("> 3000", constraint) == Sign(bound=Decimal(3000), unit="CNY")
