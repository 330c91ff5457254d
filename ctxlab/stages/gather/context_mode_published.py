"""Gather as the context modes were published: five source tags, each content counted anew, nothing filtered.

Recorded sessions know more than the published system does. Decided here: system prompts are instructions, the
last user message is the input, other texts of user and assistant are chat, documents are retrieval, recorded
summaries are summaries. Tool messages, key facts and a stored summary (one that is no message) never enter;
tool schemas, states, notes, calls, thinking and media have no place (`excluded_by_mode`). Contents are
counted by the profile's encoding, whatever the file states. A content that is no text cannot be counted, and
a time that does not compare with the others cannot be sorted: both break the published build
(`published_fails`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ctxlab.errors import CancelledError
from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Part, PartKind, Row, Source
from ctxlab.model.profile import Mode
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Pool
from ctxlab.stages.gather.modes import asked_of, choose
from ctxlab.stages.gather.pool import Placed
from ctxlab.stages.gather.recorder import honour_recorder
from ctxlab.stages.gather.sources import apply_rules_and_marks
from ctxlab.stages.gather.turns import Turns, find_turns, row_of, source_of
from ctxlab.stages.protocol import Gathered, StageContext, Unit
from ctxlab.stages.published_contents import has_place, recorded_value
from ctxlab.stages.published_modes import is_number
from ctxlab.stages.published_record import Decisions
from ctxlab.tokens.cache import is_exact
from ctxlab.tokens.items import count_item

#: The order gathered. A source that is not named never enters.
ORDER = (
    Source.SYSTEM_PROMPT,
    Source.SUMMARY,
    Source.RETRIEVED_DOC,
    Source.CONVERSATION,
    Source.USER_MESSAGE,
)

_MEDIA = (PartKind.IMAGE, PartKind.AUDIO, PartKind.FILE)

#: The keys of contents, as the readers of keyword forms name them.
_CONTENTS = frozenset({"content", "system_prompt", "user_message", "user_input"})

#: How many items are read between two looks at whether anybody still wants the result.
_LOOK_EVERY = 256


class GatherContextModePublished:
    """The published Gather on any snapshot. The mode is read to say that the published build does not."""

    name = "context-mode-published"
    version = "1"
    slot = Stage.GATHER
    reads: tuple[str, ...] = ("gather", "tokens", "mode")
    #: Settings of what it reads that change nothing in the context.
    idle: tuple[str, ...] = (
        "gather.key_facts",
        "gather.stated_facts",
        "gather.fields",
        "gather.clean_docs",
        "mode.use",
        "mode.rule",
    )
    requires: tuple[str, ...] = ()
    provides: tuple[str, ...] = ("pool",)
    external = False

    def run(self, given: Snapshot, context: StageContext, /) -> Gathered:
        """Collects what the published system has a tag for, in its order.

        Raises:
            CancelledError: Nobody wants the result any more.
        """
        items = [given.session.items[i] for i in given.candidates()]
        recorded = honour_recorder(given, range(len(items)), context.profile.gather.compaction)
        turns = find_turns(items, recorded.live, recorded.superseded)
        gathering = _Gathering(items, turns, context, dict(recorded.dropped))
        gathering.find_sources()
        gathering.notice_mode()
        gathering.exclude()
        gathering.fill(_known_failures(given))
        pool, order = gathering.pool(), gathering.order()
        return Gathered(
            snapshot=given,
            pool=pool,
            record=gathering.decide().record(Stage.GATHER, self.name, order),
            units=_units(pool, sorted(order)),
            pairs={},
            pinned=frozenset(),
            diagnostics=gathering.notices(pool),
        )


@dataclass(slots=True)
class _Gathering:
    """The columns while they are filled; `dropped` holds why an item goes no further."""

    items: list[Item]
    turns: Turns
    context: StageContext
    dropped: dict[int, tuple[Reason, Numbers]]
    source: list[Source] = field(default_factory=list[Source])
    current: bytearray = field(default_factory=bytearray)
    tokens: list[int] = field(default_factory=list[int])
    exact: bytearray = field(default_factory=bytearray)
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])

    def find_sources(self) -> None:
        """Source by role and place, then by the profile's rules, then by marks."""
        for position, item in enumerate(self.items):
            explicit = item.source is Source.USER_MESSAGE
            current = (position >= self.turns.start and item.message >= 0) or explicit
            self.current.append(current)
            self.source.append(source_of(item, current=current))
        self.diagnostics.extend(apply_rules_and_marks(self.items, self.source, self.dropped, self.context))

    def notice_mode(self) -> None:
        """Says that the mode that was chosen changes nothing, and what switching to it costs."""
        settings = self.context.profile.mode
        if not settings.chooses:
            return
        placed = [Placed(source, row_of(source, recent=False), 0, False) for source in self.source]
        chosen = choose(settings, asked_of(self.items, placed, self.dropped, self.turns))
        self.diagnostics.extend(chosen.notices)
        if chosen.mode is Mode.NONE:
            return
        self.diagnostics.append(Diagnostic("mode_not_read", numbers=(("mode", chosen.mode.value),)))
        facts = [p for p in self._of(Source.KEY_FACT) if p not in self.dropped]
        if chosen.mode is Mode.SINGLE and len(facts) > 1:
            newest = self.items[facts[-1]].id
            self.diagnostics.append(Diagnostic("key_facts_destroyed", newest, (("count", len(facts) - 1),)))

    def exclude(self) -> None:
        """Drops what never enters."""
        for position, item in enumerate(self.items):
            if position in self.dropped:
                continue
            stored = self.source[position] is Source.SUMMARY and item.message < 0
            if stored or self.source[position] not in ORDER or not has_place(item):
                self.dropped[position] = (Reason.EXCLUDED_BY_MODE, ())

    def fill(self, failed: Mapping[str, Diagnostic]) -> None:
        """Puts the content that the published system holds in place of what was recorded, and counts it.

        `failed` are the items that the reader already knows to break a published build.
        """
        unsorted = self._unsorted()
        ordinal: dict[Source, int] = {}
        for position, item in enumerate(self.items):
            if position % _LOOK_EVERY == 0 and self.context.cancelled():
                raise CancelledError("the build was stopped while it gathered")
            if position in self.dropped:
                count, exact = count_item(item, self.context.counter)
                self.tokens.append(count)
                self.exact.append(exact)
                continue
            source = self.source[position]
            index = ordinal[source] = ordinal.get(source, -1) + 1
            value = _value(item)
            if item.id in failed or not isinstance(value, str) or position in unsorted:
                known = failed.get(item.id) or Diagnostic("published_fails", item.id, (("index", index),))
                self.diagnostics.append(known)
                value = ""
            if any(part.kind in _MEDIA for part in item.parts):
                self.diagnostics.append(Diagnostic("media_left_out", item.id))
            self.tokens.append(self.context.counter.count(value))
            self.exact.append(is_exact(self.context.counter, value))
            self.items[position] = replace(item, parts=(Part(PartKind.TEXT, value),))

    def pool(self) -> Pool:
        """The finished columns. Nothing bears framing, so that a charge is the item's tokens."""
        return Pool(
            items=tuple(self.items),
            source=tuple(self.source),
            row=tuple(row_of(source, recent=False) for source in self.source),
            turn=self.turns.turn,
            tokens=tuple(self.tokens),
            charge=tuple(self.tokens),
            exact=bytes(self.exact),
            current=bytes(self.current),
            index={item.id: position for position, item in enumerate(self.items)},
            derived_from={},
        )

    def order(self) -> list[int]:
        """What goes on, in the order of the tags."""
        return [p for source in ORDER for p in self._of(source) if p not in self.dropped]

    def decide(self) -> Decisions:
        """Each candidate's fate."""
        decisions = Decisions(len(self.items))
        for position, tokens in enumerate(self.tokens):
            if position in self.dropped:
                reason, numbers = self.dropped[position]
                decisions.decide(position, Fate.DROPPED, reason, 0, numbers)
            else:
                decisions.decide(position, Fate.KEPT, Reason.GATHERED, tokens)
        return decisions

    def notices(self, pool: Pool) -> tuple[Diagnostic, ...]:
        """What the published form does here without a word."""
        pins = (pin for pin in self.context.marks.pins if pin in pool.index)
        return (*self.diagnostics, *(Diagnostic("pin_not_read", pin) for pin in pins))

    def _of(self, source: Source) -> list[int]:
        return [position for position, one in enumerate(self.source) if one is source]

    def _unsorted(self) -> frozenset[int]:
        """Chat messages with a time of another kind than the first one that states any: Python sorts none."""
        timed = [p for p in self._of(Source.CONVERSATION) if p not in self.dropped and self.items[p].time]
        if not timed:
            return frozenset()
        kind = is_number(self.items[timed[0]].time)
        return frozenset(p for p in timed if is_number(self.items[p].time) is not kind)


def _known_failures(given: Snapshot) -> dict[str, Diagnostic]:
    """What the reader knows of records without a content; what else they lack is read here by nobody."""
    found = (one for one in given.session.diagnostics if one.code == "published_fails")
    return {one.item: one for one in found if dict(one.numbers).get("key") in _CONTENTS}


def _value(item: Item) -> object:
    try:
        return recorded_value(item)
    except (RecursionError, ValueError):
        # Nested too deeply, or a number of too many digits: no text in either case.
        return None


def _units(pool: Pool, kept: Sequence[int]) -> dict[Row, tuple[Unit, ...]]:
    """Each item is a unit of its own."""
    units: dict[Row, list[Unit]] = {}
    for position in kept:
        units.setdefault(pool.row[position], []).append(Unit((position,), pool.charge[position]))
    return {row: tuple(found) for row, found in units.items()}
