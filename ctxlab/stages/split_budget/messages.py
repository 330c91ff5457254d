"""The conversation as the published split budget counts it: messages, not rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ctxlab.model.decision import Fate, Reason
from ctxlab.model.items import Item, Source
from ctxlab.stages.kept import kept_with
from ctxlab.stages.protocol import Gathered
from ctxlab.stages.published_contents import recorded_field, recorded_value
from ctxlab.stages.split_budget.rag import is_text
from ctxlab.stages.split_budget.texts import PER_ROUND

#: Reasons for which Gather drops what the published system was never handed.
_NEVER_THERE = frozenset({Reason.SUPERSEDED, Reason.EXCLUDED_BY_RECORDER, Reason.EXCLUDED_BY_RULE})


@dataclass(frozen=True, slots=True)
class Talk:
    """The conversation, oldest first: `positions` that Gather let through, and where each message starts.

    `starts` are places in `positions`. A message of nothing but calls counts, too: it has no positions.
    """

    positions: tuple[int, ...]
    starts: tuple[int, ...]

    def split(self, rounds: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Positions of the older messages, and of those that the last rounds are taken to be."""
        first = max(0, len(self.starts) - PER_ROUND * rounds)
        at = self.starts[first] if first < len(self.starts) else len(self.positions)
        return self.positions[:at], self.positions[at:]


def talk_of(gathered: Gathered) -> Talk:
    """The conversation of a gather; made once."""
    return kept_with(gathered, Talk, lambda: _talk(gathered))


def _talk(gathered: Gathered) -> Talk:
    pool, record = gathered.pool, gathered.record
    positions: list[int] = []
    starts: list[int] = []
    last = -1
    for position, source in enumerate(pool.source):
        if source is not Source.CONVERSATION:
            continue
        leaves = Fate(record.fate[position]).leaves
        if leaves and Reason(record.reason[position]) in _NEVER_THERE:
            continue
        number = pool.items[position].message
        if number < 0 or number != last or not starts:
            starts.append(len(positions))
        last = number
        if not leaves:
            positions.append(position)
    return Talk(tuple(positions), tuple(starts))


@dataclass(frozen=True, slots=True)
class Said:
    """What an older message gives the compressor: its role, and its content."""

    role: Any
    content: Any

    @property
    def is_text(self) -> bool:
        """Whether the content is a text."""
        return isinstance(self.content, str)


def said(item: Item) -> Said:
    """An older message's role and content, None where nothing was recorded."""
    if not item.parts:
        return Said(item.role, None)
    content = item.text if is_text(item.parts) else _value(item)
    return Said(recorded_field(item, "role", item.role), content)


def _value(item: Item) -> Any:
    try:
        return recorded_value(item)
    except (ValueError, RecursionError):
        return item.text
