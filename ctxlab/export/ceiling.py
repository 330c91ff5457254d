"""What a profile lets the messages hold together, for libraries that know one figure for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ctxlab.model.items import Row
from ctxlab.model.profile import Profile

#: The rows that a conversation's messages are in. With a cap on each of them the caps bound it.
CONVERSATION = (Row.RECENT, Row.HISTORY, Row.TOOL_RESULT)

#: Rows that are one message each, and come on top of the others where they have no cap.
ON_TOP = (Row.SYSTEM_PROMPT, Row.USER_MESSAGE)


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The two figures.

    `limit` is the window's, None where the profile enforces none. `rows` are the caps of what is in
    messages, empty where a row of the conversation has none; `on_top` are rows without a cap that are
    counted beside them.
    """

    limit: int | None
    rows: tuple[tuple[Row, int], ...]
    on_top: tuple[Row, ...]

    @property
    def together(self) -> int | None:
        """The caps together; None where they bound nothing."""
        return sum(cap for _, cap in self.rows) if self.rows else None

    @property
    def least(self) -> int | None:
        """The smaller of the two figures; None where there is neither."""
        figures = [one for one in (self.limit, self.together) if one is not None]
        return min(figures, default=None)


def ceiling_of(profile: Profile) -> Ceiling:
    """What the messages of a conversation may hold under a profile."""
    caps: dict[Row, int | None] = {row: profile.row(row).cap for row in Row if row is not Row.TOOL_SCHEMAS}
    bounded = all(caps[row] is not None for row in CONVERSATION)
    rows = tuple((row, cap) for row, cap in caps.items() if cap is not None) if bounded else ()
    on_top = tuple(row for row in ON_TOP if caps[row] is None) if bounded else ()
    return Ceiling(profile.window.limit if profile.window.enforce else None, rows, on_top)


def least(figures: Sequence[str]) -> str:
    """Source of the smallest of some figures, never below 0."""
    smallest = figures[0] if len(figures) == 1 else f"min({', '.join(figures)})"
    return f"max(0, {smallest})"


def limit_words(profile: Profile) -> str:
    """How the limit comes about: `size 128000 - output_reserve 4096`."""
    window = profile.window
    parts = [f"soft_limit {window.soft_limit}"] if window.soft_rules else [f"size {window.size}"]
    if window.output_reserve and not window.soft_rules:
        parts.append(f"output_reserve {window.output_reserve}")
    parts += [f"buffer {window.buffer}"] if window.buffer else []
    parts += [f"unknown {source.value} {tokens}" for source, tokens in window.unknown]
    return " - ".join(parts)


def limit_settings(profile: Profile) -> Iterator[str]:
    """The keys of the settings that the limit follows from; of one not enforced only that it is not."""
    window = profile.window
    if not window.enforce or window.limit is None:
        yield "window.enforce"
        return
    yield from ("window.size", "window.output_reserve", "window.buffer")
    if window.enforce_soft:
        yield from ("window.soft_limit", "window.enforce_soft")
    yield from (f"window.unknown.{source.value}" for source, _ in window.unknown)


def limit_whys(profile: Profile) -> dict[str, str]:
    """Why the settings of the window that are not in the limit have no effect."""
    if not profile.window.enforce:
        return {"window": "limit_not_enforced", "window.warn_at": "no_warning", "window.model": "label"}
    return {"window.soft_limit": "limit_not_enforced"}
