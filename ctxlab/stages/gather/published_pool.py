"""What the Gathers of published systems share: what they state, sources, the pool, its record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ctxlab.errors import CancelledError
from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Row, Source
from ctxlab.model.profile import GatherSettings
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Pool
from ctxlab.stages.gather.recorder import honour_recorder
from ctxlab.stages.gather.sources import apply_rules_and_marks
from ctxlab.stages.gather.turns import Turns, find_turns, row_of, source_of
from ctxlab.stages.protocol import Gathered, StageContext, Unit
from ctxlab.stages.published_contents import has_place
from ctxlab.stages.published_record import Decisions
from ctxlab.tokens.items import MEDIA, count_item

#: Settings of `[gather]` that change nothing in these Gathers, which make nothing and shorten nothing.
IDLE = tuple(
    f"gather.{name}" for name in GatherSettings.model_fields if name not in ("strategy", "compaction", "rule")
)

#: How many items are read between two looks at whether anybody still wants the result.
_LOOK_EVERY = 256

#: Whether a candidate belongs to the current turn, by its position.
IsCurrent = Callable[[Item, int, Turns], bool]


class PublishedGather:
    """What every published Gather states of itself; its name, its version and what it does are its own."""

    slot = Stage.GATHER
    reads: tuple[str, ...] = ("gather", "tokens")
    #: Settings of what it reads that change nothing here.
    idle: tuple[str, ...] = IDLE
    requires: tuple[str, ...] = ()
    provides: tuple[str, ...] = ("pool",)
    external = False


@dataclass(slots=True)
class Candidates:
    """What stands before the request, with the source of each item and why some go no further.

    `merged` are items that another one holds, `counted` the tokens of contents that a Gather put in place of
    what was recorded and whether they are exact, `prefix` what such a content has before the recorded one.
    """

    given: Snapshot
    context: StageContext
    items: list[Item]
    turns: Turns
    dropped: dict[int, tuple[Reason, Numbers]]
    source: list[Source] = field(default_factory=list[Source])
    current: bytearray = field(default_factory=bytearray)
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    merged: dict[int, Numbers] = field(default_factory=dict[int, Numbers])
    counted: dict[int, tuple[int, bool]] = field(default_factory=dict[int, tuple[int, bool]])
    prefix: dict[int, int] = field(default_factory=dict[int, int])

    def goes_on(self, position: int) -> bool:
        """Whether the item is neither dropped nor merged so far."""
        return position not in self.dropped and position not in self.merged

    def of(self, source: Source) -> list[int]:
        """Positions of the items of that source that go on so far."""
        return [
            position for position, one in enumerate(self.source) if one is source and self.goes_on(position)
        ]

    def remaining(self) -> Iterator[tuple[int, Item]]:
        """The items that go on so far, with their positions.

        Raises:
            CancelledError: Nobody wants the result any more.
        """
        return ((position, item) for position, item in self._all() if self.goes_on(position))

    def _all(self) -> Iterator[tuple[int, Item]]:
        for position, item in enumerate(self.items):
            if position % _LOOK_EVERY == 0 and self.context.cancelled():
                raise CancelledError("the build was stopped while it gathered")
            yield position, item

    def exclude(self, sources: Sequence[Source], reason: Reason) -> list[str]:
        """Drops the items of these sources that go on so far; their ids."""
        found: list[str] = []
        for position, source in enumerate(self.source):
            if source in sources and position not in self.dropped:
                self.dropped[position] = (reason, ())
                found.append(self.items[position].id)
        return found

    def exclude_textless(self) -> None:
        """Drops calls, thinking and media, and names the media, beside a text too."""
        for position, item in enumerate(self.items):
            if position in self.dropped:
                continue
            self.say_media(item)
            if not has_place(item):
                self.dropped[position] = (Reason.EXCLUDED_BY_MODE, ())

    def exclude_others(self, order: Sequence[Source]) -> None:
        """Drops what is of another source, and calls, thinking and media."""
        for position, item in enumerate(self.items):
            if self.goes_on(position) and (self.source[position] not in order or not has_place(item)):
                self.dropped[position] = (Reason.EXCLUDED_BY_MODE, ())

    def say_media(self, item: Item) -> None:
        """Names an item whose media are left out."""
        if any(part.kind in MEDIA for part in item.parts):
            self.diagnostics.append(Diagnostic("media_left_out", item.id))

    def gathered(self, strategy: str, order: Sequence[Source]) -> Gathered:
        """The finished stage; `order` are the sources in the order gathered.

        Raises:
            CancelledError: Nobody wants the result any more.
        """
        pool = self._pool()
        decisions = Decisions(len(pool))
        for position, tokens in enumerate(pool.tokens):
            if position in self.dropped:
                reason, numbers = self.dropped[position]
                decisions.decide(position, Fate.DROPPED, reason, 0, numbers)
            elif position in self.merged:
                decisions.decide(position, Fate.MERGED, Reason.DUPLICATE, 0, self.merged[position])
            else:
                decisions.decide(position, Fate.KEPT, Reason.GATHERED, tokens)
        stays = [position for position in range(len(pool)) if self.goes_on(position)]
        going = sorted(stays, key=lambda position: order.index(pool.source[position]))
        pins = (pin for pin in self.context.marks.pins if pin in pool.index)
        self.diagnostics.extend(Diagnostic("pin_not_read", pin) for pin in pins)
        return Gathered(
            snapshot=self.given,
            pool=pool,
            record=decisions.record(Stage.GATHER, strategy, going),
            units=_units(pool, stays),
            pairs={},
            pinned=frozenset(),
            diagnostics=tuple(self.diagnostics),
        )

    def _pool(self) -> Pool:
        """The columns. Nothing bears framing, so that a charge is the item's tokens."""
        tokens: list[int] = []
        exact = bytearray()
        for position, item in self._all():
            count, is_exact = self.counted.get(position) or count_item(item, self.context.counter)
            tokens.append(count)
            exact.append(is_exact)
        return Pool(
            items=tuple(self.items),
            source=tuple(self.source),
            row=tuple(row_of(source, recent=False) for source in self.source),
            turn=self.turns.turn,
            tokens=tuple(tokens),
            charge=tuple(tokens),
            exact=bytes(exact),
            current=bytes(self.current),
            index={item.id: position for position, item in enumerate(self.items)},
            derived_from={},
            prefix=self.prefix,
        )


def _is_current(item: Item, position: int, turns: Turns) -> bool:
    recent = item.source is Source.TOOL_RESULT and bool(item.recent)
    return position >= turns.start or recent or item.source is Source.USER_MESSAGE


def candidates(given: Snapshot, context: StageContext, is_current: IsCurrent = _is_current) -> Candidates:
    """All that was recorded before the request; what the recorder had replaced or deleted is dropped.

    Sources follow role and place, then the profile's rules, then marks.
    """
    items = [given.session.items[i] for i in given.candidates()]
    recorded = honour_recorder(given, range(len(items)), context.profile.gather.compaction)
    turns = find_turns(items, recorded.live, recorded.superseded, branching=given.session.branching)
    found = Candidates(given, context, items, turns, dict(recorded.dropped))
    for position, item in enumerate(items):
        current = is_current(item, position, turns)
        found.current.append(current)
        found.source.append(source_of(item, current=current))
    found.diagnostics.extend(apply_rules_and_marks(items, found.source, found.dropped, context))
    return found


def _units(pool: Pool, kept: Sequence[int]) -> dict[Row, tuple[Unit, ...]]:
    """Each item is a unit of its own: the published systems know no messages of several."""
    units: dict[Row, list[Unit]] = {}
    for position in kept:
        units.setdefault(pool.row[position], []).append(Unit((position,), pool.charge[position]))
    return {row: tuple(found) for row, found in units.items()}
