"""Reads exports of claude.ai: a session a conversation, with its branches where messages name their parents.

An answer in whose middle tools gave results is several messages here, with a request before each part that
the model wrote. What was shown last stands last. System prompt and schemas are not in exports.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.claude_export_content import message_extra, steps_of
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.message_tree import ROOT, TreeRule, has_fork, newest_leaf, walk, without_rings
from ctxlab.formats.noticing import note_items, note_pairing, with_strange
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Place, Source
from ctxlab.model.session import Session

_VOTES = 20
_SURE = 0.96
_KNOWN = ("chat_messages", "name", "model")
#: The parent of a conversation's first message is of zeros.
_NO_PARENT = "00000000-"


class ClaudeExportReader:
    """Conversations that claude.ai exports: a list of them, one alone, or lines."""

    name = "claude-export"
    title = "claude.ai export"
    experimental = True

    def sniff(self, document: Document) -> float:
        """The share of records that are a conversation, among the first."""
        values = [record.value for record, _ in entries_of(document, _VOTES)]
        like = sum(_is_conversation(value) for value in values)
        return max(0.5, _SURE * like / len(values)) if like else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session of each conversation, in file order."""
        entries = entries_of(document)
        found = [(record.value, place) for record, place in entries if _is_conversation(record.value)]
        if not found:
            raise FormatError("there are no conversations of claude.ai in it", where=Where(document.file))
        sessions = [
            _session(SessionBuilder(document, self.name, wire="anthropic"), value, place)
            for value, place in found
        ]
        return with_strange(sessions, [one for one, _ in entries if not _is_conversation(one.value)])


def _is_conversation(value: Any) -> bool:
    return is_object(value) and is_list(value.get("chat_messages"))


def _session(builder: SessionBuilder, value: Mapping[str, Any], place: Place) -> Session:
    messages: list[Any] = value["chat_messages"]
    parents, cut = without_rings(_parents(builder, messages))
    pairing = Pairing()
    owners: list[int] = []
    for index in walk(parents, _tip(value, messages, parents)):
        if index in cut:
            builder.note("parent_cycle", item=f"i{len(builder) + 1}")
        at = inside(place, f"/chat_messages/{index}")
        for one in _recorded(messages[index], pairing):
            builder.add(one, place=at)
        owners += [index] * (len(builder) - len(owners))
    note_items(builder)
    note_pairing(builder, pairing)
    told = {key: one for key, one in value.items() if one not in (None, "", [], {})}
    return builder.finish(
        live=TreeRule(parents, owners, set()),
        title=text_field(value, "name"),
        model=text_field(value, "model"),
        unknown=(Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS),
        extra=extra_of(told, _KNOWN),
        branching=has_fork(parents),
    )


def _recorded(message: Any, pairing: Pairing) -> list[Recorded]:
    """The messages that one of the export stands for; the first bears what else is said of it."""
    if not is_object(message):
        return [unknown_message(message)]
    time, extra = text_field(message, "created_at"), message_extra(message)
    return [
        Recorded(step.role, tuple(step.groups), time=time, extra="" if i else extra)
        for i, step in enumerate(steps_of(message, pairing))
    ]


def _parents(builder: SessionBuilder, messages: list[Any]) -> list[int]:
    """The index of each message's parent; where no message names one, each follows the one before."""
    ids = {text_field(one, "uuid"): i for i, one in enumerate(messages) if is_object(one)}
    named = [text_field(one, "parent_message_uuid") if is_object(one) else "" for one in messages]
    missing = 0
    parents: list[int] = []
    for index, parent in enumerate(named):
        begins = parent.startswith(_NO_PARENT)
        missing += bool(parent) and not begins and parent not in ids
        parents.append(ROOT if begins else ids.get(parent, index - 1) if parent else index - 1)
    if missing:
        builder.note("missing_parent")
    return parents


def _tip(value: Mapping[str, Any], messages: list[Any], parents: list[int]) -> int:
    """The end of the way that is shown, which the conversation may name; else its newest end."""
    current = text_field(value, "current_leaf_message_uuid")
    named = (i for i, one in enumerate(messages) if is_object(one) and text_field(one, "uuid") == current)
    tip = next(named, ROOT) if current else ROOT
    if tip != ROOT:
        return tip
    times = [text_field(one, "created_at") if is_object(one) else "" for one in messages]
    return newest_leaf(parents, times)
