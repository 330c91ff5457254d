"""Reads chat stores of LlamaIndex and the contexts of its workflows, in which JSON stands in strings.

Each key of a store is a session. A context's events say what was sent to the model at each step of the last
run: the system prompt is only there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.dialects.llamaindex import is_llamaindex, llamaindex_message
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import extra_set, text_field
from ctxlab.formats.live_history import LiveHistory
from ctxlab.formats.llamaindex_stores import Chat, chats_in, inputs_in, is_store, rest_of
from ctxlab.formats.noticing import with_strange
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.plain_talk import PlainTalk
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.recorded import Recorded
from ctxlab.formats.traces.sent import sent_text
from ctxlab.formats.values import is_object
from ctxlab.model.items import Place
from ctxlab.model.session import Session

_SAMPLE = 20
_SURE = 0.97

_ANSWERED = ("assistant", "chatbot", "model")


class LlamaIndexReader:
    """Stores of chats, contexts of workflows, bare messages."""

    name = "llamaindex"
    title = "LlamaIndex chat stores, workflow contexts"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By a store's form, or by messages with blocks."""
        values = [record.value for record, _ in entries_of(document, _SAMPLE)]
        return _SURE if is_llamaindex(values) or any(is_store(one) for one in values) else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """A session for each chat, and one of bare messages."""
        sessions: list[Session] = []
        bare: list[tuple[Record, Place]] = []
        for record, place in entries_of(document):
            chats = list(chats_in(record.value)) if is_store(record.value) else []
            if chats and is_object(record.value):
                extra = extra_set(rest_of(record.value), ())
                sent = _Sent(*inputs_in(record.value)) if len(chats) == 1 else _Sent()
                sessions += [_session(document, chat, place, sent, extra) for chat in chats]
            else:
                bare.append((record, place))
        if is_llamaindex([record.value for record, _ in bare]):
            talk = PlainTalk(document, self.name, _read)
            for record, place in bare:
                talk.add(record.value, place)
            sessions.append(talk.finish())
            bare = []
        if not sessions:
            raise FormatError("there is no chat of LlamaIndex in it", where=Where(document.file))
        return with_strange(sessions, [record for record, _ in bare])


def _read(message: Mapping[str, Any], pairing: Pairing) -> tuple[Recorded, ...]:
    return (llamaindex_message(message, pairing),)


@dataclass(frozen=True, slots=True)
class _Sent:
    """What was sent at the steps of a workflow's last run, and where that stands."""

    inputs: Sequence[list[Any]] = ()
    pointer: str = ""

    def prompts(self) -> list[Any]:
        """What the system said at the last step."""
        return _prompts(self.inputs[-1]) if self.inputs else []

    def for_answers(self, messages: list[Any]) -> dict[int, list[Any]]:
        """By the answer: that one which the same messages stand before, or else one of the last."""
        answers = [i for i, one in enumerate(messages) if _role(one) in _ANSWERED]
        found: dict[int, list[Any]] = {}
        for given, answer in zip(reversed(self.inputs), reversed(answers), strict=False):
            said = [one for one in given if _role(one) != "system"]
            ends = (i for i in answers if messages[max(0, i - 1) : i] == said[-1:])
            known = (i for i in ends if messages[max(0, i - len(said)) : i] == said)
            found.setdefault(next(known, answer), given)
        return found


def _session(document: Document, chat: Chat, place: Place, sent: _Sent, extra: str) -> Session:
    talk = PlainTalk(document, LlamaIndexReader.name, _read)
    if not any(_role(one) == "system" for one in chat.messages):
        for message in sent.prompts():
            talk.add(message, inside(place, sent.pointer))
    given = sent.for_answers(chat.messages)
    live = LiveHistory()
    settled = range(len(talk.builder))
    for i, (message, pointer) in enumerate(zip(chat.messages, chat.pointers, strict=True)):
        if i and i == chat.archived:
            live.change(settled, len(talk.builder))
        talk.add(message, inside(place, pointer), sent=_sent_text(given[i]) if i in given else "")
    return talk.finish(title=chat.key, extra=extra, live=live.rule)


def _sent_text(messages: list[Any]) -> str:
    pairing = Pairing()
    return sent_text(llamaindex_message(one, pairing) for one in messages if is_object(one))


def _prompts(messages: list[Any]) -> list[Any]:
    return [one for one in messages if _role(one) == "system"]


def _role(message: Any) -> str:
    return text_field(message, "role") if is_object(message) else ""
