"""The arguments of a call, value by value, each with the place of its characters in the recorded text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[\[\]{}:,]|true|false|null')
_SIGN = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Argument:
    """One text among the arguments: the name of its field (of the nearest one, in lists), and the text.

    `starts` has the offset of each of its code points in the recorded arguments, and that of their end.
    """

    name: str
    text: str
    starts: range | tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of the text stands in the recorded arguments, in code points."""
        return self.starts[start], self.starts[end]


@dataclass(frozen=True, slots=True)
class NumberArgument:
    """One number among the arguments: the name of its field, its value, and its place."""

    name: str
    number: Decimal
    start: int
    end: int


def arguments_of(recorded: str) -> tuple[Argument | NumberArgument, ...]:
    """The texts and numbers of a call's arguments, in order; names of fields are not among them.

    Arguments that are no JSON, such as a bare patch, are one text without a name.
    """
    try:
        json.loads(recorded)
    except (ValueError, RecursionError):
        return (Argument("", recorded, range(len(recorded) + 1)),)
    return tuple(_values(recorded))


def _values(recorded: str) -> Iterator[Argument | NumberArgument]:
    """The values of valid JSON. The name in force is that of the innermost field around a value."""
    names: list[str] = []
    name, inside = "", [False]
    tokens = list(_TOKEN.finditer(recorded))
    for at, token in enumerate(tokens):
        text = token[0]
        if text in "[{":
            names.append(name)
            inside.append(text == "{")
        elif text in "]}":
            inside.pop()
            name = names.pop()
        elif text == "," and inside[-1]:
            name = names[-1]
        elif text[0] == '"':
            said = _text(name, recorded, token.start() + 1, token.end() - 1)
            if at + 1 < len(tokens) and tokens[at + 1][0] == ":":
                name = said.text
            else:
                yield said
        elif text[0] in "-0123456789":
            yield NumberArgument(name, Decimal(text), *token.span())


def _text(name: str, recorded: str, start: int, end: int) -> Argument:
    """The text between two quotes, its escapes read."""
    if recorded.find("\\", start, end) < 0:
        return Argument(name, recorded[start:end], range(start, end + 1))
    said: list[str] = []
    starts: list[int] = []
    for sign in _SIGN.finditer(recorded, start, end):
        said.append(json.loads(f'"{sign[0]}"', strict=False) if sign[0][0] == "\\" else sign[0])
        starts.append(sign.start())
    return Argument(name, "".join(said), (*starts, end))
