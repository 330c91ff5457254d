"""Construct as GSSC was published: system, documents, history, tool results, user message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.model.items import Source
from ctxlab.model.profile import Wire
from ctxlab.model.trace import LEDGER
from ctxlab.stages.protocol import Constructed, StageContext, Summarized
from ctxlab.stages.published_contents import recorded_field
from ctxlab.stages.published_messages import Draft, draft_value
from ctxlab.stages.published_record import Decisions
from ctxlab.stages.published_texts import BLANK_LINE, DOC_SEPARATOR, PublishedTexts, published_texts


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
        building = _Building(given, published_texts(context.profile.construct.language))
        building.system()
        building.documents()
        building.history()
        building.tool_results()
        building.user()
        messages = tuple(draft.message(context.counter) for draft in building.drafts)
        total = sum(message.tokens for message in messages)
        decisions, held = _decide(building, given)
        return Constructed(
            summarized=given,
            record=decisions.record(Stage.CONSTRUCT, self.name, [p for m in messages for p in m.positions]),
            context=messages,
            outside=(),
            ledger=_ledger(building, context, held, total),
            total=total,
            closing=0,
        )


@dataclass(slots=True)
class _Building:
    """The messages so far, the prefix taken off each history item, and what was put between contents."""

    given: Summarized
    texts: PublishedTexts
    drafts: list[Draft] = field(default_factory=list[Draft])
    cut: dict[int, str] = field(default_factory=dict[int, str])
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

    def documents(self) -> None:
        """All documents in one message."""
        docs = self._of(Source.RETRIEVED_DOC)
        if not docs:
            return
        draft = self._draft("system")
        draft.add(self.texts.docs_heading)
        self.headings.append(self.texts.docs_heading)
        for at, position in enumerate(docs):
            if at:
                draft.add(DOC_SEPARATOR)
                self.separators.append(DOC_SEPARATOR)
            draft.add(self._text(position), position)

    def history(self) -> None:
        """Oldest first, each in its own role, without the prefix that Gather put before it."""
        pool = self.given.selected.gathered.pool
        for position in sorted(self._of(Source.CONVERSATION)):
            item, text = pool.items[position], self._text(position)
            prefix = 0 if position in self.given.altered else pool.prefix.get(position, 0)
            if prefix:
                self.cut[position] = text[:prefix]
            self._draft(recorded_field(item, "role", item.role)).add(text[prefix:], position)

    def tool_results(self) -> None:
        """Each as a message of the assistant, in the order selected."""
        for position in self._of(Source.TOOL_RESULT):
            self._draft("assistant").add(self._text(position), position)

    def user(self) -> None:
        """The first user message, last."""
        found = self._first(Source.USER_MESSAGE)
        if not found:
            return
        parts = self.given.selected.gathered.pool.items[found[0]].parts
        if len(parts) == 1 and parts[0].json and found[0] not in self.given.altered:
            self.drafts.append(draft_value("user", parts[0].text, found[0]))
            return
        self._joined("user", found)

    def _joined(self, role: str, positions: Sequence[int]) -> Draft:
        draft = self._draft(role)
        for at, position in enumerate(positions):
            if at:
                draft.add("\n")
                self.separators.append("\n")
            draft.add(self._text(position), position)
        return draft

    def _draft(self, role: Any) -> Draft:
        draft = Draft(role)
        self.drafts.append(draft)
        return draft

    def _of(self, source: Source) -> list[int]:
        """What Select let through of a source, in the order selected."""
        pool = self.given.selected.gathered.pool
        return [p for p in self.given.record.order if p < len(pool) and pool.source[p] is source]

    def _first(self, source: Source) -> list[int]:
        """The first item of a source with the other parts of its recorded message."""
        found = self._of(source)
        items = self.given.selected.gathered.pool.items
        if not found or items[found[0]].message < 0:
            return found[:1]
        return [p for p in found if items[p].message == items[found[0]].message]

    def _text(self, position: int) -> str:
        altered = self.given.altered.get(position)
        return altered.text if altered else self.given.selected.gathered.pool.items[position].text


def _decide(building: _Building, given: Summarized) -> tuple[Decisions, int]:
    """Each item's fate, and how many tokens the rendered ones hold."""
    pool = given.selected.gathered.pool
    decisions = Decisions(len(given.record.fate))
    rendered = {position for draft in building.drafts for position in draft.positions}
    history = sorted(p for p in rendered if pool.source[p] is Source.CONVERSATION)
    # Select hands history on newest first: with two or more the order is another here.
    turned = set(history) if len(history) > 1 else set[int]()
    held = 0
    for position in given.record.order:
        tokens = given.record.tokens[position]
        if position not in rendered:
            decisions.decide(position, Fate.DROPPED, Reason.NOT_RENDERED)
            continue
        held += tokens
        if pool.source[position] is Source.TOOL_RESULT:
            reason = Reason.ROLE_CHANGED
        elif position in building.cut:
            reason = Reason.TEXT_ALTERED
        else:
            reason = Reason.REORDERED if position in turned else Reason.RENDERED
        decisions.decide(position, Fate.KEPT, reason, tokens)
    return decisions, held


def _ledger(building: _Building, context: StageContext, held: int, total: int) -> tuple[tuple[str, int], ...]:
    """What the messages hold beside the items: prefixes are negative, since items keep counting them.

    The seam is what rounding (or the tokeniser) gains or loses where contents, headings and separators meet.
    """
    count = context.counter.count
    items = building.given.selected.gathered.pool.items
    found = {
        "heading": sum(count(text) for text in building.headings),
        "separator": sum(count(text) for text in building.separators),
        "framing": 0,
        "prefix": sum(
            count(items[position].text[len(prefix) :]) - count(items[position].text)
            for position, prefix in building.cut.items()
        ),
        "seam": 0,
    }
    found["seam"] = total - held - sum(found.values())
    return tuple((row, found[row]) for row in LEDGER)
