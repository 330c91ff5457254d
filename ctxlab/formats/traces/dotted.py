"""Attributes with numbers in their names, such as `gen_ai.prompt.3.content`, as the lists they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.values import is_object

#: Deeper names are no lists that anyone writes.
_DEEPEST = 16


def listed(attributes: Mapping[str, Any], prefix: str) -> list[Any]:
    """The elements under that name, in the order of their numbers; numbers may be missing."""
    found: dict[str, Any] = {}
    start = f"{prefix}."
    for name, value in attributes.items():
        if name.startswith(start):
            path = name[len(start) :].split(".", _DEEPEST)
            if _number(path[0]) is not None:
                _put(found, path, value)
    return _as_list(found)


def _put(into: dict[str, Any], path: list[str], value: Any) -> None:
    """Puts a value under a path; what has parts of its own wins over what has none."""
    for step in path[:-1]:
        inner = into.get(step)
        if not is_object(inner):
            inner = into[step] = {}
        into = inner
    if not is_object(into.get(path[-1])):
        into[path[-1]] = value


def _as_list(found: Mapping[str, Any]) -> list[Any]:
    numbered = [(number, one) for name, one in found.items() if (number := _number(name)) is not None]
    return [_plain(one) for _, one in sorted(numbered, key=lambda pair: pair[0])]


def _plain(value: Any) -> Any:
    """The value with lists where all names are numbers."""
    if not is_object(value):
        return value
    if value and all(_number(name) is not None for name in value):
        return _as_list(value)
    return {name: _plain(one) for name, one in value.items()}


def _number(name: str) -> int | None:
    return int(name) if name.isascii() and name.isdigit() and len(name) < 10 else None
