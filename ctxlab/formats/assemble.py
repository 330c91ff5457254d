"""Assembling a session from recorded messages: ids, ordinals, sources, turns and requests.

Readers add what they find in file order; `SessionBuilder.finish` states the requests. Decided here, where the
rules are silent: a user message that carries a tool's result opens no turn, and text beside that result is
conversation; an empty message still is an item, without parts, so that it is not lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ctxlab.formats.protocol import Document
from ctxlab.model.diagnostics import Diagnostic, Number
from ctxlab.model.items import NOWHERE, Item, Part, PartKind, Place, Source
from ctxlab.model.session import Origin, Request, Session, Usage

Ranges = tuple[tuple[int, int], ...]

#: Says which positions were live at a request: from its chain, its `end` and all that stand before it there.
LiveRule = Callable[[str, int, Ranges], Ranges]

_SOURCES = {
    "system": Source.SYSTEM_PROMPT,
    "developer": Source.SYSTEM_PROMPT,
    "assistant": Source.CONVERSATION,
    "tool": Source.TOOL_RESULT,
    "function": Source.TOOL_RESULT,
}


def opens_turn(item: Item) -> bool:
    """Whether the item is (part of) a message that a user typed."""
    return item.role == "user" and not item.injected and item.source in (None, Source.USER_MESSAGE)


def to_ranges(positions: Iterable[int]) -> Ranges:
    """Ascending positions as inclusive, disjoint ranges."""
    ranges: list[tuple[int, int]] = []
    for position in positions:
        _extend(ranges, position)
    return tuple(ranges)


@dataclass(slots=True)
class _Message:
    """A recorded message under construction: the position of its first item, and how many items it has."""

    first: int
    count: int
    chain: str
    answer: bool
    usage: Usage | None = None
    sent: str = ""


class SessionBuilder:
    """Collects the items of one session in file order and gives them ids, ordinals and sources."""

    def __init__(self, document: Document, format_name: str, *, wire: str = "openai-chat") -> None:
        self._document = document
        self._format = format_name
        self._wire = wire
        self._items: list[Item] = []
        self._messages: list[_Message] = []
        self._notes: list[Diagnostic] = []

    def __len__(self) -> int:
        return len(self._items)

    @property
    def items(self) -> Sequence[Item]:
        """The items so far; their positions are those of the session."""
        return self._items

    def add_message(
        self,
        role: str,
        groups: Sequence[Part | Sequence[Part]],
        *,
        name: str = "",
        time: str = "",
        place: Place = NOWHERE,
        injected: bool = False,
        source: Source | None = None,
        extra: str = "",
        chain: str = "",
        stated_tokens: int = 0,
        answer: bool | None = None,
        usage: Usage | None = None,
        sent: str = "",
        into: int | None = None,
    ) -> int:
        """Adds one recorded message and returns its ordinal. Each group becomes an item.

        A group is one part, or several that only make sense together (a result and its images). Without any
        group the message is one item without parts. `source` overrides what follows from role and kind.
        `answer` says whether a model gave this message (default: role assistant); a request stands before it,
        which bears `usage` and `sent`. `into` continues an earlier message, by its ordinal.
        """
        ordinal = len(self._messages) if into is None else into
        if into is None:
            is_answer = role == "assistant" if answer is None else answer
            self._messages.append(_Message(len(self._items), 0, chain, is_answer, usage, sent))
        message = self._messages[ordinal]
        message.usage = usage or message.usage
        parted = [(group,) if isinstance(group, Part) else tuple(group) for group in groups] or [()]
        holds_result = any(_kind(parts) is PartKind.RESULT for parts in parted)
        for parts in parted:
            self._append(
                Item(
                    id=f"i{len(self._items) + 1}",
                    role=role,
                    parts=parts,
                    source=source or _source(role, parts, injected=injected, beside_result=holds_result),
                    message=ordinal,
                    part=message.count,
                    place=place,
                    stated_tokens=stated_tokens,
                    time=time,
                    name=name,
                    injected=injected,
                    chain=chain,
                    extra=extra,
                )
            )
            message.count += 1
            stated_tokens, extra = 0, ""  # borne by the message's first item
        return ordinal

    def add_tool_schema(self, text: str, *, name: str = "", place: Place = NOWHERE, chain: str = "") -> int:
        """Adds one tool's schema, as compact JSON, and returns its position. Schemas precede the messages."""
        part = Part(PartKind.TEXT, text, name=name, json=True)
        return self.add_fragment("system", (part,), Source.TOOL_SCHEMAS, place=place, chain=chain)

    def add_fragment(
        self,
        role: str,
        parts: Sequence[Part],
        source: Source | None,
        *,
        place: Place = NOWHERE,
        priority: int = 5,
        relevance: float = 1.0,
        time: str = "",
        name: str = "",
        recent: bool | None = None,
        stated_tokens: int = 0,
        chain: str = "",
        extra: str = "",
    ) -> int:
        """Adds one item that is no recorded message (a document, a note, a state); returns its position."""
        item = Item(
            id=f"i{len(self._items) + 1}",
            role=role,
            parts=tuple(parts),
            source=source,
            place=place,
            priority=priority,
            relevance=relevance,
            stated_tokens=stated_tokens,
            time=time,
            name=name,
            recent=recent,
            chain=chain,
            extra=extra,
        )
        return self._append(item)

    def supersede(self, positions: Iterable[int], by: int) -> None:
        """Notes that the recorded summary at position `by` replaced the items at those positions."""
        for position in positions:
            self._items[position] = replace(self._items[position], superseded_by=self._items[by].id)

    def note(
        self, code: str, *, item: str = "", severity: str = "warning", line: int = 0, **numbers: Number
    ) -> None:
        """Adds a diagnostic."""
        self._notes.append(Diagnostic(code, item, tuple(numbers.items()), severity, line))

    def finish(
        self,
        *,
        single: bool = False,
        live: LiveRule | None = None,
        title: str = "",
        model: str = "",
        form: str = "",
        unknown: Iterable[Source] = (),
        extra: str = "",
    ) -> Session:
        """The session. `single`: exactly one request, after the last item, at which all is candidate.

        `live` says what the recorder really had at each request; by default all that stands before it.
        The session has no id yet: loading gives it one.
        """
        items = tuple(self._items)
        requests = (_last_request(items, live),) if single else requests_of(items, self._answers(), live)
        return Session(
            id="",
            items=items,
            requests=requests,
            title=title,
            model=model,
            wire=self._wire,
            form=form,
            origin=Origin(self._format, self._document.file, self._document.sha256),
            unknown=tuple(unknown),
            diagnostics=tuple(self._notes),
            extra=extra,
        )

    def _append(self, item: Item) -> int:
        self._items.append(item)
        return len(self._items) - 1

    def _answers(self) -> dict[int, tuple[Usage | None, str]]:
        return {one.first: (one.usage, one.sent) for one in self._messages if one.answer}


def requests_of(
    items: Sequence[Item], answers: dict[int, tuple[Usage | None, str]], live: LiveRule | None = None
) -> tuple[Request, ...]:
    """The requests of recorded messages: one before each answer, one at the end if no answer is last.

    `answers` maps the position of each answer's first item to its usage and to what was really sent for it.
    """
    walks: dict[str, _Walk] = {"": _Walk("", live)}
    requests: list[Request] = []
    for position, item in enumerate(items):
        walk = walks.setdefault(item.chain, _Walk(item.chain, live))
        if position in answers:
            requests.append(walk.request(position, *answers[position]))
        walk.pass_by(position, item, answer=position in answers)
    requests.extend(walk.request(walk.end) for walk in walks.values() if not walk.answered)
    return tuple(sorted(requests, key=lambda request: request.end))


def ranges_before(items: Sequence[Item], requests: Sequence[Request]) -> list[Ranges]:
    """For each request the positions of all items before it on its chain."""
    found: list[Ranges] = [()] * len(requests)
    ranges: dict[str, list[tuple[int, int]]] = {}
    position = 0
    for end, index in sorted((request.end, index) for index, request in enumerate(requests)):
        while position < min(end, len(items)):
            _extend(ranges.setdefault(items[position].chain, []), position)
            position += 1
        found[index] = tuple(ranges.get(requests[index].chain, ()))
    return found


def turns_before(items: Sequence[Item], requests: Sequence[Request]) -> list[int]:
    """For each request the turn that it is in."""
    found = [0] * len(requests)
    walks: dict[str, _Walk] = {}
    position = 0
    for end, index in sorted((request.end, index) for index, request in enumerate(requests)):
        while position < min(end, len(items)):
            item = items[position]
            walks.setdefault(item.chain, _Walk(item.chain, None)).pass_by(position, item, answer=False)
            position += 1
        walk = walks.get(requests[index].chain)
        found[index] = walk.turn if walk else 0
    return found


def _extend(ranges: list[tuple[int, int]], position: int) -> None:
    if ranges and ranges[-1][1] == position - 1:
        ranges[-1] = (ranges[-1][0], position)
    else:
        ranges.append((position, position))


class _Walk:
    """One chain on the way through the items: its turn, its requests, whether its last item is an answer."""

    def __init__(self, chain: str, live: LiveRule | None) -> None:
        self.chain = chain
        self.turn = 0
        self.count = 0
        self.end = 0
        self.answered = False
        self._live = live
        self._ranges: list[tuple[int, int]] = []
        self._seen: set[int] = set()
        self._answer = -1

    def request(self, end: int, usage: Usage | None = None, sent: str = "") -> Request:
        """The next request of this chain."""
        self.count += 1
        before = tuple(self._ranges)
        live = before if self._live is None else self._live(self.chain, end, before)
        return Request(self.count, self.turn, end, live, self.chain, sent, usage)

    def pass_by(self, position: int, item: Item, *, answer: bool) -> None:
        """Takes the item at that position in; `answer` says that a model's answer begins with it."""
        _extend(self._ranges, position)
        self.end = position + 1
        if item.message not in self._seen and opens_turn(item):
            self.turn += 1
        if item.message >= 0 and item.role == "user":
            self._seen.add(item.message)
        if answer:
            self._answer = item.message
        self.answered = answer or (item.message >= 0 and item.message == self._answer)


def _last_request(items: tuple[Item, ...], live: LiveRule | None) -> Request:
    walk = _Walk("", live)
    for position, item in enumerate(items):
        walk.pass_by(position, item, answer=False)
    return walk.request(len(items))


def _kind(parts: Sequence[Part]) -> PartKind | None:
    return parts[0].kind if parts else None


def _source(role: str, parts: Sequence[Part], *, injected: bool, beside_result: bool) -> Source | None:
    if _kind(parts) is PartKind.RESULT:
        return Source.TOOL_RESULT
    if role == "user":
        return Source.CONVERSATION if injected or beside_result else None
    return _SOURCES.get(role, Source.CONVERSATION)
