"""Gather, recommended: everything before the request is a candidate; the recorder's own choices are honoured."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.items import NOWHERE, Item, Part, PartKind, Row, Source
from ctxlab.model.profile import GatherRule
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import StageRecord
from ctxlab.stages.gather.pairing import pair_calls
from ctxlab.stages.gather.pool import Placed, build_pool, build_units
from ctxlab.stages.gather.recorder import Recorded, honour_recorder
from ctxlab.stages.gather.turns import Turns, find_turns, is_user_message, row_of, source_of
from ctxlab.stages.protocol import Gathered, SparseNumbers, StageContext
from ctxlab.text.demands import hard_demands


class RecordedGather:
    """Takes every item before the request, drops what the recorder or a rule excluded, adds key facts."""

    name = "recorded"
    version = "1"
    slot = Stage.GATHER
    reads = ("gather", "budget.recent.rounds", "tokens", "construct.wire")
    requires = ()
    provides = ("pool",)
    external = False

    def run(self, given: Snapshot, context: StageContext, /) -> Gathered:
        """The pool and its units at this request."""
        positions = given.candidates()
        items = [given.session.items[i] for i in positions]
        recorded = honour_recorder(given, positions, context.profile.gather.compaction)
        turns = find_turns(items, recorded.live, recorded.superseded)
        placed = _place(items, turns, context)
        dropped = dict(recorded.dropped)
        _apply_rules(items, placed, dropped, context.profile.gather.rule)
        _apply_marks(items, placed, context.marks.sources, turns, context)
        facts = _key_facts(items, placed, recorded, turns, context)
        return _gathered(given, items, placed, facts, dropped, turns, context)


def _place(items: Sequence[Item], turns: Turns, context: StageContext) -> list[Placed]:
    rounds = context.profile.row(Row.RECENT).rounds
    oldest_recent = turns.count - rounds
    placed: list[Placed] = []
    for position, item in enumerate(items):
        explicit = item.source is Source.USER_MESSAGE or (item.source is Source.TOOL_RESULT and bool(item.recent))
        current = position >= turns.start or explicit
        source = source_of(item, current=current)
        recent = current or (turns.turn[position] >= oldest_recent and turns.turn[position] > 0 and rounds > 0)
        placed.append(Placed(source, row_of(source, recent=recent), turns.turn[position], current))
    return placed


def _replace_source(place: Placed, source: Source, *, recent: bool) -> Placed:
    return replace(place, source=source, row=row_of(source, recent=recent))


def _apply_rules(
    items: Sequence[Item],
    placed: list[Placed],
    dropped: dict[int, tuple[Reason, Numbers]],
    rules: Sequence[GatherRule],
) -> None:
    for rule in rules:
        pattern = re.compile(rule.regex)
        for position, item in enumerate(items):
            if position in dropped or (rule.role and item.role != rule.role):
                continue
            if (rule.tool and item.name != rule.tool) or not pattern.search(item.text):
                continue
            if rule.exclude:
                dropped[position] = (Reason.EXCLUDED_BY_RULE, ())
            elif rule.source is not None:
                recent = placed[position].row is Row.RECENT or placed[position].current
                placed[position] = _replace_source(placed[position], rule.source, recent=recent)


def _apply_marks(
    items: Sequence[Item],
    placed: list[Placed],
    sources: Sequence[tuple[str, Source]],
    turns: Turns,
    context: StageContext,
) -> None:
    if not sources:
        return
    wanted = dict(sources)
    rounds = context.profile.row(Row.RECENT).rounds
    for position, item in enumerate(items):
        source = wanted.get(item.id)
        if source is not None:
            place = placed[position]
            recent = place.current or (rounds > 0 and place.turn >= turns.count - rounds)
            placed[position] = _replace_source(place, source, recent=recent)


def _key_facts(
    items: Sequence[Item], placed: Sequence[Placed], recorded: Recorded, turns: Turns, context: StageContext
) -> list[tuple[int, str]]:
    """(origin, verbatim sentence) pairs: those marked, then hard demands of user messages of earlier turns, once each."""
    found: list[tuple[int, str]] = []
    index = {item.id: position for position, item in enumerate(items)}
    for mark in context.marks.key_facts:
        if mark.item in index:
            found.append((index[mark.item], items[index[mark.item]].text[mark.start : mark.end]))
    if context.profile.gather.key_facts:
        for position, item in enumerate(items):
            stands = recorded.live[position] or recorded.superseded[position] >= 0
            if stands and not placed[position].current and is_user_message(item):
                text = item.text
                found.extend((position, text[demand.start : demand.end]) for demand in hard_demands(text))
    once: dict[str, int] = {}
    for origin, sentence in found:
        once.setdefault(sentence.strip(), origin)
    return sorted(((origin, sentence) for sentence, origin in once.items() if sentence), key=lambda pair: pair[0])


def _fact_items(items: Sequence[Item], facts: Sequence[tuple[int, str]]) -> list[Item]:
    made: list[Item] = []
    taken: dict[int, int] = {}
    for origin, sentence in facts:
        taken[origin] = taken.get(origin, 0) + 1
        suffix = "" if taken[origin] == 1 else f".{taken[origin]}"
        made.append(
            Item(
                id=f"{items[origin].id}~fact{suffix}",
                role="system",
                parts=(Part(PartKind.TEXT, sentence),),
                source=Source.KEY_FACT,
                place=NOWHERE,
                priority=1,
            )
        )
    return made


def _gathered(
    snapshot: Snapshot,
    items: list[Item],
    placed: list[Placed],
    facts: Sequence[tuple[int, str]],
    dropped: Mapping[int, tuple[Reason, Numbers]],
    turns: Turns,
    context: StageContext,
) -> Gathered:
    count = len(items)
    all_items = [*items, *_fact_items(items, facts)]
    all_placed = [*placed, *(Placed(Source.KEY_FACT, Row.KEY_FACT, placed[o].turn, False) for o, _ in facts)]
    derived = {count + at: (origin,) for at, (origin, _) in enumerate(facts)}
    pool = build_pool(all_items, all_placed, derived, context)
    numbers: dict[int, Numbers] = {position: pairs for position, (_, pairs) in dropped.items() if pairs}
    numbers.update({position: (("by", items[origin[0]].id),) for position, origin in derived.items()})
    fate = bytearray([Fate.KEPT]) * count + bytearray([Fate.ADDED]) * len(facts)
    reason = bytearray([Reason.GATHERED]) * count + bytearray([Reason.KEY_FACT]) * len(facts)
    tokens = list(pool.tokens)
    for position, (why, _) in dropped.items():
        fate[position], reason[position], tokens[position] = Fate.DROPPED, why, 0
    kept = [position for position in range(len(pool)) if fate[position] != Fate.DROPPED]
    pairs = pair_calls(pool.items, kept)
    pinned = _pinned(pool.index, context.marks.pins, pairs)
    required = _required(pool.items, all_placed, kept, turns)
    record = StageRecord(
        Stage.GATHER, RecordedGather.name, bytes(fate), bytes(reason), tokens, kept, SparseNumbers(numbers), sum(tokens)
    )
    return Gathered(snapshot, pool, record, build_units(pool, kept, pinned, required), pairs, pinned)


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


def _required(
    items: Sequence[Item], placed: Sequence[Placed], kept: Sequence[int], turns: Turns
) -> frozenset[int]:
    """Of the current turn, all that is neither the user message nor a result; and the summary that opens it."""
    found = {p for p in kept if placed[p].current and placed[p].row is Row.RECENT}
    if turns.opener >= 0:
        found.add(turns.opener)
    return frozenset(found)
