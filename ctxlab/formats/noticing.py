"""What readers say of the items and the calls that they read, whatever the format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.fields import compact
from ctxlab.formats.jsonl import RAW_LIMIT
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Record
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import PartKind
from ctxlab.model.session import Session

#: How a dialect marks a call that its framework could not parse.
INVALID_CALL = '"type":"invalid_tool_call"'


def note_items(builder: SessionBuilder, first: int = 0) -> None:
    """Says what is odd about the items from that position on: unknown parts, empty images, broken calls."""
    for item in builder.items[first:]:
        for part in item.parts:
            if part.kind is PartKind.IMAGE and not part.data and not part.extra:
                builder.note("image_empty", item=item.id)
            elif part.kind is PartKind.CALL and INVALID_CALL in part.extra:
                builder.note("call_invalid", item=item.id)
            elif part.kind is PartKind.UNKNOWN:
                code = "message_unknown" if item.role == "unknown" else "part_unknown"
                builder.note(code, item=item.id, line=item.place.line)


def note_pairing(builder: SessionBuilder, pairing: Pairing) -> None:
    """Says how many calls came without an id, or with that of an earlier one, and results without a call."""
    if pairing.made:
        builder.note("call_ids_made", severity="info", count=pairing.made)
    if pairing.repeated:
        builder.note("call_ids_repeated", severity="info", count=pairing.repeated)
    if pairing.lost:
        builder.note("calls_lost", severity="info", count=pairing.lost)


def note_one_request(builder: SessionBuilder, answers: int) -> None:
    """Says how many earlier answers stand in what is one request: each of them had a request of its own."""
    if answers:
        builder.note("one_request", severity="info", count=answers)


def has_call(builder: SessionBuilder) -> bool:
    """Whether any item has a call: then there were tools, and their schemas somewhere."""
    return any(item.has(PartKind.CALL) for item in builder.items)


def strange_record(record: Record) -> Diagnostic:
    """Says that a record is none of the format, with the beginning of its JSON."""
    numbers = (("byte", record.byte), ("text", compact(record.value)[:RAW_LIMIT]))
    return Diagnostic("record_unknown", numbers=numbers, line=record.line)


def with_notes(sessions: Sequence[Session], notes: Iterable[Diagnostic]) -> tuple[Session, ...]:
    """The sessions of a file, of which the first tells what was noticed about the whole file."""
    first, *others = sessions
    return (replace(first, diagnostics=(*first.diagnostics, *notes)), *others)


def with_strange(sessions: Sequence[Session], strange: Iterable[Record]) -> tuple[Session, ...]:
    """The sessions of a file, of which the first says which records are none of the format."""
    return with_notes(sessions, map(strange_record, strange))
