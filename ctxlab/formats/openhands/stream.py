"""What both generations of OpenHands events have in common: the session that a stream of events makes.

Events are messages, condensations, or no context at all. A condensation names the events that the agent
forgot; with a summary these are superseded by it, without one they are only no longer live.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.entries import inside
from ctxlab.formats.fields import compact, extra_of, text_field
from ctxlab.formats.lookups import as_list, as_object
from ctxlab.formats.noticing import has_call, note_items, note_pairing
from ctxlab.formats.openhands.usage import UsageLog
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import Groups, Recorded
from ctxlab.formats.requests import Ranges, to_ranges, without
from ctxlab.formats.values import is_object
from ctxlab.model.items import Part, PartKind, Place, Source
from ctxlab.model.session import Session

#: Events that only repeat, piece by piece, what others hold whole: they are counted, not kept.
_PIECES = frozenset({"StreamingDeltaEvent", "TokenEvent"})


class Stream:
    """Collects one conversation. `pairing` and `usage` are for those that read the events."""

    def __init__(self, document: Document, name: str) -> None:
        self.builder = SessionBuilder(document, name)
        self.pairing = Pairing()
        self.usage = UsageLog()
        self.model = ""
        self.at: dict[str, list[int]] = {}
        self._replies: dict[str, int] = {}
        self._gone: set[int] = set()
        self._cuts: list[tuple[int, Ranges]] = []
        self._summaries: list[int] = []
        self._tools: set[str] = set()
        self._schemas_known = True
        self._states: dict[str, Any] = {}
        self._asides: list[Any] = []
        self._kinds: Counter[str] = Counter()
        self._strange: Counter[str] = Counter()

    def message(
        self, event: Mapping[str, Any], one: Recorded, place: Place, *, reply: str = "", more: Groups = ()
    ) -> None:
        """Adds an event that is a message, or a further part of the `reply` (a response's id) that it is of.

        `more` are parts of it that the program put there.
        """
        first = len(self.builder)
        time = text_field(event, "timestamp")
        is_answer = one.role == "assistant"
        usage = self.usage.take() if is_answer and reply not in self._replies else None
        if not is_answer:
            self.usage.forget()
        ordinal = self.builder.add_message(
            one.role,
            one.groups,
            name=one.name,
            time=time,
            place=place,
            injected=one.injected,
            source=one.source,
            extra=one.extra,
            usage=usage,
            into=self._replies.get(reply) if is_answer and reply else None,
        )
        if is_answer and reply:
            self._replies.setdefault(reply, ordinal)
        if more:
            self.builder.add_message(
                one.role,
                more,
                time=time,
                place=place,
                injected=True,
                source=Source.CONVERSATION,
                into=ordinal,
            )
        if event_id(event):
            self.at.setdefault(event_id(event), []).extend(range(first, len(self.builder)))

    def has_reply(self, reply: str) -> bool:
        """Whether a part of that reply was added before."""
        return reply in self._replies

    def schemas(self, tools: Any, place: Place) -> None:
        """Adds the schemas of tools that were not there before. Some versions record no parameters."""
        for index, tool in enumerate(as_list(tools)):
            text = compact(tool)
            if text in self._tools:
                continue
            self._tools.add(text)
            inner: Any = tool.get("function", tool) if is_object(tool) else None
            fields: dict[str, Any] = as_object(inner)
            self._schemas_known &= "parameters" in fields or "input_schema" in fields
            name = text_field(fields, "name", "title", "kind")
            at = inside(place, f"/tools/{index}")
            self.builder.add_tool_schema(text, name=name, place=at)

    def condense(
        self, event: Mapping[str, Any], forgotten: Iterable[str], summary: str, place: Place, extra: str = ""
    ) -> None:
        """Notes that the agent forgot those events, and the summary that stands for them from here on."""
        before = {position for name in forgotten for position in self.at.get(name, ())} - self._gone
        if summary:
            # A new summary takes the place of the last one.
            before.update(position for position in self._summaries if position not in self._gone)
            position = len(self.builder)
            self.builder.add_message(
                "user",
                (Part(PartKind.TEXT, summary),),
                time=text_field(event, "timestamp"),
                place=place,
                injected=True,
                source=Source.SUMMARY,
                extra=extra,
            )
            self.builder.supersede(sorted(before), position)
            self._summaries.append(position)
            self.at.setdefault(f"{event_id(event)}-summary", []).append(position)
        self._gone |= before
        self._cuts.append((len(self.builder), to_ranges(sorted(self._gone))))

    def aside(self, event: Mapping[str, Any], kind: str, *, known: bool = True) -> None:
        """Keeps an event that is no context; of a state that changes the last value."""
        self._kinds[kind] += 1
        if not known:
            self._strange[kind] += 1
        key = event.get("key")
        if isinstance(key, str):
            self._states[key] = event.get("value")
        elif kind not in _PIECES:
            self._asides.append(dict(event))

    def session(self, *, title: str = "", rest: Mapping[str, Any] | None = None) -> Session:
        """The session of all that was added; `rest` are fields that stood beside the events."""
        for kind, count in self._strange.items():
            self.builder.note("unknown_line_type", severity="info", count=count, type=kind[:80])
        note_items(self.builder)
        note_pairing(self.builder, self.pairing)
        kept = {**(rest or {}), "states": self._states, "events": self._asides, "event_kinds": self._kinds}
        return self.builder.finish(
            live=self._live if self._cuts else None,
            title=title,
            model=self.model or self.usage.model,
            unknown=self._unknown(),
            extra=extra_of({key: value for key, value in kept.items() if value}, ()),
        )

    def _unknown(self) -> tuple[Source, ...]:
        items = self.builder.items
        unknown: list[Source] = []
        if not any(item.source is Source.SYSTEM_PROMPT for item in items):
            unknown.append(Source.SYSTEM_PROMPT)
        if not self._schemas_known or (has_call(self.builder) and not self._tools):
            unknown.append(Source.TOOL_SCHEMAS)
        if next((item.role for item in items if item.role != "system"), "") == "assistant":
            unknown.append(Source.USER_MESSAGE)  # the events before the first reply are not there
        return tuple(unknown)

    def _live(self, _chain: str, end: int, before: Ranges) -> Ranges:
        """All that was not forgotten by then; requests come in the order of their ends or are few."""
        gone = next((ranges for at, ranges in reversed(self._cuts) if at <= end), ())
        return without(before, gone)


def event_id(event: Mapping[str, Any]) -> str:
    """The id of an event as text; early ones count."""
    return text_field(event, "id")
