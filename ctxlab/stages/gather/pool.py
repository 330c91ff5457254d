"""Builds the pool: the columns that every later stage shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from ctxlab.model.items import Item, PartKind, Row, Source
from ctxlab.model.profile import Wire
from ctxlab.model.trace import Pool
from ctxlab.stages.protocol import StageContext, Unit
from ctxlab.tokens.images import Vision
from ctxlab.tokens.items import count_item
from ctxlab.tokens.protocols import Counter

_UNITS_KEPT = 50_000

#: Their framing is shared by the message that they stand in; the layout states it as a sum beforehand.
_BEAR_NO_FRAMING = frozenset(
    {
        Source.SYSTEM_PROMPT,
        Source.TOOL_SCHEMAS,
        Source.KEY_FACT,
        Source.TASK_STATE,
        Source.AGENT_NOTE,
        Source.RETRIEVED_DOC,
        Source.SUMMARY,
    }
)


@dataclass(frozen=True, slots=True)
class Placed:
    """Where Gather put an item: source, row, turn, and whether it belongs to the current turn."""

    source: Source
    row: Row
    turn: int
    current: bool


class ItemCounts:
    """The counts of a session's items, which its many requests share; those of the session counted last."""

    def __init__(self) -> None:
        self._of: tuple[object, str, Vision] | None = None
        self._known: dict[int, tuple[Item, tuple[int, bool]]] = {}

    def begin(
        self, session_items: tuple[Item, ...], counter: Counter, vision: Vision
    ) -> Callable[[Item], tuple[int, bool]]:
        """Gives what counts an item of that session; estimates that are to become better are not kept."""
        if getattr(counter, "provisional", False):
            return lambda item: count_item(item, counter, vision)
        told = (counter.vocabulary, vision)
        if self._of is None or self._of[0] is not session_items or self._of[1:] != told:
            self._of = (session_items, *told)
            self._known = {}
        known = self._known

        def count(item: Item) -> tuple[int, bool]:
            found = known.get(id(item))
            if found is not None and found[0] is item:
                return found[1]
            counted = count_item(item, counter, vision)
            # key facts are made for each gather
            if item.source is not Source.KEY_FACT:
                known[id(item)] = (item, counted)
            return counted

        return count


def build_pool(
    items: Sequence[Item],
    placed: Sequence[Placed],
    derived_from: Mapping[int, tuple[int, ...]],
    context: StageContext,
    *,
    count: Callable[[Item], tuple[int, bool]],
    gone: frozenset[int] = frozenset(),
    pairs: Mapping[int, tuple[int, ...]] | None = None,
) -> Pool:
    """Counts every item and lays the columns side by side.

    `count` gives an item's tokens and whether they are exact. `gone` are positions that Gather drops.
    """
    tokens: list[int] = []
    exact = bytearray()
    for item in items:
        held, sure = count(item)
        tokens.append(held)
        exact.append(sure)
    paired = frozenset(chain(pairs, *pairs.values())) if pairs else frozenset[int]()
    framing = _borne_framing(items, placed, context, gone=gone, paired=paired)
    return Pool(
        items=tuple(items),
        source=tuple(place.source for place in placed),
        row=tuple(place.row for place in placed),
        turn=tuple(place.turn for place in placed),
        tokens=tuple(tokens),
        charge=tuple(map(int.__add__, tokens, framing)),
        exact=bytes(exact),
        current=bytes(place.current for place in placed),
        index={item.id: position for position, item in enumerate(items)},
        derived_from=dict(derived_from),
    )


def _borne_framing(
    items: Sequence[Item],
    placed: Sequence[Placed],
    context: StageContext,
    *,
    gone: frozenset[int],
    paired: frozenset[int],
) -> list[int]:
    """Framing tokens that fall on each item: its message's, when it is the first of its message to bear any.

    A call and its result stand in messages of their own whatever source they were given, and so bear theirs.
    """
    alone = context.wire is Wire.OPENAI_CHAT
    served: set[int] = set()
    out: list[int] = []
    for position, (item, place) in enumerate(zip(items, placed, strict=True)):
        shared = place.source in _BEAR_NO_FRAMING and position not in paired
        if item.message < 0 or shared or position in gone:
            out.append(0)
            continue
        is_result = item.has(PartKind.RESULT)
        if item.message in served and not (alone and is_result):
            out.append(0)
            continue
        if not (alone and is_result):
            served.add(item.message)
        named = bool(item.name) and not is_result and item.role not in ("tool", "function")
        out.append(context.framing.message + (context.framing.name if named else 0))
    return out


class Units:
    """Units by what they say, so that the many requests of a session share those that are alike."""

    def __init__(self) -> None:
        self._known: dict[tuple[tuple[int, ...], int, bool, bool], Unit] = {}

    def unit(self, positions: tuple[int, ...], charge: int, pinned: bool, required: bool) -> Unit:
        """The unit that says this."""
        key = (positions, charge, pinned, required)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _UNITS_KEPT:
                self._known.clear()
            found = self._known[key] = Unit(positions, charge, pinned, required)
        return found


def build_units(
    pool: Pool, kept: Sequence[int], pinned: frozenset[int], required: frozenset[int], units: Units
) -> dict[Row, tuple[Unit, ...]]:
    """The units of each row in time order.

    The items of one row that come from one recorded message are a unit; each result is a unit of its own.
    """
    groups: dict[Row, dict[object, list[int]]] = {}
    for position in kept:
        item = pool.items[position]
        row = pool.row[position]
        whole = item.message >= 0 and not item.has(PartKind.RESULT)
        key: object = ("message", item.message) if whole else position
        groups.setdefault(row, {}).setdefault(key, []).append(position)
    return {
        row: tuple(
            units.unit(
                tuple(members),
                sum([pool.charge[p] for p in members]),
                not pinned.isdisjoint(members),
                not required.isdisjoint(members),
            )
            for members in sorted(by_key.values())
        )
        for row, by_key in groups.items()
    }
