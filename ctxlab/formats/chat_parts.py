"""The parts of OpenAI chat messages: content in all its shapes, calls, results, thinking, refusals, media."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ctxlab.formats.fields import compact, extra_of, text_field
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind

#: Types under which other vendors send the same plain text.
_TEXT_TYPES = ("text", "input_text", "output_text")


def content_parts(content: Any) -> list[Part]:
    """The parts of a message's content: a text, a list of parts or texts, null, or anything else as JSON."""
    if content is None:
        return []
    if isinstance(content, str):
        return [Part(PartKind.TEXT, content)]
    if is_list(content):
        return [_content_part(one) for one in content if one is not None]
    if is_object(content):
        return [_content_part(content)]
    return [Part(PartKind.TEXT, compact(content), json=True)]


def thinking_parts(message: Mapping[str, Any]) -> list[Part]:
    """What vendors record of the model's thinking: `reasoning_content` or `reasoning`, as text."""
    text = text_field(message, "reasoning_content", "reasoning")
    return [Part(PartKind.THINKING, text)] if text else []


def side_parts(message: Mapping[str, Any]) -> list[Part]:
    """A refusal and a spoken answer, which stand beside the content."""
    parts: list[Part] = []
    refusal = message.get("refusal")
    if isinstance(refusal, str) and refusal:
        parts.append(Part(PartKind.TEXT, refusal, extra='{"type":"refusal"}'))
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


def result_parts(message: Mapping[str, Any], pairing: Pairing) -> list[Part]:
    """A tool's result as one group: its text, then the media in it."""
    name = text_field(message, "name")
    call_id, called = pairing.result(text_field(message, "tool_call_id"), name)
    content = message.get("content")
    inner = content_parts(content)
    texts = [part for part in inner if part.kind is PartKind.TEXT]
    media = [part for part in inner if part.kind is not PartKind.TEXT]
    text = "\n".join(part.text for part in texts)
    is_json = len(texts) == 1 and texts[0].json
    return [Part(PartKind.RESULT, text, name=name or called, call_id=call_id, json=is_json), *media]


def _content_part(value: Any) -> Part:
    if isinstance(value, str):
        return Part(PartKind.TEXT, value)
    if not is_object(value):
        return Part(PartKind.UNKNOWN, compact(value), json=True)
    kind = value.get("type")
    if kind in _TEXT_TYPES or (kind is None and isinstance(value.get("text"), str)):
        text = value.get("text")
        known = text if isinstance(text, str) else "" if text is None else compact(text)
        return Part(PartKind.TEXT, known, extra=extra_of(value, ("type", "text")))
    if kind in ("image_url", "input_image"):
        return _image(value)
    if kind == "input_audio":
        return _audio(_fields(value.get("input_audio")))
    if kind == "file":
        return _file(_fields(value.get("file")))
    if kind == "input_file":
        return _file({key: one for key, one in value.items() if key != "type"})
    if kind == "refusal":
        return Part(PartKind.TEXT, text_field(value, "refusal"), extra='{"type":"refusal"}')
    return Part(PartKind.UNKNOWN, compact(value), json=True)


def _image(value: Mapping[str, Any]) -> Part:
    image = value.get("image_url")
    fields = {"url": image} if isinstance(image, str) else _fields(image)
    url = text_field(fields, "url")
    extra = extra_of({**value, **fields}, ("type", "image_url", "url"))
    return Part(PartKind.IMAGE, media_type=_media_type(url), data=url, extra=extra)


def _audio(fields: Mapping[str, Any]) -> Part:
    kind = text_field(fields, "format")
    return Part(
        PartKind.AUDIO,
        media_type=f"audio/{kind}" if kind else "",
        data=text_field(fields, "data"),
        extra=extra_of(fields, ("data", "format")),
    )


def _file(fields: Mapping[str, Any]) -> Part:
    data = text_field(fields, "file_data")
    return Part(
        PartKind.FILE,
        name=text_field(fields, "filename"),
        media_type=_media_type(data),
        data=data,
        extra=extra_of(fields, ("file_data", "filename")),
    )


def _call(value: Any, pairing: Pairing) -> Part:
    if not is_object(value):
        return Part(PartKind.UNKNOWN, compact(value), json=True)
    inner = value.get("function", value.get("custom", value))
    function = _fields(inner)
    name = text_field(function, "name")
    arguments = next((function[key] for key in ("arguments", "input", "args") if key in function), None)
    is_text = arguments is None or isinstance(arguments, str)
    known = ("id", "type", "function", "custom", "name", "arguments", "input", "args", "index")
    extra = {key: one for key, one in {**value, **function}.items() if key not in known}
    if value.get("type") not in (None, "function"):
        extra["type"] = value["type"]
    return Part(
        PartKind.CALL,
        (arguments or "") if is_text else compact(arguments),
        name=name,
        call_id=pairing.call(text_field(value, "id"), name),
        json=not is_text,
        extra=extra_of(extra, ()),
    )


def _media_type(url: str) -> str:
    """The media type that a `data:` URL states."""
    if not url.startswith("data:"):
        return ""
    return url[5:100].split(",", 1)[0].split(";", 1)[0]


def _fields(value: Any) -> dict[str, Any]:
    return value if is_object(value) else {}
