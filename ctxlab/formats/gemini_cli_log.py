"""What a chat record of Gemini's command line tool holds, replayed: its messages, and which were live when.

Older records are one object, newer ones lines: a header, messages, changes of fields (`$set`) and rewinds. A
message is written again with the same id whenever more of it is known: the last wins, in the place of the
first. `$set.messages` replaces what the model sees (at a compression, or where outputs were masked): there a
message that says something else than before is a new version, live from then on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxlab.formats.entries import each_placed, place_of
from ctxlab.formats.fields import text_field
from ctxlab.formats.lookups import as_list
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Place

_TYPES = ("user", "gemini", "info", "error", "warning")


@dataclass(slots=True)
class Entry:
    """One version of one message, and where it stands in the file.

    `synced`: first mentioned in a list of what the model sees, where the tool puts messages of its own, too.
    `version`: it stands for a message that said something else before.
    """

    value: Mapping[str, Any]
    place: Place
    synced: bool = False
    version: bool = False

    @property
    def is_answer(self) -> bool:
        """Whether the model gave it just then: what the tool made up tells no model and no use."""
        told = any(self.value.get(name) for name in ("model", "tokens", "toolCalls"))
        return self.value.get("type") == "gemini" and not self.version and (told or not self.synced)


@dataclass(frozen=True, slots=True)
class Change:
    """From the entry of number `first` on, the entries of the numbers `live` and all that follow are live.

    `before` are those that were live until then.
    """

    first: int
    live: tuple[int, ...] = ()
    before: tuple[int, ...] = ()


@dataclass(slots=True)
class Chat:
    """The messages in the order of their first mention, what else is said of the chat, what is strange."""

    header: dict[str, Any] = field(default_factory=dict[str, Any])
    entries: list[Entry] = field(default_factory=list[Entry])
    changes: list[Change] = field(default_factory=lambda: [Change(0)])
    strange: list[Record] = field(default_factory=list[Record])
    rewound: bool = False

    def change_at(self, end: int) -> Change:
        """The last change before the entry of that number."""
        return self.changes[bisect_right(self.changes, end, key=lambda one: one.first) - 1]

    def live(self) -> list[int]:
        """The numbers of the entries that are live at the end, in the order of the file."""
        change = self.changes[-1]
        return [*change.live, *range(change.first, len(self.entries))]


def looks_like_header(value: Any) -> bool:
    """Whether the value is a whole chat record, or the line that begins one."""
    return is_object(value) and isinstance(value.get("sessionId"), str) and "projectHash" in value


def looks_like_message(value: Any) -> bool:
    """Whether the value is a message of such a chat."""
    return (
        is_object(value)
        and isinstance(value.get("id"), str)
        and value.get("type") in _TYPES
        and ("content" in value or "toolCalls" in value)
        and "role" not in value
    )


def looks_like_change(value: Any) -> bool:
    """Whether the value changes what was said before."""
    return is_object(value) and (is_object(value.get("$set")) or isinstance(value.get("$rewindTo"), str))


def chat_of(document: Document) -> Chat:
    """The chat in a document."""
    replay = _Replay()
    for record in document.records:
        replay.take(record, place_of(document, record))
    return replay.chat


class _Replay:
    """The way through the records: which entry stands for which id, and which are live."""

    def __init__(self) -> None:
        self.chat = Chat()
        self._at: dict[str, int] = {}

    def take(self, record: Record, place: Place) -> None:
        value = record.value
        if not is_object(value):
            self.chat.strange.append(record)
        elif isinstance(value.get("$rewindTo"), str):
            self._rewind(value["$rewindTo"])
        elif is_object(value.get("$set")):
            self._set(value["$set"], place)
        elif looks_like_message(value):
            self._message(value, place)
        elif looks_like_header(value):
            for one, at in each_placed(as_list(value.get("messages")), place, "/messages"):
                if is_object(one):
                    self._message(one, at)
                elif one is not None:
                    self.chat.strange.append(Record(one, record.line, record.byte))
            self.chat.header |= {key: one for key, one in value.items() if key != "messages"}
        else:
            self.chat.strange.append(record)

    def _message(self, value: Mapping[str, Any], place: Place) -> int:
        """The number of the message's entry: a new one, or that of its id."""
        known = self._known(value)
        return self._new(Entry(value, place)) if known is None else self._again(known, value, place)

    def _known(self, value: Mapping[str, Any]) -> int | None:
        return self._at.get(text_field(value, "id"))

    def _again(self, number: int, value: Mapping[str, Any], place: Place) -> int:
        self.chat.entries[number].value = value
        self.chat.entries[number].place = place
        return number

    def _new(self, entry: Entry) -> int:
        self.chat.entries.append(entry)
        number = len(self.chat.entries) - 1
        if id_ := text_field(entry.value, "id"):
            self._at[id_] = number
        return number

    def _set(self, fields: Mapping[str, Any], place: Place) -> None:
        self.chat.header |= {key: one for key, one in fields.items() if key != "messages"}
        messages = fields.get("messages")
        if not is_list(messages):
            return
        before = self.chat.live()
        pairs = each_placed(messages, place, "/$set/messages")
        self._change([self._synced(one, at) for one, at in pairs if is_object(one)], before)

    def _synced(self, value: Mapping[str, Any], place: Place) -> int:
        """The entry of a message that the model sees from now on: the old one, or a new version of it."""
        known = self._known(value)
        if known is not None and _says_same(self.chat.entries[known].value, value):
            return self._again(known, value, place)
        return self._new(Entry(value, place, synced=True, version=known is not None))

    def _rewind(self, id_: str) -> None:
        """The message of that id and all behind it are live no more; without it the tool forgets all."""
        self.chat.rewound = True
        live = self.chat.live()
        at = self._at.get(id_)
        self._change(live[: live.index(at)] if at in live else [], live)

    def _change(self, live: list[int], before: list[int]) -> None:
        self.chat.changes.append(Change(len(self.chat.entries), tuple(sorted({*live})), tuple(before)))


def _says_same(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Whether a message says what it said before, or says more than nothing; the model's calls come later."""
    if not old.get("content"):
        return True
    parts = _parts(old.get("content")), _parts(new.get("content"))
    if old.get("type") == "gemini":
        return _text(parts[0]) == _text(parts[1])
    return parts[0] == parts[1]


def _parts(content: Any) -> list[Any]:
    listed = content if is_list(content) else [content]
    return [{"text": one} if isinstance(one, str) else one for one in listed]


def _text(parts: list[Any]) -> str:
    said = [one for one in parts if is_object(one) and one.get("thought") is not True]
    return "".join(text_field(one, "text") for one in said)
