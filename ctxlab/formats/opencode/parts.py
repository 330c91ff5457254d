"""Messages of opencode, the coding agent: an answer's parts hold its steps, and calls with their results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ctxlab.formats.fields import compact, count_field, extra_set, text_field
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Recorded, unknown_part
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind
from ctxlab.model.session import Usage

_IDS = ("id", "sessionID", "messageID", "type")

#: Parts that say what the program did; no model is sent them.
_STEPS = ("step-start", "step-finish", "snapshot", "patch", "agent", "retry", "compaction")
_TOOL = ("callID", "tool", "name", "state", "time", *_IDS)
_STATE = ("status", "input", "raw", "output", "content", "error", "attachments", "title")

#: A read message and what the provider counted for it.
Told = tuple[Recorded, Usage | None]


def spoken(info: Mapping[str, Any], parts: list[Any], pairing: Pairing) -> Iterator[Told]:
    """What a message says: the user's words and what was put beside them, or an answer's steps."""
    if info.get("role") == "assistant":
        yield from _answered(info, parts, pairing)
    else:
        yield from _asked(info, parts)


def used(tokens: Any) -> Usage | None:
    """What the provider counted; the input is that which was not cached."""
    if not is_object(tokens):
        return None
    cache = tokens.get("cache")
    cached: Mapping[str, Any] = cache if is_object(cache) else {}
    usage = Usage(
        count_field(tokens, "input"),
        count_field(cached, "read"),
        count_field(cached, "write"),
        count_field(tokens, "output"),
    )
    return usage if usage.input or usage.cache_read or usage.output else None


def when(record: Mapping[str, Any]) -> str:
    """When a message was made, in the milliseconds in which it is written."""
    time = record.get("time")
    return text_field(time, "created") if is_object(time) else ""


def _asked(info: Mapping[str, Any], parts: list[Any]) -> Iterator[Told]:
    """The words that were typed, with files; and apart from them what the program put in."""
    typed = [one for one in parts if not _is_synthetic(one)]
    said = tuple(_part(one) for one in typed if _kind(one) not in _STEPS)
    extra = extra_set({**info, "parts": _steps(typed)}, ("id", "sessionID", "role", "time"))
    synthetic = tuple(_part(one) for one in parts if _is_synthetic(one))
    role = text_field(info, "role") or "unknown"
    if said or not synthetic:
        yield Recorded(role, said, time=when(info), extra=extra), None
        extra = ""
    if synthetic:
        yield Recorded(role, synthetic, time=when(info), injected=True, extra=extra), None


def _is_synthetic(part: Any) -> bool:
    return is_object(part) and part.get("synthetic") is True


def _answered(info: Mapping[str, Any], parts: list[Any], pairing: Pairing) -> Iterator[Told]:
    """A step is one call of the model: what it said, what it used, then the results of its calls."""
    extra = extra_set({**info, "parts": _steps(parts)}, ("id", "sessionID", "role", "time", "tokens"))
    steps = list(_split(parts))
    for step in steps:
        said = tuple(_call(one, pairing) if _kind(one) == "tool" else _part(one) for one in _content(step))
        counted = [used(one.get("tokens")) for one in step if _kind(one) == "step-finish"]
        usage = next(iter(counted), None) or (used(info.get("tokens")) if len(steps) == 1 else None)
        yield Recorded("assistant", said, time=when(info), extra=extra), usage
        extra = ""
        for one in step:
            if _kind(one) == "tool" and (group := _result(one, pairing)):
                yield Recorded("tool", (group,), time=_ended(one)), None


def _split(parts: list[Any]) -> Iterator[list[Any]]:
    """The parts by steps; those of an answer without any are one."""
    step: list[Any] = []
    for part in parts:
        if _kind(part) == "step-start" and _content(step):
            yield step
            step = []
        step.append(part)
    yield step


def _content(step: list[Any]) -> list[Any]:
    return [one for one in step if _kind(one) not in _STEPS]


def _steps(parts: list[Any]) -> list[Any]:
    """What the parts say that are no content."""
    told = [
        {key: value for key, value in one.items() if key not in ("id", "sessionID", "messageID", "snapshot")}
        for one in parts
        if _kind(one) in _STEPS
    ]
    return [one for one in told if len(one) > 1]


def _kind(part: Any) -> str:
    return text_field(part, "type") if is_object(part) else ""


def _part(value: Any) -> Part:
    kind = _kind(value)
    if kind in ("text", "reasoning") and isinstance(value.get("text"), str):
        is_text = kind == "text"
        extra = extra_set(value, ("text", "time", *_IDS))
        return Part(PartKind.TEXT if is_text else PartKind.THINKING, value["text"], extra=extra)
    return _file(value) if kind in ("file", "media") else unknown_part(value)


def _file(value: Mapping[str, Any]) -> Part:
    mime, data = text_field(value, "mime", "mediaType"), text_field(value, "url", "uri", "data")
    kind = {"image": PartKind.IMAGE, "audio": PartKind.AUDIO}.get(mime.split("/")[0], PartKind.FILE)
    known = ("mime", "mediaType", "url", "uri", "data", "filename", "name", *_IDS)
    name = text_field(value, "filename", "name")
    return Part(kind, name=name, media_type=mime, data=data, extra=extra_set(value, known))


def _state(part: Mapping[str, Any]) -> Mapping[str, Any]:
    state = part.get("state")
    return state if is_object(state) else {}


def _call(part: Mapping[str, Any], pairing: Pairing) -> Part:
    state, name = _state(part), text_field(part, "tool", "name")
    given = state.get("input")
    is_text = given is None or isinstance(given, str)
    return Part(
        PartKind.CALL,
        (given or text_field(state, "raw")) if is_text else compact(given),
        name=name,
        call_id=pairing.call(_call_id(part), name),
        json=not is_text,
        extra=extra_set(part, _TOOL),
    )


def _call_id(part: Mapping[str, Any]) -> str:
    """The id of a call: in the newer form that of the part."""
    return text_field(part, "callID") or ("" if "tool" in part else text_field(part, "id"))


def _result(part: Mapping[str, Any], pairing: Pairing) -> tuple[Part, ...]:
    """The result in the state of a call; none while it waits or runs."""
    state = _state(part)
    if text_field(state, "status") not in ("completed", "error"):
        return ()
    content = state.get("content")
    pieces: list[Any] = content if is_list(content) else []
    texts = [_part(one) for one in pieces if _kind(one) == "text"]
    output = state.get("output", state.get("error"))
    text = output if isinstance(output, str) else "" if output is None else compact(output)
    attached = state.get("attachments")
    media = [one for one in (*pieces, *(attached if is_list(attached) else ())) if _kind(one) != "text"]
    call_id, name = pairing.result(_call_id(part), text_field(part, "tool", "name"))
    told = state if text_field(state, "status") == "error" else {**state, "status": None}
    first = Part(
        PartKind.RESULT,
        text or "\n".join(one.text for one in texts),
        name=name,
        call_id=call_id,
        extra=extra_set(told, _STATE[1:] if told is state else _STATE),
    )
    return (first, *(_part(one) for one in media))


def _ended(part: Mapping[str, Any]) -> str:
    time = _state(part).get("time")
    return text_field(time, "end") if is_object(time) else ""
