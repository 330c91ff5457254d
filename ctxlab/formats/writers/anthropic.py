"""Requests of Anthropic's Messages API."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ctxlab.formats.recorded import Group
from ctxlab.formats.values import is_object
from ctxlab.formats.writers.carrying import Rules
from ctxlab.formats.writers.media_forms import base64_of, is_address, is_base64, type_of
from ctxlab.formats.writers.names import Names
from ctxlab.formats.writers.turns import Turn, arguments_of, fields_of, json_of
from ctxlab.formats.writers.written import ANTHROPIC, Losses, Value
from ctxlab.model.items import Part, PartKind, Source

_IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})


class Anthropic:
    """Writes turns as messages of blocks, with results in the user's, and the system part beside."""

    wire = ANTHROPIC
    field = "messages"
    by_place = False

    def rules(self, *, same: bool, fields: bool) -> Rules:
        """What the API takes."""
        return Rules(
            same,
            fields,
            _takes_own if same else _takes,
            media_in_results=True,
            apart=True,
            alternates=True,
            with_results=True,
        )

    def names(self, losses: Losses) -> Names:
        """Ids and names of letters, digits, `_` and `-`; names of at most 128 signs."""
        return Names(losses, longest_id=128, longest_name=128)

    def is_head(self, turn: Turn) -> bool:
        """Whether it stands in the system part and is no message."""
        return bool(turn.items) and turn.items[0].message < 0 and turn.role == "system"

    def values(self, turn: Turn) -> list[Value]:
        """One message: a single text as it is, all else as blocks."""
        role = "user" if turn.role == "tool" else turn.role
        return [{"role": role, "content": content_of(turn.groups), **turn.extra}]

    def beside(self, system: Sequence[Turn], tools: Sequence[Any]) -> Value:
        """System part and tools."""
        value: Value = {"tools": list(tools)} if tools else {}
        groups = [group for turn in system for group in turn.groups]
        if groups:
            sole = system[0].items[0].source if system[0].items else None
            one = len(groups) == 1 and sole is Source.SYSTEM_PROMPT
            value["system"] = content_of(groups) if one else [_block(group) for group in groups]
        return value

    def talk(self, system: Sequence[Turn], talk: Sequence[Turn]) -> list[Turn]:
        """The talk, which does not end in blanks of the assistant; system texts stand beside."""
        if not talk or talk[-1].role != "assistant":
            return list(talk)
        *before, last = talk
        *groups, group = last.groups
        *parts, part = group
        ending = replace(part, text=part.text.rstrip()) if part.kind is PartKind.TEXT else part
        return [*before, replace(last, groups=(*groups, (*parts, ending)))]


def content_of(groups: Sequence[Group]) -> Any:
    """A message's content: a single plain text, or a list of blocks."""
    said = [group for group in groups if group]
    if len(said) == 1 and len(said[0]) == 1:
        part = said[0][0]
        if part.kind is PartKind.TEXT and not part.extra:
            return part.text
    return [_block(group) for group in said]


def _block(group: Group) -> Any:
    """The block of a group: one part, or a result with what stands in it."""
    part, *rest = group
    extra = fields_of(part.extra)
    if part.kind is PartKind.RESULT:
        kind = {} if "type" in extra else {"type": "tool_result"}
        return {**kind, "tool_use_id": part.call_id, "content": _result(part, rest), **extra}
    if part.kind is PartKind.CALL:
        kind = {} if "type" in extra else {"type": "tool_use"}
        return {**kind, "id": part.call_id, "name": part.name, "input": arguments_of(part), **extra}
    return _plain_block(part, extra)


def _plain_block(part: Part, extra: dict[str, Any]) -> Any:
    kind = extra.get("type")
    if part.kind is PartKind.THINKING:
        if kind == "redacted_thinking" or (part.data and not part.text):
            return {"type": "redacted_thinking", **extra, "data": part.data}
        return {"type": "thinking", "thinking": part.text, "signature": part.signature, **extra}
    if part.kind in (PartKind.IMAGE, PartKind.FILE) and (kind is None or "source_type" in extra):
        return _medium(part, extra)
    if part.kind is PartKind.UNKNOWN:
        value = json_of(part.text)
        return value if is_object(value) else {"type": "text", "text": part.text}
    known = _KINDS.get(kind) if isinstance(kind, str) else None
    if known is None:
        return {"type": "text", "text": part.text, **extra}
    return {**extra, **{name: getattr(part, field) for name, field in known if getattr(part, field)}}


#: Blocks that keep their type among the unknown fields: what stands in which field of theirs.
_KINDS: dict[str, tuple[tuple[str, str], ...]] = {
    "container_upload": (("file_id", "data"),),
    "compaction": (("content", "text"),),
    "search_result": (("content", "text"), ("title", "name")),
    "web_search_result": (("title", "name"), ("encrypted_content", "data")),
    "tool_reference": (("tool_name", "text"),),
}


def _result(part: Part, rest: Sequence[Part]) -> Any:
    """A result's content: its text, or blocks where more stands in it or it was no text."""
    if part.json and not rest and "type" in fields_of(part.extra):
        return json_of(part.text)
    if not rest:
        return part.text
    texts = [{"type": "text", "text": part.text}] if part.text else []
    return [*texts, *(_block((one,)) for one in rest)]


def _medium(part: Part, extra: dict[str, Any]) -> Value:
    kind = "image" if part.kind is PartKind.IMAGE else "document"
    about = {key: one for key, one in extra.items() if key not in ("source_type", "source")}
    inner = extra.get("source")
    source = {**_source(part, extra.get("source_type")), **(inner if is_object(inner) else {})}
    title = {"title": part.name} if part.name and kind == "document" else {}
    return {"type": kind, "source": source, **title, **about}


def _source(part: Part, sort: object) -> Value:
    if sort == "file":
        return {"type": "file", "file_id": part.data}
    if sort == "content":
        return {"type": "content", "content": part.text}
    if sort == "text" or (part.text and not part.data):
        return {"type": "text", "media_type": part.media_type or "text/plain", "data": part.text}
    if sort == "url" or is_address(part):
        return {"type": "url", "url": part.data}
    return {"type": "base64", "media_type": type_of(part), "data": base64_of(part)}


def _takes_own(part: Part) -> bool:
    """All but unsigned thinking, and what it has no block for."""
    if part.kind is PartKind.THINKING:
        return bool(part.signature or part.data)
    return part.kind is not PartKind.AUDIO


def _takes(part: Part) -> bool:
    """Images of four types and PDF files, here or under an address."""
    if part.kind is PartKind.IMAGE:
        return is_address(part) or (is_base64(part) and type_of(part) in _IMAGES)
    return part.kind is PartKind.FILE and (
        is_address(part) or (is_base64(part) and type_of(part) == "application/pdf")
    )
