"""The databases of opencode: messages with parts beside them, or in version 2 messages of one row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxlab.formats.fields import text_field
from ctxlab.formats.sqlite_file import Database, quoted
from ctxlab.formats.values import ParseError, is_list, is_object, mend, parse

_NEW, _OLD, _PARTS = "session_message", "message", "part"
_SESSIONS = ("session", "session_v2")
_TAKEN = ("text", "content", "files", "summary", "command", "output")
_ROLES = {"user": "user", "synthetic": "user", "shell": "user", "system": "system", "assistant": "assistant"}


@dataclass(slots=True)
class Kept:
    """A session of the database: its row, and its messages, each an info, parts and where it stands."""

    id: str
    about: Mapping[str, Any] = field(default_factory=dict[str, Any])
    messages: list[tuple[dict[str, Any], list[Any], str]] = field(
        default_factory=list[tuple[dict[str, Any], list[Any], str]]
    )


def kept_sessions(database: Database) -> list[Kept]:
    """The sessions, in the order in which their messages begin; of both versions where both are there."""
    found: dict[str, Kept] = {}
    tables = database.tables()
    if _is_new(tables.get(_NEW)):
        for session, info, parts, where in _new_messages(database, tables[_NEW]):
            found.setdefault(session, Kept(session)).messages.append((info, parts, where))
    seen = frozenset(found)
    if _has_old(tables):
        for session, info, parts, where in _old_messages(database):
            if session not in seen:
                found.setdefault(session, Kept(session)).messages.append((info, parts, where))
    for table in _SESSIONS:
        for row in _rows(database, table, tables.get(table)):
            if one := found.get(str(row.get("id"))):
                one.about = {**row, **one.about}
    return list(found.values())


def has_messages(database: Database) -> bool:
    """Whether it has the tables of either version."""
    tables = database.tables()
    return _is_new(tables.get(_NEW)) or _has_old(tables)


def _is_new(columns: tuple[str, ...] | None) -> bool:
    return columns is not None and {"session_id", "type", "data"} <= set(columns)


def _has_old(tables: Mapping[str, tuple[str, ...]]) -> bool:
    messages, parts = set(tables.get(_OLD, ())), set(tables.get(_PARTS, ()))
    return {"id", "session_id", "data"} <= messages and {"id", "message_id", "data"} <= parts


def _rows(database: Database, table: str, columns: tuple[str, ...] | None) -> Iterator[dict[str, Any]]:
    if not columns or "id" not in columns:
        return
    names = ", ".join(quoted(one) for one in columns)
    for row in database.rows(f"SELECT {names} FROM {quoted(table)} ORDER BY rowid"):
        yield {name: _value(one) for name, one in zip(columns, row, strict=True)}


_Message = tuple[str, dict[str, Any], list[Any], str]


def _old_messages(database: Database) -> Iterator[_Message]:
    parts: dict[str, list[Any]] = {}
    for message, data in database.rows("SELECT message_id, data FROM part ORDER BY message_id, id"):
        parts.setdefault(str(message), []).append(_value(data))
    order = "time_created, id" if "time_created" in (database.tables()[_OLD] or ()) else "id"
    for name, session, data in database.rows(f"SELECT id, session_id, data FROM message ORDER BY {order}"):
        value = _value(data)
        info: dict[str, Any] = value if is_object(value) else {"data": value}
        yield str(session), {**info, "id": str(name)}, parts.get(str(name), []), f"message/{name}"


def _new_messages(database: Database, columns: tuple[str, ...] | None) -> Iterator[_Message]:
    """A row is a message: in what it says stand the parts, and beside that what it used."""
    order = "seq" if "seq" in (columns or ()) else "rowid"
    query = f"SELECT rowid, session_id, type, data FROM session_message ORDER BY {order}"
    for number, session, kind, data in database.rows(query):
        value = _value(data)
        info: dict[str, Any] = value if is_object(value) else {"data": value}
        role, where = _ROLES.get(str(kind), ""), f"session_message/{number}"
        taken = _TAKEN if role or kind == "compaction" else ()
        rest = {key: one for key, one in info.items() if key not in taken}
        yield str(session), {**rest, "type": str(kind), "role": role}, _parts(str(kind), info), where


def _parts(kind: str, info: Mapping[str, Any]) -> list[Any]:
    content, files = info.get("content"), info.get("files")
    if kind == "assistant":
        return content if is_list(content) else []
    if kind == "compaction":
        return [{"type": "text", "text": text_field(info, "summary")}]
    if kind == "shell":
        said = f"{text_field(info, 'command')}\n{text_field(info, 'output')}"
        return [{"type": "text", "text": said, "synthetic": True}]
    text = {"type": "text", "text": text_field(info, "text")}
    attached = [{"type": "file", **one} for one in (files if is_list(files) else []) if is_object(one)]
    return [{**text, "synthetic": True} if kind == "synthetic" else text, *attached]


def _value(data: Any) -> Any:
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    if not isinstance(text, str) or text[:1] not in ("{", "["):
        return text
    try:
        return mend(parse(text))[0]
    except ParseError:
        return text
