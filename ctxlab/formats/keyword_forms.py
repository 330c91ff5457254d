"""What the readers of the three keyword forms share: how sure they are, and one session a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.noticing import with_notes
from ctxlab.formats.protocol import Document
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item
from ctxlab.model.keyword_modes import TAGS
from ctxlab.model.keyword_values import as_list, as_record
from ctxlab.model.keywords import BUILD, KEYS, MESSAGES, form_of
from ctxlab.model.session import Origin, Session

#: So many records vote on the format of a file of lines.
_VOTES = 20

_SURE = 0.95
_LIKELY = 0.6

#: Keys that other JSON may have, too: alone they make a keyword form likely, not sure.
_COMMON = frozenset({"system_prompt", "user_message", "notes", "user_input", "tool_results", "tool_schemas"})

#: Keys that a mode's messages have and chat messages have not, and keys that only chat requests have.
_MODE_KEYS = ("timestamp", "token_count", "meta")
_CHAT_KEYS = ("model", "tools", "tool_calls", "tool_call_id", "function_call")


def likeness(document: Document, form: str) -> float:
    """How sure it is that the document holds this form, 0 to 1: the mean over the first records."""
    records = document.records[:_VOTES]
    if not records:
        return 0.0
    return sum(_likeness(as_record(record.value), form) for record in records) / len(records)


def _likeness(value: Mapping[str, Any] | None, form: str) -> float:
    if value is None or "schema" in value or form_of(value) != form:
        return 0.0
    if form == MESSAGES:
        return _mode_likeness(value)
    own = [key for key in KEYS[form] if key in value]
    return _SURE if len(own) > 1 or not _COMMON.issuperset(own) else _LIKELY


def _mode_likeness(value: Mapping[str, Any]) -> float:
    """Messages alone are a chat request; with a user input, or with a mode's own keys, they are not."""
    if "user_input" in value:
        return _SURE
    messages = [as_record(one) or {} for one in as_list(value["messages"])]
    if any(key in one for one in (value, *messages) for key in _CHAT_KEYS):
        return 0.0
    own = any(key in one for one in messages for key in _MODE_KEYS)
    return _SURE if own or any(_has_tag(one) for one in messages) else 0.0


def _has_tag(message: Mapping[str, Any]) -> bool:
    tag = message.get("source")
    return isinstance(tag, str) and tag in TAGS


def read_form(document: Document, form: str, name: str) -> tuple[Session, ...]:
    """One session a record, in file order; what is no object becomes a diagnostic of the first session.

    Raises:
        FormatError: No record is an object.
    """
    origin = Origin(name, document.file, document.sha256)
    sessions: list[Session] = []
    skipped: list[Diagnostic] = []
    for record in document.records:
        value = as_record(record.value)
        if value is None:
            skipped.append(Diagnostic("not_an_object", line=record.line))
            continue
        session = Session.from_keywords(value, form, origin=origin)
        if document.lines:
            session = replace(session, items=tuple(_on_line(session, record.line)))
        sessions.append(session)
    if not sessions:
        raise FormatError(
            f"there is no object with the keywords of {_CALLS[form]}", where=Where(document.file)
        )
    return with_notes(sessions, skipped)


_CALLS = {BUILD: "build()", "build_context": "build_context()", MESSAGES: "a context mode"}


def _on_line(session: Session, line: int) -> list[Item]:
    return [replace(item, place=replace(item.place, line=line)) for item in session.items]
