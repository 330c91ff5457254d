"""Edits in words: what an undo step changes, and by what one profile differs from another."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.gui.models.budget_entry import NONE_SIGN
from ctxlab.gui.models.budget_model import overflow_word
from ctxlab.model.items import Row
from ctxlab.model.profile import Overflow, Profile, RowBudget

#: More changes than this are only counted.
MOST_NAMED = 3

_SECTIONS = ("window", "tokens", "gather", "select", "summarize", "construct")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Edits", text)


def budget_edit(row: Row, field: str, before: Any, after: Any, language: str) -> str:
    """One edit of the budget table, as the undo menu names it: `history 8,400 → 8,000`."""
    name = explain.row(row, language)
    if field != "cap":
        name = _tr("{0} {1}").format(name, field.replace("_", " "))
    return _tr("{0} {1} → {2}").format(name, value_words(before), value_words(after))


def differences(before: Profile, after: Profile, language: str) -> str:
    """By what a profile differs from an earlier one, in short; an empty text where it does not."""
    if before is after:
        return ""
    found = list(_differing(before, after, language))
    if len(found) > MOST_NAMED:
        return _tr("{0} and {1} more").format(", ".join(found[:MOST_NAMED]), len(found) - MOST_NAMED)
    return ", ".join(found)


def value_words(value: Any) -> str:
    """A setting's value as it is shown."""
    if value is None:
        return NONE_SIGN
    if isinstance(value, bool):
        return _tr("on") if value else _tr("off")
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, Overflow):
        return overflow_word(value)
    return str(value.value if isinstance(value, Enum) else value)


def _differing(before: Profile, after: Profile, language: str) -> Iterator[str]:
    for row in after.table():
        old, new = before.row(row), after.row(row)
        if old is not new and old != new:
            yield from _row_differing(row, old, new, language)
    for section in _SECTIONS:
        old_part: BaseModel = getattr(before, section)
        new_part: BaseModel = getattr(after, section)
        for field in type(new_part).model_fields:
            value = getattr(new_part, field)
            if getattr(old_part, field) != value:
                told = value_words(value) if not isinstance(value, tuple) else ""
                yield f"{section}.{field} {told}".strip()
    for part in ("name", "description", "must_keep", "published"):
        if getattr(before, part) != getattr(after, part):
            yield part
    if before.table() != after.table():
        yield _tr("order of the rows")


def _row_differing(row: Row, old: RowBudget, new: RowBudget, language: str) -> Iterator[str]:
    name = explain.row(row, language)
    for field in type(new).model_fields:
        value = getattr(new, field)
        if getattr(old, field) != value:
            yield _tr("{0} {1} {2}").format(name, field.replace("_", " "), value_words(value))
