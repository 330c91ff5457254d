"""Short forms of values for tests."""

from __future__ import annotations

from decimal import Decimal

from ctxlab.model.constraint import Comparator, Value
from ctxlab.text.values import find_values


def one(text: str) -> tuple[str, str, Decimal, str]:
    (value,) = find_values(text)
    return text[value.start : value.end], value.comparator.value, value.number, value.unit


def units(text: str) -> list[tuple[Decimal, str]]:
    return [(value.number, value.unit) for value in find_values(text)]


def between(low: int, high: int, unit: str) -> tuple[Comparator, Decimal, Decimal | None, str]:
    return Comparator.BETWEEN, Decimal(low), Decimal(high), unit


def bare(value: Value) -> tuple[Comparator, Decimal, Decimal | None, str]:
    return value.comparator, value.number, value.high, value.unit
