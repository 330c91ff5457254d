"""JSON text to values, with the rules that logs need: NaN, control characters, long numbers, deep nesting.

Every failure is a ParseError, never one of the many errors that the parser itself can raise.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeGuard

#: Deeper values are refused: nothing that an agent records nests so deep, and walking them needs the stack.
MAX_DEPTH = 200

#: A string that holds JSON is opened at most this often.
_MAX_WRAPS = 2

_DECODER = json.JSONDecoder(strict=False)

#: An escape of one half of a surrogate pair whose other half does not follow (or go before).
_LONE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)
_SURROGATE = re.compile("[\ud800-\udfff]")


class ParseError(ValueError):
    """Text that is no JSON value: a code, the reason in words, and the position in code points."""

    def __init__(self, code: str, reason: str, position: int) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.position = position


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether the value is a JSON object."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether the value is a JSON list."""
    return isinstance(value, list)


def is_container(value: object) -> bool:
    """Whether the value is a JSON object or list."""
    return isinstance(value, (dict, list))


def parse_prefix(text: str, start: int = 0) -> tuple[Any, int]:
    """The JSON value that begins at `start`, and the position behind it.

    Raises:
        ParseError: No value begins there, or it is cut, nests too deep or holds a number that is too long.
    """
    try:
        value, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        raise ParseError("line_broken", error.msg, error.pos) from None
    except RecursionError:
        raise ParseError("too_deep", f"nested more than {MAX_DEPTH} deep", start) from None
    except ValueError:
        raise ParseError("number_too_long", "a number has too many digits", start) from None
    if _may_be_deep(text, start, end) and _too_deep(value):
        raise ParseError("too_deep", f"nested more than {MAX_DEPTH} deep", start)
    return value, end


def parse(text: str) -> Any:
    """The one JSON value that `text` is; blanks around it are allowed. Lone surrogates in it are mended.

    Raises:
        ParseError: As `parse_prefix`, and for anything behind the value.
    """
    value, end = parse_prefix(text, len(text) - len(text.lstrip()))
    if text[end:].strip():
        raise ParseError("line_broken", "something follows the value", end)
    return value if lone_escape(text, 0, end) is None else mend(value)[0]


def parse_lenient(text: str) -> Any:
    """As `parse`, but a number that is too long for an integer is kept as text."""
    decoder = json.JSONDecoder(strict=False, parse_int=_int_or_text)
    try:
        value, end = decoder.raw_decode(text)
    except json.JSONDecodeError as error:
        raise ParseError("line_broken", error.msg, error.pos) from None
    except RecursionError:
        raise ParseError("too_deep", f"nested more than {MAX_DEPTH} deep", 0) from None
    if _too_deep(value):
        raise ParseError("too_deep", f"nested more than {MAX_DEPTH} deep", 0)
    if text[end:].strip():
        raise ParseError("line_broken", "something follows the value", end)
    return value


def unwrap(value: Any) -> Any:
    """The value inside a string that holds a JSON object or list, opened at most twice; else the value."""
    inner = value
    for _ in range(_MAX_WRAPS):
        if not isinstance(inner, str):
            break
        try:
            inner = parse(inner)
        except ParseError:
            return value
    return inner if is_container(inner) else value


def lone_escape(text: str, start: int, end: int) -> int | None:
    """The position of the first escape of half a surrogate pair in that stretch of JSON text, or None."""
    # nearly no text has any: finding that out by the pattern stops all threads ten times as long
    if text.find("\\ud", start, end) < 0 and text.find("\\uD", start, end) < 0:
        return None
    found = _LONE.search(text, start, end)
    return found.start() if found else None


def mend(value: Any) -> tuple[Any, int]:
    """The value with each lone surrogate in its strings replaced by U+FFFD, and how many there were."""
    if isinstance(value, str):
        return _SURROGATE.subn("\ufffd", value)
    if is_list(value):
        pairs = [mend(one) for one in value]
        return [one for one, _ in pairs], sum(count for _, count in pairs)
    if is_object(value):
        count = 0
        out: dict[str, Any] = {}
        for key, one in value.items():
            clean, in_key = _SURROGATE.subn("\ufffd", key)
            out[clean], in_value = mend(one)
            count += in_key + in_value
        return out, count
    return value, 0


def _int_or_text(digits: str) -> int | str:
    try:
        return int(digits)
    except ValueError:
        return digits


def nests_deeper(text: str, value: Any, most: int) -> bool:
    """Whether a value, whose JSON text is given, nests deeper than that."""
    return _may_be_deep(text, 0, len(text), most) and _too_deep(value, most)


def _may_be_deep(text: str, start: int, end: int, most: int = MAX_DEPTH) -> bool:
    return end - start > most and text.count("{", start, end) + text.count("[", start, end) > most


def _too_deep(value: Any, most: int = MAX_DEPTH) -> bool:
    level: list[Any] = [value]
    for _ in range(most + 1):
        level = [child for one in level for child in _children(one)]
        if not level:
            return False
    return True


def _children(value: Any) -> Iterator[Any]:
    inner: Iterable[Any] = ()
    if is_object(value):
        inner = value.values()
    elif is_list(value):
        inner = value
    return (one for one in inner if is_container(one))
