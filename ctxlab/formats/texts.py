"""The text that a value or the parts of a content are, and what of them is no text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ctxlab.formats.fields import compact
from ctxlab.model.items import Part, PartKind


def text_or_json(value: Any) -> tuple[str, bool]:
    """A text as it is, none for null, or else the JSON of the value; and whether it is that."""
    if value is None or isinstance(value, str):
        return value or "", False
    return compact(value), True


def as_text(value: Any) -> str:
    """The text of `text_or_json`, whichever it is."""
    return text_or_json(value)[0]


def joined_text(parts: Iterable[Part]) -> tuple[str, bool, list[Part]]:
    """The texts of the parts joined by line ends, whether that is JSON, and the parts that are no text.

    It is JSON where it is one part alone whose value was no text.
    """
    texts: list[Part] = []
    rest: list[Part] = []
    for part in parts:
        (texts if part.kind is PartKind.TEXT else rest).append(part)
    is_json = len(texts) == 1 and texts[0].json
    return "\n".join(part.text for part in texts), is_json, rest
