"""Messages as AutoGen keeps them: what a model is sent, and what the agents of a team say to each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.dialects.openai_chat import chat_message
from ctxlab.formats.fields import compact, count_field, extra_set, text_field
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.chat import call_parts
from ctxlab.formats.recorded import Groups, Recorded, unknown_message, unknown_part
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind
from ctxlab.model.session import Usage

_SAMPLE = 20

#: Messages to and from a model.
_ROLES = {
    "SystemMessage": "system",
    "UserMessage": "user",
    "AssistantMessage": "assistant",
    "FunctionExecutionResultMessage": "tool",
}

#: What agents say to each other; who speaks is the user by name only.
_SAID = (
    *("TextMessage", "MultiModalMessage", "StopMessage", "HandoffMessage", "ToolCallSummaryMessage"),
    *("ToolCallRequestEvent", "ToolCallExecutionEvent", "ThoughtEvent", "MemoryQueryEvent"),
    *("UserInputRequestedEvent", "StructuredMessage", "CodeGenerationEvent", "CodeExecutionEvent"),
    *("ModelClientStreamingChunkEvent", "SelectSpeakerEvent", "SelectorEvent"),
)
_RESULTS = ("FunctionExecutionResultMessage", "ToolCallExecutionEvent")
_USER = "user"
_RESULT = ("content", "name", "call_id")
_KNOWN = ("type", "content", "source", "thought", "created_at", "models_usage")


def is_autogen(values: list[Any]) -> bool:
    """Whether the list has a message that only AutoGen writes."""
    return any(is_object(one) and _is_own(one) for one in values[:_SAMPLE])


def autogen_message(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """One message; a message of AutoGen before version 0.4, or of AG2, is one of chat completions."""
    kind, source = text_field(message, "type"), text_field(message, "source")
    if not _is_own(message):
        return _older(message, pairing)
    role = _ROLES.get(kind) or ("user" if source == _USER else "assistant")
    if kind in _RESULTS:
        content = message.get("content")
        groups: Groups = tuple(_result(one, pairing) for one in (content if is_list(content) else [content]))
        role = "tool"
    else:
        groups = (*_thought(message), *_content(message.get("content"), pairing))
        if kind == "ThoughtEvent":
            groups = (Part(PartKind.THINKING, text_field(message, "content")),)
    return Recorded(
        role,
        groups,
        name=source,
        time=text_field(message, "created_at"),
        extra=extra_set(message if kind in _ROLES else {**message, "kind": kind}, _KNOWN),
    )


def autogen_usage(message: Mapping[str, Any]) -> Usage | None:
    """What the provider counted for a message of an agent."""
    usage = message.get("models_usage")
    if not is_object(usage):
        return None
    told = Usage(input=count_field(usage, "prompt_tokens"), output=count_field(usage, "completion_tokens"))
    return told if told.input or told.output else None


def _is_own(message: Mapping[str, Any]) -> bool:
    kind = message.get("type")
    if kind in tuple(_ROLES):
        return "content" in message and ("role" not in message)
    return kind in _SAID and "source" in message


def _older(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """One of the older versions, where the results of several calls may stand in one message."""
    if not isinstance(message.get("role"), str):
        return unknown_message(message)
    several = message.get("tool_responses")
    if not is_list(several) or not all(is_object(one) for one in several):
        return chat_message(message, pairing)
    read = [chat_message({**one, "role": "tool"}, pairing) for one in several]
    groups = tuple(group for one in read for group in one.groups)
    extra = extra_set(message, ("role", "name", "content", "tool_responses"))
    return Recorded("tool", groups, name=text_field(message, "name"), extra=extra)


def _thought(message: Mapping[str, Any]) -> list[Part]:
    thought = message.get("thought")
    return [Part(PartKind.THINKING, thought)] if isinstance(thought, str) and thought else []


def _content(content: Any, pairing: Pairing) -> list[Part]:
    """A text, texts and pictures, calls, or anything else as JSON."""
    if content is None:
        return []
    return [_piece(one, pairing) for one in (content if is_list(content) else [content])]


def _piece(value: Any, pairing: Pairing) -> Part:
    if isinstance(value, str):
        return Part(PartKind.TEXT, value)
    if is_object(value) and "arguments" in value and "name" in value:
        return call_parts({"tool_calls": [value]}, pairing)[0]
    if is_object(value) and isinstance(value.get("data"), str):
        return Part(PartKind.IMAGE, data=value["data"], extra=extra_set(value, ("data",)))
    return unknown_part(value)


def _result(value: Any, pairing: Pairing) -> Part:
    if not is_object(value):
        return unknown_part(value)
    content = value.get("content")
    name = text_field(value, "name")
    call_id, called = pairing.result(text_field(value, "call_id"), name)
    return Part(
        PartKind.RESULT,
        content if isinstance(content, str) else compact(content),
        name=name or called,
        call_id=call_id,
        json=not isinstance(content, str),
        extra=extra_set({**value, "is_error": value.get("is_error") or None}, _RESULT),
    )
