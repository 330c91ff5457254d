"""Messages of wire formats that no run is built in, written from the items of a run's messages.

They are what `formats.writers` makes of the same parts, each with the places at which its texts stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ctxlab.formats.recorded import Group
from ctxlab.formats.writers.carrying import Carrying
from ctxlab.formats.writers.looks_at import is_list, is_object
from ctxlab.formats.writers.request import Writer, writer_of
from ctxlab.formats.writers.turns import Turn, arguments_of
from ctxlab.formats.writers.written import GEMINI, Losses
from ctxlab.model.items import Part, PartKind
from ctxlab.model.tool_schemas import declared
from ctxlab.model.trace import Outside, Span
from ctxlab.stages.construct.wire import Entry, Value, parse_json

Written = tuple[Value, tuple[Span, ...], tuple[int, ...]]

#: Calls stand where their arguments are an object, else where these are a text.
_ARGUMENTS = ("args", "arguments")


class ApiWire:
    """One wire format: Gemini's, which has the system part apart and results together, or Responses.

    `native` says that the session was recorded in it. `tools` are the names of tools by the ids of calls.
    """

    def __init__(self, wire: str, *, native: bool, tools: Mapping[str, str]) -> None:
        self._wire = wire
        self._writer: Writer = writer_of(wire)
        self._tools = tools
        self._rules = self._writer.rules(same=native, fields=False)
        self.losses = Losses()
        self._names = self._writer.names(self.losses)
        self._carrying = Carrying(self._rules, self._names, self.losses)
        self.system_apart = wire == GEMINI
        self.results_together = wire == GEMINI

    def is_empty(self, part: Part) -> bool:
        """Whether there is nothing in the part to say in any format."""
        return part.kind in (PartKind.TEXT, PartKind.UNKNOWN) and not part.text

    def text_message(self, role: str, text: str) -> Value:
        """A message that holds one text; for the system part a part of it."""
        if self._wire != GEMINI:
            return {"role": role, "content": text}
        if role == "system":
            return {"text": text}
        return {"role": "model" if role == "assistant" else role, "parts": [{"text": text}]}

    def text_pointer(self, pointer: str) -> str:
        """Where in such a message a text stands that stood at that pointer."""
        return "/parts/0/text" if self._wire == GEMINI else pointer

    def tool(self, schema: str) -> Any:
        """A tool as this wire declares it; what is no function stays as it was recorded."""
        return declared(self._wire, parse_json(schema))

    def written(self, entries: Sequence[Entry], *, result: bool) -> Iterator[Written]:
        """The messages of these entries, each with the spans of texts and the positions in it."""
        role = "tool" if result else entries[0].item.role
        role = role if role in ("tool", "assistant", "system", "developer") else "user"
        groups = [self._group(entry) for entry in entries]
        said = tuple(one for group in groups for one in group if one)
        if not said:
            return
        values = self._writer.values(Turn(role, said))
        found = _Places(values, [entry.position for entry in entries], groups)
        for at, value in enumerate(values):
            spans, positions = found.of(at)
            if positions:
                yield value, spans, positions

    def _group(self, entry: Entry) -> list[Group]:
        """An entry's parts as this wire takes them: one group, or each part on its own."""
        parts = [self._named(part) for part in entry.parts if not self.is_empty(part)]
        kept = self._carrying.said(parts)
        is_result = bool(kept) and kept[0].kind is PartKind.RESULT
        if is_result and (self._rules.same or self._rules.media_in_results):
            return [kept]
        if all(part.kind is PartKind.THINKING for part in kept):
            # several summaries of one thought
            return [kept]
        return [(part,) for part in kept]

    def _named(self, part: Part) -> Part:
        name = self._tools.get(part.call_id, "")
        return replace(part, name=name) if part.kind is PartKind.RESULT and name else part

    def outside(self, one: Outside) -> Outside:
        """What stands beside the messages, in the form of this wire."""
        if one.field == "tools" and self._wire == GEMINI:
            tools: Any = [{"functionDeclarations": one.value}]
            return Outside(one.field, tools, one.tokens, one.positions)
        if one.field == "system" and self._wire == GEMINI:
            return Outside("systemInstruction", {"parts": one.value}, one.tokens, one.positions)
        return one


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A text or an object of arguments in a message: which message, where in it, what it is."""

    message: int
    pointer: str
    value: Any


class _Places:
    """Where in written messages the parts of entries stand."""

    def __init__(
        self, values: Sequence[Value], positions: Sequence[int], groups: Sequence[Sequence[Group]]
    ) -> None:
        leaves = [leaf for at, value in enumerate(values) for leaf in _leaves(at, "", value)]
        self._spans: list[list[Span]] = [[] for _ in values]
        last = 0
        for position, own in zip(positions, groups, strict=True):
            for part in (part for group in own for part in group):
                leaf = _taken(leaves, part)
                if leaf is None:
                    self._spans[last].append(("", 0, 0, position))
                    continue
                last = leaf.message
                is_text = isinstance(leaf.value, str)
                pointer = leaf.pointer if is_text else leaf.pointer.rpartition("/")[0].rpartition("/")[0]
                self._spans[last].append((pointer, 0, len(leaf.value) if is_text else 0, position))

    def of(self, at: int) -> tuple[tuple[Span, ...], tuple[int, ...]]:
        """The spans in a message, and the positions of what stands in it."""
        spans = self._spans[at]
        return tuple(spans), tuple(dict.fromkeys(position for *_, position in spans))


def _leaves(message: int, pointer: str, value: Any) -> Iterator[_Leaf]:
    if isinstance(value, str):
        yield _Leaf(message, pointer, value)
    elif is_object(value):
        for key, one in value.items():
            if key in _ARGUMENTS and is_object(one):
                yield _Leaf(message, f"{pointer}/{key}", one)
            else:
                yield from _leaves(message, f"{pointer}/{key}", one)
    elif is_list(value):
        for at, one in enumerate(value):
            yield from _leaves(message, f"{pointer}/{at}", one)


def _taken(leaves: list[_Leaf], part: Part) -> _Leaf | None:
    """The first leaf that is the part's text, taken out of the list with all before it."""
    wanted = arguments_of(part) if part.kind is PartKind.CALL else part.text
    for at, leaf in enumerate(leaves):
        if leaf.value == part.text or leaf.value == wanted:
            del leaves[: at + 1]
            return leaf
    return None
