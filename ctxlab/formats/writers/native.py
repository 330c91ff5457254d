"""Writes sessions as `*.ctx.json`, and one request of a session as a session of its own.

What has its default is left out, so that files stay small. The JSON is strict: NaN and the infinities, which
only relevances and diagnostics can hold, are written as the words NaN, Infinity and -Infinity.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from ctxlab.formats.fields import compact
from ctxlab.formats.marks_file import marks_to
from ctxlab.formats.migrations import SESSION
from ctxlab.formats.requests import Ranges, ranges_before, to_ranges
from ctxlab.formats.values import MAX_DEPTH, ParseError, is_container, nests_deeper, parse
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Part, PartKind
from ctxlab.model.marks import Marks
from ctxlab.model.session import Request, Session, Snapshot, Usage
from ctxlab.model.strict_json import strict

#: How deep a field of a part stands in the file, at most; what is in it may nest so much less.
_NESTING = 8

_PART_FIELDS = ("text", "name", "call_id", "signature", "media_type", "data")


def dumps_session(session: Session) -> str:
    """The session as the text of a native file: one item and one request a line."""
    head = session_to(session)
    lists = {name: head.pop(name) for name in ("items", "requests")}
    lines = [f"  {json.dumps(key)}: {_dump(value)}" for key, value in head.items()]
    for name, rows in lists.items():
        body = ",\n".join(f"    {_dump(row)}" for row in rows)
        lines.append(f'  "{name}": [\n{body}\n  ]' if rows else f'  "{name}": []')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def session_to(session: Session) -> dict[str, Any]:
    """The session as a JSON object of schema `ctxlab.session/1`."""
    origin = session.origin
    value: dict[str, Any] = {"schema": SESSION.schema, "id": session.id}
    value |= _given(title=session.title, model=session.model)
    value |= {} if session.wire == "openai-chat" else {"wire": session.wire}
    value |= _given(form=session.form)
    value |= _given(origin=_given(format=origin.format, file=origin.file, sha256=origin.sha256))
    value |= _given(unknown=[source.value for source in session.unknown], branching=session.branching)
    value["items"] = [_item_to(item, i) for i, item in enumerate(session.items)]
    value["requests"] = [
        _request_to(request, session.items, before)
        for request, before in zip(
            session.requests, ranges_before(session.items, session.requests), strict=True
        )
    ]
    value |= _given(marks=marks_to(session.marks))
    value |= _given(diagnostics=[_diagnostic_to(one) for one in session.diagnostics])
    return value | _json_field("extra", session.extra)


def _item_to(item: Item, position: int) -> dict[str, Any]:
    """The item as a JSON object; a sole plain text stands under `text`, anything else under `parts`."""
    value: dict[str, Any] = {} if item.id == f"i{position + 1}" else {"id": item.id}
    value["role"] = item.role
    value |= _given(source=item.source.value if item.source else "")
    value |= {} if item.message == -1 else {"message": item.message}
    value |= _given(part=item.part, line=item.place.line, pointer=item.place.pointer)
    value |= {} if item.priority == 5 else {"priority": item.priority}
    value |= {} if item.relevance == 1.0 else {"relevance": strict(item.relevance)}
    value |= _given(stated_tokens=item.stated_tokens, time=item.time, name=item.name, injected=item.injected)
    value |= {} if item.recent is None else {"recent": item.recent}
    value |= _given(chain=item.chain, superseded_by=item.superseded_by)
    if len(item.parts) == 1 and item.parts[0] == Part(PartKind.TEXT, item.parts[0].text):
        value["text"] = item.parts[0].text
    else:
        value |= _given(parts=[_part_to(part) for part in item.parts])
    return value | _json_field("extra", item.extra)


def snapshot_session(snapshot: Snapshot) -> Session:
    """One request as a session of its own: its candidates under their ids, and that request, as its only one.

    A side chain becomes the main conversation. Marks on items that are not there go.
    """
    session, request = snapshot.session, snapshot.request
    positions = snapshot.candidates()
    kept = [session.items[position] for position in positions]
    ids = {item.id for item in kept}
    live = {position for first, last in request.live for position in range(first, last + 1)}
    items = tuple(
        replace(item, chain="", superseded_by=item.superseded_by if item.superseded_by in ids else "")
        for item in kept
    )
    ranges = to_ranges(i for i, position in enumerate(positions) if position in live)
    only = replace(request, index=1, end=len(items), live=ranges, chain="")
    return replace(session, items=items, requests=(only,), marks=_marks_on(session.marks, ids))


def _marks_on(marks: Marks, ids: set[str]) -> Marks:
    return Marks(
        pins=tuple(pin for pin in marks.pins if pin in ids),
        must_keeps=tuple(one for one in marks.must_keeps if not one.item or one.item in ids),
        key_facts=tuple(one for one in marks.key_facts if one.item in ids),
        sources=tuple((item, source) for item, source in marks.sources if item in ids),
        constraints=tuple(one for one in marks.constraints if one.item in ids),
    )


def _part_to(part: Part) -> dict[str, Any]:
    value: dict[str, Any] = {"kind": part.kind.value}
    value |= _given(**{name: getattr(part, name) for name in _PART_FIELDS}, json=part.json)
    return value | _json_field("extra", part.extra)


def _request_to(request: Request, items: tuple[Item, ...], before: Ranges) -> dict[str, Any]:
    value: dict[str, Any] = {"index": request.index, "turn": request.turn, "end": request.end}
    if request.live != before:
        value["items"] = [[items[first].id, items[last].id] for first, last in request.live]
    value |= _given(chain=request.chain) | _json_field("sent", request.sent)
    return value | ({} if request.usage is None else {"usage": _usage_to(request.usage)})


def _usage_to(usage: Usage) -> dict[str, int]:
    named = {name: getattr(usage, name) for name in ("input", "cache_read", "cache_write", "output")}
    return {name: count for name, count in named.items() if count is not None}


def _diagnostic_to(one: Diagnostic) -> dict[str, Any]:
    value: dict[str, Any] = {"code": one.code}
    value |= _given(item=one.item, line=one.line, numbers=[[name, strict(n)] for name, n in one.numbers])
    return value | ({} if one.severity == "warning" else {"severity": one.severity})


def _json_field(name: str, text: str) -> dict[str, Any]:
    """JSON text as the value that it stands for where that gives the same text back, else as text."""
    if not text:
        return {}
    try:
        value = parse(text)
    except ParseError:
        return {name: text}
    fits = is_container(value) and not nests_deeper(text, value, MAX_DEPTH - _NESTING)
    return {name: value if fits and compact(value) == text else text}


def _given(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
