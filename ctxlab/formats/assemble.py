"""Assembling a session from recorded messages: ids, ordinals, sources, turns and requests.

Readers add what they find in file order; `SessionBuilder.finish` states the requests. Decided here, where the
rules are silent: a user message that carries a tool's result opens no turn, so text beside that result counts
as injected; an empty message still is an item, without parts, so that it is not lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import Recorded
from ctxlab.formats.requests import LiveRule, requests_of, single_request, without_records
from ctxlab.model.diagnostics import Diagnostic, Number
from ctxlab.model.items import NOWHERE, Item, Part, PartKind, Place, Source
from ctxlab.model.making import maker
from ctxlab.model.session import Origin, Request, Session, Usage

_SOURCES = {
    "system": Source.SYSTEM_PROMPT,
    "developer": Source.SYSTEM_PROMPT,
    "assistant": Source.CONVERSATION,
    "tool": Source.TOOL_RESULT,
    "function": Source.TOOL_RESULT,
}

#: Formats of request bodies: all that stands in one was sent, whatever it is.
REQUEST_FORMATS = frozenset({"openai-chat", "openai-responses", "anthropic-messages", "gemini"})

_item = maker(Item)


@dataclass(slots=True)
class _Message:
    """A recorded message under construction: the position of its first item, and how many items it has."""

    first: int
    count: int
    chain: str
    answer: bool
    usage: Usage | None = None
    sent: str = ""
    beside: bool = False


class SessionBuilder:
    """Collects the items of one session in file order and gives them ids, ordinals and sources."""

    def __init__(self, document: Document, format_name: str, *, wire: str = "openai-chat") -> None:
        self._document = document
        self._format = format_name
        self._wire = wire
        self._items: list[Item] = []
        self._messages: list[_Message] = []
        self._reply: dict[tuple[str, str, bool | None], int] = {}
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
            self._reply = {}
            is_answer = role == "assistant" if answer is None else answer
            self._messages.append(_Message(len(self._items), 0, chain, is_answer, usage, sent))
        message = self._messages[ordinal]
        message.usage = usage or message.usage
        parted = [(group,) if isinstance(group, Part) else tuple(group) for group in groups] or [()]
        if role == "user" and not injected:
            injected = any(_kind(parts) is PartKind.RESULT for parts in parted)
        items = self._items
        for parts in parted:
            items.append(
                _item(
                    f"i{len(items) + 1}",
                    role,
                    parts,
                    source or _source(role, parts, injected=injected),
                    ordinal,
                    message.count,
                    place,
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

    def add(
        self,
        one: Recorded,
        *,
        place: Place = NOWHERE,
        time: str = "",
        injected: bool = False,
        source: Source | None = None,
        chain: str = "",
        answer: bool | None = None,
        usage: Usage | None = None,
        sent: str = "",
    ) -> int:
        """Adds a message that a dialect read and returns its ordinal.

        `time`, `injected`, `source` and `answer` override what it says, where they say anything.

        A piece of a reply continues the message right before it, if that is a piece of the same kind.
        """
        answer = one.answer if answer is None else answer
        reply, told = self._reply, (chain, one.role, answer)
        ordinal = self.add_message(
            one.role,
            one.groups,
            name=one.name,
            time=time or one.time,
            place=place,
            injected=injected or one.injected,
            source=source or one.source,
            extra=one.extra,
            chain=chain,
            stated_tokens=one.stated_tokens,
            answer=answer,
            usage=usage,
            sent=sent,
            into=reply.get(told) if one.piece else None,
        )
        if one.piece:
            self._reply = {told: ordinal}
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
        summary = self._items[by].id
        for position in positions:
            # Set in place, as no session has the item yet: a compaction replaces thousands of them, and
            # making each anew would take a tenth of the whole time.
            object.__setattr__(self._items[position], "superseded_by", summary)

    def stand_beside(self, message: int) -> None:
        """Notes that this answer is another choice for the request of the one before it."""
        self._messages[message].beside = True

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
        branching: bool = False,
    ) -> Session:
        """The session. `single`: exactly one request, after the last item, at which all is candidate.

        `live` says what the recorder really had at each request; by default all that stands before it.
        The session has no id yet: loading gives it one.
        """
        items = tuple(self._items)
        if single:
            requests: tuple[Request, ...] = (single_request(items, live, branching=branching),)
        else:
            requests = requests_of(items, self._answers(), live, branching=branching)
        if self._format not in REQUEST_FORMATS:
            requests = without_records(items, requests)
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
            branching=branching,
        )

    def _append(self, item: Item) -> int:
        self._items.append(item)
        return len(self._items) - 1

    def _answers(self) -> dict[int, tuple[Usage | None, str] | None]:
        answers = (one for one in self._messages if one.answer)
        return {one.first: None if one.beside else (one.usage, one.sent) for one in answers}


def _kind(parts: Sequence[Part]) -> PartKind | None:
    return parts[0].kind if parts else None


def _source(role: str, parts: Sequence[Part], *, injected: bool) -> Source | None:
    if _kind(parts) is PartKind.RESULT:
        return Source.TOOL_RESULT
    if role == "user":
        return Source.CONVERSATION if injected else None
    return _SOURCES.get(role, Source.CONVERSATION)
