"""Reading API values of which nothing is sure, for validators."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

#: What names of tools consist of, in both APIs.
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]+")


def is_object(value: object) -> TypeGuard[Mapping[str, Any]]:
    """Whether the value is a JSON object."""
    return isinstance(value, Mapping)


def is_list(value: object) -> TypeGuard[Sequence[Any]]:
    """Whether the value is a JSON array."""
    return isinstance(value, list | tuple)


def objects(value: object) -> Iterator[Mapping[str, Any]]:
    """The objects of an array; nothing where it is none."""
    if is_list(value):
        yield from (one for one in value if is_object(one))


def is_one_of(value: object, known: frozenset[str]) -> bool:
    """Whether the value is one of these texts; what is no text never is."""
    return isinstance(value, str) and value in known


def text_of(value: object) -> str:
    """The value where it is a text, else an empty text."""
    return value if isinstance(value, str) else ""


def is_tool_name(name: object, longest: int) -> bool:
    """Whether an API takes this as the name of a tool."""
    return isinstance(name, str) and len(name) <= longest and TOOL_NAME.fullmatch(name) is not None
