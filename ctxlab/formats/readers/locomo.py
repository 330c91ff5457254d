"""Reads LoCoMo: long conversations of two people over many days, a session each.

The first speaker is taken as the user and the second as the model. Pictures come before what is said with
them. Questions, summaries and events are kept beside the session: nobody said them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.noticing import note_items, with_strange
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind, Place
from ctxlab.model.session import Session

_VOTES = 20
_SURE = 0.94
_DAY = re.compile(r"session_([0-9]{1,9})")
_SPEAKERS = ("speaker_a", "speaker_b")
_HOLDER = "conversation"


class LocomoReader:
    """LoCoMo conversations: a list of samples, one alone, or lines."""

    name = "locomo"
    title = "LoCoMo conversations"
    experimental = True

    def sniff(self, document: Document) -> float:
        """The share of records that are a sample, among the first."""
        values = [record.value for record, _ in entries_of(document, _VOTES)]
        like = sum(_is_sample(value) for value in values)
        return _SURE * like / len(values) if like else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session of each sample, in file order."""
        entries = entries_of(document)
        found = [(record.value, place) for record, place in entries if _is_sample(record.value)]
        if not found:
            raise FormatError("there are no conversations of LoCoMo in it", where=Where(document.file))
        sessions = [_session(SessionBuilder(document, self.name), value, place) for value, place in found]
        return with_strange(sessions, [record for record, _ in entries if not _is_sample(record.value)])


def _talk_of(value: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """The object that has the days, which may be the sample itself, and the pointer to it."""
    held = value.get(_HOLDER)
    return (held, f"/{_HOLDER}") if is_object(held) else (value, "")


def _is_sample(value: Any) -> bool:
    if not is_object(value):
        return False
    talk = _talk_of(value)[0]
    return any(
        is_object(one) and "speaker" in one and "text" in one
        for _, messages, _, _ in _days(talk)
        for one in messages[:10]
    )


def _days(talk: Mapping[str, Any]) -> Iterator[tuple[str, list[Any], str, str]]:
    """Each day in the order of their numbers: its key, messages, the pointer to these, and its date.

    Its messages are a list, or stand in an object with the date.
    """
    found = [(int(day[1]), key) for key in talk if (day := _DAY.fullmatch(key))]
    for _, key in sorted(found):
        day = talk[key]
        if is_list(day):
            yield key, day, f"/{key}", text_field(talk, f"{key}_date_time")
        elif is_object(day) and is_list(day.get("messages")):
            yield key, day["messages"], f"/{key}/messages", text_field(day, "date_time")


def _session(builder: SessionBuilder, value: Mapping[str, Any], place: Place) -> Session:
    talk, pointer = _talk_of(value)
    days = list(_days(talk))
    roles = _roles(talk, [one for _, messages, _, _ in days for one in messages])
    for _, messages, at, date in days:
        for i, message in enumerate(messages):
            builder.add(_recorded(message, roles, date), place=inside(place, f"{pointer}{at}/{i}"))
    if len(roles) > 1:
        user, model, *_ = roles
        builder.note("speakers_taken", severity="info", user=user, model=model)
    note_items(builder)
    taken = {f"{key}{end}" for key, _, _, _ in days for end in ("", "_date_time")}
    rest = {key: one for key, one in talk.items() if key not in taken}
    beside = {key: one for key, one in value.items() if key != _HOLDER} if talk is not value else {}
    return builder.finish(title=text_field(value, "sample_id"), extra=extra_of({**beside, **rest}, ()))


def _roles(talk: Mapping[str, Any], messages: list[Any]) -> dict[str, str]:
    """The role of each speaker: that of a user for the first who is named or speaks, else of the model."""
    named = [text_field(talk, key) for key in _SPEAKERS]
    spoken = [text_field(one, "speaker") for one in messages if is_object(one)]
    names = [name for name in dict.fromkeys((*named, *spoken)) if name]
    return {name: "assistant" if i else "user" for i, name in enumerate(names)}


def _recorded(message: Any, roles: Mapping[str, str], date: str) -> Recorded:
    if not is_object(message):
        return unknown_message(message)
    name, text, links = text_field(message, "speaker"), message.get("text"), message.get("img_url")
    pictures = [one for one in (links if is_list(links) else [links]) if isinstance(one, str) and one]
    known = {"speaker", *(["text"] if isinstance(text, str) else []), *(["img_url"] if pictures else [])}
    said = [Part(PartKind.TEXT, text)] if isinstance(text, str) and text else []
    return Recorded(
        roles.get(name, "unknown"),
        (*(Part(PartKind.IMAGE, data=one) for one in pictures), *said),
        name=name,
        time=date,
        extra=extra_of(message, known),
    )
