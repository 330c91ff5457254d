"""Ids of calls and names of tools as an API allows them, the same for each mention."""

from __future__ import annotations

import re

from ctxlab.formats.writers.written import Losses

_OTHER = re.compile(r"[^a-zA-Z0-9_-]")


class Names:
    """Gives each recorded id and name one that is allowed: itself, where it is.

    Allowed are letters, digits, `_` and `-`, up to a length, and in names further signs.
    """

    def __init__(self, losses: Losses, *, longest_id: int, longest_name: int, signs: str = "") -> None:
        self._losses = losses
        self._longest = (longest_id, longest_name)
        self._signs = frozenset(signs)
        self._ids: dict[str, str] = {}
        self._tools: dict[str, str] = {}

    def id(self, recorded: str) -> str:
        """The id of a call; two recorded ones never become one."""
        if recorded not in self._ids:
            clean = _OTHER.sub("_", recorded)[: self._longest[0]] or "call"
            self._ids[recorded] = _free(clean, set(self._ids.values()), self._longest[0])
            self._losses.count("ids_changed", int(self._ids[recorded] != recorded))
        return self._ids[recorded]

    def tool(self, recorded: str) -> str:
        """The name of a tool."""
        if recorded not in self._tools:
            allowed = (sign if sign in self._signs or not _OTHER.match(sign) else "_" for sign in recorded)
            clean = "".join(allowed)[: self._longest[1]] or "tool"
            if self._signs and not (clean[0].isalpha() or clean[0] == "_"):
                clean = f"_{clean}"[: self._longest[1]]
            self._tools[recorded] = _free(clean, set(self._tools.values()), self._longest[1])
            if self._tools[recorded] != recorded:
                self._losses.name("names_changed", recorded)
        return self._tools[recorded]


def _free(wanted: str, taken: set[str], longest: int) -> str:
    number, free = 2, wanted
    while free in taken:
        tail = f"_{number}"
        free = wanted[: longest - len(tail)] + tail
        number += 1
    return free
