"""Reader of OpenHands conversations: events of its agent SDK, and the actions and observations before it.

Events come as JSON lines, as a list, in a list beside other fields, or each in a file of its own: the folder
of a conversation is one session, in a ZIP file or not. States and other events that are no context are kept
with the session's fields. Results are as recorded: what the SDK adds to them on the way to the model is not
written down.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.archive import shown_name
from ctxlab.formats.decode import decode
from ctxlab.formats.entries import Placed, each_placed, place_of
from ctxlab.formats.fields import compact, text_field
from ctxlab.formats.jsonl import RAW_LIMIT
from ctxlab.formats.openhands.events import add_event, is_event
from ctxlab.formats.openhands.folder import EVENT_FILE, conversations, state_name
from ctxlab.formats.openhands.stream import Stream
from ctxlab.formats.protocol import Archive, Beside, Document
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Place
from ctxlab.model.session import Session

_SAMPLE = 50
_SURE = 0.95

#: Under which a list of events stands beside other fields: in exports and in results of evaluations.
_LISTS = ("events", "history", "trajectory", "items")


@dataclass(slots=True)
class _Conversation:
    """The events of one conversation with their places, and the fields that stood beside them."""

    events: list[Placed] = field(default_factory=list[Placed])
    title: str = ""
    rest: dict[str, Any] = field(default_factory=dict[str, Any])


class OpenHandsReader:
    """Events of OpenHands, of both generations."""

    name = "openhands"
    title = "OpenHands events"
    experimental = False

    def sniff(self, document: Document) -> float:
        """The share of events among the first objects; of a ZIP file that of its files by their names."""
        if document.archive is not None:
            names = document.archive.names
            like = sum(1 for name in names if EVENT_FILE.match(name))
            return _SURE if like and like * 2 >= len(names) else 0.0
        if _has_events_beside(document):
            return _SURE
        values = [record.value for record in document.records[:_SAMPLE]]
        if len(values) == 1 and is_list(values[0]):
            values = values[0][:_SAMPLE]
        elif values and is_object(values[0]) and _listed(values[0]):
            values = values[0][_listed(values[0])][:_SAMPLE]
        objects = [value for value in values if is_object(value)]
        like = sum(1 for value in objects if is_event(value))
        return _SURE * like / len(objects) if like else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """A session of each conversation, in file order."""
        archive, beside = document.archive, document.beside
        if archive is not None:
            found = _in_files(archive, archive.names)
        elif beside is not None and _has_events_beside(document):
            found = _in_files(beside, (beside.own, *beside.names))
        else:
            found = _in_records(document)
        sessions = [self._session(document, one) for one in found if any(is_event(e) for e, _ in one.events)]
        if not sessions:
            raise FormatError("there are no events of OpenHands in it", where=Where(document.file))
        return tuple(sessions)

    def _session(self, document: Document, one: _Conversation) -> Session:
        stream = Stream(document, self.name)
        for event, place in one.events:
            if not add_event(stream, event, place):
                text = compact(event)[:RAW_LIMIT]
                stream.builder.note("record_unknown", line=place.line, text=text)
        return stream.session(title=one.title, rest=one.rest)


def _has_events_beside(document: Document) -> bool:
    """Whether it is the file by which a conversation is opened that has a file for each event."""
    beside = document.beside
    if beside is None or len(document.records) > 1 or not beside.own.endswith(".json"):
        return False
    return any(EVENT_FILE.match(name) for name in beside.names)


def _listed(value: Mapping[str, Any]) -> str:
    """Under which name the value has a list of events; empty if it has none."""
    for name in _LISTS:
        inner = value.get(name)
        if is_list(inner) and any(is_event(one) for one in inner[:_SAMPLE]):
            return name
    return ""


def _in_records(document: Document) -> list[_Conversation]:
    """Events that stand by themselves are one conversation; each list of them is one of its own."""
    if not document.lines and len(document.records) == 1 and is_list(document.records[0].value):
        return [_Conversation(each_placed(document.records[0].value, Place()))]
    alone = _Conversation()
    found: list[_Conversation] = []
    for record in document.records:
        value, place = record.value, place_of(document, record)
        name = _listed(value) if is_object(value) and not is_event(value) else ""
        if name:
            title = text_field(value, "instance_id", "title", "conversation_id", "id")
            rest = {key: one for key, one in value.items() if key != name}
            found.append(_Conversation(each_placed(value[name], place, f"/{name}"), title, rest))
        else:
            alone.events.append((value, place))
    return [alone, *found] if alone.events else found


def _in_files(files: Archive | Beside, names: Sequence[str]) -> Iterable[_Conversation]:
    """The conversation of each folder, its events in the order of their numbers."""
    for folder, events in conversations(names).items():
        one = _Conversation(title=folder.rsplit("/", 1)[-1])
        for name in events:
            place = Place(0, f"{shown_name(name)}#")
            one.events.extend((record.value, place) for record in decode(files.read(name), name).records)
        state = state_name(folder)
        if state in names:
            records = decode(files.read(state), state).records
            one.rest = {"base_state": records[0].value} if records else {}
        yield one
