"""Values of constraints as a person reads them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from PySide6.QtWidgets import QApplication

from ctxlab.gui.models.value_words import value_words
from ctxlab.model.constraint import Comparator, Value


def value(comparator: Comparator, number: str, unit: str = "", high: str | None = None) -> Value:
    return Value(0, 1, comparator, Decimal(number), unit, None if high is None else Decimal(high))


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (value(Comparator.AT_MOST, "3000", "CNY"), "≤ 3,000 CNY"),
        (value(Comparator.AT_LEAST, "3000", "money"), "≥ 3,000"),
        (value(Comparator.BETWEEN, "4", "star", "4.5"), "4–4.5 stars"),
        (value(Comparator.EQUAL, "9", "%"), "9%"),
        (value(Comparator.BELOW, "1050", "time"), "< 17:30"),
        (value(Comparator.EQUAL, "503", "date"), "5-3"),
        (value(Comparator.EQUAL, "20260503", "date"), "2026-5-3"),
        (value(Comparator.ABOUT, "50"), "≈ 50"),
        (value(Comparator.AT_MOST, "7", "weekday"), "≤ Sunday"),
    ],
)
def test_a_value_is_written_with_its_sign_and_unit(qapp: QApplication, one: Value, words: str) -> None:
    assert value_words(one) == words
