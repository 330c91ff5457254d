"""Reads ShareGPT conversations: a session an object, with a request before each answer.

System prompt and tools stand beside the messages; so do images, whose places the texts mark. Of preference
data the preferred answer is in the session, the other one in its `extra`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.chat.bodies import tool_name
from ctxlab.formats.dialects.openai_chat import chat_message
from ctxlab.formats.dialects.sharegpt import is_sharegpt_message, sharegpt_message
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import compact, extra_of, text_field
from ctxlab.formats.noticing import has_call, note_items, note_pairing, with_strange
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.placed_media import placed_media
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.values import is_list, is_object, unwrap
from ctxlab.model.items import Part, PartKind, Place, Source
from ctxlab.model.session import Session

_VOTES = 20
_SURE = 0.93
#: Several messages are looked at, as the first may be broken.
_SAMPLE = 10
_LISTS = ("conversations", "conversation", "items")
_CHOSEN = "chosen"


class ShareGptReader:
    """ShareGPT conversations, as a list or as lines."""

    name = "sharegpt"
    title = "ShareGPT conversations"
    experimental = False

    def sniff(self, document: Document) -> float:
        """The share of records that are a conversation, among the first."""
        values = [record.value for record, _ in entries_of(document, _VOTES)]
        like = sum(bool(_list_name(value)) for value in values)
        return _SURE * like / len(values) if like else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session of each conversation, in file order."""
        entries = entries_of(document)
        talks = [(record.value, place) for record, place in entries if _list_name(record.value)]
        if not talks:
            raise FormatError("there are no ShareGPT conversations in it", where=Where(document.file))
        sessions = [_session(SessionBuilder(document, self.name), value, place) for value, place in talks]
        return with_strange(sessions, [record for record, _ in entries if not _list_name(record.value)])


def _list_name(value: Any) -> str:
    """Under which name the object has its messages; empty where it has none."""
    if not is_object(value):
        return ""
    listed = ((name, value[name]) for name in _LISTS if is_list(value.get(name)))
    found = (name for name, messages in listed if any(_is_message(one, name) for one in messages[:_SAMPLE]))
    return next(found, "conversations" if value.get("conversations") == [] else "")


def _is_message(value: Any, name: str) -> bool:
    """Whether it is a message; under the usual name there may be those of chat completions, too."""
    as_chat = name == "conversations" and is_object(value) and isinstance(value.get("role"), str)
    return is_sharegpt_message(value) or (as_chat and "content" in value)


def _session(builder: SessionBuilder, value: Mapping[str, Any], place: Place) -> Session:
    name, pairing = _list_name(value), Pairing()
    tools = _tools(value)
    for i, tool in enumerate(tools):
        pointer = f"/tools/{i}" if is_list(value["tools"]) else "/tools"
        builder.add_tool_schema(compact(tool), name=tool_name(tool), place=inside(place, pointer))
    system = value.get("system")
    if isinstance(system, str) and system:
        builder.add_message("system", [Part(PartKind.TEXT, system)], place=inside(place, "/system"))
    messages = [(one, inside(place, f"/{name}/{i}")) for i, one in enumerate(value[name])]
    if is_sharegpt_message(value.get(_CHOSEN)):
        messages.append((value[_CHOSEN], inside(place, f"/{_CHOSEN}")))
    recorded, placed = placed_media([_recorded(one, pairing) for one, _ in messages], value)
    for one, (_, at) in zip(recorded, messages, strict=True):
        builder.add(one, place=at)
    note_items(builder)
    note_pairing(builder, pairing)
    taken = {name, "title", *placed, *(["tools"] if tools or value.get("tools") == "[]" else [])}
    taken |= {"system"} if isinstance(system, str) else set()
    taken |= {_CHOSEN} if is_sharegpt_message(value.get(_CHOSEN)) else set()
    return builder.finish(
        title=text_field(value, "title", "id"),
        model=text_field(value, "model"),
        unknown=(Source.TOOL_SCHEMAS,) if has_call(builder) and not tools else (),
        extra=extra_of(value, taken),
    )


def _tools(value: Mapping[str, Any]) -> list[Any]:
    """The tools, which are a list or an object, often as the text of its JSON."""
    inner = unwrap(value.get("tools"))
    return inner if is_list(inner) else [inner] if is_object(inner) and inner else []


def _recorded(message: Any, pairing: Pairing) -> Recorded:
    if is_sharegpt_message(message):
        return sharegpt_message(message, pairing)
    if is_object(message) and isinstance(message.get("role"), str):
        return chat_message(message, pairing)
    return unknown_message(message)
