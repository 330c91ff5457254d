"""Server-sent events, as the answers of a model arrive that are streamed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.values import ParseError, parse

_FIELDS = ("data:", "event:", "id:", "retry:", ": ")


def has_events(text: str) -> bool:
    """Whether the text begins as server-sent events do."""
    return text[:200].lstrip().startswith(_FIELDS)


def events(text: str) -> Iterator[tuple[int, int, Any]]:
    """The JSON values in the `data:` lines of server-sent events, with 1-based line and position.

    What is no JSON, such as the closing `[DONE]`, is left out.
    """
    start, number = 0, 0
    while start < len(text):
        number += 1
        end = text.find("\n", start)
        stop = len(text) if end < 0 else end
        if text.startswith("data:", start):
            with suppress(ParseError):
                yield number, start, parse(text[start + 5 : stop])
        start = stop + 1


def with_events(document: Document, most: int | None = None) -> Document:
    """The document with the values of a stream as its records, where it is one as the server sent it.

    No more than that many are read.
    """
    if document.records or not has_events(document.text):
        return document
    listed = islice(events(document.text), most)
    found = tuple(Record(value, line, position) for line, position, value in listed)
    return replace(document, records=found, lines=True)
