"""Where in the text of a TOML file its tables and keys stand; the parsers do not tell."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Path = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""
      (?P<string> \"\"\"(?:[^\\]|\\.)*?\"{3,5} | '''.*?'{3,5} | "(?:[^"\\\n]|\\.)*" | '[^'\n]*' )
    | (?P<comment> \#[^\n]* )
    | (?P<open> [\[{] )
    | (?P<close> [\]}] )
    | (?P<equals> = )
    | (?P<newline> \n )
    | (?P<other> [^"'\#\[\]{}=\n]+ | . )
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A table's head or a key with its value: the whole key path, and its first and last line (1-based)."""

    path: Path
    first: int
    last: int
    head: bool = False


def split_lines(text: str) -> list[str]:
    """The lines of a text with their ends. Only a line feed ends a line of TOML; Python knows more."""
    return [line for line in re.split(r"(?<=\n)", text) if line]


def statements(text: str) -> tuple[Statement, ...]:
    """All statements of a valid TOML text, in order. Tables of an array are numbered from 0 in their paths.

    Keys inside inline tables and arrays are part of their statement and are not told apart.
    """
    table: Path = ()
    counts: dict[Path, int] = {}
    out: list[Statement] = []
    for source, equals, first, last in _raw_statements(text.replace("\r\n", "\n")):
        if equals is not None:
            out.append(Statement((*table, *_key(source[:equals])), first, last))
            continue
        array = source.startswith("[[")
        named = _numbered(_key(source.strip("[]")), counts, array)
        if array:
            counts[named] = counts.get(named, 0) + 1
            named = (*named, counts[named] - 1)
        table = named
        out.append(Statement(table, first, last, head=True))
    return tuple(out)


def lines_of(text: str) -> Mapping[Path, int]:
    """The first line at which each key path of a valid TOML text stands."""
    lines: dict[Path, int] = {}
    for statement in statements(text):
        for end in range(1, len(statement.path) + 1):
            lines.setdefault(statement.path[:end], statement.first)
    return lines


def comments(text: str) -> tuple[tuple[int, str], ...]:
    """Each comment of a valid TOML text, in order, with its line (1-based)."""
    line = 1
    out: list[tuple[int, str]] = []
    for token in _TOKEN.finditer(text.replace("\r\n", "\n")):
        if token.lastgroup == "comment":
            out.append((line, token.group().rstrip()))
        line += token.group().count("\n")
    return tuple(out)


def line_of(lines: Mapping[Path, int], path: Path) -> int | None:
    """The line of a key path, or of the nearest table around it that is known."""
    for end in range(len(path), 0, -1):
        if path[:end] in lines:
            return lines[path[:end]]
    return None


def _numbered(path: Path, counts: Mapping[Path, int], array: bool) -> Path:
    """The path with the number of each array of tables that it lies in."""
    out: Path = ()
    for i, part in enumerate(path):
        out = (*out, part)
        if out in counts and not (array and i == len(path) - 1):
            out = (*out, counts[out] - 1)
    return out


def _key(source: str) -> tuple[str, ...]:
    """The parts of a dotted key, quotes and escapes undone."""
    nested: Any = tomllib.loads(f"{source.strip()} = 0")
    parts: list[str] = []
    while nested != 0:
        name = next(iter(nested))
        parts.append(name)
        nested = nested[name]
    return tuple(parts)


def _raw_statements(text: str) -> Iterator[tuple[str, int | None, int, int]]:
    """Each statement without comments: its source, where its first bare `=` is, its first and last line."""
    line = first = 1
    depth = 0
    source = ""
    equals: int | None = None
    for token in _TOKEN.finditer(text):
        kind, piece = token.lastgroup, token.group()
        if kind == "comment":
            continue
        if kind == "newline" and depth == 0:
            if source.strip():
                yield source.strip(), equals, first, line
            line += 1
            first, source, equals = line, "", None
            continue
        if kind == "equals" and equals is None and depth == 0:
            equals = len(source.lstrip())
        depth += {"open": 1, "close": -1}.get(kind or "", 0)
        source += piece
        line += piece.count("\n")
    if source.strip():
        yield source.strip(), equals, first, line
