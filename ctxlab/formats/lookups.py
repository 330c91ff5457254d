"""Looking into JSON values of which nothing is sure: what is not of the type that is asked for is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ctxlab.formats.values import ParseError, is_list, is_object, parse, unwrap

#: The names that lead into a value, one after another.
Path = tuple[str, ...]


def as_object(value: Any) -> dict[str, Any]:
    """The value if it is a JSON object, or an empty one."""
    return value if is_object(value) else {}


def as_list(value: Any) -> list[Any]:
    """The value if it is a JSON list, or an empty one."""
    return value if is_list(value) else []


def elements_of(value: Any) -> list[Any]:
    """The elements of a list; null has none, and anything else is the only one."""
    return value if is_list(value) else [] if value is None else [value]


def objects_in(value: Any) -> list[dict[str, Any]]:
    """The JSON objects in a list; anything else has none."""
    return [one for one in as_list(value) if is_object(one)]


def first_given(record: Mapping[str, Any], names: Iterable[str]) -> Any:
    """The first of the named fields that is there and not null; else None."""
    return next((record[name] for name in names if record.get(name) is not None), None)


def value_at(value: Any, path: Path) -> Any:
    """What stands at the path, also inside strings that hold JSON; None where there is nothing."""
    for name in path:
        value = unwrap(value.get(name)) if is_object(value) else None
    return value


def pointer_of(path: Path) -> str:
    """The JSON pointer of that path."""
    return "".join(f"/{name}" for name in path)


def decoded(value: Any) -> Any:
    """The JSON value of any kind that a text is; text that is none stays, and so does what is no text."""
    try:
        return parse(value) if isinstance(value, str) else value
    except ParseError:
        return value
