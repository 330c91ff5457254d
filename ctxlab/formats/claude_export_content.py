"""What a message of a claude.ai export holds: blocks, attached texts and files.

One message has all that the model did for an answer: what it said and called, and what came back. Each run
of results ends a step, after which the model was asked again. Of a result without content there is what its
user was told of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.pairing import Pairing, paired
from ctxlab.formats.parts.anthropic import block_group
from ctxlab.formats.recorded import Group
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind

_ROLES = {"human": "user"}
#: Blocks that tell the interface something and hold nothing for the model.
_MARKERS = ("token_budget", "flag")


@dataclass(slots=True)
class Step:
    """A message as the model's API has them: what one side said in a row."""

    role: str
    groups: list[Group] = field(default_factory=list[Group])


def steps_of(message: Mapping[str, Any], pairing: Pairing) -> list[Step]:
    """The messages that a message of the export stands for; at least one. Files come before what is said."""
    sender = text_field(message, "sender", "role") or "unknown"
    role = _ROLES.get(sender, sender)
    steps = [Step(role, [*_files(message)])]
    for group in _said(message):
        is_result = group[0].kind is PartKind.RESULT
        step_role = "user" if is_result else role
        if steps[-1].role != step_role:
            steps.append(Step(step_role))
        steps[-1].groups.append(paired(group, pairing))
    return steps if steps[0].groups or len(steps) == 1 else steps[1:]


def message_extra(message: Mapping[str, Any]) -> str:
    """The fields of a message that are no part of its steps; a text only where its blocks say otherwise."""
    content = message.get("content")
    blocks = [one for one in content if is_object(one)] if is_list(content) else []
    spoken = "\n\n".join(text_field(one, "text") for one in blocks if one.get("type") == "text")
    known = {"sender", "created_at"}
    known |= {name for name in ("attachments", "files") if is_list(message.get(name))}
    known |= {"content"} if is_list(content) or isinstance(content, str) else set()
    text = message.get("text")
    if isinstance(text, str) and (not (blocks or content) or text.strip() == spoken.strip()):
        known |= {"text"}
    markers = [_told(one) for one in blocks if one.get("type") in _MARKERS]
    return extra_of({**_told(message), **({"markers": markers} if markers else {})}, known)


def _said(message: Mapping[str, Any]) -> Iterable[Group]:
    content = message.get("content")
    listed = content if is_list(content) else [content] if content else []
    groups = [group for one in listed for group in _block(one)]
    text = message.get("text")
    if not listed and isinstance(text, str) and text:
        groups = [(Part(PartKind.TEXT, text),)]
    return groups


def _block(block: Any) -> Iterable[Group]:
    if not is_object(block):
        yield block_group(block)
        return
    told, kind = _told(block), block.get("type")
    if kind in _MARKERS or (kind == "text" and not told.get("text") and isinstance(block.get("text"), str)):
        return
    if kind == "tool_result":
        name = text_field(told, "name")
        result = _result(told["content"]) if "content" in told else {"content": text_field(told, "message")}
        known = ("name" if name else "", "" if "content" in told else "message")
        fields = {key: one for key, one in told.items() if key not in known}
        first, *rest = block_group({**fields, **result})
        yield (replace(first, name=name or first.name), *rest)
    else:
        yield block_group(told)


def _result(content: Any) -> dict[str, Any]:
    """A result's content with nothing but texts and media in it, and the other fields of its blocks."""
    if not is_list(content):
        return {"content": content}
    blocks: list[Any] = []
    beside: list[dict[str, Any]] = []
    for one in content:
        text = _text_of(one) if is_object(one) else None
        if text is None:
            blocks.append(_told(one) if is_object(one) else one)
            continue
        blocks.append({"type": "text", "text": text})
        known = ("text", *(["type"] if one.get("type") == "text" else []))
        beside.append({key: value for key, value in _told(one).items() if key not in known})
    return {"content": blocks, **({"content_fields": beside} if any(beside) else {})}


def _text_of(block: Mapping[str, Any]) -> str | None:
    """The text of a text block, or of a page that a search found: its title, its address and what it says."""
    text = block.get("text")
    if block.get("type") == "text" and isinstance(text, str):
        return text
    if block.get("type") == "knowledge":
        return "\n".join(one for one in (text_field(block, key) for key in ("title", "url", "text")) if one)
    return None


def _files(message: Mapping[str, Any]) -> Iterable[Group]:
    for one in _listed(message, "attachments"):
        known = ("file_name", "file_type", "extracted_content")
        text = one.get("extracted_content")
        yield (
            Part(
                PartKind.FILE,
                text if isinstance(text, str) else "",
                name=text_field(one, "file_name"),
                media_type=text_field(one, "file_type"),
                extra=extra_of(_told(one), known if isinstance(text, (str, type(None))) else known[:2]),
            ),
        )
    for one in _listed(message, "files"):
        kind = PartKind.IMAGE if one.get("file_kind") == "image" else PartKind.FILE
        extra = extra_of(_told(one), ("file_name", "file_uuid"))
        yield (Part(kind, name=text_field(one, "file_name"), data=text_field(one, "file_uuid"), extra=extra),)


def _listed(message: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """The objects in that list; a plain name is an object that has it."""
    listed = message.get(name)
    if not is_list(listed):
        return []
    return [one if is_object(one) else {"file_name": one} for one in listed]


def _told(value: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that say something."""
    return {key: one for key, one in value.items() if one not in (None, [], {}, "")}
