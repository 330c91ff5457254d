"""Reads CrossWOZ: dialogues between people who play a traveller and an assistant, a session each.

What the traveller wants stands beside the dialogue and is said bit by bit: each sentence of it is a fragment
of task state. The acts of each message and the states behind it are kept with the message.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.noticing import note_items, with_strange
from ctxlab.formats.parts.chat import content_parts
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind, Place, Source
from ctxlab.model.session import Session

_VOTES = 20
_SURE = 0.95
_ROLES = {"usr": "user", "sys": "assistant"}
_TASK = "task description"


class CrossWozReader:
    """CrossWOZ dialogues: an object by their ids, or a list."""

    name = "crosswoz"
    title = "CrossWOZ dialogues"
    experimental = False

    def sniff(self, document: Document) -> float:
        """The share of dialogues among the first values of the object or list."""
        values = [record.value for _, record, _ in _entries(document, _VOTES)]
        like = sum(_is_dialogue(value) for value in values)
        return _SURE * like / len(values) if like else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session of each dialogue, in file order, with its id as title."""
        entries = _entries(document)
        found = [entry for entry in entries if _is_dialogue(entry[1].value)]
        if not found:
            raise FormatError("there are no CrossWOZ dialogues in it", where=Where(document.file))
        sessions = [
            _session(SessionBuilder(document, self.name), key, record.value, place)
            for key, record, place in found
        ]
        return with_strange(sessions, [record for _, record, _ in entries if not _is_dialogue(record.value)])


def _entries(document: Document, most: int | None = None) -> list[tuple[str, Record, Place]]:
    """The values that may be dialogues, each with its id where it has one."""
    entries = entries_of(document, most)
    if len(entries) == 1 and is_object(entries[0][0].value) and not _is_dialogue(entries[0][0].value):
        whole, place = entries[0]
        return [
            (key, Record(value, whole.line, whole.byte), inside(place, f"/{_escaped(key)}"))
            for key, value in list(whole.value.items())[:most]
        ]
    return [("", record, place) for record, place in entries]


def _escaped(key: str) -> str:
    """A key as a JSON pointer has it."""
    return key.replace("~", "~0").replace("/", "~1")


def _is_dialogue(value: Any) -> bool:
    if not is_object(value) or not is_list(value.get("messages")):
        return False
    told = any(is_object(one) and one.get("role") in tuple(_ROLES) for one in value["messages"])
    return told and (is_list(value.get("goal")) or is_list(value.get(_TASK)))


def _session(builder: SessionBuilder, key: str, value: Mapping[str, Any], place: Place) -> Session:
    task = value.get(_TASK)
    wanted: Iterable[Any] = task if is_list(task) else ()
    for i, one in enumerate(wanted):
        at = inside(place, f"/{_TASK}/{i}")
        builder.add_fragment("system", content_parts(one), Source.TASK_STATE, place=at, priority=2)
    for i, message in enumerate(value["messages"]):
        builder.add(_recorded(message), place=inside(place, f"/messages/{i}"))
    note_items(builder)
    return builder.finish(
        title=key or text_field(value, "id", "dialogue_id"),
        extra=extra_of(value, ("messages", *([_TASK] if is_list(task) else []))),
    )


def _recorded(message: Any) -> Recorded:
    if not is_object(message):
        return unknown_message(message)
    role = text_field(message, "role")
    content = message.get("content")
    parts = (Part(PartKind.TEXT, content),) if isinstance(content, str) else tuple(content_parts(content))
    return Recorded(_ROLES.get(role, role or "unknown"), parts, extra=extra_of(message, ("role", "content")))
