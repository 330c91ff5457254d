"""Reads `*.ctx.json`, our own session format, also when it was written by hand.

Only `schema` is needed. Items without an id are named by their place; without `requests` these follow from
the items as for any recorded conversation. Unknown fields are kept in `extra` and reported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.fields import compact
from ctxlab.formats.marks_file import marks_from, unknown_keys
from ctxlab.formats.migrations import SESSION
from ctxlab.formats.protocol import Document
from ctxlab.formats.repeated_keys import ALWAYS_BELOW, note_repeated
from ctxlab.formats.requests import Ranges, ranges_before, requests_of, turns_before
from ctxlab.formats.taking import Taker
from ctxlab.formats.values import ParseError, is_list, is_object, parse
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Part, PartKind, Place, Source
from ctxlab.model.marks import Marks
from ctxlab.model.session import Origin, Request, Session, Usage


class NativeReader:
    """The session format of ctxlab itself."""

    name = "native"
    title = "ctxlab session"
    experimental = False

    def sniff(self, document: Document) -> float:
        """Sure where `schema` names our session format, in whatever version."""
        value = document.records[0].value if len(document.records) == 1 else None
        if not is_object(value):
            return 0.0
        schema = value.get("schema")
        return 1.0 if isinstance(schema, str) and schema.startswith(f"{SESSION.name}/") else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """The one session of the file."""
        value = document.records[0].value if document.records else None
        if len(document.records) != 1 or not is_object(value):
            raise FormatError("it is not one JSON object", where=Where(document.file))
        session = _Reading(document.file).session(SESSION.migrate(value, document.file))
        if len(document.data) > ALWAYS_BELOW:
            notes = note_repeated(document.data, document.records, lines=False)
            session = replace(session, diagnostics=(*notes, *session.diagnostics))
        return (session,)


class _Reading:
    """One pass over one file: collects what has to be said on the way."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._notes: list[Diagnostic] = []

    def session(self, value: Mapping[str, Any]) -> Session:
        take = Taker(value, "")
        take.text("schema")
        origin = self._origin(take.fields("origin"))
        told = tuple(_diagnostic(one) for one in take.rows("diagnostics") if is_object(one))
        items = self._items(take.rows("items"))
        branching = bool(take.flag("branching"))
        requests = self._requests(take, items, branching)
        session = Session(
            id=take.text("id"),
            items=items,
            requests=requests,
            title=take.text("title"),
            model=take.text("model"),
            wire=take.text("wire", "openai-chat"),
            form=take.text("form"),
            branching=branching,
            origin=origin,
            unknown=self._unknown(take.rows("unknown")),
            marks=self._marks(take.fields("marks")),
            extra=self._extra(take),
        )
        return replace(session, diagnostics=(*told, *self._notes))

    def _items(self, values: Sequence[Any]) -> tuple[Item, ...]:
        items: list[Item] = []
        used: set[str] = set()
        for index, value in enumerate(values):
            item = self._item(value, index)
            if item.id in used:
                self._note("id_repeated", item=item.id, key=f"items[{index}].id")
                item = replace(item, id=_free(used, index))
            used.add(item.id)
            items.append(item)
        return tuple(items)

    def _item(self, value: Any, index: int) -> Item:
        key = f"items[{index}]."
        if not is_object(value):
            self._note("item_unknown", item=f"i{index + 1}", key=f"items[{index}]")
            return Item(f"i{index + 1}", "unknown", (Part(PartKind.UNKNOWN, compact(value), json=True),))
        take = Taker(value, key)
        item_id = take.text("id") or f"i{index + 1}"
        return Item(
            id=item_id,
            role=take.text("role", "unknown"),
            parts=self._parts(take, key),
            source=take.choice("source", Source),
            message=take.count("message", -1),
            part=take.count("part", 0),
            place=Place(take.count("line", 0), take.text("pointer")),
            priority=take.count("priority", 5),
            relevance=take.number("relevance", 1.0),
            stated_tokens=take.count("stated_tokens", 0),
            time=take.text("time"),
            name=take.text("name"),
            injected=bool(take.flag("injected")),
            recent=take.flag("recent", None),
            chain=take.text("chain"),
            superseded_by=take.text("superseded_by"),
            extra=self._extra(take, item_id),
        )

    def _parts(self, take: Taker, key: str) -> tuple[Part, ...]:
        parts = tuple(self._part(one, f"{key}parts[{i}]") for i, one in enumerate(take.rows("parts")))
        if not take.has("text"):
            return parts
        return (Part(PartKind.TEXT, take.text("text")), *parts)

    def _part(self, value: Any, key: str) -> Part:
        if not is_object(value):
            self._note("part_unknown", key=key)
            return Part(PartKind.UNKNOWN, compact(value), json=True)
        take = Taker(value, f"{key}.")
        kind = take.choice("kind", PartKind)
        return Part(
            kind or (PartKind.UNKNOWN if take.wrong else PartKind.TEXT),
            text=take.text("text"),
            name=take.text("name"),
            call_id=take.text("call_id"),
            signature=take.text("signature"),
            media_type=take.text("media_type"),
            data=take.text("data"),
            json=bool(take.flag("json")),
            extra=self._extra(take),
        )

    def _requests(self, take: Taker, items: tuple[Item, ...], branching: bool) -> tuple[Request, ...]:
        values = [one for one in take.rows("requests") if is_object(one)]
        if not values:
            return requests_of(items, _answers(items), branching=branching)
        where = {item.id: position for position, item in enumerate(items)}
        stated = [
            _stated_request(Taker(one, f"requests[{i}]."), i, where, len(items))
            for i, one in enumerate(values)
        ]
        requests = [one.request for one in stated]
        before = ranges_before(items, requests)
        for one in stated:
            self._report(one.take)
            for missing in one.missing:
                self._note("range_unknown", key=missing)
        requests = [
            one.request if one.live_stated else replace(one.request, live=ranges)
            for one, ranges in zip(stated, before, strict=True)
        ]
        turns = turns_before(items, requests, branching=branching)
        return tuple(
            replace(request, turn=turn) if request.turn < 0 else request
            for request, turn in zip(requests, turns, strict=True)
        )

    def _marks(self, value: Mapping[str, Any]) -> Marks:
        self._notes.extend(unknown_keys(value, prefix="marks."))
        try:
            return marks_from(value, self._file)
        except FormatError as error:
            self._note("marks_broken", reason=str(error))
            return Marks()

    def _unknown(self, values: Sequence[Any]) -> tuple[Source, ...]:
        known = [one for one in values if one in list(Source)]
        if len(known) < len(values):
            self._note("field_ignored", key="unknown")
        return tuple(Source(one) for one in known)

    def _origin(self, value: Mapping[str, Any]) -> Origin:
        take = Taker(value, "origin.")
        origin = Origin(take.text("format"), take.text("file"), take.text("sha256"))
        self._report(take)
        return origin

    def _extra(self, take: Taker, item: str = "") -> str:
        """The recorded `extra`, joined by what this reader does not know either: an object, or empty."""
        recorded = take.json("extra")
        rest = take.rest()
        self._report(take, item)
        if not rest and (not recorded or _is_object_text(recorded)):
            return recorded
        return compact(_object(recorded) | rest)

    def _report(self, take: Taker, item: str = "") -> None:
        for key in take.wrong:
            self._note("field_ignored", item=item, key=key)
        for key in take.unknown():
            self._note("field_unknown", item=item, key=key)

    def _note(self, code: str, *, item: str = "", **numbers: str) -> None:
        self._notes.append(Diagnostic(code, item, tuple(numbers.items())))


@dataclass(frozen=True, slots=True)
class _StatedRequest:
    """A request as the file states it.

    `live_stated` says whether it states what was live; `missing` are the keys of ranges that name no items.
    """

    take: Taker
    request: Request
    live_stated: bool
    missing: tuple[str, ...]


def _stated_request(take: Taker, index: int, where: Mapping[str, int], count: int) -> _StatedRequest:
    """`where` gives the position of each item's id, `count` is the number of items."""
    live_stated = take.has("items")
    live, missing = _live(take.rows("items"), where, index)
    end = take.count("end", live[-1][1] + 1 if live else count)
    request = Request(
        index=take.count("index", index + 1, 1),
        turn=take.count("turn", -1, 0),
        end=min(end, count),
        live=tuple((first, min(last, end - 1)) for first, last in live if first < end),
        chain=take.text("chain"),
        sent=take.json("sent"),
        usage=_usage(take.fields("usage")) if take.has("usage") else None,
    )
    return _StatedRequest(take, request, live_stated, missing)


def _live(values: Sequence[Any], where: Mapping[str, int], index: int) -> tuple[Ranges, tuple[str, ...]]:
    """The ranges that pairs of item ids name, and the keys of those that name none."""
    found: list[tuple[int, int]] = []
    missing: list[str] = []
    for n, value in enumerate(values):
        ids: list[Any] = value if is_list(value) else []
        pair = [where.get(one, -1) if isinstance(one, str) else -1 for one in ids]
        if len(pair) == 2 and 0 <= pair[0] <= pair[1]:
            found.append((pair[0], pair[1]))
        else:
            missing.append(f"requests[{index}].items[{n}]")
    return _merged(found), tuple(missing)


def _merged(ranges: list[tuple[int, int]]) -> Ranges:
    """The same positions as ascending, disjoint ranges."""
    out: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if out and first <= out[-1][1]:
            out[-1] = (out[-1][0], max(last, out[-1][1]))
        else:
            out.append((first, last))
    return tuple(out)


def _answers(items: Sequence[Item]) -> dict[int, tuple[Usage | None, str]]:
    """Where answers begin in a file that states no requests: the first items of assistant messages."""
    answers: dict[int, tuple[Usage | None, str]] = {}
    seen: set[int] = set()
    for position, item in enumerate(items):
        if item.role == "assistant" and (item.message < 0 or item.message not in seen):
            answers[position] = (None, "")
            seen.add(item.message)
    return answers


def _usage(value: Mapping[str, Any]) -> Usage:
    named = {name: value.get(name) for name in ("input", "cache_read", "cache_write", "output")}
    return Usage(**{name: n for name, n in named.items() if type(n) is int and n >= 0})


def _diagnostic(value: Mapping[str, Any]) -> Diagnostic:
    take = Taker(value, "")
    pairs = [tuple(one) for one in take.rows("numbers") if is_list(one) and len(one) == 2]
    numbers = tuple((str(name), n) for name, n in pairs if isinstance(n, (int, float, str)))
    return Diagnostic(
        take.text("code"), take.text("item"), numbers, take.text("severity", "warning"), take.count("line", 0)
    )


def _is_object_text(text: str) -> bool:
    """Whether a text is a JSON object; one that nests too deep for the file is written as text."""
    try:
        return is_object(parse(text))
    except ParseError as error:
        return error.code == "too_deep" and text.startswith("{")


def _object(text: str) -> dict[str, Any]:
    """The object that a text is; anything else stands in one under its field's name."""
    if not text:
        return {}
    try:
        value: Any = parse(text)
    except ParseError:
        value = text
    return value if is_object(value) else {"extra": value}


def _free(used: set[str], index: int) -> str:
    number = index + 1
    while f"i{number}" in used:
        number += 1
    return f"i{number}"
