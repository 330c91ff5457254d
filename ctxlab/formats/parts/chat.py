"""The parts of OpenAI chat messages: content in all its shapes, calls, thinking, refusals, media."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ctxlab.formats.fields import compact, extra_of, text_field
from ctxlab.formats.lookups import as_list
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.anthropic import content_groups
from ctxlab.formats.recorded import make_part, unknown_part
from ctxlab.formats.texts import text_or_json
from ctxlab.formats.values import is_list, is_object, unwrap
from ctxlab.model.items import Part, PartKind

#: Types under which other vendors send the same plain text.
_TEXT_TYPES = ("text", "input_text", "output_text")

#: Where vendors put the text of the model's thinking; some say it twice.
_THINKING = ("reasoning_content", "reasoning", "thinking")
_THOUGHTS = frozenset({*_THINKING, "thinking_blocks", "reasoning_details"})

#: Media that LLaMA-Factory names by their place alone, as `{"type", "value"}`.
_PLACED = {
    "image": PartKind.IMAGE,
    "image_url": PartKind.IMAGE,
    "audio": PartKind.AUDIO,
    "audio_url": PartKind.AUDIO,
    "video": PartKind.FILE,
    "video_url": PartKind.FILE,
}


def content_parts(content: Any, pairing: Pairing | None = None) -> list[Part]:
    """The parts of a message's content: a text, a list of parts or texts, null, or anything else as JSON.

    Calls in it get their ids from `pairing`; without that they stay what they came as.
    """
    if content is None:
        return []
    if isinstance(content, str):
        return [make_part(PartKind.TEXT, content)]
    if is_list(content):
        return [_content_part(one, pairing) for one in content if one is not None]
    if is_object(content):
        return [_content_part(content, pairing)]
    return [make_part(PartKind.TEXT, compact(content), json=True)]


def thinking_parts(message: Mapping[str, Any]) -> tuple[list[Part], list[str]]:
    """What vendors record of the model's thinking, and the fields that say it.

    It is one of several texts; LiteLLM's blocks bear signatures beside, and OpenRouter's details stand in
    where there is no text. What is not taken here is kept with the unknown fields.
    """
    if message.keys().isdisjoint(_THOUGHTS):
        return [], []
    names = [name for name in _THINKING if isinstance(message.get(name), (str, type(None)))]
    text = next((message[name] for name in names if message.get(name)), "")
    others = [name for name in names if message.get(name) not in (None, "", text)]
    taken = [name for name in names if name not in others]
    blocks = [part for part, *_ in content_groups(message.get("thinking_blocks"))]
    same = not text or text == "".join(part.text for part in blocks)
    if blocks and same and all(part.kind is PartKind.THINKING for part in blocks):
        return blocks, [*taken, "thinking_blocks"]
    if not text:
        text = _details(message.get("reasoning_details"))
    return ([make_part(PartKind.THINKING, text)] if text else []), taken


def side_parts(message: Mapping[str, Any]) -> list[Part]:
    """A refusal and a spoken answer, which stand beside the content."""
    parts: list[Part] = []
    refusal = message.get("refusal")
    if isinstance(refusal, str) and refusal:
        parts.append(make_part(PartKind.TEXT, refusal, extra='{"type":"refusal"}'))
    audio = message.get("audio")
    if is_object(audio):
        parts.append(_audio(audio))
    return parts


def call_parts(message: Mapping[str, Any], pairing: Pairing) -> list[Part]:
    """The calls of a message: `tool_calls`, or the older single `function_call`."""
    calls = message.get("tool_calls")
    listed: Iterable[Any] = calls if is_list(calls) else [calls] if is_object(calls) else []
    parts = [_call(one, pairing) for one in listed if one is not None]
    old = message.get("function_call")
    if is_object(old) and not parts:
        parts.append(_call({"function": old}, pairing))
    return parts


def _details(value: Any) -> str:
    """The readable text of reasoning details; encrypted ones have none."""
    listed: Iterable[Any] = as_list(value)
    return "".join(text_field(one, "text", "summary") for one in listed if is_object(one))


def _content_part(value: Any, pairing: Pairing | None) -> Part:
    if isinstance(value, str):
        return make_part(PartKind.TEXT, value)
    if not is_object(value):
        return unknown_part(value)
    kind = value.get("type")
    if isinstance(value.get("value"), str) and value.keys() <= {"type", "value", "loss_weight"}:
        return _valued(value, pairing)
    if kind in _TEXT_TYPES or (kind is None and isinstance(value.get("text"), str)):
        text = value.get("text")
        known = text if isinstance(text, str) else "" if text is None else compact(text)
        return make_part(PartKind.TEXT, known, extra=extra_of(value, ("type", "text")))
    if kind == "thinking":
        inner = content_parts(value.get("thinking"))
        if all(part.kind is PartKind.TEXT for part in inner):
            text = "".join(part.text for part in inner)
            return make_part(PartKind.THINKING, text, extra=extra_of(value, ("type", "thinking")))
    if kind in ("image_url", "input_image") and not is_list(value.get("image_url")):
        return _image(value)
    if kind == "input_audio" and is_object(value.get(kind)):
        return _audio(_inner(value, kind))
    if kind == "file" and is_object(value.get(kind)):
        return _file(_inner(value, kind))
    if kind == "input_file":
        return _file(_inner(value, ""))
    if kind == "refusal" and isinstance(value.get(kind), str):
        return make_part(PartKind.TEXT, value[kind], extra=extra_of(value, (kind,)))
    return unknown_part(value)


def _inner(value: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The fields of the object under that name, and those beside it."""
    beside = {key: one for key, one in value.items() if key not in ("type", name)}
    return {**beside, **value.get(name, {})}


def _valued(value: Mapping[str, Any], pairing: Pairing | None) -> Part:
    """A part of LLaMA-Factory: a type and a text, which is JSON for a call."""
    kind, text = value.get("type"), value["value"]
    extra = extra_of(value, ("type", "value"))
    if kind == "text":
        return make_part(PartKind.TEXT, text, extra=extra)
    if kind == "reasoning":
        return make_part(PartKind.THINKING, text, extra=extra)
    call = unwrap(text)
    if kind == "tool_call" and is_object(call) and pairing is not None:
        return _call(call, pairing)
    if isinstance(kind, str) and kind in _PLACED:
        return make_part(_PLACED[kind], media_type=media_type(text), data=text, extra=extra)
    return unknown_part(value)


def _image(value: Mapping[str, Any]) -> Part:
    image = value.get("image_url")
    fields = image if is_object(image) else {"url": image}
    url = text_field(fields, "url")
    extra = extra_of({**value, **fields}, ("type", "image_url", "url"))
    return make_part(PartKind.IMAGE, media_type=media_type(url), data=url, extra=extra)


def _audio(fields: Mapping[str, Any]) -> Part:
    """A clip; what is said in it, where the record tells, is its text."""
    kind = text_field(fields, "format")
    return make_part(
        PartKind.AUDIO,
        text_field(fields, "transcript"),
        media_type=f"audio/{kind}" if kind else "",
        data=text_field(fields, "data"),
        extra=extra_of(fields, ("data", "format", "transcript")),
    )


def _file(fields: Mapping[str, Any]) -> Part:
    data = text_field(fields, "file_data")
    return make_part(
        PartKind.FILE,
        name=text_field(fields, "filename"),
        media_type=media_type(data),
        data=data,
        extra=extra_of(fields, ("file_data", "filename")),
    )


def _call(value: Any, pairing: Pairing) -> Part:
    if not is_object(value):
        return unknown_part(value)
    inner = value.get("function", value.get("custom", value))
    function = inner if is_object(inner) else {**value, "name": inner} if isinstance(inner, str) else value
    name = text_field(function, "name")
    arguments = next((function[key] for key in ("arguments", "input", "args") if key in function), None)
    text, is_json = text_or_json(arguments)
    known = ("id", "type", "function", "custom", "name", "arguments", "input", "args", "index")
    extra = {key: one for key, one in {**value, **function}.items() if key not in known}
    if value.get("type") not in (None, "function"):
        extra["type"] = value["type"]
    return make_part(
        PartKind.CALL,
        text,
        name=name,
        call_id=pairing.call(text_field(value, "id"), name),
        json=is_json,
        extra=extra_of(extra, ()),
    )


def media_type(url: str) -> str:
    """The media type that a `data:` URL states."""
    if not url.startswith("data:"):
        return ""
    return url[5:100].split(",", 1)[0].split(";", 1)[0]
