"""The parts of a trace: its columns, what the stages made, and what the built context holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ctxlab.model.decision import Decision, Fate, Numbers, Reason, Stage
from ctxlab.model.items import Item, Part, Row, Source

#: The rows of the ledger: what the context holds beside its items.
LEDGER = ("heading", "separator", "framing", "prefix", "seam")


class NumbersColumn(Protocol):
    """The numbers of a stage's decisions, made from columns when asked."""

    def __call__(self, position: int, /) -> Numbers:
        """The (name, value) pairs of the decision at that position."""
        ...


@dataclass(frozen=True, slots=True)
class Altered:
    """An item's content after a cut or compression.

    `cuts` are spans of the *root's* text, in code points, that are no longer there; a marker may stand in
    their place.
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
    """The columns that every stage shares, with one entry for each gathered item.

    Items stand in the order in which they were recorded, key facts behind all others. `turn` is 1-based, 0
    before the first user message. `charge` is tokens plus the framing that the item bears. `exact` tells
    for each item whether its count is exact, `current` whether it belongs to the current turn. `index`
    gives the position of a root id, `derived_from` the origins of a key fact. `prefix` is how many code
    points of the text a published profile put before it.
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
    """An item that Select or Summarize made: a placeholder or a summary.

    Its id is that of the first item that it is derived from, with `~placeholder` or `~summary` behind it.
    """

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
    """What one stage decided, by position; the fate NONE says that the item did not reach the stage.

    `tokens` are what each item holds on leaving the stage, and `total` is their sum. `order` are the
    positions of the items that leave it, in the order of its output.
    """

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

    `tokens` counts framing. `positions` are the items in it. `spans` are (JSON pointer into the message,
    start, end in code points, position of the item that the text came from).
    """

    value: Mapping[str, Any]
    tokens: int
    positions: tuple[int, ...]
    spans: tuple[Span, ...] = ()
    framing: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Outside:
    """What goes beside the messages: `tools`, or on wires that keep it apart the `system` part."""

    field: str
    value: Any
    tokens: int
    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RowUse:
    """A row of the budget under a run. `cap` None is no cap; `given` is the cap with elastic share.

    `used` is a sum of charges; `kept` and `of` count items of the row that Select let through and that
    reached it.
    """

    row: Row
    cap: int | None
    given: int | None
    used: int
    kept: int
    of: int

    @property
    def over(self) -> int:
        """Tokens that the row holds beyond its cap and what it was given beyond that; 0 without a cap."""
        return 0 if self.cap is None else max(0, self.used - max(self.cap, self.given or 0))


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
