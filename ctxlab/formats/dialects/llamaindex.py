"""Messages as LlamaIndex keeps them: blocks, and what its connectors put into `additional_kwargs`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import extra_set, extra_with, text_field
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.chat import call_parts, media_type
from ctxlab.formats.parts.chat_results import result_groups
from ctxlab.formats.recorded import Groups, Recorded, unknown_part
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind

_SAMPLE = 20
_KWARGS = "additional_kwargs"
_ROLES = {"chatbot": "assistant", "model": "assistant"}
_MEDIA = {"image": PartKind.IMAGE, "audio": PartKind.AUDIO, "video": PartKind.FILE, "document": PartKind.FILE}
_TAKEN = ("tool_calls", "function_call", "tool_call_id", "name")


def is_llamaindex(values: list[Any]) -> bool:
    """Whether the list has a message that only LlamaIndex writes."""
    return any(is_object(one) and _is_own(one) for one in values[:_SAMPLE])


def llamaindex_message(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """One message; an older one has a text where newer ones have blocks."""
    beside = message.get(_KWARGS)
    kwargs: Mapping[str, Any] = beside if is_object(beside) else {}
    blocks, content = message.get("blocks"), message.get("content")
    parts = [_part(one, pairing) for one in (blocks if is_list(blocks) else [])]
    if not is_list(blocks) and content is not None:
        parts = [Part(PartKind.TEXT, content) if isinstance(content, str) else unknown_part(content)]
    role = text_field(message, "role") or "unknown"
    role = _ROLES.get(role, role)
    if role in ("tool", "function"):
        groups = _result(parts, kwargs, pairing)
    else:
        groups = _said(parts, kwargs, pairing)
    known = ("role", "blocks", _KWARGS) if is_list(blocks) else ("role", "content", _KWARGS)
    rest = extra_set(kwargs, _TAKEN)
    extra = extra_set(message, known)
    if rest:
        extra = extra_with(extra, {_KWARGS: {key: one for key, one in kwargs.items() if key not in _TAKEN}})
    return Recorded(role, groups, name=text_field(message, "name") or text_field(kwargs, "name"), extra=extra)


def _is_own(message: Mapping[str, Any]) -> bool:
    if not isinstance(message.get("role"), str) or "type" in message:
        return False
    blocks = message.get("blocks")
    if is_list(blocks) and any(is_object(one) and "block_type" in one for one in blocks[:_SAMPLE]):
        return True
    return is_object(message.get(_KWARGS)) and (is_list(blocks) or "content" in message)


def _said(parts: list[Part], kwargs: Mapping[str, Any], pairing: Pairing) -> Groups:
    """What a message says: blocks, thoughts and calls, each once; beside calls an empty text is none."""
    thoughts = kwargs.get("thoughts")
    thinking = [Part(PartKind.THINKING, thoughts)] if isinstance(thoughts, str) and thoughts else []
    has_calls = any(part.kind is PartKind.CALL for part in parts)
    calls = [] if has_calls else call_parts(kwargs, pairing)
    if calls or has_calls:
        parts = [part for part in parts if part.kind is not PartKind.TEXT or part.text]
    return (*thinking, *parts, *calls)


def _result(parts: list[Part], kwargs: Mapping[str, Any], pairing: Pairing) -> Groups:
    texts = [part.text for part in parts if part.kind is PartKind.TEXT]
    others = [part for part in parts if part.kind is not PartKind.TEXT]
    told = {
        "tool_call_id": kwargs.get("tool_call_id"),
        "name": kwargs.get("name"),
        "content": "\n".join(texts),
    }
    first, *more = result_groups(told, pairing)
    return ([*first, *others], *more)


def _part(block: Any, pairing: Pairing) -> Part:
    kind = text_field(block, "block_type") if is_object(block) else ""
    if kind == "text" and isinstance(block.get("text"), str):
        return Part(PartKind.TEXT, block["text"], extra=extra_set(block, ("block_type", "text")))
    if kind == "thinking" and isinstance(block.get("content"), (str, type(None))):
        text = text_field(block, "content")
        return Part(PartKind.THINKING, text, extra=extra_set(block, ("block_type", "content")))
    if kind == "tool_call":
        rest = {key: one for key, one in block.items() if key not in _CALL and one is not None}
        call = {"id": block.get("tool_call_id"), "name": block.get("tool_name"), **rest}
        return call_parts({"tool_calls": [{**call, "args": block.get("tool_kwargs")}]}, pairing)[0]
    if kind in _MEDIA:
        names = (kind if kind != "document" else "data", "url", "path")
        taken = next((name for name in names if text_field(block, name)), "")
        data = text_field(block, taken)
        mime = text_field(block, f"{kind}_mimetype") or media_type(data)
        if kind == "audio" and not mime and text_field(block, "format"):
            mime = f"audio/{text_field(block, 'format')}"
        name = text_field(block, "title")
        known = ("block_type", taken, f"{kind}_mimetype", "title")
        return Part(_MEDIA[kind], name=name, media_type=mime, data=data, extra=extra_set(block, known))
    return unknown_part(block)


_CALL = ("block_type", "tool_call_id", "tool_name", "tool_kwargs")
