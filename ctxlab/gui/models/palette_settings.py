"""Settings of the profile by what is typed: `history 9000` offers the cap of the row history at 9,000."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.errors import ProfileError
from ctxlab.gui.error_text import error_message
from ctxlab.gui.models.budget_entry import NONE_SIGN, parse_cap
from ctxlab.gui.models.palette_rows import PaletteEntry, Source
from ctxlab.gui.models.setting_values import NONE_WORDS
from ctxlab.gui.models.setting_words import choice_word, row_choice, row_field
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile, RowBudget
from ctxlab.model.profile_keys import Form, Kind, kinds_of, section_models

translate = QCoreApplication.translate

#: Settings offered for a query.
MOST_SETTINGS = 6

_ON = ("on", "true", "yes", "开")
_OFF = ("off", "false", "no", "关")


@dataclass(frozen=True, slots=True)
class _Setting:
    """One setting: its key, the words that it is found by, what it is called, and what it may hold."""

    key: str
    words: tuple[str, ...]
    title: str
    kind: Kind


def settings(
    profile_of: Callable[[], Profile | None], change: Callable[[str, Any], object], language: str
) -> Source:
    """Settings whose words the query begins with, at the value it ends in; `change` gets key and value."""
    known = cache(partial(_all, language))

    def entries(query: str) -> Iterator[PaletteEntry]:
        profile = profile_of()
        plain = query.replace("=", " ").replace("→", " ").strip()
        names, _, typed = plain.rpartition(" ")
        wanted = [word for word in names.lower().split() if word != "set"]
        if profile is None or not wanted:
            return
        offered = 0
        for setting in _matching(wanted, known()):
            for value in _values(setting, typed):
                yield _entry(profile, setting, value, change)
                offered += 1
            if offered >= MOST_SETTINGS:
                return

    return entries


def _matching(wanted: list[str], known: tuple[_Setting, ...]) -> list[_Setting]:
    found = [one for one in known if all(_names(one, word) for word in wanted)]
    # the cap is what is meant most often; of the others those whose name is the word itself
    return sorted(found, key=lambda one: (not one.key.endswith(".cap"), len(one.title)))


def _names(setting: _Setting, word: str) -> bool:
    return any(known.startswith(word) for known in setting.words)


def _all(language: str) -> tuple[_Setting, ...]:
    """Every setting that holds a number, a choice or a switch."""
    out: list[_Setting] = []
    for row in Row:
        shown = explain.row(row, language)
        for name, kind in kinds_of(RowBudget).items():
            key = f"budget.{row}.{name}"
            called = f"{shown} {row_field(name)}"
            words = (key, row.value, name, *called.lower().split(), explain.row(row, "en"))
            out.append(_Setting(key, words, called, kind))
    for section, model in section_models().items():
        for name, kind in kinds_of(model).items():
            key = f"{section}.{name}"
            out.append(_Setting(key, (key, section, name, *name.split("_")), key, kind))
    return tuple(one for one in out if one.kind.form in (Form.NUMBER, Form.CHOICE, Form.FLAG))


def _values(setting: _Setting, typed: str) -> list[Any]:
    """The values that a typed word may stand for; of a choice all that begin so, in either language."""
    low, kind = typed.lower(), setting.kind
    match kind.form:
        case Form.NUMBER:
            with suppress(ValueError):
                value = parse_cap(typed)
                possible = kind.optional if value is None else kind.low <= value <= kind.high
                return [value] if possible else []
            return []
        case Form.FLAG:
            return [True] if low in _ON else [False] if low in _OFF else []
        case _:
            section, *_, field = setting.key.split(".")
            known = [row_choice(field, one) if section == "budget" else one for one in kind.choices]
            begun = [one for one in known if one.startswith(low) or choice_word(one).startswith(low)]
            return begun + [one for one in known if not one and low in NONE_WORDS]


def _entry(
    profile: Profile, setting: _Setting, value: Any, change: Callable[[str, Any], object]
) -> PaletteEntry:
    before = _value_of(profile, setting.key)
    note, possible = translate("Palette", "now {0}").format(_words(before)), before != value
    if not possible:
        note = translate("Palette", "it is so already")
    else:
        try:
            profile.set(setting.key, value)
        except ProfileError as error:
            note, possible = error_message(error), False
    title = translate("Palette", "{0} → {1}").format(setting.title, _words(value))
    run = partial(change, setting.key, value)
    return PaletteEntry(title, run, note, "", possible, translate("Palette", "setting"), found=True)


def _value_of(profile: Profile, key: str) -> Any:
    section, *rest = key.split(".")
    holder = profile.row(Row(rest[0])) if section == "budget" else getattr(profile, section)
    return getattr(holder, rest[-1])


def _words(value: Any) -> str:
    if value is None or value == "":
        return NONE_SIGN
    if isinstance(value, bool):
        return translate("Palette", "on") if value else translate("Palette", "off")
    return f"{value:,}" if isinstance(value, int) else choice_word(value)
