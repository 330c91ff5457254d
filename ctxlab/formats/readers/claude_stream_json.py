"""Reads what `claude -p --output-format stream-json` prints: the events of a run, one a line.

The prompt that the run was started with is not among them, unless it was asked for; nor are the system prompt
and the schemas of the tools. A reply comes in pieces of one message id. Events of a reply on its way are told
once more by the reply itself and only stand in where that did not come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.anthropic.stream import is_event, whole_message
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.claude_code.content import Content, content_of
from ctxlab.formats.claude_code.lines import line_of
from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.noticing import note_items
from ctxlab.formats.parts.anthropic import usage_of
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.requests import Ranges, to_ranges
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind, Place, Source
from ctxlab.model.session import Session

_TYPES = ("system", "assistant", "user", "result", "stream_event")
#: Events that only tell whoever watches the run.
_SILENT = ("rate_limit_event", "tool_progress", "auth_status", "tool_use_summary", "prompt_suggestion")
_SURE = 0.95
_VOTES = 20

#: How the summary that a compaction leaves begins.
_SUMMARY = "This session is being continued from a previous conversation"

#: Fields of an event that are no part of its message.
_ENVELOPE = ("type", "uuid", "session_id", "parent_tool_use_id", "message", "tool_use_result", "timestamp")


class ClaudeStreamJsonReader:
    """The events of a run of Claude Code without a window: one session a session id."""

    name = "claude-stream-json"
    title = "Claude Code stream-json output"
    experimental = True

    def sniff(self, document: Document) -> float:
        """The share of values that are such events, among the first objects."""
        values = (one.value for one in _records(document) if not _is_event(one.value, _SILENT))
        objects = list(islice((value for value in values if is_object(value)), _VOTES))
        like = sum(_is_event(value) for value in objects)
        return _SURE * like / len(objects) if like else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """The sessions in the order of their first events; raises FormatError where there is no event."""
        runs: dict[str, _Run] = {}
        strange: list[int] = []
        for record in _records(document):
            if not _is_event(record.value):
                if not _is_event(record.value, _SILENT):
                    strange.append(record.line)
                continue
            ident = text_field(record.value, "session_id")
            run = runs.get(ident) or runs.setdefault(ident, _Run(document, self.name))
            run.take(record.value, record.line if document.lines else 0)
        if not runs:
            raise FormatError("no line is an event of Claude Code", where=Where(document.file))
        first = next(iter(runs.values()))
        for line in strange:
            first.build.note("record_unknown", line=line)
        return tuple(run.session() for run in runs.values())


def _records(document: Document) -> tuple[Record, ...]:
    """The values of lines, or of the list that `--output-format json --verbose` prints."""
    if not document.lines and document.records and is_list(document.records[0].value):
        first = document.records[0]
        return tuple(Record(one, first.line, first.byte) for one in first.value)
    return document.records


def _is_event(value: object, types: Sequence[str] = _TYPES) -> bool:
    return (
        is_object(value)
        and value.get("type") in types
        and isinstance(value.get("session_id"), str)
        and "sessionId" not in value
    )


@dataclass(slots=True)
class _Chain:
    """One context: the main one, or that of a sub-agent, by the call that started it."""

    tools: dict[str, str] = field(default_factory=dict[str, str])
    replies: dict[str, int] = field(default_factory=dict[str, int])
    streamed: list[Mapping[str, Any]] = field(default_factory=list[Mapping[str, Any]])
    began: list[int] = field(default_factory=list[int])
    compacted: bool = False


class _Run:
    """Takes the events of one session id."""

    def __init__(self, document: Document, name: str) -> None:
        self.build = SessionBuilder(document, name, wire="anthropic")
        self.chains: dict[str, _Chain] = {}
        self.about: dict[str, Any] = {}
        self.model = ""
        self.answered = False

    def take(self, value: Mapping[str, Any], line: int) -> None:
        """Takes the next event, which stands on that line."""
        name = text_field(value, "parent_tool_use_id")
        chain = self.chains.setdefault(name, _Chain())
        kind, message = value["type"], value.get("message")
        if kind in ("user", "assistant"):
            if is_object(message):
                self._message(value, message, line, name)
            else:
                self.build.note("message_broken", line=line)
        elif kind == "stream_event" and is_event(value.get("event")):
            if value["event"]["type"] == "message_start":
                chain.streamed = []
            chain.streamed.append(value["event"])
        elif kind == "system" and value.get("subtype") == "compact_boundary":
            chain.compacted = True
            chain.began.append(len(self.build))
        elif kind == "system" and value.get("subtype") == "init":
            self.model = self.model or text_field(value, "model")
            self.about.setdefault("init", value)
        elif kind == "result":
            self._result(value, line)

    def session(self) -> Session:
        """The session, with replies that were cut while they streamed."""
        for name, chain in self.chains.items():
            message = whole_message(chain.streamed) if chain.streamed else {}
            if message.get("content") and text_field(message, "id") not in chain.replies:
                self._message({"type": "assistant"}, message, 0, name)
        note_items(self.build)
        return self.build.finish(
            live=self._live if any(one.began for one in self.chains.values()) else None,
            model=self.model,
            unknown=(Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS),
            extra=extra_of(self.about, ()),
        )

    def _message(self, value: Mapping[str, Any], message: Mapping[str, Any], line: int, name: str) -> None:
        chain = self.chains[name]
        kind = str(value["type"])
        own = {key: one for key, one in value.items() if key not in _ENVELOPE}
        injected = own.pop("isSynthetic", False) is True
        record = {**own, "type": kind, "message": message, "isMeta": injected}
        content = content_of(line_of(record, kind, line), chain.tools)
        if content is None:
            return
        reply = text_field(message, "id") if kind == "assistant" else ""
        source = self._summary_source(chain, content)
        first = len(self.build)
        ordinal = self.build.add_message(
            content.role,
            content.groups,
            time=text_field(value, "timestamp"),
            place=Place(line),
            injected=content.injected or source is not None,
            source=source,
            extra=content.extra,
            chain=name,
            answer=content.answer,
            usage=usage_of(message.get("usage")) if content.answer else None,
            into=chain.replies.get(reply) if reply else None,
        )
        self.answered = self.answered or content.answer
        self.model = self.model or (text_field(message, "model") if content.answer else "")
        if reply:
            chain.replies.setdefault(reply, ordinal)
        if source is not None:
            start = chain.began[-2] if len(chain.began) > 1 else 0
            replaced = [i for i in range(start, first) if self.build.items[i].chain == name]
            self.build.supersede(replaced, first)

    def _summary_source(self, chain: _Chain, content: Content) -> Source | None:
        """The first user message behind a compaction is its summary, if it says so."""
        if not chain.compacted or content.role != "user":
            return None
        chain.compacted = False
        text = "\n".join(part.text for group in content.groups for part in group)
        return Source.SUMMARY if text.lstrip().startswith(_SUMMARY) else None

    def _result(self, value: Mapping[str, Any], line: int) -> None:
        """How the run ended. Its text is that of the last reply, and stands in for it where none came."""
        text = text_field(value, "result")
        if value.get("is_error") is True or text_field(value, "subtype").startswith("error"):
            self.build.note("answer_failed", line=line, text=text or text_field(value, "subtype"))
        elif text and not self.answered:
            part = Part(PartKind.TEXT, text)
            usage = usage_of(value.get("usage"))
            self.build.add_message("assistant", [part], place=Place(line, "/result"), usage=usage)
            self.answered = True
        self.about["result"] = {key: one for key, one in value.items() if key not in ("result", "type")}

    def _live(self, name: str, end: int, before: Ranges) -> Ranges:
        chain = self.chains[name] if name in self.chains else _Chain()
        start = max((one for one in chain.began if one < end), default=0)
        return to_ranges(i for first, last in before for i in range(max(first, start), last + 1))
