"""Construct, recommended: shared system messages first, then the conversation in time order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.model.profile import Layout, Wire
from ctxlab.model.trace import Message, Outside, StageRecord
from ctxlab.stages.construct.flat import flat_message
from ctxlab.stages.construct.shared import Shared, shared_messages
from ctxlab.stages.construct.stream import OUTSIDE, Stream, make_stream
from ctxlab.stages.construct.view import View
from ctxlab.stages.construct.weave import weave
from ctxlab.stages.construct.wire import WireFormat
from ctxlab.stages.construct.wire_anthropic import Anthropic
from ctxlab.stages.construct.wire_openai import OpenAiChat
from ctxlab.stages.fates import GOES_ON, byte_table
from ctxlab.stages.protocol import Constructed, Gathered, StageContext, Summarized, no_numbers

_WIRES: Mapping[Wire, Callable[[bool], WireFormat]] = {
    Wire.OPENAI_CHAT: OpenAiChat,
    Wire.ANTHROPIC: Anthropic,
}

#: From Summarize's fates to Construct's before anything is left out, and to the reasons of these.
_KEPT = byte_table(lambda code: Fate.KEPT * GOES_ON[code])
_RENDERED = byte_table(lambda code: Reason.RENDERED * GOES_ON[code])


class LayoutConstruct:
    """Lays out a sandwich, a chronology or one flat text, and counts the result exactly.

    Messages that hold a recorded message whole are kept between runs.
    """

    name = "layout"
    version = "1"
    slot = Stage.CONSTRUCT
    reads = ("construct", "tokens")
    requires = ("condensed",)
    provides = ("context",)
    external = False

    def run(self, given: Summarized, context: StageContext, /) -> Constructed:
        """The context as messages, what stands outside them, and the ledger."""
        construct = context.profile.construct
        stream = _stream(given.selected.gathered, context)
        view = View(given, stream)
        outside = _tools(view, stream.wire)
        left_out = [position for position in stream.blank if view.alive[position]]
        shared, talk = Shared(), list[Message]()
        if construct.layout is Layout.FLAT:
            left_out += flat_message(view, construct, context, shared)
        else:
            shared = shared_messages(view, construct, context)
            talk = weave(view)
        apart, messages = _apart(shared, stream.wire)
        outside.extend(apart)
        messages = [*messages, *talk]
        closing = context.framing.closing if messages else 0
        framing = sum([message.framing for message in messages]) + closing
        framing += sum([message.framing for message in shared.messages]) if apart else 0
        total = sum([message.tokens for message in messages]) + sum([one.tokens for one in outside]) + closing
        order = [*_positions(outside), *_positions(messages)]
        moved = () if construct.layout is Layout.FLAT else [p for p in stream.reordered if view.alive[p]]
        record = _record(given, f"{self.name}:{construct.layout.value}", order, left_out, moved)
        ledger = (
            ("heading", shared.heading),
            ("separator", shared.separator),
            ("framing", framing),
            ("prefix", shared.prefix),
            ("seam", shared.seam),
        )
        return Constructed(given, record, tuple(messages), tuple(outside), ledger, total, closing)


def _stream(gathered: Gathered, context: StageContext) -> Stream:
    """The conversation on this wire, laid out on first use and kept as long as the gather is."""
    key = (Stream, context.wire)
    found = gathered.derived.get(key)
    if not isinstance(found, Stream):
        native = gathered.snapshot.session.wire == context.wire.value
        found = gathered.derived[key] = make_stream(gathered, _WIRES[context.wire](native), context.framing)
    return found


def _positions(carriers: Iterable[Message] | Iterable[Outside]) -> Iterable[int]:
    return chain.from_iterable(carrier.positions for carrier in carriers)


def _record(
    given: Summarized, strategy: str, order: list[int], left_out: Sequence[int], moved: Sequence[int]
) -> StageRecord:
    """Everything is rendered, but for what is left out; results that were moved up say so."""
    fate, reason = given.record.fate.translate(_KEPT), given.record.fate.translate(_RENDERED)
    tokens, total = given.record.tokens, given.record.total
    if left_out or moved:
        fate, reason, tokens = bytearray(fate), bytearray(reason), list(tokens)
        for position in moved:
            reason[position] = Reason.REORDERED
        for position in left_out:
            fate[position], reason[position] = Fate.DROPPED, Reason.NOT_RENDERED
            total -= tokens[position]
            tokens[position] = 0
    return StageRecord(
        Stage.CONSTRUCT, strategy, bytes(fate), bytes(reason), tokens, order, no_numbers, total
    )


def _tools(view: View, wire: WireFormat) -> list[Outside]:
    positions = tuple(position for position in view.special if view.stream.place[position] == OUTSIDE)
    if not positions:
        return []
    schemas = [wire.tool(view.text(position)) for position in positions]
    return [Outside("tools", schemas, sum(view.tokens(position) for position in positions), positions)]


def _apart(shared: Shared, wire: WireFormat) -> tuple[list[Outside], list[Message]]:
    """On a wire that keeps the system part apart, the shared messages go outside as its blocks."""
    if not wire.system_apart or not shared.messages or shared.messages[0].value.get("role") == "user":
        return [], shared.messages
    tokens = sum(message.tokens for message in shared.messages)
    positions = tuple(_positions(shared.messages))
    blocks = [dict(message.value) for message in shared.messages]
    return [Outside("system", blocks, tokens, positions)], []
