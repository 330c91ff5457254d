"""Reads what the OpenAI Agents SDK keeps: SQLite databases of sessions, and the states of interrupted runs.

Neither holds the instructions nor the schemas of the tools: both are unknown.
"""

from __future__ import annotations

from ctxlab.errors import FormatError, Where
from ctxlab.formats.agents_sdk.branches import BranchRule
from ctxlab.formats.agents_sdk.sdk import Talk, is_state, message_tables, state_talk, stored_talks
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.protocol import Document
from ctxlab.formats.responses.log import ItemLog
from ctxlab.formats.sqlite_file import database_of, is_sqlite, is_write_ahead
from ctxlab.formats.writers.written import OPENAI_RESPONSES
from ctxlab.model.items import PartKind, Source
from ctxlab.model.session import Session

#: The table of messages is described at a database's beginning.
_HEAD = 1 << 20
_SURE = 0.95


class OpenAIAgentsReader:
    """A database of sessions of the Agents SDK, or the state of a run as JSON."""

    name = "openai-agents"
    title = "OpenAI Agents SDK"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By the columns of the table of messages, or by the fields of a run's state."""
        if is_sqlite(document.data):
            head = document.data[:_HEAD]
            return _SURE if b"message_data" in head and b"session_id" in head else 0.0
        return _SURE if document.records and is_state(document.records[0].value) else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """The sessions of a database, in the order in which they begin; or the one of a run's state."""
        if is_sqlite(document.data):
            return _of_database(document)
        states = [record.value for record in document.records if is_state(record.value)]
        if not states:
            raise FormatError("it is neither a database nor a state of the SDK", where=Where(document.file))
        return tuple(_session(document, state_talk(state)) for state in states)


def _of_database(document: Document) -> tuple[Session, ...]:
    with database_of(document) as database:
        if not message_tables(database):
            names = ", ".join(sorted(database.tables())[:6]) or "none"
            hint = f"its tables: {names}"
            raise FormatError("no table in it holds messages", where=Where(document.file), hint=hint)
        talks = stored_talks(database)
    if not talks:
        raise FormatError("there is no session in the database", where=Where(document.file))
    return tuple(_session(document, talk, first=i == 0) for i, talk in enumerate(talks))


def _session(document: Document, talk: Talk, *, first: bool = False) -> Session:
    builder = SessionBuilder(document, OpenAIAgentsReader.name, wire=OPENAI_RESPONSES)
    log = ItemLog(builder)
    branches: list[tuple[str, ...]] = []
    for one in talk.items:
        branches += [one.branches for _ in log.add(one.value, one.place, time=one.time, usage=one.usage)]
    rule = BranchRule(branches)
    log.close()
    if first and is_write_ahead(document.data):
        builder.note("write_ahead_log", severity="info")
    waiting = {*talk.waiting} - {item.call_id for item in builder.items if item.has(PartKind.RESULT)}
    for item in builder.items:
        if item.call_id and item.call_id in waiting:
            builder.note("approval_pending", item=item.id, severity="info")
    unknown = [Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS]
    if talk.on_server:
        builder.note("context_on_server", key=talk.on_server)
        unknown.append(Source.CONVERSATION)
    live = rule if rule.is_needed else None
    return builder.finish(
        title=talk.title, unknown=unknown, extra=talk.extra, live=live, branching=rule.is_needed
    )
