"""Reads exports of ChatGPT: a session a conversation, with all its branches.

A branch is where an answer was given again or a message written anew. What was shown last stands last. The
messages in which the model writes one reply are one message. System prompt and schemas are not in exports.
"""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.chatgpt.messages import Messages
from ctxlab.formats.chatgpt.nodes import has_nodes, nodes_of, reason_against
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.message_tree import ROOT, TreeRule, has_fork, walk
from ctxlab.formats.noticing import note_items, note_pairing, with_strange
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.recorded import Recorded
from ctxlab.model.items import Place, Source
from ctxlab.model.session import Session

_VOTES = 20
_SURE = 0.96
_KNOWN = ("mapping", "title")
#: Of so many records it is said why they are no conversations.
_MOST_REASONS = 5


class ChatGptExportReader:
    """Conversations that ChatGPT exports: a list of them, one alone, or lines."""

    name = "chatgpt-export"
    title = "ChatGPT export"
    experimental = True

    def sniff(self, document: Document) -> float:
        """The share of records that are a conversation, among the first."""
        values = [record.value for record, _ in entries_of(document, _VOTES)]
        like = sum(has_nodes(value) for value in values)
        return max(0.5, _SURE * like / len(values)) if like else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session of each conversation, in file order."""
        entries = entries_of(document)
        reasons = [reason_against(record.value) for record, _ in entries]
        found = [entry for entry, reason in zip(entries, reasons, strict=True) if not reason]
        if not found:
            told = (f"record {i}: {reason}" for i, reason in enumerate(reasons[:_MOST_REASONS], 1))
            where = Where(document.file)
            raise FormatError(
                "there are no conversations of ChatGPT in it", where=where, hint="; ".join(told)
            )
        sessions = [
            _Reading(SessionBuilder(document, self.name), record, place).session() for record, place in found
        ]
        odd = [record for (record, _), reason in zip(entries, reasons, strict=True) if reason]
        return with_strange(sessions, odd)


@dataclass(slots=True)
class _Reply:
    """A reply of the model: its message's ordinal, and the last node of it."""

    message: int
    last: int


class _Reading:
    """Makes the session of one conversation; `seen` is for each node the last that a model saw, up to it."""

    def __init__(self, builder: SessionBuilder, record: Record, place: Place) -> None:
        self._builder = builder
        self._record = record
        self._place = place
        self._nodes = nodes_of(record.value)
        self._pairing = Pairing()
        self._messages = Messages(self._nodes, self._pairing)
        self._seen: dict[int, int] = {ROOT: ROOT}
        self._replies: dict[int, _Reply] = {}
        self._unseen: set[int] = set()
        self._model = ""

    def session(self) -> Session:
        """Adds the messages on all ways, that which is shown last."""
        nodes, builder, conversation = self._nodes, self._builder, self._record.value
        owners: list[int] = []
        for index in walk(nodes.parents, nodes.tip):
            if index in nodes.cut:
                builder.note("parent_cycle", item=f"i{len(builder) + 1}")
            self._add(index)
            owners += [index] * (len(builder) - len(owners))
        note_items(builder)
        note_pairing(builder, self._pairing)
        if self._messages.lost:
            builder.note("calls_lost", severity="info", count=self._messages.lost)
        session = builder.finish(
            live=TreeRule(nodes.parents, owners, self._unseen),
            title=text_field(conversation, "title"),
            model=self._model or text_field(conversation, "default_model_slug"),
            unknown=(Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS),
            extra=extra_of({key: one for key, one in conversation.items() if one is not None}, _KNOWN),
            branching=has_fork(nodes.parents),
        )
        line, byte = self._record.line, self._record.byte
        odd = [Record(conversation["mapping"][key], line, byte) for key in nodes.strange]
        return with_strange((session,), odd)[0]

    def _add(self, index: int) -> None:
        """Adds the message of a node; one that goes on with the reply before it becomes part of that."""
        before = self._seen[index] = self._seen[self._nodes.parents[index]]
        self._messages.pass_by(index)
        if self._nodes.messages[index] is None:
            return
        first = len(self._builder)
        one, is_seen = self._messages.read(index)
        place = inside(self._place, f"/mapping/{self._nodes.keys[index]}/message")
        if not is_seen:
            self._builder.add(one, place=place, answer=False)
            self._unseen.update(range(first, len(self._builder)))
            return
        self._seen[index] = index
        if one.role == "assistant" and one.answer is None:
            self._model = self._messages.model(index) or self._model
            self._answer(index, before, one, place)
        else:
            self._builder.add(one, place=place)

    def _answer(self, index: int, before: int, one: Recorded, place: Place) -> None:
        reply = self._replies.get(before)
        if reply is not None and (reply.last != before or self._messages.is_ended(before)):
            reply = None
        message = self._builder.add_message(
            one.role,
            one.groups,
            name=one.name,
            time=one.time,
            place=place,
            extra=one.extra,
            into=None if reply is None else reply.message,
        )
        reply = reply or _Reply(message, index)
        reply.last = index
        self._replies[index] = reply
