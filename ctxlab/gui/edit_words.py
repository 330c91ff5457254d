"""Edits in words: what an undo step changes, and by what one profile differs from another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.gui.models.budget_entry import NONE_SIGN
from ctxlab.gui.models.setting_words import choice_word, row_field
from ctxlab.gui.text import listed
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile, RowBudget
from ctxlab.model.profile_keys import section_models

translate = QCoreApplication.translate

#: More changes than this are only counted.
MOST_NAMED = 3

_SECTIONS = tuple(section_models())


def budget_edit(row: Row, field: str, before: Any, after: Any, language: str) -> str:
    """One edit of the budget table, as the undo menu names it: `history 8,400 → 8,000`."""
    name = explain.row(row, language)
    if field != "cap":
        name = translate("Edits", "{0} {1}").format(name, row_field(field))
    return translate("Edits", "{0} {1} → {2}").format(name, value_words(before), value_words(after))


def differences(before: Profile, after: Profile, language: str) -> str:
    """By what a profile differs from an earlier one, in short; an empty text where it does not."""
    if before is after:
        return ""
    found = list(_differing(before, after, language))
    if len(found) > MOST_NAMED:
        return translate("Edits", "{0} and {1} more").format(
            listed(found[:MOST_NAMED]), len(found) - MOST_NAMED
        )
    return listed(found)


def difference_lines(before: Profile, after: Profile, language: str) -> list[str]:
    """Every setting by which a profile differs from an earlier one, a line each: `history cap 8,000 → 9,000`.

    Name, description and engine are no settings and are left out.
    """
    found: list[str] = []
    for row in after.table():
        name = explain.row(row, language)
        old_line, new_line = before.row(row), after.row(row)
        if old_line != new_line:
            found += _changes(f"{name} ", old_line, new_line)
    for section in _SECTIONS:
        found += _changes(f"{section}.", getattr(before, section), getattr(after, section))
    found += _rule_changes(translate("Edits", "must keep"), before.must_keep, after.must_keep)
    if before.published != after.published:
        found.append(translate("Edits", "published figures"))
    if before.table() != after.table():
        names = listed(explain.row(row, language) for row in after.table())
        found.append(translate("Edits", "order of the rows: {0}").format(names))
    return found


def _changes(prefix: str, old: BaseModel, new: BaseModel) -> list[str]:
    """The fields that two parts give different values; of a list of tables what is new and what is gone."""
    found: list[str] = []
    for field in type(new).model_fields:
        before: Any = getattr(old, field)
        after: Any = getattr(new, field)
        if before == after:
            continue
        name = f"{prefix}{row_field(field) if prefix.endswith(' ') else field}"
        if _is_list(after):
            found += _rule_changes(name, before, after)
        else:
            found.append(
                translate("Edits", "{0} {1} → {2}").format(name, value_words(before), value_words(after))
            )
    return found


def _rule_changes(name: str, before: tuple[Any, ...], after: tuple[Any, ...]) -> list[str]:
    lines = [
        translate("Edits", "{0}: without {1}").format(name, _rule_words(one))
        for one in before
        if one not in after
    ]
    lines += [
        translate("Edits", "{0}: with {1}").format(name, _rule_words(one))
        for one in after
        if one not in before
    ]
    # the same rules in another order are another list
    return lines or ([translate("Edits", "{0}: another order").format(name)] if before != after else [])


def _rule_words(rule: Any) -> str:
    """A rule, or a pair of a key and a value, in short."""
    if isinstance(rule, BaseModel):
        stated = rule.model_dump(mode="json", exclude_defaults=True)
        return listed(f"{key.replace('_', ' ')} {value_words(value)}" for key, value in stated.items())
    if _is_list(rule):
        return " ".join(map(value_words, rule))
    return value_words(rule)


def _is_list(value: Any) -> bool:
    return isinstance(value, tuple)


def value_words(value: Any) -> str:
    """A setting's value as it is shown."""
    if value is None or value == "":
        return NONE_SIGN
    if isinstance(value, bool):
        return translate("Edits", "on") if value else translate("Edits", "off")
    if isinstance(value, int):
        return f"{value:,}"
    return choice_word(value)


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
    parts = (
        ("name", translate("Edits", "name")),
        ("description", translate("Edits", "description")),
        ("must_keep", translate("Edits", "must keep")),
        ("published", translate("Edits", "published figures")),
    )
    for part, words in parts:
        if getattr(before, part) != getattr(after, part):
            yield words
    if before.table() != after.table():
        yield translate("Edits", "order of the rows")


def _row_differing(row: Row, old: RowBudget, new: RowBudget, language: str) -> Iterator[str]:
    name = explain.row(row, language)
    for field in type(new).model_fields:
        value = getattr(new, field)
        if getattr(old, field) != value:
            yield translate("Edits", "{0} {1} {2}").format(name, row_field(field), value_words(value))
