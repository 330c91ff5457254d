"""Where the members and elements of a JSON text stand, so that parts of it can be taken out as written."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

_BLANKS = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class Child:
    """A member of an object, or an element of an array (then without a key).

    It begins at `start` (a member with its key), its value at `value`, and both end at `end`.
    """

    key: str
    start: int
    value: int
    end: int
    content: Any


def outermost(text: str) -> Child | None:
    """The whole value where the text is one JSON object or array, else None."""
    start = _skip(text, 0)
    if text[start : start + 1] not in ("{", "["):
        return None
    try:
        content, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    return Child("", start, start, end, content) if _skip(text, end) == len(text) else None


def children(text: str, at: int) -> list[Child]:
    """The members of the object, or elements of the array, that begins at `at`; it is known to be valid."""
    found: list[Child] = []
    is_object = text[at] == "{"
    at = _skip(text, at + 1)
    while text[at] not in "}]":
        start = at
        key = ""
        if is_object:
            key, at = _DECODER.raw_decode(text, at)
            # over the colon
            at = _skip(text, _skip(text, at) + 1)
        content, end = _DECODER.raw_decode(text, at)
        found.append(Child(key, start, at, end, content))
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return found


def end_of(text: str, start: int, count: int) -> int:
    """Where so many characters of the JSON string end whose first character stands at `start`."""
    at = start
    for _ in range(count):
        first = _escape(text, at)
        paired = first is not None and 0xD800 <= first < 0xDC00
        at += 1 if text[at] != "\\" else 2 if first is None else 6
        if paired:
            second = _escape(text, at)
            at += 6 if second is not None and 0xDC00 <= second < 0xE000 else 0
    return at


def _escape(text: str, at: int) -> int | None:
    """The code of an escape of four digits that stands there."""
    return int(text[at + 2 : at + 6], 16) if text.startswith("\\u", at) else None


def _skip(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found is not None else at
