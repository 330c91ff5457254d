"""What reaches the terminal: escaped text, numbers with their mark, aligned tables, one JSON document."""

from __future__ import annotations

import json
import re
import shutil
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import click

from ctxlab.text.visible import visible

# Characters that JSON may hold bare and a terminal would act on; they stand inside strings only.
_ACTIVE = re.compile("[\\x7f-\\x9f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]")

#: How much deeper the further lines of a wrapped one are set in.
_HANG = 4


def say(line: str = "") -> None:
    """One line on stdout, nothing in it able to act on the terminal."""
    click.echo(_single(line))


def note(line: str) -> None:
    """One line on stderr, nothing in it able to act on the terminal."""
    click.echo(_single(line), err=True)


def say_wrapped(line: str = "") -> None:
    """One line on stdout; on a terminal that is narrower, as several, those after the first set in."""
    if not sys.stdout.isatty():
        say(line)
        return
    for one in wrapped(_single(line), shutil.get_terminal_size().columns):
        click.echo(one)


def wrapped(line: str, columns: int) -> list[str]:
    """The line in pieces of at most so many columns, broken at blanks or beside wide characters.

    The pieces after the first are set in, deeper than the line itself is. A word that is wider than a piece
    is broken where it has to be.
    """
    if width(line) <= columns or not line.strip(" "):
        return [line]
    lead = len(line) - len(line.lstrip(" "))
    indent = " " * min(lead + _HANG, columns // 2)
    pieces: list[str] = []
    start, first = 0, lead
    while start < len(line):
        before = indent if pieces else ""
        end = _fitting(line, start, first, columns - len(before))
        end = end if end == len(line) else _break(line, first, end)
        pieces.append(before + line[start:end].rstrip(" "))
        while line[end : end + 1] == " ":
            end += 1
        start = first = end
    return pieces


def _fitting(line: str, start: int, first: int, columns: int) -> int:
    """Where the characters from `start` on that fit end; the one at `first` always does."""
    held = 0
    for at in range(start, len(line)):
        held += width(line[at])
        if held > columns:
            return max(at, first + 1)
    return len(line)


def _break(line: str, first: int, end: int) -> int:
    """The last place behind `first` and up to `end` where a line may be broken, or `end` without any."""
    for at in range(end, first, -1):
        blank = " " in (line[at - 1], line[at])
        # A wide mark such as a full stop stays with what it closes.
        closes = _is_wide(line[at]) and unicodedata.category(line[at])[0] == "P"
        if blank or (_is_wide(line[at - 1]) and not closes):
            return at
    return end


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"


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
