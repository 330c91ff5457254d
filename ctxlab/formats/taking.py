"""Taking known fields out of a JSON object, so that what is unknown or of a wrong type is kept and said."""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from ctxlab.formats.fields import compact
from ctxlab.formats.values import is_list, is_object

Choice = TypeVar("Choice", bound=StrEnum)
Value = TypeVar("Value")

#: What `strict_json` makes of numbers that JSON does not know.
_WORDS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


class Taker:
    """A record from which fields are taken one by one. `wrong` lists the keys of values of a wrong type."""

    def __init__(self, record: Mapping[str, Any], key: str) -> None:
        self._rest = dict(record)
        self._key = key
        self.wrong: list[str] = []

    def text(self, name: str, default: str = "") -> str:
        """A text."""
        value = self._rest.get(name, default)
        if isinstance(value, str):
            return self._done(name, value)
        return self._refuse(name, default)

    def count(self, name: str, default: int, least: int = 0) -> int:
        """A whole number of at least `least`."""
        value = self._rest.get(name, default)
        if type(value) is int and (value >= least or value == default):
            return self._done(name, value)
        return self._refuse(name, default)

    def number(self, name: str, default: float) -> float:
        """A number; the words NaN, Infinity and -Infinity count as such."""
        value = self._rest.get(name, default)
        if isinstance(value, str) and value in _WORDS:
            return self._done(name, _WORDS[value])
        if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e300:
            return self._done(name, float(value))
        return self._refuse(name, default)

    def flag(self, name: str, default: bool | None = False) -> bool | None:
        """True, False, or null where the default is that."""
        value = self._rest.get(name, default)
        if isinstance(value, bool) or (value is None and default is None):
            return self._done(name, value)
        return self._refuse(name, default)

    def choice(self, name: str, kind: type[Choice]) -> Choice | None:
        """A member of an enumeration, or None where there is none."""
        value = self._rest.get(name)
        if value is None or value in list(kind):
            return self._done(name, None if value is None else kind(value))
        return self._refuse(name, None)

    def rows(self, name: str) -> list[Any]:
        """A list; empty where there is none."""
        value = self._rest.get(name, [])
        if is_list(value):
            return self._done(name, value)
        return self._refuse(name, list[Any]())

    def fields(self, name: str) -> dict[str, Any]:
        """An object; empty where there is none."""
        value = self._rest.get(name, {})
        if is_object(value):
            return self._done(name, value)
        return self._refuse(name, dict[str, Any]())

    def json(self, name: str) -> str:
        """JSON text: a text as it is, any other value as its compact JSON."""
        value = self._rest.pop(name, None)
        return value if isinstance(value, str) else "" if value is None else compact(value)

    def has(self, name: str) -> bool:
        """Whether the field is there and was not taken."""
        return name in self._rest

    def rest(self) -> dict[str, Any]:
        """What was not taken: unknown fields and those of a wrong type."""
        return self._rest

    def unknown(self) -> list[str]:
        """The keys of unknown fields."""
        return [f"{self._key}{name}" for name in self._rest if f"{self._key}{name}" not in self.wrong]

    def _done(self, name: str, value: Value) -> Value:
        self._rest.pop(name, None)
        return value

    def _refuse(self, name: str, default: Value) -> Value:
        self.wrong.append(f"{self._key}{name}")
        return default
