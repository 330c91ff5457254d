"""Raw keyword values as items: what the three keyword forms share.

Contents are kept as they were given: text as text, everything else as its JSON in a part that says so. Null
in a history message or a tool result is such a part too (`null`), so that it can be told from an empty text;
what is not there at all gives an item without parts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from ctxlab.model.diagnostics import Diagnostic, Number
from ctxlab.model.items import Item, Part, PartKind, Place
from ctxlab.model.making import maker
from ctxlab.model.strict_json import strict

#: A key that a record does not have; None is a value of its own.
MISSING: Final = object()

_item, _part, _place = maker(Item), maker(Part), maker(Place)

_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")


def to_json(value: Any, *, indent: int | None = None) -> str:
    """The JSON of any value, non-ASCII kept; what JSON does not know is written as its text."""
    try:
        return json.dumps(value, ensure_ascii=False, indent=indent, default=told)
    except (TypeError, ValueError, RecursionError):
        return json.dumps(f"<{type(value).__name__}>")


def told(value: object) -> str:
    """The text of what JSON does not know, without where it lies in memory: equal calls give equal items."""
    return _ADDRESS.sub("", str(value))


def to_extra(fields: Mapping[str, Any]) -> str:
    """Fields as the JSON object of an `extra`, or empty without any."""
    if not fields:
        return ""
    try:
        return to_json(strict(fields))
    except RecursionError:
        return to_json(dict.fromkeys(fields, "<too deep>"))


def as_record(value: Any) -> Mapping[str, Any] | None:
    """The value where it is an object, else None."""
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else None


def is_list(value: Any) -> bool:
    """Whether a value is a list (a tuple is one, a text is none)."""
    return isinstance(value, list | tuple)


def as_list(value: Any) -> Sequence[Any]:
    """A list as it is, one value as a list of one; None, empty text and empty objects as no list at all."""
    if is_list(value):
        return cast("Sequence[Any]", value)
    if value is None or value is MISSING or value == "" or value == {}:
        return ()
    return (value,)


def content_parts(value: Any, kind: PartKind = PartKind.TEXT, name: str = "") -> tuple[Part, ...]:
    """One part that keeps the value exactly; no part where there is no value."""
    if value is MISSING:
        return ()
    if isinstance(value, str):
        return (_part(kind, value, name=name),)
    return (Part(kind, to_json(value), name=name, json=True),)


def label(value: Any) -> str:
    """A name as text, or empty where it is none."""
    return value if isinstance(value, str) else "" if value is MISSING or value is None else to_json(value)


class Fields:
    """The keys of one record, taken one by one; what is left over is unknown.

    An alias stands in only where the key itself is absent.
    """

    def __init__(self, record: Mapping[str, Any], where: str, index: int, draft: Draft) -> None:
        self.rest = {str(key): value for key, value in record.items()}
        self._where = where
        self._index = index
        self._draft = draft

    def take(self, key: str, *aliases: str) -> Any:
        """The value of the key or of its first alias, or MISSING."""
        if key in self.rest:
            return self.rest.pop(key)
        for alias in aliases:
            if alias in self.rest:
                self._draft.notes_alias(self._where, alias, key, self._index)
                return self.rest.pop(alias)
        return MISSING

    def extra(self, **kept: Any) -> str:
        """What is left over, reported, and fields that are known but have no place in an item."""
        for key in self.rest:
            self._draft.notes_unknown(self._where, key, self._index)
        known = {key: value for key, value in kept.items() if value is not MISSING}
        return to_extra({**known, **self.rest})


class Draft:
    """Items in the order gathered, and what is to be said of them.

    Alias use and unknown keys are said once a list and key, with the index of the first record and how many
    have it.
    """

    def __init__(self) -> None:
        self.items: list[Item] = []
        self._said: list[Diagnostic] = []
        self._counted: dict[tuple[str, str, str, str], list[int]] = {}

    def add(self, role: str, parts: tuple[Part, ...], pointer: str, **fields: Any) -> str:
        """Appends an item and gives its id; `fields` are further fields of Item."""
        item_id = f"i{len(self.items) + 1}"
        self.items.append(_item(item_id, role, parts, place=_place(pointer=pointer), **fields))
        return item_id

    def say(self, code: str, item: str, **numbers: Number) -> None:
        """A notice on one item."""
        self._said.append(Diagnostic(code, item, tuple(numbers.items())))

    def published_fails(self, item: str, where: str, index: int, key: str) -> None:
        """The published code raises on this record: `key` is absent, or of a kind that it cannot take."""
        self.say("published_fails", item, where=where, index=index, key=key)

    def notes_alias(self, where: str, alias: str, key: str, index: int) -> None:
        """A key was given under another name."""
        self._counted.setdefault(("alias_used", where, alias, key), []).append(index)

    def notes_unknown(self, where: str, key: str, index: int) -> None:
        """A key that no form has; it is kept in `extra`."""
        self._counted.setdefault(("unknown_key", where, key, ""), []).append(index)

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All notices: those on items first, in item order, then counted ones in order of first sight."""
        counted = [_counted(*key, indices) for key, indices in self._counted.items()]
        return (*self._said, *counted)


def _counted(code: str, where: str, key: str, means: str, indices: list[int]) -> Diagnostic:
    numbers: list[tuple[str, Number]] = [("where", where), ("key", key)]
    if means:
        numbers.append(("means", means))
    numbers += [("index", indices[0]), ("count", len(indices))]
    return Diagnostic(code, "", tuple(numbers), severity="info" if code == "alias_used" else "warning")
