"""Reads agents of Letta (`.af`, both versions) and states of MemGPT's: a session for each agent.

All messages are items; only those in the agent's context were live at the end. Before, all were, with the
newest of the system's messages: each edit of the memory compiles it anew. The blocks of memory stand in that
message; where there is none, they are items of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.dialects.letta import is_decision, letta_message
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import compact, extra_set, text_field
from ctxlab.formats.letta_agents import LettaAgent, agents_in
from ctxlab.formats.live_history import LiveHistory
from ctxlab.formats.noticing import with_strange
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.plain_talk import PlainTalk
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.recorded import Recorded
from ctxlab.formats.values import is_object
from ctxlab.model.items import Part, PartKind, Place, Source
from ctxlab.model.session import Session

_SAMPLE = 20
_SURE = 0.97


class LettaReader:
    """Agents of Letta, with all that they ever said."""

    name = "letta"
    title = "Letta agent files, MemGPT states"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By what an agent says of its context."""
        values = [record.value for record, _ in entries_of(document, _SAMPLE)]
        return _SURE if any(agents_in(value) for value in values) else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """A session for each agent, in file order."""
        sessions: list[Session] = []
        strange: list[Record] = []
        for record, place in entries_of(document):
            agents = agents_in(record.value)
            sessions += [_Agent(document, agent, place).session() for agent in agents]
            if not agents:
                strange.append(record)
        if not sessions:
            raise FormatError("there is no agent of Letta in it", where=Where(document.file))
        return with_strange(sessions, strange)


class _Agent:
    """Makes the session of one agent. `_at` are the positions of the items of each message."""

    def __init__(self, document: Document, agent: LettaAgent, place: Place) -> None:
        self._agent = agent
        self._place = place
        self._talk = PlainTalk(document, LettaReader.name, _read)
        self._live = LiveHistory()
        self._at: list[range] = []
        self._prompt: range | None = None

    def session(self) -> Session:
        """Schemas, then the messages; then what is in the context at the end."""
        agent, builder = self._agent, self._talk.builder
        for schema, pointer in agent.schemas:
            name = text_field(schema, "name") if is_object(schema) else ""
            builder.add_tool_schema(compact(schema), name=name, place=inside(self._place, pointer))
        settled = len(builder)
        if not any(_role(one) == "system" for one, _ in agent.messages):
            self._add_prompt()
            settled = len(builder)
        cut = self._cut()
        for i, (message, pointer) in enumerate(agent.messages):
            first = len(builder)
            if i == cut:
                self._live.change([*range(settled), *(self._prompt or ())], first)
            self._talk.add(message, inside(self._place, pointer))
            self._at.append(range(first, len(builder)))
            self._follow(i, message, settled)
        self._end(settled)
        self._note_waiting()
        return self._talk.finish(
            title=agent.name, model=agent.model, extra=extra_set(agent.rest, ()), live=self._live.rule
        )

    def _add_prompt(self) -> None:
        """What the system's message would be made of."""
        agent, builder = self._agent, self._talk.builder
        if agent.system:
            part = Part(PartKind.TEXT, agent.system)
            at = inside(self._place, f"{agent.pointer}/system")
            builder.add_fragment("system", (part,), Source.SYSTEM_PROMPT, place=at)
        for block, pointer in agent.blocks:
            part = Part(PartKind.TEXT, text_field(block, "value"))
            at = inside(self._place, pointer)
            name = text_field(block, "label")
            builder.add_fragment("system", (part,), Source.TASK_STATE, place=at, name=name)

    def _follow(self, index: int, message: Any, settled: int) -> None:
        """What the message that was just added took out of the context."""
        own, items = self._at[index], self._talk.builder.items
        before = self._live.at(own.start)
        if _role(message) == "system":
            gone = self._prompt or range(0)
            self._live.change([i for i in before if i not in gone], own.start)
            self._prompt = own
        elif is_decision(message):
            self._live.change(before, own.stop)
        elif items[own.start].source is Source.SUMMARY:
            kept = self._kept(index, settled)
            builder = self._talk.builder
            builder.supersede((i for i in before if i not in kept), own.start)
            self._live.change([i for i in before if i in kept], own.start)

    def _kept(self, index: int, settled: int) -> frozenset[int]:
        """What a summary left of what was before it: schemas, the system's message, what is there still."""
        still = [one for one in self._agent.context or () if one < index]
        positions = {position for one in still for position in self._at[one]}
        return frozenset({*range(settled), *(self._prompt or ()), *positions})

    def _cut(self) -> int:
        """The index of the first message of the context, where that begins there without any summary."""
        agent = self._agent
        told = [(i, agent.messages[i][0]) for i in agent.context or ()]
        if any(one.source is Source.SUMMARY for _, message in told for one in _read_alone(message)):
            return -1
        return min((i for i, message in told if _role(message) != "system"), default=-1)

    def _note_waiting(self) -> None:
        """Says which calls wait to be approved: nobody decided on them, and no result came."""
        messages, items = self._agent.messages, self._talk.builder.items
        decided = {text_field(one, "approval_request_id") for one, _ in messages if is_decision(one)}
        answered = {item.call_id for item in items if item.has(PartKind.RESULT)}
        for (message, _), positions in zip(messages, self._at, strict=True):
            if _role(message) == "approval" and not is_decision(message):
                for item in (items[i] for i in positions):
                    if item.call_id not in ("", *answered) and text_field(message, "id") not in decided:
                        self._talk.builder.note("approval_pending", item=item.id, severity="info")

    def _end(self, settled: int) -> None:
        """At the end that is live which the agent says is."""
        context, count = self._agent.context, len(self._talk.builder)
        if context is not None:
            live = {position for one in context for position in self._at[one]} | set(range(settled))
            self._live.change(live, count)


def _read(message: Mapping[str, Any], pairing: Pairing) -> tuple[Recorded, ...]:
    return (letta_message(message, pairing),)


def _read_alone(message: Any) -> tuple[Recorded, ...]:
    return _read(message, Pairing()) if is_object(message) else ()


def _role(message: Any) -> str:
    return text_field(message, "role") if is_object(message) else ""
