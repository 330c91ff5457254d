"""Values of constraints as a person reads them: `≤ 3,000 CNY`, `before 17:00`, `4 to 5 star`."""

from __future__ import annotations

from decimal import Decimal

from PySide6.QtCore import QCoreApplication

from ctxlab.model.constraint import Comparator, Value

translate = QCoreApplication.translate

_SIGNS = {
    Comparator.EQUAL: "",
    Comparator.BELOW: "< ",
    Comparator.AT_MOST: "≤ ",
    Comparator.ABOVE: "> ",
    Comparator.AT_LEAST: "≥ ",
    Comparator.ABOUT: "≈ ",
    Comparator.BETWEEN: "",
}


def value_words(value: Value) -> str:
    """A value with its sign and its unit."""
    number = _number(value.number, value.unit)
    if value.high is not None:
        number = f"{number}–{_number(value.high, value.unit)}"
    # a place in time says itself what it is; of money in no currency the kind of constraint does
    unit = "" if value.unit in ("time", "date", "weekday", "money") else value.unit
    gap = "" if unit in ("", "%") else " "
    return f"{_SIGNS[value.comparator]}{number}{gap}{unit}"


def _number(number: Decimal, unit: str) -> str:
    if unit == "time":
        return f"{int(number) // 60:02}:{int(number) % 60:02}"
    if unit == "date":
        day = f"{int(number) // 100 % 100}-{int(number) % 100}"
        return day if number < 10_000 else f"{int(number) // 10_000}-{day}"
    if unit == "weekday":
        return _days()[int(number) - 1] if 1 <= number <= len(_days()) else str(number)
    return f"{number.normalize():,f}"


def _days() -> tuple[str, ...]:
    return (
        translate("Days", "Monday"),
        translate("Days", "Tuesday"),
        translate("Days", "Wednesday"),
        translate("Days", "Thursday"),
        translate("Days", "Friday"),
        translate("Days", "Saturday"),
        translate("Days", "Sunday"),
    )
