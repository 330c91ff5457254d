"""The messages of the context modes: one list in which each message names its source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ctxlab.model.items import PartKind, Source
from ctxlab.model.keyword_values import MISSING, Draft, Fields, as_list, as_record, content_parts, label

#: The source tags of the context modes; a message without one is chat.
TAGS: Mapping[str, Source] = {
    "instruction": Source.SYSTEM_PROMPT,
    "chat": Source.CONVERSATION,
    "retrieval": Source.RETRIEVED_DOC,
    "tool": Source.TOOL_RESULT,
    "summary": Source.SUMMARY,
}

_ROLES = {
    Source.SYSTEM_PROMPT: "system",
    Source.USER_MESSAGE: "user",
    Source.CONVERSATION: "user",
    Source.TOOL_RESULT: "tool",
    Source.RETRIEVED_DOC: "system",
    Source.SUMMARY: "system",
}

#: The order gathered, as that of the build() form; summaries, which that form does not have, come last.
_ORDER = tuple(_ROLES)

_PRIORITIES = {
    Source.SYSTEM_PROMPT: 1,
    Source.USER_MESSAGE: 1,
    Source.RETRIEVED_DOC: 4,
    Source.TOOL_RESULT: 6,
    Source.SUMMARY: 2,
}


@dataclass(frozen=True, slots=True)
class _Message:
    """One message of the list: where it stands, what it is, its role or empty, and its record."""

    index: int
    source: Source
    role: str
    value: Any


def add_messages(draft: Draft, messages: Any, user_input: Any) -> None:
    """Items by source, each source in stored order; the place in the list is the message ordinal.

    Without `user_input` the last chat message of a user is the input, and leaves the history.
    """
    listed = [_message(index, value) for index, value in enumerate(as_list(messages))]
    if user_input is MISSING:
        listed = _with_input(listed)
    else:
        listed.append(_Message(len(listed), Source.USER_MESSAGE, "user", MISSING))
    chats = [one.index for one in listed if one.source is Source.CONVERSATION]
    priorities = {index: int(8 - (place / len(chats)) * 5) for place, index in enumerate(chats)}
    for source in _ORDER:
        for one in listed:
            if one.source is not source:
                continue
            if one.value is MISSING:
                parts = content_parts(user_input) if user_input is not None else ()
                draft.add("user", parts, "/user_input", source=source, message=one.index, priority=1)
            else:
                _add(draft, one, priorities.get(one.index) or _PRIORITIES[source])


def add_stored_summary(draft: Draft, summary: Any) -> None:
    """The summary that the memory itself keeps: it is no message, and so has no ordinal."""
    if summary is not MISSING and summary is not None and summary != "":
        parts, source = content_parts(summary), Source.SUMMARY
        draft.add(_ROLES[source], parts, "/summary", source=source, priority=_PRIORITIES[source])


def _message(index: int, value: Any) -> _Message:
    record = as_record(value) or {}
    tag, role = record.get("source", "chat"), record.get("role")
    source = TAGS.get(tag, Source.CONVERSATION) if isinstance(tag, str) else Source.CONVERSATION
    return _Message(index, source, role if isinstance(role, str) else "", value)


def _with_input(listed: Sequence[_Message]) -> list[_Message]:
    users = [one for one in listed if one.source is Source.CONVERSATION and one.role == "user"]
    return [
        _Message(one.index, Source.USER_MESSAGE, one.role, one.value) if users and one is users[-1] else one
        for one in listed
    ]


def _add(draft: Draft, one: _Message, priority: int) -> None:
    record = as_record(one.value)
    fields = Fields(record or {}, "messages", one.index, draft)
    role, tag = fields.take("role"), fields.take("source")
    content = fields.take("content") if record is not None else one.value
    stamp, meta, stated = fields.take("timestamp"), fields.take("meta"), fields.take("token_count")
    counted = isinstance(stated, int) and not isinstance(stated, bool) and stated >= 0
    kind = PartKind.RESULT if one.source is Source.TOOL_RESULT else PartKind.TEXT
    item = draft.add(
        one.role or _ROLES[one.source],
        content_parts(content, kind),
        f"/messages/{one.index}",
        source=one.source,
        message=one.index,
        priority=priority,
        time=label(stamp),
        stated_tokens=stated if counted else 0,
        extra=fields.extra(
            role=MISSING if one.role else role,
            source=tag if not isinstance(tag, str) or tag not in TAGS else MISSING,
            meta=meta,
            token_count=MISSING if counted else stated,
        ),
    )
    if content is MISSING:
        draft.published_fails(item, "messages", one.index, "content")
    if tag is not MISSING and not (isinstance(tag, str) and tag in TAGS):
        draft.say("unknown_source", item, where="messages", index=one.index, value=label(tag))
