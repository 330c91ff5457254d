"""Diagnostics: what a reader or a stage noticed and a user should know."""

from __future__ import annotations

from dataclasses import dataclass

Number = int | float | str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One notice.

    `code` is worded by explain; `item` is an id or empty; `numbers` are (name, value) pairs.
    """

    code: str
    item: str = ""
    numbers: tuple[tuple[str, Number], ...] = ()
    severity: str = "warning"
    line: int = 0
