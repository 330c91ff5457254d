"""The live items of a session as turns: what each message of a request is written from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxlab.formats.recorded import Group
from ctxlab.formats.values import ParseError, is_object, parse
from ctxlab.model.items import Item, Part, Source
from ctxlab.model.session import Snapshot


@dataclass(frozen=True, slots=True)
class Turn:
    """What one message holds: groups of parts, one an item. `items` are those that it was recorded as.

    `extra` are fields of the message that no reader understood, where they belong into the request.
    """

    role: str
    groups: tuple[Group, ...]
    name: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict[str, Any])
    items: tuple[Item, ...] = ()

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts in order."""
        return tuple(part for group in self.groups for part in group)


def live_items(snapshot: Snapshot, *, superseded: bool) -> list[Item]:
    """The items that the recorder had in its context at the request.

    `superseded` adds those for which a recorded summary stands: an API that summarises itself gets both.
    """
    session, request = snapshot.session, snapshot.request
    live = {position for first, last in request.live for position in range(first, last + 1)}
    return [
        session.items[position]
        for position in snapshot.candidates()
        if position in live or (superseded and session.items[position].superseded_by)
    ]


def turns_of(items: Iterable[Item], *, by_place: bool, extras: bool) -> list[Turn]:
    """One turn a recorded message, in the order of their first items; what is no message stands alone.

    `by_place` takes apart what stands at different places of the file, `extras` keeps unknown fields.
    """
    groups: dict[object, list[Item]] = {}
    for item in items:
        key: object = item.id if item.message < 0 else (item.message, item.place if by_place else None)
        groups.setdefault(key, []).append(item)
    return [turn_of(members, extras=extras) for members in groups.values()]


def turn_of(items: list[Item], *, extras: bool) -> Turn:
    """The turn of these items, of which there is at least one."""
    first = items[0]
    extra: dict[str, Any] = {}
    for item in reversed(items):
        extra |= fields_of(item.extra) if extras else {}
    return Turn(first.role, tuple(item.parts for item in items), first.name, extra, tuple(items))


def is_schema(item: Item) -> bool:
    """Whether the item declares a tool of the request, and is no part of the talk."""
    return item.source is Source.TOOL_SCHEMAS and item.message < 0


def fields_of(extra: str) -> dict[str, Any]:
    """Unknown fields as an object; empty where there are none."""
    value = json_of(extra) if extra else None
    return value if is_object(value) else {}


def json_of(text: str) -> Any:
    """The value of a JSON text, or the text where it is none."""
    try:
        return parse(text)
    except ParseError:
        return text


def arguments_of(part: Part) -> dict[str, Any]:
    """A call's arguments as an object; anything else stands in one under `arguments`."""
    value: Any = json_of(part.text) if part.text.strip() else dict[str, Any]()
    return value if is_object(value) else {"arguments": value}
