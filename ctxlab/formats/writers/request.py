"""One request of a session as the body that an API of some wire format takes.

A session that was read from requests of the same format gives the request back as it was recorded. Any other
gives a request that the API takes, as far as that can be made of it, and what was lost on the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from ctxlab.formats.writers.anthropic import Anthropic
from ctxlab.formats.writers.carrying import Rules
from ctxlab.formats.writers.gemini import Gemini
from ctxlab.formats.writers.names import Names
from ctxlab.formats.writers.openai_chat import OpenAIChat
from ctxlab.formats.writers.openai_responses import OpenAIResponses
from ctxlab.formats.writers.settings import own_settings, settings_for
from ctxlab.formats.writers.settle import settled
from ctxlab.formats.writers.shapes import Shapes, shapes_of
from ctxlab.formats.writers.turns import Turn, is_schema, json_of, live_items, turns_of
from ctxlab.formats.writers.written import (
    ANTHROPIC,
    GEMINI,
    OPENAI_CHAT,
    OPENAI_RESPONSES,
    Losses,
    Value,
    Written,
    has_api_fields,
    is_request,
)
from ctxlab.model.items import Item
from ctxlab.model.session import Session, Snapshot
from ctxlab.model.tool_schemas import DECLARATIONS, tool_of


class Writer(Protocol):
    """Writes requests of one wire format.

    `field` is that of the messages; with `by_place` what was read from several places is several of them.
    """

    wire: str
    field: str
    by_place: bool

    def rules(self, *, same: bool, fields: bool) -> Rules:
        """What the API takes; `same` and `fields` as in `Rules`."""
        ...

    def names(self, losses: Losses) -> Names:
        """What ids and names may be."""
        ...

    def is_head(self, turn: Turn) -> bool:
        """Whether a turn of a recorded request stands beside the messages."""
        ...

    def values(self, turn: Turn) -> list[Value]:
        """The messages that a turn is."""
        ...

    def beside(self, system: Sequence[Turn], tools: Sequence[Any]) -> Value:
        """The fields beside the messages."""
        ...

    def talk(self, system: Sequence[Turn], talk: Sequence[Turn]) -> list[Turn]:
        """The turns that are messages."""
        ...


_WRITERS: Mapping[str, Writer] = {
    OPENAI_CHAT: OpenAIChat(),
    OPENAI_RESPONSES: OpenAIResponses(),
    ANTHROPIC: Anthropic(),
    GEMINI: Gemini(),
}


def writer_of(wire: str) -> Writer:
    """What writes that wire format.

    Raises:
        ValueError: There is no such wire format.
    """
    if wire not in _WRITERS:
        raise ValueError(f"there is no wire format {wire!r}")
    return _WRITERS[wire]


def written(snapshot: Snapshot, wire: str) -> Written:
    """The request as the body that an API of that format takes: all that was live there, nothing budgeted.

    Raises:
        ValueError: There is no such wire format.
    """
    writer, session = writer_of(wire), snapshot.session
    if session.wire == wire and is_request(session):
        items = live_items(snapshot, superseded=wire == ANTHROPIC)
        return Written(wire, as_recorded(writer, session, items, shapes_of(session)))
    return _carried_over(writer, session, live_items(snapshot, superseded=False))


def recorded_turns(writer: Writer, items: Sequence[Item]) -> list[Turn]:
    """The turns that the items of a recorded request are, tools left out."""
    said = [item for item in items if not is_schema(item)]
    return turns_of(said, by_place=writer.by_place, extras=True)


def as_recorded(writer: Writer, session: Session, items: Sequence[Item], shapes: Shapes) -> dict[str, Any]:
    """The request of a session that was read from such a request."""
    turns = recorded_turns(writer, items)
    head = [turn for turn in turns if writer.is_head(turn)]
    tools = [json_of(item.text) for item in items if is_schema(item)]
    messages: list[Any] = []
    for turn in turns:
        if not writer.is_head(turn):
            form = shapes.element(turn)
            messages += writer.values(turn) if form is None else [form]
    body = own_settings(session, writer.field)
    body |= {"model": session.model} if session.model and writer.wire != GEMINI else {}
    body |= writer.beside(head, tools)
    body[writer.field] = messages
    return shapes.finished(body, items, writer.field)


def _carried_over(writer: Writer, session: Session, items: Sequence[Item]) -> Written:
    """A request that the API takes, of a session that was recorded in whatever way."""
    losses = Losses()
    same = session.wire == writer.wire
    turns = turns_of((item for item in items if not is_schema(item)), by_place=writer.by_place, extras=False)
    if session.form:
        # keywords are not in the order of the conversation
        turns.sort(key=lambda turn: turn.items[0].message)
    names = writer.names(losses)
    talk = settled(turns, writer.rules(same=same, fields=same and has_api_fields(session)), names, losses)
    tools = _tools(writer.wire, items, names, losses)
    body: dict[str, Any] = {"model": session.model} if session.model and writer.wire != GEMINI else {}
    body |= writer.beside(talk.system, tools)
    body |= settings_for(session, writer.wire, names, losses, tools=bool(tools))
    body[writer.field] = [
        value for turn in writer.talk(talk.system, talk.talk) for value in writer.values(turn)
    ]
    return Written(writer.wire, body, losses.findings())


def _tools(wire: str, items: Sequence[Item], names: Names, losses: Losses) -> list[Any]:
    """The tools as the wire declares them; one that only the recording's provider runs is left out."""
    found: dict[str, Any] = {}
    for item in items:
        if not is_schema(item):
            continue
        tool = tool_of(json_of(item.text))
        if tool is None:
            losses.name("tools_dropped", next((part.name for part in item.parts if part.name), "?"))
        else:
            own = replace(tool, name=names.tool(tool.name))
            # no API takes two of one name
            found.setdefault(own.name, DECLARATIONS[wire](own))
    return list(found.values())
