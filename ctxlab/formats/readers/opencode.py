"""Reads opencode: exported sessions, what a run prints, and its database in both versions.

An answer's steps are one call of the model each. A compaction's summary replaces what was before it, but for
the end that it says it keeps. Neither the system prompt nor the tools are kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import extra_set, text_field
from ctxlab.formats.jsonl import RAW_LIMIT
from ctxlab.formats.live_history import LiveHistory
from ctxlab.formats.noticing import with_strange
from ctxlab.formats.opencode.database import Kept, has_messages, kept_sessions
from ctxlab.formats.opencode.parts import spoken
from ctxlab.formats.opencode.run_events import answers_in, is_run_event
from ctxlab.formats.plain_talk import PlainTalk
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.sqlite_file import database_of, is_sqlite, is_write_ahead
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Place, Source
from ctxlab.model.session import Session

_SAMPLE = 20
_SURE = 0.96
_LIKELY = 0.9

#: The beginning of a database says how its tables were made.
_HEAD = 65_536


class OpencodeReader:
    """Sessions of opencode."""

    name = "opencode"
    title = "opencode exports, databases"
    experimental = True

    def sniff(self, document: Document) -> float:
        """By messages that are an info with parts, or by the tables of a database."""
        if is_sqlite(document.data):
            head = document.data[:_HEAD]
            is_new = b"session_message" in head and b"session_id" in head
            is_old = b"message_id" in head and b"session_id" in head and b"`part`" in head
            return _LIKELY if is_new or is_old else 0.0
        if _has_run_events(document):
            return _SURE
        values = [record.value for record, _ in entries_of(document, _SAMPLE)]
        return _SURE if any(_is_export(one) or _is_message(one) for one in values) else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """The sessions of a database, or an export's; bare messages are one session."""
        if is_sqlite(document.data):
            return _of_database(document)
        if _has_run_events(document):
            return _of_run(document)
        sessions: list[Session] = []
        bare: list[tuple[Record, Place]] = []
        for record, place in entries_of(document):
            if not _is_export(record.value):
                bare.append((record, place))
                continue
            about = record.value.get("info")
            talk = _Talk(document, about if is_object(about) else {})
            for i, message in enumerate(record.value["messages"]):
                talk.add(message, inside(place, f"/messages/{i}"))
            rest = {key: one for key, one in record.value.items() if key not in ("info", "messages")}
            sessions.append(talk.session(rest))
        if any(_is_message(record.value) for record, _ in bare):
            talk = _Talk(document, {})
            for record, place in bare:
                talk.add(record.value, place)
            sessions.append(talk.session({}))
            bare = []
        if not sessions:
            raise FormatError("there is no session of opencode in it", where=Where(document.file))
        return with_strange(sessions, [record for record, _ in bare])


def _has_run_events(document: Document) -> bool:
    values = [record.value for record in document.records[:_SAMPLE]]
    return 2 * sum(1 for value in values if is_run_event(value)) > len(values)


def _of_run(document: Document) -> tuple[Session, ...]:
    """The sessions of the events that a run printed, which do not tell what was asked."""
    events = [record for record in document.records if is_run_event(record.value)]
    sessions: list[Session] = []
    for ident, answers in answers_in(events).items():
        talk = _Talk(document, {"id": ident})
        for message, record in answers:
            talk.add(message, Place(record.line))
        talk.note("input_not_recorded", "warning")
        session = talk.session({})
        sessions.append(replace(session, unknown=(*session.unknown, Source.USER_MESSAGE)))
    return with_strange(sessions, [one for one in document.records if not is_run_event(one.value)])


def _of_database(document: Document) -> tuple[Session, ...]:
    with database_of(document) as database:
        if not has_messages(database):
            names = ", ".join(sorted(database.tables())[:6]) or "none"
            hint = f"its tables: {names}"
            raise FormatError("no table in it holds messages", where=Where(document.file), hint=hint)
        kept = kept_sessions(database)
    if not kept:
        raise FormatError("there is no session in the database", where=Where(document.file))
    return tuple(_kept(document, one, first=i == 0) for i, one in enumerate(kept))


def _kept(document: Document, kept: Kept, *, first: bool) -> Session:
    talk = _Talk(document, {"id": kept.id, **kept.about})
    for info, parts, where in kept.messages:
        talk.add({"info": info, "parts": parts}, Place(0, where))
    if first and is_write_ahead(document.data):
        talk.note("write_ahead_log", "info")
    return talk.session({})


def _is_export(value: Any) -> bool:
    """Whether it is a session with its messages."""
    messages = value.get("messages") if is_object(value) else None
    return is_list(messages) and any(_is_message(one) for one in messages[:_SAMPLE])


def _is_message(value: Any) -> bool:
    if not is_object(value) or not is_list(value.get("parts")):
        return False
    return is_object(value.get("info")) and isinstance(value["info"].get("role"), str)


class _Talk:
    """Makes one session. `_at` are the positions of the items of each message, by its id."""

    def __init__(self, document: Document, about: Mapping[str, Any]) -> None:
        self._about = about
        self._talk = PlainTalk(document, OpencodeReader.name, lambda one, _: [unknown_message(one)])
        self._live = LiveHistory()
        self._at: dict[str, range] = {}
        self._events: list[Mapping[str, Any]] = []
        self._model = ""
        self._asked: tuple[int, str] | None = None

    def add(self, message: Any, place: Place) -> None:
        """Adds a message; what is none is kept as it came."""
        builder = self._talk.builder
        if not _is_message(message):
            self._talk.add(message, place)
            return
        info, first = message["info"], len(builder)
        if not info["role"] and info.get("type") != "compaction":
            self._events.append(info)
            return
        told = list(spoken(info, message["parts"], self._talk.pairing))
        self._model = self._model or _model(info)
        if info.get("type") == "compaction":
            told = [(_summary(one), usage) for one, usage in told]
        elif info.get("summary") is True:
            told = [(replace(one, source=Source.SUMMARY), usage) for one, usage in told]
        for one, usage in told:
            builder.add(one, place=place, usage=usage)
        self._at[text_field(info, "id")] = range(first, len(builder))
        self._follow(info, message["parts"], first)

    def note(self, code: str, severity: str) -> None:
        """Says something of the whole session."""
        self._talk.builder.note(code, severity=severity)

    def session(self, rest: Mapping[str, Any]) -> Session:
        """The session of the messages so far; what changed on the way is kept beside them."""
        about = {key: one for key, one in self._about.items() if key != "title"}
        events = {"events": self._events} if self._events else {}
        return self._talk.finish(
            title=text_field(self._about, "title"),
            model=self._model,
            extra=extra_set({**rest, **events, "info": about}, ()),
            live=self._live.rule,
        )

    def _follow(self, info: Mapping[str, Any], parts: list[Any], first: int) -> None:
        """Says how an answer failed, and what a summary took out of the context."""
        builder = self._talk.builder
        failure = info.get("error")
        if is_object(failure):
            data = failure.get("data")
            text = text_field(data, "message") if is_object(data) else ""
            builder.note("answer_failed", text=(text or text_field(failure, "name", "message"))[:RAW_LIMIT])
        compaction = next((one for one in parts if is_object(one) and one.get("type") == "compaction"), None)
        if compaction is not None:
            self._asked = first, text_field(compaction, "tail_start_id")
        if info.get("type") == "compaction":
            self._replace(first, first, "")
        elif info.get("summary") is True:
            asked, tail = self._asked or (first, "")
            self._replace(asked, first, tail)
            self._asked = None

    def _replace(self, asked: int, summary: int, tail: str) -> None:
        """The summary replaces what was before it was asked for, but for the end from `tail` on."""
        builder = self._talk.builder
        kept_from = self._at[tail].start if tail in self._at else asked
        before = [i for i in self._live.at(summary) if i < asked]
        kept = [i for i in before if i >= kept_from or builder.items[i].source is Source.SYSTEM_PROMPT]
        builder.supersede(set(before) - set(kept), summary)
        # the call for the summary itself still had all of it
        self._live.change([*kept, *range(asked, len(builder))], len(builder))


def _summary(one: Recorded) -> Recorded:
    return replace(one, role="user", source=Source.SUMMARY, injected=True, answer=False)


def _model(info: Mapping[str, Any]) -> str:
    model = info.get("model")
    within = text_field(model, "modelID", "id") if is_object(model) else ""
    return text_field(info, "modelID") or (within if info["role"] == "assistant" else "")
