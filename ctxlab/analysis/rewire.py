"""The messages of one wire format written as those of another.

A message whose items alone explain it (building it again gives the same object) is built by the other wire
from the same items. All others hold one text that items share under headings; that text goes over as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ctxlab.analysis.api_wires import ApiWire, Written
from ctxlab.model.decision import Stage
from ctxlab.model.items import PartKind, Source
from ctxlab.model.message_blocks import call_names
from ctxlab.model.profile import Wire
from ctxlab.model.trace import Message, Outside, Trace
from ctxlab.model.wire_view import Finding, WireView
from ctxlab.stages.construct.wire import Entry, WireFormat
from ctxlab.stages.construct.wire_anthropic import Anthropic
from ctxlab.stages.construct.wire_openai import OpenAiChat
from ctxlab.tokens.framing import Framing, framing_of

_FORMATS: Mapping[str, type[OpenAiChat] | type[Anthropic]] = {
    Wire.OPENAI_CHAT.value: OpenAiChat,
    Wire.ANTHROPIC.value: Anthropic,
}

#: Layouts put these into messages that items share, even where such a message holds one item alone.
_SHARED = frozenset(Source) - {Source.CONVERSATION, Source.USER_MESSAGE, Source.TOOL_RESULT}


@dataclass(frozen=True, slots=True)
class _Taken:
    """What a message of the run holds: its entries where they alone explain it, else none, and the message.

    `result` says that it is one of results.
    """

    message: Message
    entries: tuple[Entry, ...] = ()
    result: bool = False


def rewired(trace: Trace, wire: str, recorded: str) -> tuple[WireView, tuple[Finding, ...]]:
    """The context in another wire, and what that changes.

    `recorded` is the wire that the session was recorded in; it may be one that nothing is built in.
    """
    built = Wire(trace.wire)
    own = _FORMATS[trace.wire](trace.wire == recorded)
    if wire in _FORMATS:
        made = _Writer(trace, _FORMATS[wire](wire == recorded), framing_of(Wire(wire)))
    else:
        tools = call_names(trace.context)
        made = _Writer(trace, ApiWire(wire, native=wire == recorded, tools=tools), framing_of(built))
    taken = [_take(trace, own, message) for message in trace.context]
    outside = [made.tools(one) for one in trace.outside if one.field != "system"]
    parts = [one for one in trace.outside if one.field == "system"]
    spoken = [message for part in parts for message in made.system_messages(part)]
    moved = 0
    if made.wire.system_apart:
        apart = [at for at, one in enumerate(taken) if not one.entries and _role(one.message) == "system"]
        moved = sum(at != place for place, at in enumerate(apart))
        blocks = [taken[at].message for at in apart]
        taken = [one for at, one in enumerate(taken) if at not in set(apart)]
        blocks = [*spoken, *blocks]
        if blocks:
            outside.append(made.system_part(blocks))
        messages: list[Message] = []
    else:
        messages = spoken
    messages += made.talk(taken)
    found: list[Finding] = []
    if moved:
        found.append(Finding("system_moved", numbers=(("count", moved),), severity="warning"))
    if isinstance(made.wire, ApiWire):
        outside = [made.wire.outside(one) for one in outside]
        found += made.wire.losses.findings()
    return WireView(wire, trace.wire, tuple(messages), tuple(outside)), tuple(found)


def _role(message: Message) -> object:
    return message.value.get("role")


def _take(trace: Trace, wire: WireFormat, message: Message) -> _Taken:
    """A message with its entries, where they alone explain it."""
    entries: list[Entry] = []
    for position in message.positions:
        altered, item = trace.altered.get(position), trace.item(position)
        entries.append(Entry(position, item, item.parts if altered is None else altered.parts))
    if not entries or _is_shared(trace, entries[0]):
        return _Taken(message)
    result = entries[0].item.has(PartKind.RESULT)
    value, _ = wire.results(entries) if result else wire.message(entries)
    return _Taken(message, tuple(entries), result) if value == message.value else _Taken(message)


def _is_shared(trace: Trace, entry: Entry) -> bool:
    paired = entry.item.has(PartKind.CALL) or entry.item.has(PartKind.RESULT)
    return not paired and trace.source(entry.position) in _SHARED


class _Writer:
    """Writes messages in one wire, with estimates of their tokens."""

    def __init__(self, trace: Trace, wire: WireFormat | ApiWire, framing: Framing) -> None:
        self.wire = wire
        self._trace = trace
        self._tokens = trace.stage(Stage.CONSTRUCT).tokens
        self._framing = framing

    def talk(self, taken: Sequence[_Taken]) -> Iterator[Message]:
        """The conversation, with results in messages as the wire has them."""
        for run in self._runs(taken):
            entries = tuple(entry for one in run for entry in one.entries)
            if not entries:
                yield self._text(run[0].message)
            elif self.wire.results_together or not run[0].result:
                yield from self._build(entries, result=run[0].result)
            else:
                for group in _one_a_result(entries):
                    yield from self._build(group, result=group[0].item.has(PartKind.RESULT))

    def _runs(self, taken: Sequence[_Taken]) -> list[list[_Taken]]:
        """What shares a message.

        On a wire that puts results together, those that follow each other do, with what the recorded message
        of the last one says besides.
        """
        runs: list[list[_Taken]] = []
        for one in taken:
            last = runs[-1][-1] if runs else None
            if (
                self.wire.results_together
                and last is not None
                and runs[-1][0].result
                and one.entries
                and (one.result or _beside(last.entries[-1], one.entries[0]))
            ):
                runs[-1].append(one)
            else:
                runs.append([one])
        return runs

    def _build(self, entries: Sequence[Entry], *, result: bool) -> Iterator[Message]:
        said = [entry for entry in entries if not all(map(self.wire.is_empty, entry.parts))]
        if not said:
            return
        counted: set[int] = set()
        for value, spans, positions in _written(self.wire, said, result=result):
            framing = self._framing.message + (self._framing.name if "name" in value else 0)
            # an item that stands in several messages is counted in the first
            tokens = self._sum([position for position in positions if position not in counted])
            counted.update(positions)
            yield Message(value, framing + tokens, positions, spans, framing)

    def _text(self, message: Message) -> Message:
        """A message of one text, with a role that the wire has; anything else as it is."""
        content = message.value.get("content")
        if not isinstance(content, str):
            return message
        role = str(_role(message))
        role = role if role in ("user", "assistant") or not self.wire.system_apart else "user"
        value = self.wire.text_message(role, content)
        spans = message.spans
        if isinstance(self.wire, ApiWire):
            spans = tuple(
                (self.wire.text_pointer(pointer), start, end, position)
                for pointer, start, end, position in spans
            )
        return Message(value, message.tokens, message.positions, spans, message.framing)

    def system_part(self, messages: Sequence[Message]) -> Outside:
        """System messages as blocks beside the messages."""
        blocks: list[Any] = [
            self.wire.text_message("system", _text_of(message.value)) for message in messages
        ]
        positions = tuple(position for message in messages for position in message.positions)
        return Outside("system", blocks, sum(message.tokens for message in messages), positions)

    def tools(self, one: Outside) -> Outside:
        """Tools as the wire declares them."""
        declared = [self.wire.tool(self._words(position)) for position in one.positions]
        return Outside(one.field, declared, one.tokens, one.positions)

    def system_messages(self, part: Outside) -> Iterator[Message]:
        """The blocks of the system part as messages. Each holds the items whose texts stand in it."""
        waiting = list(part.positions)
        for block in part.value:
            text = str(block.get("text", ""))
            at, positions, spans = 0, list[int](), list[tuple[str, int, int, int]]()
            while waiting:
                words = self._words(waiting[0])
                start = text.find(words, at)
                if start < 0:
                    break
                at = start + len(words)
                positions.append(waiting[0])
                spans.append(("/content", start, at, waiting.pop(0)))
            framing = self._framing.message
            tokens = framing + self._sum(positions)
            value = self.wire.text_message("system", text)
            yield Message(value, tokens, tuple(positions), tuple(spans), framing)

    def _words(self, position: int) -> str:
        altered = self._trace.altered.get(position)
        return self._trace.item(position).text if altered is None else altered.text

    def _sum(self, positions: Sequence[int]) -> int:
        return sum(self._tokens[position] for position in positions)


def _written(wire: WireFormat | ApiWire, entries: Sequence[Entry], *, result: bool) -> Iterator[Written]:
    """The messages of these entries: one, but for a wire that writes a reply in several."""
    if isinstance(wire, ApiWire):
        yield from wire.written(entries, result=result)
        return
    value, spans = wire.results(entries) if result else wire.message(entries)
    yield value, spans, tuple(entry.position for entry in entries)


def _text_of(value: Mapping[str, Any]) -> str:
    """What a system message or a block of the system part says."""
    return str(value.get("content", value.get("text", "")))


def _beside(result: Entry, other: Entry) -> bool:
    """Whether the two were recorded in the same message."""
    return 0 <= result.item.message == other.item.message


def _one_a_result(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Each result alone, and what was recorded beside results by its recorded message."""
    groups: list[list[Entry]] = []
    for entry in entries:
        last = groups[-1][-1] if groups else None
        alone = entry.item.has(PartKind.RESULT)
        if last is not None and not alone and not last.item.has(PartKind.RESULT) and _beside(last, entry):
            groups[-1].append(entry)
        else:
            groups.append([entry])
    return groups
