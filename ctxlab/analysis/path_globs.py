"""Paths against globs, as people write them: `db/migrations/**`, `src/a.py`, or the bare name of a folder."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache


def matches(path: str, glob: str) -> bool:
    """Whether a path is what a glob names, or lies under it; upper and lower case are the same.

    `*` and `?` stay within one part of a path, `**` stands for any number of parts. A glob that does not
    begin at the root may begin at any part of the path, so that one of the project fits absolute paths too.
    What it names may be a folder: all that lies under it matches.
    """
    parts = normal(path)
    return bool(parts) and _pattern(glob).search("/" + parts.lstrip("/")) is not None


def normal(path: str) -> str:
    """A path with slashes only, without `.` and `..` where they can be resolved; empty for no path."""
    plain = path.strip().replace("\\", "/")
    return "" if not plain else posixpath.normpath(plain)


@lru_cache(maxsize=256)
def _pattern(glob: str) -> re.Pattern[str]:
    parts = [part for part in normal(glob).split("/") if part]
    while parts and parts[-1] == "**":
        parts.pop()
    if not parts or parts == ["."]:
        return re.compile("(?!)" if not glob.strip() else "")
    body = "".join("(?:/[^/]+)*" if part == "**" else "/" + _part(part) for part in parts)
    begin = "^" if normal(glob).startswith("/") else ""
    return re.compile(f"{begin}{body}(?:/|$)", re.IGNORECASE)


def _part(part: str) -> str:
    """One part of a glob as a pattern."""
    signs = {"*": "[^/]*", "?": "[^/]"}
    return "".join(signs.get(sign) or re.escape(sign) for sign in part)
