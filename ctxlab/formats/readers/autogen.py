"""Reads the states of AutoGen's agents and teams, its bare messages, and the chats of AG2.

A state is a session for each agent that has a model's context, which is what its model saw, and one for the
messages of a team. The system message is not in a state. What another agent of the team said was typed by
nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.dialects.autogen import autogen_message, autogen_usage, is_autogen
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import extra_set
from ctxlab.formats.noticing import with_strange
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.plain_talk import PlainTalk
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.recorded import Recorded
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Place
from ctxlab.model.session import Session

_SAMPLE = 20
_SURE = 0.96
_LIKELY = 0.9

#: Where a state holds those of others.
_INNER = ("agent_state", "inner_team_state", "team_state", "state")

#: A message list with its place, whose it is, and what else stands beside it.
_Listed = tuple[list[Any], Place, str, Mapping[str, Any]]


class AutoGenReader:
    """States of agents and teams, lists of messages, results of chats."""

    name = "autogen"
    title = "AutoGen states, AG2 chats"
    experimental = True

    def sniff(self, document: Document) -> float:
        """By the types of states and messages."""
        values = [record.value for record, _ in entries_of(document, _SAMPLE)]
        if any(is_object(one) and (_is_state(one) or _is_chat(one)) for one in values):
            return _SURE
        return _LIKELY if is_autogen(values) else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """A session for each context in a state, or the one of bare messages."""
        bare: list[tuple[Record, Place]] = []
        found: list[_Listed] = []
        for record, place in entries_of(document):
            listed = list(_lists(record.value, place))
            found += listed
            if not listed:
                bare.append((record, place))
        values = [(record.value, place) for record, place in bare]
        agents = frozenset(whose for _, _, whose, _ in found)
        sessions = [
            _session(
                document,
                [(one, inside(place, f"/{i}")) for i, one in enumerate(listed)],
                agents,
                whose,
                about,
            )
            for listed, place, whose, about in found
        ]
        if is_autogen([value for value, _ in values]):
            sessions.append(_session(document, values, agents))
            bare = []
        if not sessions:
            raise FormatError("there are no messages of AutoGen in it", where=Where(document.file))
        return with_strange(sessions, [record for record, _ in bare])


def _session(
    document: Document,
    messages: list[tuple[Any, Place]],
    agents: frozenset[str],
    whose: str = "",
    about: Mapping[str, Any] = MappingProxyType({}),
) -> Session:
    talk = PlainTalk(document, AutoGenReader.name, lambda one, pairing: [_read(one, pairing, agents)])
    for value, place in messages:
        talk.add(value, place, usage=autogen_usage(value) if is_object(value) else None)
    return talk.finish(title=whose, extra=extra_set(about, ()))


def _read(message: Mapping[str, Any], pairing: Pairing, agents: frozenset[str]) -> Recorded:
    one = autogen_message(message, pairing)
    return replace(one, injected=one.injected or (one.role == "user" and one.name in agents))


def _is_state(value: Mapping[str, Any]) -> bool:
    kind = value.get("type")
    if not isinstance(kind, str) or not kind.endswith("State"):
        return False
    return any(key in value for key in ("llm_context", "agent_states", "message_thread", *_INNER))


def _is_chat(value: Mapping[str, Any]) -> bool:
    """Whether it is the result of a chat of AG2."""
    return is_list(value.get("chat_history")) and "summary" in value and "cost" in value


def _lists(value: Any, place: Place, whose: str = "", depth: int = 0) -> Iterator[_Listed]:
    """The lists of messages in a state, those of the agents before that of their team."""
    if not is_object(value) or depth > _SAMPLE:
        return
    if not depth and _is_chat(value):
        rest = {key: one for key, one in value.items() if key != "chat_history"}
        yield value["chat_history"], inside(place, "/chat_history"), whose, rest
        return
    if not depth and not _is_state(value):
        return
    context, thread = value.get("llm_context"), value.get("message_thread")
    messages = context.get("messages") if is_object(context) else None
    rest = {key: one for key, one in value.items() if key not in ("llm_context", "message_thread", *_INNER)}
    if is_list(messages):
        beside = {key: one for key, one in context.items() if key != "messages"} if is_object(context) else {}
        yield messages, inside(place, "/llm_context/messages"), whose, {**rest, **beside}
    for key in _INNER:
        yield from _lists(value.get(key), inside(place, f"/{key}"), whose, depth + 1)
    states = value.get("agent_states")
    for name, state in states.items() if is_object(states) else ():
        pointer = name.replace("~", "~0").replace("/", "~1")
        yield from _lists(state, inside(place, f"/agent_states/{pointer}"), name.split("/")[0], depth + 1)
    if is_list(thread) and thread:
        yield thread, inside(place, "/message_thread"), whose, rest
