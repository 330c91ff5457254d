"""Construct as the context modes were published: every message in its own role, the history newest first."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.model.items import Source
from ctxlab.model.profile import Wire
from ctxlab.model.trace import LEDGER
from ctxlab.stages.protocol import Constructed, StageContext, Summarized
from ctxlab.stages.published_contents import recorded_field
from ctxlab.stages.published_messages import Draft
from ctxlab.stages.published_pieces import Contents, contents_of
from ctxlab.stages.published_record import Decisions


class ConstructContextModePublished:
    """The published list of messages, in the order in which Select took them.

    The input is one message: the parts of the last user message, joined by newlines. An earlier one that a
    rule or mark made an input, too, has no place (`not_rendered`). Neither wire nor limit is looked at.
    """

    name = "context-mode-published"
    version = "1"
    slot = Stage.CONSTRUCT
    reads: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    provides: tuple[str, ...] = ()
    external = False
    fixed_wire = Wire.OPENAI_CHAT

    def run(self, given: Summarized, context: StageContext, /) -> Constructed:
        """Lays out the messages."""
        drafts, joints = _drafts(given)
        messages = tuple(draft.message(context.counter) for draft in drafts)
        total = sum(message.tokens for message in messages)
        rendered = {position for message in messages for position in message.positions}
        decisions = _decide(given, rendered)
        found = dict.fromkeys(LEDGER, 0)
        found["separator"] = joints * context.counter.count("\n")
        held = sum(given.record.tokens[position] for position in rendered)
        found["seam"] = total - held - found["separator"]
        return Constructed(
            summarized=given,
            record=decisions.record(Stage.CONSTRUCT, self.name, [p for m in messages for p in m.positions]),
            context=messages,
            outside=(),
            ledger=tuple(found.items()),
            total=total,
            closing=0,
        )


def _drafts(given: Summarized) -> tuple[list[Draft], int]:
    """The messages, and how many newlines join parts of the input."""
    contents = contents_of(given)
    drafts: list[Draft] = []
    for position in given.record.order:
        item = contents.item(position)
        if contents.source(position) is not Source.USER_MESSAGE:
            drafts.append(Draft(recorded_field(item, "role", item.role)))
            drafts[-1].add(contents.text(position), position)
    parts = _input(contents, given.record.order)
    for at, position in enumerate(parts):
        item = contents.item(position)
        if at == 0:
            drafts.append(Draft(recorded_field(item, "role", item.role)))
        else:
            drafts[-1].add("\n")
        drafts[-1].add(item.text, position)
    return drafts, max(0, len(parts) - 1)


def _input(contents: Contents, order: Sequence[int]) -> list[int]:
    """The parts of the last user message."""
    found = [p for p in order if contents.source(p) is Source.USER_MESSAGE]
    message = contents.item(found[-1]).message if found else -1
    return found[-1:] if message < 0 else [p for p in found if contents.item(p).message == message]


def _decide(given: Summarized, rendered: set[int]) -> Decisions:
    """Each item's fate; with two or more chat messages the order is another than the conversation's."""
    decisions = Decisions(len(given.record.fate))
    contents = contents_of(given)
    chat = {p for p in rendered if contents.source(p) is Source.CONVERSATION}
    for position in given.record.order:
        if position not in rendered:
            decisions.decide(position, Fate.DROPPED, Reason.NOT_RENDERED)
            continue
        turned = len(chat) > 1 and position in chat
        reason = Reason.REORDERED if turned else Reason.RENDERED
        decisions.decide(position, Fate.KEPT, reason, given.record.tokens[position])
    return decisions
