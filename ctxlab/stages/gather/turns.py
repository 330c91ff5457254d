"""Turns, the current turn and sources: what depends on where in the conversation a request stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ctxlab.model.items import Item, PartKind, Row, Source
from ctxlab.model.turns import turn_key


@dataclass(frozen=True, slots=True)
class Turns:
    """For each candidate its turn, and where the current turn begins.

    `turn` is 1-based and 0 before the first user message. `start` is the first position of the current
    turn, or the number of candidates where there is none. `opener` is the position of the recorded summary
    that opens the current turn because it replaced the last user message, else -1.
    """

    turn: tuple[int, ...]
    count: int
    start: int
    opener: int = -1


def find_turns(
    items: Sequence[Item], live: Sequence[bool], superseded: Sequence[int], *, branching: bool
) -> Turns:
    """Counts the turns as `model.turns` says; the current one begins with the last message that stands.

    `superseded` holds for each item the position of the recorded summary that stands for it now, or -1.
    `branching` is that of the session.
    """
    turn: list[int] = []
    begun: set[int] = set()
    standing: set[int] = set()
    last = -1
    for position, item in enumerate(items):
        key = turn_key(item, position)
        if key is not None and (live[position] or superseded[position] >= 0):
            if key not in standing:
                last = position
            standing.add(key)
            begun.add(key)
        elif key is not None and not branching:
            begun.add(key)
        turn.append(len(begun))
    count = len(begun)
    start = len(items) if last < 0 else last
    opener = -1
    if last >= 0 and not live[last]:
        start = opener = superseded[last]
    explicit = _explicit_user_message(items)
    if explicit >= 0:
        start = len(items)
        turn = _keyword_turns(items, turn, count)
    return Turns(tuple(turn), count, start, opener)


def _explicit_user_message(items: Sequence[Item]) -> int:
    """The position of a keyword form's user message, or -1.

    It stands before the history, and still it is the current turn.
    """
    for position, item in enumerate(items):
        if item.source is Source.USER_MESSAGE:
            return position
    return -1


def _keyword_turns(items: Sequence[Item], turn: list[int], count: int) -> list[int]:
    """The user message and recent results are the last turn, history keeps its own, the rest has none."""
    out: list[int] = []
    explicit = sum(1 for item in items if item.source is Source.USER_MESSAGE and item.opens_turn)
    seen_first = False
    for item, counted in zip(items, turn, strict=True):
        seen_first = seen_first or item.source is Source.USER_MESSAGE
        if item.source is Source.USER_MESSAGE or (item.source is Source.TOOL_RESULT and item.recent):
            out.append(max(count, 1))
        elif item.source is Source.CONVERSATION:
            out.append(counted - (explicit if seen_first else 0))
        else:
            out.append(0)
    return out


def is_recent(turns: Turns, position: int, rounds: int, *, current: bool) -> bool:
    """Whether the item belongs to the current turn or to the last `rounds` rounds before it.

    What stands before the first user message belongs to no round.
    """
    turn = turns.turn[position]
    return current or (rounds > 0 and turn > 0 and turn >= turns.count - rounds)


def source_of(item: Item, *, current: bool) -> Source:
    """The source that role and place give, before rules and marks."""
    if item.source is not None:
        return item.source
    if item.has(PartKind.RESULT):
        return Source.TOOL_RESULT
    if item.role in ("system", "developer"):
        return Source.SYSTEM_PROMPT
    if item.role == "user" and current and not item.injected:
        return Source.USER_MESSAGE
    if item.role == "tool":
        return Source.TOOL_RESULT
    return Source.CONVERSATION


_ROW_OF = {source: Row(source.value) for source in Source if source is not Source.CONVERSATION}


def row_of(source: Source, *, recent: bool) -> Row:
    """The budget row of a source; conversation is `recent` or `history`."""
    if source is Source.CONVERSATION:
        return Row.RECENT if recent else Row.HISTORY
    return _ROW_OF[source]
