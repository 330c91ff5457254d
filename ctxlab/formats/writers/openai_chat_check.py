"""What the OpenAI chat completions API would refuse of a request."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ctxlab.formats.writers.looks_at import is_list, is_object, is_one_of, is_tool_name, objects, text_of
from ctxlab.model.wire_view import Finding

_ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})
_PARTS = frozenset({"text", "image_url", "input_audio", "file", "refusal"})
_LONGEST_NAME = 64

Value = Mapping[str, Any]


def check_openai_chat(messages: Sequence[Value], beside: Mapping[str, Any]) -> tuple[Finding, ...]:
    """What is wrong with `messages`, and with `tools` in `beside`, in the order of the messages.

    Each message has a known role and says something; the calls of an assistant are all answered by the tool
    messages right behind it, and by no others.
    """
    found = list(_tools(beside.get("tools")))
    if not messages:
        found.append(Finding("no_messages"))
    # the calls that wait for their results, in order, and the message that made them
    waiting: dict[str, int] = {}
    known: set[str] = set()
    for number, value in enumerate(messages, 1):
        role = value.get("role")
        if role != "tool":
            found += _unanswered(waiting)
            waiting, known = {}, set()
        found += _message(number, value)
        if role == "tool":
            found += _result(number, value, waiting, known)
        elif role == "assistant":
            ids = [text_of(call.get("id")) for call in objects(value.get("tool_calls"))]
            waiting = dict.fromkeys((one for one in ids if one), number)
            known = set(waiting)
            repeated = {one for one in ids if one and ids.count(one) > 1}
            found += [Finding("call_id_repeated", number, (("id", one),)) for one in sorted(repeated)]
    found += _unanswered(waiting)
    return tuple(found)


def _unanswered(waiting: Mapping[str, int]) -> list[Finding]:
    return [Finding("call_unanswered", number, (("id", one),)) for one, number in waiting.items()]


def _result(number: int, value: Value, waiting: dict[str, int], known: set[str]) -> Iterator[Finding]:
    call_id = text_of(value.get("tool_call_id"))
    if not call_id:
        yield Finding("result_without_id", number)
    elif call_id not in known:
        yield Finding("result_without_call", number, (("id", call_id),))
    elif waiting.pop(call_id, None) is None:
        yield Finding("result_repeated", number, (("id", call_id),))


def _message(number: int, value: Value) -> Iterator[Finding]:
    role = value.get("role")
    if not is_one_of(role, _ROLES):
        yield Finding("role_unknown", number, (("role", str(role)),))
    if value.get("reasoning_content"):
        yield Finding("reasoning_sent", number, severity="warning")
    calls = value.get("tool_calls")
    if calls is not None:
        if not is_list(calls) or not calls:
            yield Finding("calls_empty", number)
        if role != "assistant":
            yield Finding("call_not_assistants", number)
        for call in objects(calls):
            yield from _call(number, call)
    says = bool(calls or value.get("refusal") or value.get("audio"))
    yield from _content(number, value, role, says=says)


def _content(number: int, value: Value, role: object, *, says: bool) -> Iterator[Finding]:
    content = value.get("content")
    if content is None:
        if role != "assistant" or not says:
            yield Finding("content_missing", number)
    elif isinstance(content, str):
        if not content and role != "tool":
            yield Finding("content_empty", number, severity="warning")
    elif is_list(content):
        if not content:
            yield Finding("content_empty", number)
        for part in content:
            yield from _part(number, part, role)
    else:
        yield Finding("content_odd", number)


def _part(number: int, part: object, role: object) -> Iterator[Finding]:
    kind = part.get("type") if is_object(part) else None
    if not is_one_of(kind, _PARTS):
        yield Finding("part_odd", number, (("type", str(kind)),))
    elif role == "tool" and kind != "text":
        yield Finding("media_in_result", number, (("type", str(kind)),), severity="warning")
    elif kind == "text" and is_object(part) and not isinstance(part.get("text"), str):
        yield Finding("content_odd", number)


def _call(number: int, call: Value) -> Iterator[Finding]:
    function = call.get("function")
    name = function.get("name") if is_object(function) else None
    arguments = function.get("arguments") if is_object(function) else None
    if not text_of(call.get("id")):
        yield Finding("call_without_id", number)
    if not is_tool_name(name, _LONGEST_NAME):
        yield Finding("tool_name_odd", number, (("name", str(name)),))
    if not isinstance(arguments, str):
        yield Finding("arguments_odd", number, (("name", str(name)),))
    elif not _is_json(arguments):
        yield Finding("arguments_no_json", number, (("name", str(name)),), severity="warning")


def _tools(tools: object) -> Iterator[Finding]:
    if tools is None:
        return
    for at, tool in enumerate(tools if is_list(tools) else (), 1):
        function = tool.get("function") if is_object(tool) else None
        if not is_object(tool) or tool.get("type") != "function" or not is_object(function):
            yield Finding("tool_shape", numbers=(("number", at),))
        elif not is_tool_name(function.get("name"), _LONGEST_NAME):
            yield Finding("tool_name_odd", numbers=(("name", str(function.get("name"))),))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
