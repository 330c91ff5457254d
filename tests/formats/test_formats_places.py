"""Where items are said to stand: their texts are found there, in every real file."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.golden import FORMATS

from ctxlab.formats.load import load
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import NOWHERE, PartKind, Place

#: What is no session, and databases, of which places are rows.
_OTHERS = ("README.md", ".truth.json", ".sqlite")
FILES = [
    one.relative_to(FORMATS).as_posix()
    for one in sorted(FORMATS.rglob("*"))
    if one.is_file() and not one.name.endswith(_OTHERS)
]
_SPOKEN = (PartKind.TEXT, PartKind.THINKING, PartKind.RESULT)
_REFERENCE = re.compile(r"(?:tc|attachment)://(\w+)")
_MARKERS = re.compile(r"^(?:#### ?|> ?)", re.MULTILINE)


class Raw:
    """A file as it is: its values by line or by member, and the texts that some of them refer to."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        self.members: dict[str, Any] = {}
        self.lines: list[str] = []
        self.whole: Any = None
        if zipfile.is_zipfile(io.BytesIO(data)):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                self.members = {name: json.loads(archive.read(name)) for name in archive.namelist()}
        else:
            self.lines = data.decode().split("\n")
            self.whole = _json(data.decode())
        told = [self.whole, self.members, *(_json(line) for line in self.lines if self.whole is None)]
        self.attachments = dict(_attachments(told))
        self.texts = [text for one in told for text in strings(one)]

    def at(self, place: Place) -> list[str]:
        """All texts at the place, with those that they refer to."""
        member, found, pointer = place.pointer.partition("#")
        if found:
            value = resolved(self.members[member], pointer)
        elif place.line and _json(self.lines[place.line - 1]) is None:
            return [_MARKERS.sub("", "\n".join(self.lines[place.line - 1 :]))]  # no JSON: from there on
        elif place.line:
            value = resolved(json.loads(self.lines[place.line - 1]), place.pointer)
        else:
            value = resolved(self.whole, place.pointer)
        texts = list(strings(value))
        referred = [self.attachments.get(name, "") for text in texts for name in _REFERENCE.findall(text)]
        return [*texts, *referred]


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _attachments(value: Any) -> Iterator[tuple[str, Any]]:
    if is_object(value):
        for key, one in value.items():
            kept = key in ("attachments", "content") and is_object(one)
            yield from one.items() if kept else _attachments(one)
    elif is_list(value):
        for one in value:
            yield from _attachments(one)


def strings(value: Any) -> Iterator[str]:
    """All texts in a value, also those in JSON that is written as text."""
    if isinstance(value, str):
        yield value
        inner = _json(value) if value[:1] in ("[", "{", '"') else None
        if inner is not None:
            yield from strings(inner)
    elif is_object(value):
        for one in value.values():
            yield from strings(one)
    elif is_list(value):
        for one in value:
            yield from strings(one)


def resolved(value: Any, pointer: str) -> Any:
    """What a JSON pointer points at; JSON that is written as text is gone into."""
    for key in pointer.split("/")[1:]:
        inside = json.loads(value) if isinstance(value, str) else value
        value = inside[int(key) if is_list(inside) else key.replace("~1", "/").replace("~0", "~")]
    return value


@pytest.mark.parametrize("path", FILES)
def test_each_text_is_found_where_its_item_is_said_to_stand(path: str) -> None:
    raw = Raw(FORMATS / path)
    for session in load(FORMATS / path):
        for item in session.items:
            assert item.place != NOWHERE, item.id
            there = raw.at(item.place)
            for part in item.parts:
                if part.kind in _SPOKEN and not part.json and part.text.strip():
                    found = any(part.text in text for text in there)
                    # What was put together, as of several lines, is nowhere in one piece.
                    assert found or not any(part.text in text for text in raw.texts), (item.id, item.place)
