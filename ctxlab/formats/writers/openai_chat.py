"""Requests of OpenAI's chat completions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ctxlab.formats.values import is_object
from ctxlab.formats.writers.carrying import MEDIA, Rules
from ctxlab.formats.writers.media_forms import base64_of, is_address, is_base64, type_of, url_of
from ctxlab.formats.writers.names import Names
from ctxlab.formats.writers.turns import Turn, fields_of, json_of
from ctxlab.formats.writers.written import OPENAI_CHAT, Losses, Value
from ctxlab.model.items import Part, PartKind

_SOUNDS = ("audio/wav", "audio/x-wav", "audio/mpeg", "audio/mp3")


class OpenAIChat:
    """Writes turns as messages; what stands in a result beside its text is the user's."""

    wire = OPENAI_CHAT
    field = "messages"
    by_place = False

    def rules(self, *, same: bool, fields: bool) -> Rules:
        """What the API takes."""
        return Rules(same, fields, _takes_own if same else _takes, detail=True, thinking_alone=False)

    def names(self, losses: Losses) -> Names:
        """Ids of at most 40 signs, names of at most 64."""
        return Names(losses, longest_id=40, longest_name=64)

    def is_head(self, turn: Turn) -> bool:
        """System texts are messages."""
        return False

    def values(self, turn: Turn) -> list[Value]:
        """One message; of results one each."""
        results = [group for group in turn.groups if group and group[0].kind is PartKind.RESULT]
        if not results:
            return [_message(turn)]
        return [
            {**_named(turn), "role": "tool", "tool_call_id": group[0].call_id, "content": _result(group)}
            | dict(turn.extra)
            for group in results
        ]

    def beside(self, system: Sequence[Turn], tools: Sequence[Any]) -> Value:
        """The tools; system texts stand before the talk."""
        return {"tools": list(tools)} if tools else {}

    def talk(self, system: Sequence[Turn], talk: Sequence[Turn]) -> list[Turn]:
        """System texts, then the talk."""
        return [*system, *talk]


def _named(turn: Turn) -> Value:
    return {"name": turn.name} if turn.name else {}


def _message(turn: Turn) -> Value:
    value: Value = {"role": turn.role, **_named(turn)}
    parts = turn.parts
    content = [part for part in parts if part.kind in _CONTENT and not _stands_beside(turn, part)]
    calls = [part for part in parts if part.kind is PartKind.CALL]
    thinking = [part.text for part in parts if part.kind is PartKind.THINKING and part.text]
    value["content"] = _content(content)
    if thinking:
        value["reasoning_content"] = "\n".join(thinking)
    for part in parts:
        if _stands_beside(turn, part):
            value |= _beside(part)
    if calls:
        value["tool_calls"] = [_call(part) for part in calls]
    return value | dict(turn.extra)


def _stands_beside(turn: Turn, part: Part) -> bool:
    """Whether it stands in a field of its own: a refusal, or what the assistant said aloud."""
    if turn.role != "assistant":
        return False
    return part.kind is PartKind.AUDIO or (part.kind is PartKind.TEXT and _is_refusal(part))


def _is_refusal(part: Part) -> bool:
    return fields_of(part.extra) == {"type": "refusal"}


def _beside(part: Part) -> Value:
    if part.kind is PartKind.TEXT:
        return {"refusal": part.text}
    audio = fields_of(part.extra)
    audio |= {"data": part.data} if part.data else {}
    return {"audio": audio | ({"transcript": part.text} if part.text else {})}


def _content(parts: Sequence[Part]) -> Any:
    if not parts:
        return None
    if len(parts) == 1 and parts[0].kind is PartKind.TEXT and not parts[0].extra:
        return parts[0].text
    return [_content_part(part) for part in parts]


def _result(group: Sequence[Part]) -> Any:
    first, *rest = group
    if not rest:
        return first.text
    text = [{"type": "text", "text": first.text}] if first.text else []
    return [*text, *(_content_part(part) for part in rest)]


def _content_part(part: Part) -> Any:
    extra = fields_of(part.extra)
    if part.kind is PartKind.IMAGE:
        image = {"url": url_of(part), **extra} if part.data else extra
        return {"type": "image_url", "image_url": image}
    if part.kind is PartKind.AUDIO:
        sort = type_of(part).removeprefix("audio/")
        named = {"mpeg": "mp3", "x-wav": "wav"}.get(sort, sort)
        return {"type": "input_audio", "input_audio": {"data": base64_of(part), "format": named, **extra}}
    if part.kind is PartKind.FILE:
        file = {"file_data": url_of(part)} if part.data else {}
        file |= {"filename": part.name} if part.name else {}
        return {"type": "file", "file": {**file, **extra}}
    if part.kind is PartKind.UNKNOWN:
        value = json_of(part.text)
        return value if is_object(value) else {"type": "text", "text": part.text}
    if _is_refusal(part):
        return {"type": "refusal", "refusal": part.text}
    return {"type": "text", "text": part.text, **extra}


def _call(part: Part) -> Value:
    extra = fields_of(part.extra)
    if extra.get("type") == "custom":
        return {"id": part.call_id, **extra, "custom": {"name": part.name, "input": part.text}}
    function = {"name": part.name, "arguments": part.text}
    return {"id": part.call_id, "type": "function", "function": function, **extra}


def _takes_own(part: Part) -> bool:
    return True


def _takes(part: Part) -> bool:
    """Images anywhere, sound and documents that are in the request."""
    if part.kind is PartKind.IMAGE:
        return is_address(part) or is_base64(part)
    if part.kind is PartKind.AUDIO:
        return is_base64(part) and type_of(part) in _SOUNDS
    return part.kind is PartKind.FILE and is_base64(part) and type_of(part) == "application/pdf"


_CONTENT = MEDIA | {PartKind.TEXT, PartKind.UNKNOWN}
