"""The messages that several items share in a layout.

There are up to four, in this order: prompts with facts, state and notes; documents; results without a
recorded call; summaries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxlab.model.items import Row, Source
from ctxlab.model.profile import ConstructSettings
from ctxlab.model.trace import Message
from ctxlab.stages.construct.joined import Content, Joined
from ctxlab.stages.construct.stream import CALL_LESS, DOC, EARLIER, SYSTEM
from ctxlab.stages.construct.view import View
from ctxlab.stages.headings import DOC_RULE, HEADINGS, doc_heading, tool_heading, tool_name
from ctxlab.stages.protocol import StageContext


@dataclass(eq=False)
class Shared:
    """Messages that several items share, and the sums of what connects the items in them."""

    messages: list[Message] = field(default_factory=list[Message])
    heading: int = 0
    separator: int = 0
    prefix: int = 0
    seam: int = 0

    def close(self, joined: Joined, role: str, view: View, context: StageContext) -> None:
        """Adds a message of this text, unless it holds no item.

        The text is counted as a whole; `seam` takes the difference to the sum of its pieces.
        """
        if not joined.places:
            return
        text = joined.text
        counted = context.counter.count(text)
        self.heading += joined.heading
        self.separator += joined.separator
        self.prefix += joined.prefix
        self.seam += counted - joined.items - joined.heading - joined.separator - joined.prefix
        pointer = "/text" if view.stream.wire.system_apart and role == "system" else "/content"
        self.messages.append(
            Message(
                view.stream.wire.text_message(role, text),
                context.framing.message + counted,
                tuple(position for _, _, position in joined.places),
                joined.spans(pointer),
                context.framing.message,
            )
        )


def shared_messages(view: View, construct: ConstructSettings, context: StageContext) -> Shared:
    """System part, documents, results without a call and summaries, each one message if there are any."""
    shared = Shared()
    for fill in (_system, _docs, _call_less, _summary):
        joined = Joined(context.counter)
        fill(joined, view, construct)
        shared.close(joined, "system", view, context)
    return shared


def fill_all(joined: Joined, view: View, construct: ConstructSettings) -> None:
    """Puts all of them into one text, for a layout that has a single message."""
    for fill in (_system, _docs, _call_less, _summary):
        fill(joined, view, construct)


def _system(joined: Joined, view: View, construct: ConstructSettings) -> None:
    headings = HEADINGS[construct.language]
    for source, row in (
        (Source.SYSTEM_PROMPT, None),
        (Source.KEY_FACT, Row.KEY_FACT),
        (Source.TASK_STATE, Row.TASK_STATE),
        (Source.AGENT_NOTE, Row.AGENT_NOTE),
    ):
        joined.section(headings[row] if row else None, _of(view, source))


def _docs(joined: Joined, view: View, construct: ConstructSettings) -> None:
    language = construct.language
    positions = [p for p in view.special if view.stream.place[p] == DOC]
    contents = [view.content(p) for p in positions]
    heads = [doc_heading(view.item(p), language) for p in positions] if construct.doc_heads else []
    joined.section(HEADINGS[language][Row.RETRIEVED_DOC], contents, DOC_RULE, heads)


def _call_less(joined: Joined, view: View, construct: ConstructSettings) -> None:
    for position in view.special:
        if view.stream.place[position] == CALL_LESS:
            joined.part()
            joined.head(tool_heading(tool_name(view.item(position)), construct.language))
            joined.add(view.content(position))


def _summary(joined: Joined, view: View, construct: ConstructSettings) -> None:
    recorded = [position for position in view.special if view.stream.place[position] == EARLIER]
    contents = [view.content(position) for position in (*recorded, *view.summaries)]
    joined.section(HEADINGS[construct.language][Row.SUMMARY], contents)


def _of(view: View, source: Source) -> Sequence[Content]:
    return [
        view.content(position)
        for position in view.special
        if view.stream.place[position] == SYSTEM and view.source(position) is source
    ]
