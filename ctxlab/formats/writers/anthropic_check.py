"""What the Anthropic Messages API would refuse of a request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ctxlab.formats.writers.looks_at import is_list, is_object, is_one_of, is_tool_name, objects, text_of
from ctxlab.model.wire_view import Finding

_ROLES = frozenset({"user", "assistant"})
_IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_LONGEST_NAME = 128

Value = Mapping[str, Any]


def check_anthropic(messages: Sequence[Value], beside: Mapping[str, Any]) -> tuple[Finding, ...]:
    """What is wrong with `messages`, and with `system` and `tools` in `beside`, in the order of the messages.

    The first message is the user's, none is empty, signatures of thinking are there. The calls of an
    assistant are all answered at the head of what the user says next. The API joins neighbours of one role,
    so results may stand in several messages in a row.
    """
    found = [*_system(beside.get("system")), *_tools(beside.get("tools"))]
    if not messages:
        found.append(Finding("no_messages"))
    elif messages[0].get("role") == "assistant":
        found.append(Finding("first_not_user", 1))
    before: list[Value] = []
    waiting: dict[str, int] = {}
    turn: list[Value] = []
    role: object = None
    for number, value in enumerate(messages, 1):
        if value.get("role") != role:
            if role == "user":
                found += _unanswered(waiting)
                waiting = {}
            before, turn, role = turn, [], value.get("role")
        blocks = list(objects(value.get("content")))
        found += _message(number, value)
        if role == "user":
            found += _results(number, blocks, turn, before, waiting)
        else:
            waiting.update(_calls(number, blocks))
        turn += blocks or [{"type": "text"}]
    found += _unanswered(waiting)
    found += _ending(messages)
    return tuple(found)


def _calls(number: int, blocks: Sequence[Value]) -> dict[str, int]:
    ids = (text_of(block.get("id")) for block in blocks if block.get("type") == "tool_use")
    return {one: number for one in ids if one}


def _unanswered(waiting: Mapping[str, int]) -> list[Finding]:
    return [Finding("call_unanswered", number, (("id", one),)) for one, number in waiting.items()]


def _results(
    number: int,
    blocks: Sequence[Value],
    said: Sequence[Value],
    before: Sequence[Value],
    waiting: dict[str, int],
) -> Iterator[Finding]:
    """Results name calls of the turn before, once each, and stand before anything else that is said."""
    known = {text_of(block.get("id")) for block in before if block.get("type") == "tool_use"}
    other = any(block.get("type") != "tool_result" for block in said)
    for block in blocks:
        if block.get("type") != "tool_result":
            other = True
            continue
        call_id = text_of(block.get("tool_use_id"))
        if not call_id:
            yield Finding("result_without_id", number)
        elif call_id not in known:
            yield Finding("result_without_call", number, (("id", call_id),))
        elif waiting.pop(call_id, None) is None:
            yield Finding("result_repeated", number, (("id", call_id),))
        if other:
            yield Finding("result_not_first", number, (("id", call_id),))


def _message(number: int, value: Value) -> Iterator[Finding]:
    role, content = value.get("role"), value.get("content")
    if role == "system" and number > 1:
        yield Finding("system_between", number, severity="warning")
    elif not is_one_of(role, _ROLES):
        yield Finding("role_unknown", number, (("role", str(role)),))
    if isinstance(content, str):
        if not content.strip():
            yield Finding("content_empty", number)
    elif not is_list(content):
        yield Finding("content_missing" if content is None else "content_odd", number)
    elif not content:
        yield Finding("content_empty", number)
    else:
        for block in content:
            yield from _block(number, block, role)


def _block(number: int, block: object, role: object) -> Iterator[Finding]:
    kind = block.get("type") if is_object(block) else None
    if not is_object(block) or not isinstance(kind, str):
        yield Finding("part_odd", number, (("type", str(kind)),))
    elif kind == "text":
        if not text_of(block.get("text")).strip():
            yield Finding("content_empty", number)
    elif kind == "tool_use":
        yield from _call(number, block, role)
    elif kind == "thinking":
        if not text_of(block.get("signature")):
            yield Finding("thinking_unsigned", number)
    elif kind == "tool_result":
        if role != "user":
            yield Finding("result_not_users", number)
    elif kind == "image":
        source = block.get("source")
        media = source.get("media_type") if is_object(source) and source.get("type") == "base64" else None
        if media is not None and not is_one_of(media, _IMAGES):
            yield Finding("media_type_odd", number, (("type", str(media)),))


def _call(number: int, block: Value, role: object) -> Iterator[Finding]:
    name = block.get("name")
    if role != "assistant":
        yield Finding("call_not_assistants", number)
    if not text_of(block.get("id")):
        yield Finding("call_without_id", number)
    elif not is_tool_name(block.get("id"), len(text_of(block.get("id")))):
        yield Finding("call_id_odd", number, (("id", str(block.get("id"))),))
    if not is_tool_name(name, _LONGEST_NAME):
        yield Finding("tool_name_odd", number, (("name", str(name)),))
    if not is_object(block.get("input")):
        yield Finding("arguments_odd", number, (("name", str(name)),))


def _ending(messages: Sequence[Value]) -> Iterator[Finding]:
    """What the assistant is to go on with may not end in blanks."""
    if not messages or messages[-1].get("role") != "assistant":
        return
    content = messages[-1].get("content")
    last = content[-1] if is_list(content) and content else content
    text = text_of(last.get("text")) if is_object(last) else text_of(last)
    if text.strip() and text != text.rstrip():
        yield Finding("ends_in_blanks", len(messages))


def _system(system: object) -> Iterator[Finding]:
    if is_list(system) and any(not text_of(block.get("text")).strip() for block in objects(system)):
        yield Finding("system_empty")


def _tools(tools: object) -> Iterator[Finding]:
    if tools is None:
        return
    for at, tool in enumerate(tools if is_list(tools) else (), 1):
        # tools that the provider runs itself have a type of their own and no schema
        own = is_object(tool) and tool.get("type") not in (None, "custom", "function")
        if own:
            continue
        if not is_object(tool) or not is_object(tool.get("input_schema")):
            yield Finding("tool_shape", numbers=(("number", at),))
        elif not is_tool_name(tool.get("name"), _LONGEST_NAME):
            yield Finding("tool_name_odd", numbers=(("name", str(tool.get("name"))),))
