"""Edits in words: what an undo step changes, and by what one profile differs from another."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.gui.models.budget_entry import NONE_SIGN
from ctxlab.gui.models.setting_words import choice_word, row_field
from ctxlab.gui.text import listed
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.profile_diff import ORDER, Difference, row_of
from ctxlab.model.profile_diff import differences as profile_differences
from ctxlab.model.profile_keys import TEXTS

translate = QCoreApplication.translate

#: More changes than this are only counted.
MOST_NAMED = 3


def budget_edit(row: Row, field: str, before: Any, after: Any, language: str) -> str:
    """One edit of the budget table, as the undo menu names it: `history 8,400 → 8,000`."""
    name = explain.row(row, language)
    if field != "cap":
        name = translate("Edits", "{0} {1}").format(name, row_field(field))
    return translate("Edits", "{0} {1} → {2}").format(name, value_words(before), value_words(after))


def differences(before: Profile, after: Profile, language: str) -> str:
    """By what a profile differs from an earlier one, in short; an empty text where it does not."""
    named = (_short(one, language) for one in _differing(before, after))
    found = list(dict.fromkeys(named))
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
    for one in _differing(before, after):
        name = _name(one.key, language)
        if one.key in TEXTS:
            continue
        if one.key == ORDER:
            names = listed(explain.row(row, language) for row in one.after)
            found.append(translate("Edits", "order of the rows: {0}").format(names))
        elif _is_list(one.after):
            found += _rule_changes(name, one.before, one.after)
        else:
            values = value_words(one.before), value_words(one.after)
            found.append(translate("Edits", "{0} {1} → {2}").format(name, *values))
    return found


def _differing(before: Profile, after: Profile) -> list[Difference]:
    """The differences: those of rows first, then those of other settings, then names and descriptions."""
    return sorted(
        profile_differences(before, after), key=lambda one: (row_of(one.key) is None, one.key in TEXTS)
    )


def _short(one: Difference, language: str) -> str:
    """A difference by its setting and the later value; lists and texts by what they are alone."""
    if one.key == ORDER:
        return translate("Edits", "order of the rows")
    if one.key.startswith("published."):
        return translate("Edits", "published figures")
    name = _name(one.key, language)
    if one.key in TEXTS or _is_list(one.after):
        return name
    return translate("Edits", "{0} {1}").format(name, value_words(one.after))


def _name(key: str, language: str) -> str:
    """What a setting is called: a row's by row and setting, some by their word, others by their key."""
    row = row_of(key)
    if row is not None:
        field = row_field(key.rpartition(".")[2])
        return translate("Edits", "{0} {1}").format(explain.row(row, language), field)
    words = {
        "name": translate("Edits", "name"),
        "description": translate("Edits", "description"),
        "must_keep": translate("Edits", "must keep"),
    }
    return words.get(key, key)


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
