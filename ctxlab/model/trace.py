"""The trace: the immutable record of one run, held as columns and read as rows.

A *position* is an index into the columns: gathered items first, in id order, then items made by later stages in the
order in which they were made. Positions of gathered items do not change between runs on the same snapshot with
the same gather settings, so views key their rows by root id and patch them in place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from ctxlab.model.decision import STAGES, Decision, Fate, Numbers, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Part, Row, Source

SCHEMA = "ctxlab.trace/1"

LEDGER = ("heading", "separator", "framing", "prefix", "seam")


class NumbersColumn(Protocol):
    """The numbers of a stage's decisions, made from columns when asked."""

    def __call__(self, position: int, /) -> Numbers:
        """The (name, value) pairs of the decision at that position."""
        ...


@dataclass(frozen=True, slots=True)
class Altered:
    """An item's content after a cut or compression.

    `cuts` are spans of the *root's* text, in code points, that are no longer there; a marker may stand in their place.
    """

    parts: tuple[Part, ...]
    tokens: int
    cuts: tuple[tuple[int, int], ...] = ()

    @property
    def text(self) -> str:
        """The text as it stands now."""
        return "\n".join(part.text for part in self.parts if part.text)


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """The columns that every stage shares: one entry a gathered item, in id order (key facts after their origin last).

    `turn` is 1-based, 0 before the first user message. `unit` groups the items of one recorded message and row.
    `charge` is tokens plus the framing that the item bears. `exact` tells for each item whether its count is exact.
    `prefix` is how many code points of the text a published profile put before it.
    """

    items: tuple[Item, ...]
    source: tuple[Source, ...]
    row: tuple[Row, ...]
    turn: tuple[int, ...]
    tokens: tuple[int, ...]
    charge: tuple[int, ...]
    exact: bytes
    current: bytes
    index: Mapping[str, int]
    derived_from: Mapping[int, tuple[int, ...]]
    prefix: Mapping[int, int] = field(default_factory=dict[int, int])

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class Made:
    """An item that Select or Summarize made: a placeholder, a summary. Its id is `FIRST~placeholder` or the like."""

    item: Item
    source: Source
    row: Row
    turn: int
    tokens: int
    stage: Stage
    derived_from: tuple[int, ...]
    exact: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class StageRecord:
    """What one stage decided, by position. A fate of NONE means that the item did not reach the stage."""

    stage: Stage
    strategy: str
    fate: bytes | bytearray
    reason: bytes | bytearray
    tokens: Sequence[int]
    order: Sequence[int]
    numbers: NumbersColumn
    total: int

    def decision(self, position: int) -> Decision | None:
        """The decision on the item at that position, or None where it did not reach the stage."""
        if position >= len(self.fate) or not self.fate[position]:
            return None
        return Decision(
            self.stage,
            Fate(self.fate[position]),
            Reason(self.reason[position]),
            self.numbers(position),
            self.tokens[position],
        )


Span = tuple[str, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Message:
    """One message of the built context: a pure API object, with what it holds.

    `tokens` counts framing. `positions` are the items in it. `spans` are (JSON pointer into the message, start, end in
    code points, position of the item that the text came from).
    """

    value: Mapping[str, Any]
    tokens: int
    positions: tuple[int, ...]
    spans: tuple[Span, ...] = ()
    framing: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Outside:
    """What goes beside the messages: tool schemas (`tools`) and, on wires that keep it apart, the `system` part."""

    field: str
    value: Any
    tokens: int
    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RowUse:
    """A row of the budget under a run. `cap` None is no cap; `given` is the cap with elastic share.

    `used` is a sum of charges; `kept` and `of` count items of the row that Select let through and that reached it.
    """

    row: Row
    cap: int | None
    given: int | None
    used: int
    kept: int
    of: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a must-keep reached the end: `lost_at` is the stage that lost it, or None."""

    id: str
    lost_at: Stage | None


@dataclass(frozen=True, slots=True)
class Totals:
    """Token sums. `limit` and `over` are None without a window size; `over` is never negative.

    `counted` is the constructed context under o200k_base where the profile's encoding is an estimate.
    """

    gathered: int
    selected: int
    summarized: int
    constructed: int
    counted: int
    limit: int | None
    over: int | None


@dataclass(frozen=True, eq=False)
class Trace:
    """The record of one run. Equal inputs give equal traces, byte for byte; there is no time, duration or path in it."""

    session: str
    request: int
    profile: str
    profile_sha256: str
    wire: str
    encoding: str
    exact: bool
    unknown: tuple[Source, ...]
    pool: Pool
    made: tuple[Made, ...]
    altered: Mapping[int, Altered]
    moved: Mapping[int, Row]
    by: Mapping[int, int]
    stages: tuple[StageRecord, StageRecord, StageRecord, StageRecord]
    outside: tuple[Outside, ...]
    context: tuple[Message, ...]
    ledger: tuple[tuple[str, int], ...]
    rows: tuple[RowUse, ...]
    totals: Totals
    must_keeps: tuple[Verdict, ...]
    diagnostics: tuple[Diagnostic, ...]

    def __len__(self) -> int:
        return len(self.pool) + len(self.made)

    def stage(self, stage: Stage) -> StageRecord:
        """That stage's record."""
        return self.stages[STAGES.index(stage)]

    def item(self, position: int) -> Item:
        """The item at a position, as it was gathered or made."""
        pool = len(self.pool)
        return self.pool.items[position] if position < pool else self.made[position - pool].item

    def id(self, position: int) -> str:
        """The root id of the item at a position."""
        return self.item(position).id

    def position(self, item_id: str) -> int | None:
        """The position of a root id, or None."""
        found = self.pool.index.get(item_id)
        return self._made_index.get(item_id) if found is None else found

    def source(self, position: int) -> Source:
        """The item's source at this request."""
        pool = len(self.pool)
        return self.pool.source[position] if position < pool else self.made[position - pool].source

    def row(self, position: int) -> Row:
        """The budget row that the item ended in."""
        pool = len(self.pool)
        if position >= pool:
            return self.made[position - pool].row
        return self.moved.get(position, self.pool.row[position])

    def turn(self, position: int) -> int:
        """The item's turn, 0 before the first user message."""
        pool = len(self.pool)
        return self.pool.turn[position] if position < pool else self.made[position - pool].turn

    def tokens(self, position: int) -> int:
        """Tokens of the item as gathered or made, without framing."""
        pool = len(self.pool)
        return self.pool.tokens[position] if position < pool else self.made[position - pool].tokens

    def is_exact(self, position: int) -> bool:
        """Whether that count is exact."""
        pool = len(self.pool)
        return bool(self.pool.exact[position]) if position < pool else self.made[position - pool].exact

    def derived_from(self, position: int) -> tuple[int, ...]:
        """Positions of the items that a made item stands for."""
        pool = len(self.pool)
        if position < pool:
            return self.pool.derived_from.get(position, ())
        return self.made[position - pool].derived_from

    def history(self, position: int) -> tuple[Decision, ...]:
        """The item's decisions, one a stage reached, ending at drop or merge."""
        found = (record.decision(position) for record in self.stages)
        return tuple(decision for decision in found if decision is not None)

    def outcome(self, position: int) -> Decision:
        """The decision that tells the item's fate: the highest in rank, of kept ones Select's, else the latest."""
        best: Decision | None = None
        for decision in self.history(position):
            if best is None or decision.fate > best.fate:
                best = decision
            elif decision.fate == best.fate and (decision.fate is not Fate.KEPT or decision.stage is Stage.SELECT):
                best = decision
        assert best is not None, "every item of a trace has a first decision"
        return best

    def fate(self, position: int) -> Fate:
        """The fate of `outcome`, without making a decision."""
        column = [record.fate[position] for record in self.stages if position < len(record.fate)]
        return Fate(max(column))

    def tokens_after(self, position: int) -> int:
        """Tokens that the item holds in the end; 0 when dropped or merged."""
        return self.history(position)[-1].tokens

    def order(self) -> list[int]:
        """All positions in id order, made items after the item that they are named for."""
        pool = len(self.pool)
        after: dict[int, list[int]] = {}
        for position in [*self.pool.derived_from, *range(pool, len(self))]:
            after.setdefault(self.derived_from(position)[0], []).append(position)
        made = set(self.pool.derived_from)
        out: list[int] = []
        for position in range(pool):
            if position not in made:
                out.append(position)
                out.extend(after.get(position, ()))
        return out

    @cached_property
    def messages(self) -> list[Mapping[str, Any]]:
        """The built context as API messages; treat them as read-only."""
        return [message.value for message in self.context]

    @cached_property
    def _made_index(self) -> dict[str, int]:
        pool = len(self.pool)
        return {made.item.id: pool + i for i, made in enumerate(self.made)}

    def to_json(self, *, indent: int | None = None) -> str:
        """The trace as one JSON object of schema `ctxlab.trace/1`."""
        from ctxlab.model.trace_json import dumps

        return dumps(self, indent=indent)
