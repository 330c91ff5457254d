"""Gather, recommended: everything before the request is a candidate, and the recorder's choices hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Row, Source
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import StageRecord
from ctxlab.stages.gather.facts import Remembered, demands_in, fact_items, find_facts
from ctxlab.stages.gather.media import SessionMedia
from ctxlab.stages.gather.modes import apply_mode, surplus_facts
from ctxlab.stages.gather.pairing import break_pairs, pair_calls
from ctxlab.stages.gather.pool import ItemCounts, Placed, Units, build_pool, build_units
from ctxlab.stages.gather.recorder import honour_recorder
from ctxlab.stages.gather.reducing import Reductions, Shorter, as_recorded, with_shorter
from ctxlab.stages.gather.sources import apply_rules_and_marks
from ctxlab.stages.gather.turns import Turns, find_turns, is_recent, row_of, source_of
from ctxlab.stages.protocol import Gathered, SparseNumbers, StageContext
from ctxlab.text.plain_facts import plain_facts
from ctxlab.tokens.images import vision_of


class RecordedGather:
    """Takes every item before the request, drops what the recorder or a rule excluded, adds key facts."""

    name = "recorded"
    version = "1"
    slot = Stage.GATHER
    reads = ("gather", "budget.recent.rounds", "tokens", "window.model", "construct.wire", "mode")
    requires = ()
    provides = ("pool",)
    external = False

    def __init__(self) -> None:
        self._demands = Remembered(demands_in)
        self._statements = Remembered(plain_facts)
        self._units = Units()
        self._counts = ItemCounts()
        self._media = SessionMedia()
        self._reductions = Reductions()

    def run(self, given: Snapshot, context: StageContext, /) -> Gathered:
        """The pool and its units at this request."""
        positions = given.candidates()
        items = [given.session.items[i] for i in positions]
        recorded = honour_recorder(given, positions, context.profile.gather.compaction)
        turns = find_turns(items, recorded.live, recorded.superseded, branching=given.session.branching)
        rounds = context.profile.row(Row.RECENT).rounds
        placed = _place(items, turns, rounds)
        dropped = dict(recorded.dropped)
        noticed = _apply_sources(items, placed, dropped, context, turns)
        pairs = pair_calls(items, [p for p in range(len(items)) if p not in recorded.dropped])
        # What a mode leaves out was said all the same: demands in it stay key facts.
        stands = [p not in dropped or recorded.superseded[p] >= 0 for p in range(len(items))]
        pinned = _spared(items, context.marks.pins, pairs, recorded.dropped)
        chosen = apply_mode(context.profile.mode, items, placed, turns, dropped, pinned)
        break_pairs(items, pairs, recorded.dropped, dropped)
        demands = self._demands if context.profile.gather.key_facts else None
        statements = self._statements if context.profile.gather.stated_facts else None
        facts = find_facts(items, placed, stands, context.marks.key_facts, demands, statements)
        vision = vision_of(context.profile.window.model or given.session.model)
        shared = (self._counts.begin(given.session.items, context.counter, vision), self._units)
        origins = [origin for origin, _ in facts]
        for position in surplus_facts(chosen.mode, placed, origins, dropped, pinned):
            dropped[position] = chosen.exclusion
        noticed.extend(chosen.diagnostics)
        spared = _spared(items, context.marks.pins, pairs, dropped)
        shorter = self._reductions.of(items, placed, pairs, spared, context.profile.gather)
        gathered = _gathered(given, items, placed, facts, dropped, pairs, turns, context, shared, shorter)
        noticed.extend(self._media.notices(given.session.items, gathered, vision))
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
    shorter: Mapping[int, Shorter],
) -> Gathered:
    """What Gather hands on.

    `shared` counts items and makes units, as the session's requests share them; `shorter` are items that
    lost something.
    """
    count = len(items)
    count_item, known = shared
    all_items = [*with_shorter(items, shorter), *fact_items(items, facts)]
    all_placed = [*placed, *(Placed(Source.KEY_FACT, Row.KEY_FACT, placed[o].turn, False) for o, _ in facts)]
    derived = {count + at: (origin,) for at, (origin, _) in enumerate(facts)}
    gone = frozenset(dropped)
    pool = build_pool(all_items, all_placed, derived, context, count=count_item, gone=gone, pairs=pairs)
    numbers: dict[int, Numbers] = {position: told for position, (_, told) in dropped.items() if told}
    added = {position: (("by", items[origin[0]].id),) for position, origin in derived.items()}
    numbers = {**added, **numbers}
    fate = bytearray([Fate.KEPT]) * count + bytearray([Fate.ADDED]) * len(facts)
    reason = bytearray([Reason.GATHERED]) * count + bytearray([Reason.KEY_FACT]) * len(facts)
    tokens = list(pool.tokens)
    for position, (why, _) in dropped.items():
        fate[position], reason[position], tokens[position] = Fate.DROPPED, why, 0
    for position, one in shorter.items():
        fate[position], reason[position] = Fate.TRUNCATED, one.reason
        numbers[position] = (("need", count_item(items[position])[0]), *one.numbers)
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
    recorded, left = as_recorded(pool, items, shorter, count_item)
    return Gathered(snapshot, pool, record, units, pairs, pinned, recorded=recorded, reduced=left)


def _spared(
    items: Sequence[Item],
    pins: Sequence[str],
    pairs: Mapping[int, tuple[int, ...]],
    dropped: Mapping[int, object],
) -> frozenset[int]:
    """Items out of which nothing is taken: what is pinned, and what goes no further anyway."""
    index = {item.id: position for position, item in enumerate(items)} if pins else {}
    return _pinned(index, pins, pairs) | dropped.keys()


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
