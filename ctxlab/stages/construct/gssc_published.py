"""Construct as GSSC was published: system, documents, history, tool results, user message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.model.items import Source
from ctxlab.model.profile import Wire
from ctxlab.model.trace import LEDGER, Message
from ctxlab.stages.kept import counted_by, kept_with
from ctxlab.stages.protocol import Constructed, StageContext, Summarized
from ctxlab.stages.published_contents import recorded_field
from ctxlab.stages.published_messages import Draft, draft_value
from ctxlab.stages.published_record import Decisions
from ctxlab.stages.published_texts import BLANK_LINE, DOC_SEPARATOR, PublishedTexts, published_texts
from ctxlab.tokens.protocols import Counter


class ConstructGsscPublished:
    """The published Construct.

    Of several system prompts, states, notes and user messages the first is rendered (all parts of its
    recorded message, where a message has several); without a system prompt neither state nor note is. The
    wire is not looked at (it builds OpenAI chat messages and counts no framing, as `fixed_wire` tells the
    engine), nor is the limit: the trace's totals say by how much the result is over it.
    """

    name = "gssc-published"
    version = "1"
    slot = Stage.CONSTRUCT
    reads: tuple[str, ...] = ("construct.language",)
    requires: tuple[str, ...] = ()
    provides: tuple[str, ...] = ()
    external = False
    fixed_wire = Wire.OPENAI_CHAT

    def run(self, given: Summarized, context: StageContext, /) -> Constructed:
        """Lays out the messages; what is selected and has no place in them is dropped as not rendered."""
        texts = published_texts(context.profile.construct.language)
        building = _Building(given, texts, context.counter, _by_source(given), _alone_of(given, context))
        building.system()
        building.documents()
        building.history()
        building.tool_results()
        building.user()
        messages = tuple(building.messages)
        total = sum([message.tokens for message in messages])
        order = [position for message in messages for position in message.positions]
        record = _decide(building, given, order).record(Stage.CONSTRUCT, self.name, order)
        return Constructed(
            summarized=given,
            record=record,
            context=messages,
            outside=(),
            ledger=_ledger(building, record.total, total),
            total=total,
            closing=0,
        )


@dataclass(frozen=True, slots=True)
class _Alone:
    """An unaltered item in a message of its own, without its first `cut` code points.

    `prefix` is what these take off the tokens that the item itself counts.
    """

    message: Message
    cut: int = 0
    prefix: int = 0


@dataclass(eq=False)
class _Messages:
    """The messages of unaltered items by position, kept as long as the gather is."""

    history: dict[int, _Alone] = field(default_factory=dict[int, _Alone])
    results: dict[int, _Alone] = field(default_factory=dict[int, _Alone])


def _alone_of(given: Summarized, context: StageContext) -> _Messages:
    """What is kept under this counter."""
    return kept_with(given.selected.gathered, _Messages, _Messages, counted_by(context.counter))


def _by_source(given: Summarized) -> Mapping[Source, Sequence[int]]:
    """What Select let through, by source, in the order selected; nothing that Select made is among it."""
    source = given.selected.gathered.pool.source
    found: dict[Source, list[int]] = {}
    for position in given.record.order:
        if position < len(source):
            found.setdefault(source[position], []).append(position)
    return found


@dataclass(slots=True)
class _Building:
    """The messages so far, the tokens of the prefixes taken off, and what was put between contents.

    `cut` are the history items without a prefix that Gather put before them.
    """

    given: Summarized
    texts: PublishedTexts
    counter: Counter
    by_source: Mapping[Source, Sequence[int]]
    alone: _Messages
    messages: list[Message] = field(default_factory=list[Message])
    cut: list[int] = field(default_factory=list[int])
    prefix: int = 0
    headings: list[str] = field(default_factory=list[str])
    separators: list[str] = field(default_factory=list[str])

    def system(self) -> None:
        """The first system prompt, and in the same message the first state and the first note."""
        prompts = self._first(Source.SYSTEM_PROMPT)
        if not prompts:
            return
        draft = self._joined("system", prompts)
        for source, heading in (
            (Source.TASK_STATE, self.texts.state_heading),
            (Source.AGENT_NOTE, self.texts.note_heading),
        ):
            found = self._first(source)
            if found:
                draft.add(BLANK_LINE + heading)
                self.separators.append(BLANK_LINE)
                self.headings.append(heading)
                draft.add(self._text(found[0]), found[0])
        self._finish(draft)

    def documents(self) -> None:
        """All documents in one message."""
        docs = self._of(Source.RETRIEVED_DOC)
        if not docs:
            return
        draft = Draft("system")
        draft.add(self.texts.docs_heading)
        self.headings.append(self.texts.docs_heading)
        for at, position in enumerate(docs):
            if at:
                draft.add(DOC_SEPARATOR)
                self.separators.append(DOC_SEPARATOR)
            draft.add(self._text(position), position)
        self._finish(draft)

    def history(self) -> None:
        """Oldest first, each in its own role, without the prefix that Gather put before it."""
        kept, altered = self.alone.history, self.given.altered
        for position in sorted(self._of(Source.CONVERSATION)):
            alone = None if position in altered else kept.get(position)
            if alone is None:
                alone = self._said(position)
                if position not in altered:
                    kept[position] = alone
            if alone.cut:
                self.cut.append(position)
                self.prefix += alone.prefix
            self.messages.append(alone.message)

    def _said(self, position: int) -> _Alone:
        pool = self.given.selected.gathered.pool
        item, text = pool.items[position], self._text(position)
        cut = 0 if position in self.given.altered else pool.prefix.get(position, 0)
        draft = Draft(recorded_field(item, "role", item.role))
        draft.add(text[cut:], position)
        count = self.counter.count
        return _Alone(draft.message(self.counter), cut, count(text[cut:]) - count(text) if cut else 0)

    def tool_results(self) -> None:
        """Each as a message of the assistant, in the order selected."""
        kept, altered = self.alone.results, self.given.altered
        for position in self._of(Source.TOOL_RESULT):
            alone = None if position in altered else kept.get(position)
            if alone is None:
                draft = Draft("assistant")
                draft.add(self._text(position), position)
                alone = _Alone(draft.message(self.counter))
                if position not in altered:
                    kept[position] = alone
            self.messages.append(alone.message)

    def user(self) -> None:
        """The first user message, last."""
        found = self._first(Source.USER_MESSAGE)
        if not found:
            return
        parts = self.given.selected.gathered.pool.items[found[0]].parts
        if len(parts) == 1 and parts[0].json and found[0] not in self.given.altered:
            self._finish(draft_value("user", parts[0].text, found[0]))
            return
        self._finish(self._joined("user", found))

    def _joined(self, role: str, positions: Sequence[int]) -> Draft:
        draft = Draft(role)
        for at, position in enumerate(positions):
            if at:
                draft.add("\n")
                self.separators.append("\n")
            draft.add(self._text(position), position)
        return draft

    def _finish(self, draft: Draft) -> None:
        self.messages.append(draft.message(self.counter))

    def _of(self, source: Source) -> Sequence[int]:
        return self.by_source.get(source, ())

    def _first(self, source: Source) -> Sequence[int]:
        """The first item of a source with the other parts of its recorded message."""
        found = self._of(source)
        items = self.given.selected.gathered.pool.items
        if not found or items[found[0]].message < 0:
            return found[:1]
        return [p for p in found if items[p].message == items[found[0]].message]

    def _text(self, position: int) -> str:
        altered = self.given.altered.get(position)
        return altered.text if altered else self.given.selected.gathered.pool.items[position].text


def _decide(building: _Building, given: Summarized, rendered: Sequence[int]) -> Decisions:
    """Each item's fate; what is rendered keeps its tokens."""
    held = given.record.tokens
    decisions = Decisions(len(given.record.fate))
    results = building.by_source.get(Source.TOOL_RESULT, ())
    said = building.by_source.get(Source.CONVERSATION, ())
    decisions.decide_all(results, Fate.KEPT, Reason.ROLE_CHANGED, held)
    decisions.decide_all(building.cut, Fate.KEPT, Reason.TEXT_ALTERED, held)
    # Select hands history on newest first: with two or more the order is another here.
    reason = Reason.REORDERED if len(said) > 1 else Reason.RENDERED
    decisions.decide_all(decisions.undecided(said), Fate.KEPT, reason, held)
    decisions.decide_all(decisions.undecided(rendered), Fate.KEPT, Reason.RENDERED, held)
    decisions.decide_all(decisions.undecided(given.record.order), Fate.DROPPED, Reason.NOT_RENDERED)
    return decisions


def _ledger(building: _Building, held: int, total: int) -> tuple[tuple[str, int], ...]:
    """What the messages hold beside the items: prefixes are negative, since items keep counting them.

    The seam is what rounding (or the tokeniser) gains or loses where contents, headings and separators meet.
    """
    count = building.counter.count
    found = {
        "heading": sum(count(text) for text in building.headings),
        "separator": sum(count(text) for text in building.separators),
        "framing": 0,
        "prefix": building.prefix,
        "seam": 0,
    }
    found["seam"] = total - held - sum(found.values())
    return tuple((row, found[row]) for row in LEDGER)
