"""Messages as Gemini's command line tool records them: contents with thoughts and calls beside them.

A call and its result stand in one record; the result also comes as a message of its own in newer records, and
counts only there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from ctxlab.formats.dialects.gemini import gemini_content
from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.lookups import as_object, objects_in
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.gemini import is_call, is_response, part_group
from ctxlab.formats.recorded import Group, Recorded, parts_of, unknown_part
from ctxlab.formats.texts import joined_text
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind, Source

_KNOWN = ("id", "type", "timestamp", "content")
_MODEL = (*_KNOWN, "thoughts", "toolCalls", "tokens", "model")

_CALL = ("id", "name", "args", "result")
_USED = ("input", "output", "cached", "thoughts", "total")

#: What the tool writes in the user's place, as it begins.
_INJECTED = (
    "<session_context>",
    "<hook_context>",
    "<state_snapshot>",
    "This is the Gemini CLI. We are setting up the context",
)
_SUMMARY = "<state_snapshot>"


def gemini_cli_message(
    message: Mapping[str, Any], pairing: Pairing, answered: Collection[str] = ()
) -> tuple[Recorded, ...]:
    """One message, with its calls' results behind it; `answered` are calls whose results stand elsewhere."""
    kind = text_field(message, "type")
    if kind == "gemini":
        results = _results(message, answered)
        answer = _answer(message, pairing)
        return (answer, _tool(results, message, pairing)) if results else (answer,)
    if kind == "user":
        return (_user(message, pairing),)
    return (_note(message, pairing),)


def response_ids(message: Mapping[str, Any]) -> list[str]:
    """The ids of the calls whose results are this message."""
    inner = [_response(one) for one in _parts(message.get("content")) if is_response(one)]
    return [id_ for one in inner if (id_ := text_field(one, "id"))]


def _user(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    parts = _parts(message.get("content"))
    one = gemini_content({"role": "user", "parts": parts}, pairing)
    texts = [part.text for part in parts_of(one) if part.kind is PartKind.TEXT]
    written = bool(texts) and all(text.lstrip().startswith(_INJECTED) for text in texts)
    is_summary = bool(texts) and texts[0].lstrip().startswith(_SUMMARY)
    return replace(
        one,
        time=text_field(message, "timestamp"),
        injected=one.role == "user" and written,
        source=Source.SUMMARY if is_summary else None,
        extra=extra_of(message, _KNOWN),
    )


def _note(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """What the tool told its user, which the model never saw."""
    groups = [part_group(one, pairing) for one in _parts(message.get("content"))]
    extra = extra_of(message, ("id", "timestamp", "content"))
    time = text_field(message, "timestamp")
    return Recorded(
        "system",
        tuple(groups),
        time=time,
        source=Source.CONVERSATION,
        injected=True,
        extra=extra,
        answer=False,
    )


def _answer(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    parts = _parts(message.get("content"))
    calls = {text_field(one, "id"): one for one in _calls(message)}
    groups = [_group(one, calls, pairing) for one in parts if one != ""]
    told = {text_field(_call(one), "id") for one in parts if is_call(one)}
    own = any(is_object(one) and one.get("thought") is True for one in parts)
    listed = message.get("thoughts")
    thoughts = [_thought(one) for one in (listed if is_list(listed) and not own else ())]
    others = [_call_part(one, pairing) for one in _calls(message) if text_field(one, "id") not in told]
    return Recorded(
        "assistant",
        (*thoughts, *groups, *others),
        time=text_field(message, "timestamp"),
        extra=_extra(message, thoughts_read=not own),
    )


def _group(part: Any, calls: Mapping[str, Mapping[str, Any]], pairing: Pairing) -> Group:
    """The parts of one part; how a call went stands beside the content."""
    first, *rest = part_group(part, pairing)
    call = calls.get(text_field(_call(part), "id")) if is_call(part) else None
    if call is not None and not first.extra:
        first = replace(first, extra=extra_of(call, _CALL))
    return (first, *rest)


def _extra(message: Mapping[str, Any], *, thoughts_read: bool) -> str:
    beside = {**message, "tokens": _other_tokens(message.get("tokens"))}
    calls = message.get("toolCalls")
    unread = {
        "tokens": bool(beside["tokens"]),
        "thoughts": bool(message.get("thoughts")) and not thoughts_read,
        "toolCalls": bool(calls) and not (is_list(calls) and all(is_object(one) for one in calls)),
    }
    return extra_of(beside, [key for key in _MODEL if not unread.get(key)])


def _other_tokens(tokens: Any) -> Any:
    """The counts beside those that make up a call's usage, where they are not 0."""
    if not is_object(tokens):
        return tokens
    return {key: one for key, one in tokens.items() if key not in _USED and one}


def _thought(value: Any) -> Part:
    """The summary of a thought: its subject over its description."""
    if isinstance(value, str):
        return Part(PartKind.THINKING, value)
    if not is_object(value):
        return unknown_part(value)
    lines = [text_field(value, "subject"), text_field(value, "description")]
    known = ("subject", "description", "timestamp")
    return Part(PartKind.THINKING, "\n".join(line for line in lines if line), extra=extra_of(value, known))


def _call_part(value: Mapping[str, Any], pairing: Pairing) -> Part:
    """A call; how it went and what was shown of it stays in `extra`."""
    inner = {key: value[key] for key in ("id", "name", "args") if key in value}
    (part,) = part_group({"functionCall": inner}, pairing)
    return replace(part, extra=extra_of(value, _CALL))


def _results(message: Mapping[str, Any], answered: Collection[str]) -> list[Mapping[str, Any]]:
    """The calls whose results stand only beside them."""
    return [
        one
        for one in _calls(message)
        if one.get("result") not in (None, [], "") and text_field(one, "id") not in answered
    ]


def _tool(calls: list[Mapping[str, Any]], message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    groups = tuple(_result(one, pairing) for one in calls)
    time = text_field(calls[-1], "timestamp") or text_field(message, "timestamp")
    return Recorded("tool", groups, time=time)


def _result(call: Mapping[str, Any], pairing: Pairing) -> Group:
    """A call's result: its own response among those that were sent together, and the media beside it."""
    id_, name = text_field(call, "id"), text_field(call, "name")
    parts = _parts(call.get("result"))
    responses = [one for one in parts if is_response(one)]
    own = [one for one in responses if text_field(_response(one), "id") in ("", id_)]
    beside = [one for one in parts if not is_response(one)]
    if own:
        inner = {"id": id_, "name": name, **_response(own[0])}
        first, *rest = part_group({"functionResponse": inner}, pairing)
        return (first, *rest, *(part for one in beside for part in part_group(one, pairing)))
    text, _, media = joined_text(part for one in beside for part in part_group(one, pairing))
    call_id, called = pairing.result(id_, name)
    first = Part(PartKind.RESULT, text, name=name or called, call_id=call_id)
    return (first, *media)


def _calls(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    return objects_in(message.get("toolCalls"))


def _call(part: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = part.get("functionCall", part.get("function_call"))
    return as_object(inner)


def _response(part: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = part.get("functionResponse", part.get("function_response"))
    return as_object(inner)


def _parts(content: Any) -> list[Any]:
    listed = content if is_list(content) else [content]
    return [one for one in listed if one is not None]
