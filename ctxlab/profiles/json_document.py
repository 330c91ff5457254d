"""JSON profiles: the document, and the line at which each of its keys stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ctxlab.errors import ProfileError, Where
from ctxlab.model.profile_keys import Path, dotted

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|\n|[^\s"{}\[\]:,]+', re.DOTALL)


def read_json(text: str, file: str = "") -> tuple[Any, Mapping[Path, int]]:
    """What a JSON text holds, and the first line of each key path.

    Raises:
        ProfileError: It is no JSON, or a key stands twice in one object.
    """
    try:
        document = json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        where = Where(file=file, line=text.count("\n", 0, error.pos) + 1)
        raise ProfileError(f"this is no valid JSON: {error.msg}", where=where) from None
    except RecursionError:
        raise ProfileError("the profile is nested too deeply", where=Where(file=file)) from None
    except ValueError as error:
        raise ProfileError(f"this is no valid JSON: {error}", where=Where(file=file)) from None
    lines: dict[Path, int] = {}
    for path, line in _keys(text):
        if path in lines:
            raise ProfileError("stands there twice", where=Where(file=file, line=line, key=dotted(path)))
        lines[path] = line
    return document, lines


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def _keys(text: str) -> Iterator[tuple[Path, int]]:
    """Each key of an object and each place of a list in a valid JSON text, with its line (1-based)."""
    path: list[str | int] = []
    line, waiting, waiting_line = 1, "", 1
    for token in _TOKEN.finditer(text):
        piece = token.group()
        if piece == "\n":
            line += 1
        elif piece in "{[":
            if path and isinstance(path[-1], int):
                yield tuple(path), line
            path.append("" if piece == "{" else 0)
        elif piece in "}]":
            path.pop()
        elif piece == ":":
            path[-1] = json.loads(waiting)
            yield tuple(path), waiting_line
        elif piece == ",":
            last = path[-1]
            path[-1] = last + 1 if isinstance(last, int) else ""
        elif piece.startswith('"'):
            waiting, waiting_line = piece, line
