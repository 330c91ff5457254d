"""Gather, recommended: everything before the request is a candidate, and the recorder's choices hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Row, Source
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import StageRecord
from ctxlab.stages.gather.facts import Demands, fact_items, find_facts
from ctxlab.stages.gather.pairing import break_pairs, pair_calls
from ctxlab.stages.gather.pool import ItemCounts, Placed, Units, build_pool, build_units
from ctxlab.stages.gather.recorder import honour_recorder
from ctxlab.stages.gather.sources import apply_rules_and_marks
from ctxlab.stages.gather.turns import Turns, find_turns, is_recent, row_of, source_of
from ctxlab.stages.protocol import Gathered, SparseNumbers, StageContext


class RecordedGather:
    """Takes every item before the request, drops what the recorder or a rule excluded, adds key facts."""

    name = "recorded"
    version = "1"
    slot = Stage.GATHER
    reads = ("gather", "budget.recent.rounds", "tokens", "construct.wire")
    requires = ()
    provides = ("pool",)
    external = False

    def __init__(self) -> None:
        self._demands = Demands()
        self._units = Units()
        self._counts = ItemCounts()

    def run(self, given: Snapshot, context: StageContext, /) -> Gathered:
        """The pool and its units at this request."""
        positions = given.candidates()
        items = [given.session.items[i] for i in positions]
        recorded = honour_recorder(given, positions, context.profile.gather.compaction)
        turns = find_turns(items, recorded.live, recorded.superseded)
        rounds = context.profile.row(Row.RECENT).rounds
        placed = _place(items, turns, rounds)
        dropped = dict(recorded.dropped)
        noticed = _apply_sources(items, placed, dropped, context, turns)
        pairs = pair_calls(items, [p for p in range(len(items)) if p not in recorded.dropped])
        break_pairs(items, pairs, recorded.dropped, dropped)
        stands = [p not in dropped or recorded.superseded[p] >= 0 for p in range(len(items))]
        demands = self._demands if context.profile.gather.key_facts else None
        facts = find_facts(items, placed, stands, context.marks.key_facts, demands)
        shared = (self._counts.begin(given.session.items, context.counter), self._units)
        gathered = _gathered(given, items, placed, facts, dropped, pairs, turns, context, shared)
        return replace(gathered, diagnostics=tuple(noticed)) if noticed else gathered


def _place(items: Sequence[Item], turns: Turns, rounds: int) -> list[Placed]:
    placed: list[Placed] = []
    for position, item in enumerate(items):
        explicit = item.source is Source.USER_MESSAGE or (
            item.source is Source.TOOL_RESULT and bool(item.recent)
        )
        # A document or note stands in no turn, wherever in the file it is.
        current = (position >= turns.start and item.message >= 0) or explicit
        source = source_of(item, current=current)
        recent = is_recent(turns, position, rounds, current=current)
        placed.append(Placed(source, row_of(source, recent=recent), turns.turn[position], current))
    return placed


def _apply_sources(
    items: Sequence[Item],
    placed: list[Placed],
    dropped: dict[int, tuple[Reason, Numbers]],
    context: StageContext,
    turns: Turns,
) -> list[Diagnostic]:
    """What rules and marks say of sources; an item of another source stands in another row."""
    if not context.profile.gather.rule and not context.marks.sources:
        return []
    sources = [place.source for place in placed]
    noticed = apply_rules_and_marks(items, sources, dropped, context)
    rounds = context.profile.row(Row.RECENT).rounds
    for position, source in enumerate(sources):
        if source is not placed[position].source:
            placed[position] = _with_source(placed[position], source, turns, position, rounds)
    return noticed


def _with_source(place: Placed, source: Source, turns: Turns, position: int, rounds: int) -> Placed:
    recent = is_recent(turns, position, rounds, current=place.current)
    return replace(place, source=source, row=row_of(source, recent=recent))


def _gathered(
    snapshot: Snapshot,
    items: list[Item],
    placed: list[Placed],
    facts: Sequence[tuple[int, str]],
    dropped: Mapping[int, tuple[Reason, Numbers]],
    pairs: Mapping[int, tuple[int, ...]],
    turns: Turns,
    context: StageContext,
    shared: tuple[Callable[[Item], tuple[int, bool]], Units],
) -> Gathered:
    """What Gather hands on; `shared` counts items and makes units, as the session's requests share them."""
    count = len(items)
    count_item, known = shared
    all_items = [*items, *fact_items(items, facts)]
    all_placed = [*placed, *(Placed(Source.KEY_FACT, Row.KEY_FACT, placed[o].turn, False) for o, _ in facts)]
    derived = {count + at: (origin,) for at, (origin, _) in enumerate(facts)}
    gone = frozenset(dropped)
    pool = build_pool(all_items, all_placed, derived, context, count=count_item, gone=gone, pairs=pairs)
    numbers: dict[int, Numbers] = {position: told for position, (_, told) in dropped.items() if told}
    numbers.update({position: (("by", items[origin[0]].id),) for position, origin in derived.items()})
    fate = bytearray([Fate.KEPT]) * count + bytearray([Fate.ADDED]) * len(facts)
    reason = bytearray([Reason.GATHERED]) * count + bytearray([Reason.KEY_FACT]) * len(facts)
    tokens = list(pool.tokens)
    for position, (why, _) in dropped.items():
        fate[position], reason[position], tokens[position] = Fate.DROPPED, why, 0
    kept = [position for position in range(len(pool)) if fate[position] != Fate.DROPPED]
    pairs = {call: results for call, results in pairs.items() if call not in dropped}
    pinned = _pinned(pool.index, context.marks.pins, pairs)
    required = _required(all_placed, kept, turns)
    record = StageRecord(
        Stage.GATHER,
        RecordedGather.name,
        bytes(fate),
        bytes(reason),
        tokens,
        kept,
        SparseNumbers(numbers),
        sum(tokens),
    )
    units = build_units(pool, kept, pinned, required, known)
    return Gathered(snapshot, pool, record, units, pairs, pinned)


def _pinned(
    index: Mapping[str, int], pins: Sequence[str], pairs: Mapping[int, tuple[int, ...]]
) -> frozenset[int]:
    """Pinned positions; a pin on a call or on a result pins the pair."""
    wanted = {index[pin] for pin in pins if pin in index}
    if wanted:
        for call, results in pairs.items():
            if call in wanted or any(result in wanted for result in results):
                wanted.update((call, *results))
    return frozenset(wanted)


def _required(placed: Sequence[Placed], kept: Sequence[int], turns: Turns) -> frozenset[int]:
    """What the current turn cannot do without.

    That is everything in it but the user message and results, and the summary that opens it.
    """
    found = {p for p in kept if placed[p].current and placed[p].row is Row.RECENT}
    if turns.opener >= 0:
        found.add(turns.opener)
    return frozenset(found)
