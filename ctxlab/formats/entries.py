"""The values of a document one by one, each with its place, whether a list or lines hold them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.values import is_list
from ctxlab.model.items import Place

#: A value and where it stands.
Placed = tuple[Any, Place]


def entries_of(document: Document, most: int | None = None) -> list[tuple[Record, Place]]:
    """The elements of the one list that the document is, or else its records; no more than that many."""
    if not document.lines and document.records and is_list(document.records[0].value):
        return records_in(document.records[0], document.records[0].value[:most])
    return [(one, place_of(document, one)) for one in document.records[:most]]


def records_in(record: Record, listed: Sequence[Any]) -> list[tuple[Record, Place]]:
    """The elements of the list that the one record of a document is, as records of their own."""
    return [(Record(one, record.line, record.byte), Place(0, f"/{i}")) for i, one in enumerate(listed)]


def whole_value(document: Document) -> Any:
    """The value of a document that is one JSON value; None of lines, and of what is no JSON."""
    return document.records[0].value if document.records and not document.lines else None


def place_of(document: Document, record: Record) -> Place:
    """Where a record stands: in its line, or it is the whole document."""
    return Place(record.line if document.lines else 0)


def inside(place: Place, pointer: str) -> Place:
    """The place that the JSON pointer leads to from there."""
    return Place(place.line, place.pointer + pointer)


def each_placed(values: Iterable[Any], place: Place, pointer: str = "") -> list[Placed]:
    """Each of the values of a list with its place; the pointer leads from there to the list."""
    return [(one, inside(place, f"{pointer}/{i}")) for i, one in enumerate(values)]
