"""Keys that stand twice in one JSON object: parsers keep the last value and say nothing of the others.

That all is well is seen by counting: a text has as many keys as its objects, where none is repeated. Only
what does not add up is read once more. The count takes up to a quarter of the time of reading, so of large
files only those of our own format are looked at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ctxlab.formats.protocol import Record
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.diagnostics import Diagnostic

#: Files of no more bytes are looked at, whatever their format.
ALWAYS_BELOW = 1_000_000

_MOST_NAMED = 100


def note_repeated(data: bytes, records: Sequence[Record], *, lines: bool) -> list[Diagnostic]:
    """Says which key is the first to be repeated, where, and in how many objects there is one.

    `data` are the bytes of a file in UTF-8 with these records; `lines` says whether they stand on lines.
    """
    if not records:
        return []
    found: list[tuple[int, str, str]] = []
    count = 0
    ends = [*(record.byte for record in records[1:]), len(data)]
    for record, end in zip(records, ends, strict=True):
        if _has_more_keys(data, record.byte, end, _keys_in(record.value)):
            repeated = list(_repeated_in(data[record.byte : end].decode("utf-8", "replace")))
            count += len(repeated)
            found += [(record.line, pointer, key) for pointer, key in repeated[:1]]
    if not found:
        return []
    line, pointer, key = found[0]
    numbers = (("count", count), ("key", key[:_MOST_NAMED]), ("at", pointer[:_MOST_NAMED] or "/"))
    return [Diagnostic("key_repeated", numbers=numbers, line=line if lines else 0)]


def _has_more_keys(data: bytes, start: int, end: int, keys: int) -> bool:
    """Whether that stretch may have more keys than those; texts may look like more.

    Of keys with a blank before the colon, which no program writes, some are overlooked.
    """
    more = data.count(b'":', start, end) - keys
    if more > 0:
        more -= data.count(b'\\":', start, end)
        more += data.count(b'\\\\":', start, end)  # there it may be the backslash that is escaped
    return more > 0


def _keys_in(value: Any) -> int:
    count, todo = 0, [value]
    while todo:
        one = todo.pop()
        if is_object(one):
            count += len(one)
            todo += [inner for inner in one.values() if isinstance(inner, (dict, list))]
        elif is_list(one):
            todo += [inner for inner in one if isinstance(inner, (dict, list))]
    return count


def _first_repeated(keys: Sequence[str]) -> str:
    return next(key for at, key in enumerate(keys) if key in keys[:at])


def _repeated_in(text: str) -> Iterator[tuple[str, str]]:
    """The pointer of each object of the text's first value with a repeated key, and that key."""
    keys: dict[int, str] = {}
    kept: list[Any] = []

    def made(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            keys[id(value)] = _first_repeated([key for key, _ in pairs])
            kept.append(value)  # so that no other object gets its id
        return value

    try:
        value, _ = json.JSONDecoder(strict=False, object_pairs_hook=made).raw_decode(text.lstrip())
    except (ValueError, RecursionError):
        return
    todo: list[tuple[str, Any]] = [("", value)]
    while todo and keys:
        pointer, one = todo.pop()
        if is_object(one):
            if id(one) in keys:
                yield pointer, keys.pop(id(one))
            todo += [(f"{pointer}/{key}", inner) for key, inner in reversed(one.items())]
        elif is_list(one):
            todo += [(f"{pointer}/{at}", one[at]) for at in reversed(range(len(one)))]
    # Those that stand in a value which a repeated key took the place of.
    yield from (("", key) for key in keys.values())
