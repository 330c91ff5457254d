"""What stands as the output of a span in a trace, in whatever shape: a model's answer, or a tool's result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ctxlab.formats.fields import compact, text_field
from ctxlab.formats.parts.langchain import content_groups
from ctxlab.formats.recorded import Recorded, group_of
from ctxlab.formats.texts import joined_text
from ctxlab.formats.traces.calls import as_recorded
from ctxlab.formats.traces.literals import opened_value, spoken_messages
from ctxlab.formats.traces.prompts import is_message
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind

#: What holds an answer, in the order in which it is looked at.
_INNER = (
    "message",
    "messages",
    "output",
    "output_messages",
    "outputs",
    "response",
    "result",
    "completion",
    "answer",
)

_TEXTS = ("text", "content", "generated_text")

#: Types of content parts, of which an answer or a result may be a list.
_PARTS = (
    *("text", "output_text", "refusal", "thinking", "redacted_thinking", "reasoning"),
    *("tool_use", "server_tool_use", "mcp_tool_use", "tool_call"),
    *("image", "image_url", "audio", "document", "file", "resource"),
)


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool gave: the result first, then its media. The id and name are those that it states."""

    parts: tuple[Part, ...]
    call_id: str = ""
    name: str = ""


def answer_of(value: Any) -> tuple[Recorded, ...]:
    """The answer in the output of a span; nothing where nothing is recorded."""
    return tuple(
        replace(one, role="assistant") if one.role == "unknown" and not one.extra else one
        for one in as_recorded(_answer(opened_value(value), 0))
    )


def result_of(value: Any) -> Result | None:
    """The result in the output of a tool's span; None where nothing is recorded."""
    opened = opened_value(value)
    if opened is None:
        return None
    if is_list(opened) and len(opened) == 1 and is_message(opened[0]):
        opened = opened[0]
    if is_object(opened) and len(opened) == 1:
        for key in ("output", "result"):
            if key in opened:
                return result_of(opened[key])
    if is_message(opened):
        for one in as_recorded([opened]):
            for group in one.groups:
                first, *rest = group_of(group)
                if first.kind is PartKind.RESULT:
                    return Result((first, *rest), first.call_id, first.name)
    return Result(_result_parts(opened))


def _result_parts(value: Any) -> tuple[Part, ...]:
    """A result's text, and its media; content parts as a tool of MCP gives them are joined."""
    if isinstance(value, str):
        return (Part(PartKind.RESULT, value),)
    content = value.get("content") if is_object(value) and value.keys() <= {"content", "isError"} else value
    if _are_parts(content):
        text, _, media = joined_text(part for group in content_groups(content) for part in group)
        return (Part(PartKind.RESULT, text), *media)
    return (Part(PartKind.RESULT, compact(value), json=True),)


def _answer(value: Any, depth: int) -> list[Any]:
    """The messages of an answer, in some API's dialect."""
    if value in (None, "", [], {}) or depth > 5:
        return []
    if isinstance(value, str):
        spoken = spoken_messages(value)
        flattened = len(spoken) == 1 and spoken[0]["role"] == "assistant"
        return spoken if flattened else [{"role": "assistant", "content": value}]
    if is_list(value):
        return _of_list([opened_value(one) for one in value], depth)
    if is_object(value):
        return _of_object(value, depth)
    return [{"role": "assistant", "content": str(value)}]


def _of_list(values: list[Any], depth: int) -> list[Any]:
    if all(_is_bare_call(one) for one in values):
        return [{"role": "assistant", "content": None, "tool_calls": [_call(one) for one in values]}]
    if _are_parts(values):
        return [{"role": "assistant", "content": values}]
    messages = [one for one in values if is_message(one) or _is_item(one)]
    if messages:
        return _last_word(messages)
    return [message for one in values for message in _answer(one, depth + 1)]


def _of_object(value: Mapping[str, Any], depth: int) -> list[Any]:
    if is_message(value):
        return [value]
    for key in ("choices", "candidates"):
        listed = value.get(key)
        if is_list(listed) and listed:
            return _choice(listed[0], depth)
    generations = value.get("generations")
    if is_list(generations) and generations:
        first = generations[0][0] if is_list(generations[0]) and generations[0] else generations[0]
        return _choice(first, depth)
    calls = value.get("toolCalls", value.get("tool_calls"))
    if is_list(calls) and calls:
        text = next((value[key] for key in _TEXTS if isinstance(value.get(key), str)), None)
        return [
            {"role": "assistant", "content": text, "tool_calls": [_call(opened_value(one)) for one in calls]}
        ]
    if _is_bare_call(value):
        return _of_list([value], depth)
    for key in (*_INNER, *_TEXTS):
        found = _answer(opened_value(value.get(key)), depth + 1)
        if found:
            return found
    return [{"role": "assistant", "content": compact(value)}]


def _choice(value: Any, depth: int) -> list[Any]:
    """The first of several answers."""
    opened = opened_value(value)
    if not is_object(opened):
        return _answer(opened, depth + 1)
    inner = opened.get("message", opened.get("content", opened.get("delta")))
    if is_object(inner):
        plain = {"role": "assistant", **inner} if not is_message(inner) else inner
        return [plain] if is_message(plain) else _answer(inner, depth + 1)
    return _answer(opened.get("text", inner), depth + 1)


def _last_word(messages: list[Any]) -> list[Any]:
    """The answer at the end, where the output repeats what was before it."""
    spoken = [one for message in messages for one in as_recorded([message])]
    if len(spoken) != len(messages):
        return messages
    first = len(messages)
    while first and spoken[first - 1].role in ("assistant", "unknown"):
        first -= 1
    return messages[first:] or messages


def _is_item(value: Any) -> bool:
    """Whether it is an item of the Responses API."""
    return is_object(value) and value.get("type") in ("function_call", "reasoning", "message")


def _is_bare_call(value: Any) -> bool:
    """Whether it is a call as the AI SDK and others record it, without a message around."""
    if not is_object(value) or "role" in value:
        return False
    return "toolName" in value or is_object(value.get("function"))


def _call(value: Any) -> Any:
    """A call as one of chat completions."""
    if not is_object(value) or "toolName" not in value:
        return value
    arguments = value.get("input", value.get("args"))
    return {
        "id": text_field(value, "toolCallId"),
        "type": "function",
        "function": {
            "name": text_field(value, "toolName"),
            "arguments": arguments if isinstance(arguments, str) else compact(arguments),
        },
    }


def _are_parts(value: Any) -> bool:
    """Whether it is a list of content parts: typed, without a role."""
    return (
        is_list(value)
        and bool(value)
        and all(is_object(one) and "role" not in one and _is_part_type(one.get("type")) for one in value)
    )


def _is_part_type(kind: Any) -> bool:
    return isinstance(kind, str) and (kind in _PARTS or kind.endswith("tool_result"))
