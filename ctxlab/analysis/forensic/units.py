"""The texts that are held against each other: one of each item."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from json import dumps

from ctxlab.formats.values import ParseError, is_container, parse
from ctxlab.model.items import Item, PartKind, Source

_ROLES = {
    "developer": "system",
    "function": "tool",
    "model": "assistant",
    "ai": "assistant",
    "human": "user",
    "ipython": "tool",
}

#: By these words a text says that it sums up what went before.
_SAYS_SO = re.compile(
    r"summar|condens|compact(?:ed|ion)|conversation so far"
    r"|(?:earlier|previous|prior) (?:conversation|context|messages|turns|steps)|recap\b"
    r"|摘要|总结|概要|概述|此前的?(?:对话|内容)|之前的?(?:对话|内容)|历史(?:对话|记录)",
    re.IGNORECASE,
)
#: The beginning of a text, in which it says so.
_BEGINNING = 400


@dataclass(frozen=True, eq=False)
class Unit:
    """An item with its place in its list, by what it says and not by how it is written down."""

    at: int
    item: Item

    @cached_property
    def role(self) -> str:
        """Who speaks: `system`, `user`, `assistant`, `tool`, or what the log says."""
        if self.item.source is Source.TOOL_SCHEMAS:
            return "tools"
        if self.item.has(PartKind.RESULT):
            return "tool"
        return _ROLES.get(self.item.role, self.item.role)

    @cached_property
    def kind(self) -> str:
        """What it is, where that is no text: `call`, `thinking`, `unknown`, `media`."""
        kinds = {part.kind for part in self.item.parts}
        for kind in (PartKind.CALL, PartKind.THINKING, PartKind.UNKNOWN):
            if kind in kinds:
                return kind.value
        return "media" if kinds - {PartKind.TEXT, PartKind.RESULT} else ""

    @cached_property
    def text(self) -> str:
        """Its words; of a call its arguments."""
        return self.item.text

    @cached_property
    def name(self) -> str:
        """The tool that a call calls, else nothing: a result's may have been found out by us."""
        return next((part.name for part in self.item.parts if part.kind is PartKind.CALL), "")

    @cached_property
    def said(self) -> tuple[str, ...]:
        """What it says, without who says it; media by their data."""
        # one API writes a data URL, another the blob alone
        media = (part.data.rpartition(";base64,")[2] for part in self.item.parts if part.data)
        return (self.kind, self.name, self.text, *media)

    @cached_property
    def plain(self) -> tuple[str, ...]:
        """The same, whatever the blanks and however its JSON is written."""
        kind, name, text, *media = self.said
        return (kind, name, plain(text), *media)

    @cached_property
    def sums_up(self) -> bool:
        """Whether it says of itself that it is a summary."""
        return _SAYS_SO.search(self.text, 0, _BEGINNING) is not None

    def key(self, shared: Set[str]) -> tuple[str, ...]:
        """By what it is the same on both sides; a call id counts where both sides know it."""
        call = self.item.call_id
        return (self.role, call if call in shared else "", *self.said)


def units_of(items: Sequence[Item]) -> list[Unit]:
    """One for each item."""
    return [Unit(at, item) for at, item in enumerate(items)]


def plain(text: str) -> str:
    """A text by its words alone, a JSON value by its content."""
    if text.lstrip()[:1] in ("{", "["):
        try:
            value = parse(text)
        except ParseError:
            value = None
        if is_container(value):
            return dumps(value, sort_keys=True, separators=(",", ":"))
    return " ".join(text.split())
