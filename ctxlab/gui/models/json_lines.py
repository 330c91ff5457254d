"""Values as lines of set-out JSON: how many there are without making them, and the lines when asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from ctxlab.model.wire_view import json_text

_INDENT = "  "


def count_lines(value: object) -> int:
    """How many lines the value takes: one each for what holds nothing further, two around what does."""
    held: Collection[Any]
    if isinstance(value, Mapping):
        held = cast("Mapping[str, Any]", value).values()
    elif isinstance(value, list | tuple):
        held = cast("Sequence[Any]", value)
    else:
        return 1
    if not held:
        return 1
    lines = len(held) + 2
    for one in held:
        # most values are texts and numbers: a call each would double the time
        if isinstance(one, dict | list | tuple):
            lines += count_lines(cast("object", one)) - 1
    return lines


def json_lines(value: object, level: int, key: str = "", *, comma: bool) -> list[str]:
    """The lines of a value that stands `level` deep, under a key where it has one, before others or last.

    There are as many as `count_lines` says. Line ends within texts are escaped, as JSON has them.
    """
    indent = _INDENT * level
    lines = json_text(value).split("\n")
    lines = [indent + line for line in lines] if indent else lines
    if key:
        lines[0] = f"{indent}{json_text(key)}: {lines[0][len(indent) :]}"
    if comma:
        lines[-1] += ","
    return lines
