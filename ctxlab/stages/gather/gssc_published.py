"""Gather as GSSC was published: seven sources, contents with prefixes, fixed priorities, nothing filtered.

Recorded sessions know more than the published system does. Decided here: system and developer messages
are system prompts; the last user message is the user message; other texts of user and assistant are
history, injected ones too; results are tool results, recent when of the current turn. Tool schemas, key
facts, summaries, calls, thinking and media have no place in it and are dropped (`excluded_by_mode`); a
text beside a picture stays, and the picture is named. Counts that a file states are not taken over, since
the published build never passes any. The notes of its keyword form are one value: the first note holds
them all, the others are merged into it (`duplicate`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ctxlab.errors import CancelledError
from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, PartKind, Row, Source
from ctxlab.model.keywords import BUILD
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Pool
from ctxlab.stages.gather.recorder import honour_recorder
from ctxlab.stages.gather.sources import apply_rules_and_marks
from ctxlab.stages.gather.turns import Turns, find_turns, row_of, source_of
from ctxlab.stages.protocol import Gathered, StageContext, Unit
from ctxlab.stages.published_contents import (
    FAILED,
    PublishedContent,
    as_item,
    estimate,
    has_place,
    note_of,
    published_content,
)
from ctxlab.stages.published_record import Decisions
from ctxlab.tokens.cache import is_exact
from ctxlab.tokens.items import count_item

#: The order gathered. A source that is not named has no place in the published system.
ORDER = (
    Source.SYSTEM_PROMPT,
    Source.USER_MESSAGE,
    Source.CONVERSATION,
    Source.TOOL_RESULT,
    Source.RETRIEVED_DOC,
    Source.TASK_STATE,
    Source.AGENT_NOTE,
)

_PRIORITY = {
    Source.SYSTEM_PROMPT: 1,
    Source.USER_MESSAGE: 1,
    Source.RETRIEVED_DOC: 4,
    Source.TASK_STATE: 2,
    Source.AGENT_NOTE: 2,
}

_MEDIA = (PartKind.IMAGE, PartKind.AUDIO, PartKind.FILE)

#: How many items are read between two looks at whether anybody still wants the result.
_LOOK_EVERY = 256


class GatherGsscPublished:
    """The published Gather on any snapshot."""

    name = "gssc-published"
    version = "1"
    slot = Stage.GATHER
    reads: tuple[str, ...] = ("gather", "tokens", "construct.language")
    #: Settings of what it reads that change nothing here: it makes no key facts.
    idle: tuple[str, ...] = (
        "gather.key_facts",
        "gather.stated_facts",
        "gather.fields",
        "gather.clean_docs",
    )
    requires: tuple[str, ...] = ()
    provides: tuple[str, ...] = ("pool",)
    external = False

    def run(self, given: Snapshot, context: StageContext, /) -> Gathered:
        """Collects what the published system has a source for, in its order and with its contents.

        Raises:
            CancelledError: Nobody wants the result any more.
        """
        items = [given.session.items[i] for i in given.candidates()]
        recorded = honour_recorder(given, range(len(items)), context.profile.gather.compaction)
        turns = find_turns(items, recorded.live, recorded.superseded)
        gathering = _Gathering(items, turns, context, given.session.form, dict(recorded.dropped))
        gathering.find_sources()
        gathering.exclude()
        if given.session.form == BUILD:
            gathering.join_notes()
        gathering.fill(_known_failures(given))
        pool = gathering.pool()
        order = gathering.order()
        return Gathered(
            snapshot=given,
            pool=pool,
            record=gathering.decide(pool).record(Stage.GATHER, self.name, order),
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
    form: str
    dropped: dict[int, tuple[Reason, Numbers]]
    merged: dict[int, Numbers] = field(default_factory=dict[int, Numbers])
    notes: dict[int, PublishedContent] = field(default_factory=dict[int, PublishedContent])
    source: list[Source] = field(default_factory=list[Source])
    current: bytearray = field(default_factory=bytearray)
    tokens: list[int] = field(default_factory=list[int])
    exact: bytearray = field(default_factory=bytearray)
    prefix: dict[int, int] = field(default_factory=dict[int, int])
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])

    def find_sources(self) -> None:
        """Source by role and place, then by the profile's rules, then by marks."""
        for position, item in enumerate(self.items):
            recent = item.source is Source.TOOL_RESULT and bool(item.recent)
            current = position >= self.turns.start or recent or item.source is Source.USER_MESSAGE
            self.current.append(current)
            self.source.append(source_of(item, current=current))
        noticed = apply_rules_and_marks(self.items, self.source, self.dropped, self.context)
        self.diagnostics.extend(noticed)

    def exclude(self) -> None:
        """Drops what the published system has no place for."""
        for position, item in enumerate(self.items):
            if position not in self.dropped and (self.source[position] not in ORDER or not has_place(item)):
                self.dropped[position] = (Reason.EXCLUDED_BY_MODE, ())

    def join_notes(self) -> None:
        """Makes one value of all notes: the published build() knows a single note."""
        notes = [p for p in self._of(Source.AGENT_NOTE) if p not in self.dropped]
        if notes and all(self.items[p].source is Source.AGENT_NOTE for p in notes):
            self.notes[notes[0]] = note_of([self.items[p] for p in notes])
            self.merged = dict.fromkeys(notes[1:], (("by", self.items[notes[0]].id),))

    def fill(self, failed: Mapping[str, Diagnostic]) -> None:
        """Puts the published content, priority and count in place of what was recorded.

        `failed` are the items that the reader already knows to break the published build.
        """
        language = self.context.profile.construct.language
        history = [p for p in self._of(Source.CONVERSATION) if p not in self.dropped]
        rank = {position: at for at, position in enumerate(history)}
        ordinal: dict[Source, int] = {}
        for position, item in enumerate(self.items):
            if position % _LOOK_EVERY == 0 and self.context.cancelled():
                raise CancelledError("the build was stopped while it gathered")
            if position in self.dropped or position in self.merged:
                self._count_raw(item)
                continue
            source = self.source[position]
            index = ordinal[source] = ordinal.get(source, -1) + 1
            content = self.notes.get(position) or published_content(item, source, language)
            if item.id in failed:
                content = FAILED
            if content.absent:
                self.dropped[position] = (Reason.NOT_GATHERED, ())
                self._count_raw(item)
                continue
            self._notice(item, failed.get(item.id), index, content)
            self.tokens.append(estimate(self.context.counter, content))
            self.exact.append(is_exact(self.context.counter, content.text))
            self.items[position] = as_item(item, content, self._priority(position, rank, len(history)))
            if content.prefix:
                self.prefix[position] = content.prefix

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
            prefix=self.prefix,
        )

    def order(self) -> list[int]:
        """What goes on, in the published order of gathering."""
        gone = self.dropped.keys() | self.merged.keys()
        return [p for source in ORDER for p in self._of(source) if p not in gone]

    def decide(self, pool: Pool) -> Decisions:
        """Each candidate's fate."""
        decisions = Decisions(len(pool))
        for position, tokens in enumerate(pool.tokens):
            if position in self.dropped:
                reason, numbers = self.dropped[position]
                decisions.decide(position, Fate.DROPPED, reason, 0, numbers)
            elif position in self.merged:
                decisions.decide(position, Fate.MERGED, Reason.DUPLICATE, 0, self.merged[position])
            else:
                decisions.decide(position, Fate.KEPT, Reason.GATHERED, tokens)
        return decisions

    def notices(self, pool: Pool) -> tuple[Diagnostic, ...]:
        """What the published form does here without a word."""
        history = sum(1 for p in self._of(Source.CONVERSATION) if p not in self.dropped)
        if history:
            count = (("count", history),)
            self.diagnostics.append(Diagnostic("priorities_not_read", numbers=count, severity="info"))
        pins = (pin for pin in self.context.marks.pins if pin in pool.index)
        self.diagnostics.extend(Diagnostic("pin_not_read", pin) for pin in pins)
        return tuple(self.diagnostics)

    def _of(self, source: Source) -> list[int]:
        return [position for position, one in enumerate(self.source) if one is source]

    def _count_raw(self, item: Item) -> None:
        count, exact = count_item(item, self.context.counter)
        self.tokens.append(count)
        self.exact.append(exact)

    def _priority(self, position: int, rank: dict[int, int], history: int) -> int:
        source = self.source[position]
        if source is Source.CONVERSATION:
            return int(8 - (rank[position] / history) * 5)
        if source is Source.TOOL_RESULT:
            recent = self.items[position].recent
            # A keyword form says so itself; elsewhere results of the current turn are recent.
            return 2 if recent or (recent is None and not self.form and self.current[position]) else 6
        return _PRIORITY[source]

    def _notice(self, item: Item, known: Diagnostic | None, index: int, content: PublishedContent) -> None:
        if content.fails:
            # The reader's own notice says more; the same object, so that whoever joins both can drop one.
            self.diagnostics.append(known or Diagnostic("published_fails", item.id, (("index", index),)))
        if content.python_form:
            self.diagnostics.append(Diagnostic("python_form", item.id, severity="info"))
        if any(part.kind in _MEDIA for part in item.parts):
            self.diagnostics.append(Diagnostic("media_left_out", item.id))


def _known_failures(given: Snapshot) -> dict[str, Diagnostic]:
    """What the reader knows of records that break the published build.

    A missing `source` breaks another published system only.
    """
    found = (one for one in given.session.diagnostics if one.code == "published_fails")
    return {one.item: one for one in found if ("key", "source") not in one.numbers}


def _units(pool: Pool, kept: Sequence[int]) -> dict[Row, tuple[Unit, ...]]:
    """Each item is a unit of its own: the published system knows no messages."""
    units: dict[Row, list[Unit]] = {}
    for position in kept:
        units.setdefault(pool.row[position], []).append(Unit((position,), pool.charge[position]))
    return {row: tuple(found) for row, found in units.items()}
