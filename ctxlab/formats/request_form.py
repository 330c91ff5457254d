"""The form in which a request was recorded, kept with its session so that it is written as it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxlab.formats.writers.request import as_recorded, recorded_turns, writer_of
from ctxlab.formats.writers.shapes import Shapes, with_shapes
from ctxlab.formats.writers.turns import Turn, is_schema
from ctxlab.model.items import Place
from ctxlab.model.session import Session

#: What stands beside a request in the same object where its answer was captured, too.
_ANSWERS = frozenset({"response", "choices", "chunks", "candidates", "result"})


def with_form(
    session: Session, wire: str, body: Mapping[str, Any], elements: Sequence[tuple[Any, Place]], end: int
) -> Session:
    """The session with what it takes to write the request that it was read from as it was.

    `body` is the request; `elements` are its messages with their places, which became items before `end`.
    """
    writer = writer_of(wire)
    items = session.items[:end]
    places: dict[Place, list[Any]] = {}
    for value, place in elements:
        places.setdefault(place, []).append(value)
    turns = recorded_turns(writer, items)
    head = [turn for turn in turns if writer.is_head(turn)]
    found: list[tuple[Turn, Any, Sequence[Any]]] = []
    for turn in turns:
        recorded = places.get(turn.items[0].place, ())
        if len(recorded) == 1 and not writer.is_head(turn):
            found.append((turn, recorded[0], writer.values(turn)))
    asked = {name: one for name, one in body.items() if name not in _ANSWERS}
    whole = asked or {writer.field: [value for value, _ in elements]}
    given = whole.get(writer.field)
    each = len(found) == len(turns) - len(head) and given == [recorded for _, recorded, _ in found]

    def compose(shapes: Shapes) -> dict[str, Any]:
        if not each:
            return as_recorded(writer, session, items, shapes)
        # every message is one turn, as its items say or as its form does: none has to be written again
        tools = [item for item in items if is_schema(item)]
        beside = [*tools, *(item for turn in head for item in turn.items)]
        return {**as_recorded(writer, session, beside, shapes), writer.field: given}

    return with_shapes(session, items, whole, compose, writer.field, found)
