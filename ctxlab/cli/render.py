"""What reaches the terminal: escaped text, numbers with their mark, aligned tables, one JSON document."""

from __future__ import annotations

import json
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import click

from ctxlab.text.visible import visible

# Characters that JSON may hold bare and a terminal would act on; they stand inside strings only.
_ACTIVE = re.compile("[\\x7f-\\x9f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]")


def say(line: str = "") -> None:
    """One line on stdout, nothing in it able to act on the terminal."""
    click.echo(_single(line))


def note(line: str) -> None:
    """One line on stderr, nothing in it able to act on the terminal."""
    click.echo(_single(line), err=True)


def _single(line: str) -> str:
    """The line without anything that would act, or that would make it two."""
    return visible(line).replace("\r\n", "␤").replace("\n", "␤")


def say_json(document: Any) -> None:
    """One JSON document on stdout; a text is taken for JSON that is ready."""
    text = document if isinstance(document, str) else json.dumps(document, ensure_ascii=False, indent=2)
    click.echo(_ACTIVE.sub(lambda hit: f"\\u{ord(hit.group()):04x}", text))


def number(value: int, exact: bool = True) -> str:
    """A count with thousands set apart, and `≈` before one that is not exact."""
    return f"{value:,}" if exact else f"≈{value:,}"


def width(text: str) -> int:
    """Columns that a text takes on a terminal: wide characters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def table(rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> list[str]:
    """Lines with the cells of each column below each other; columns in `right` are set to the right."""
    if not rows:
        return []
    cells = [[visible(cell) for cell in row] for row in rows]
    widths = [max(width(row[column]) for row in cells) for column in range(len(cells[0]))]
    return [
        "  ".join(_pad(cell, widths[column], column in right) for column, cell in enumerate(row)).rstrip()
        for row in cells
    ]


def _pad(cell: str, to: int, right: bool) -> str:
    space = " " * (to - width(cell))
    return space + cell if right else cell + space


def shortened(text: str, limit: int = 72) -> str:
    """The first words of a text on one line, at most `limit` columns wide, with `…` where there are more."""
    line = " ".join(text[: 4 * limit].split())
    columns = list(accumulate(max(1, width(char)) for char in line))
    if len(text) <= 4 * limit and (not columns or columns[-1] <= limit):
        return line
    return line[: bisect_right(columns, limit - 1)].rstrip() + "…"
