"""What chat completions look like, as against the messages of other formats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.chat.bodies import failure_of, request_of, response_of
from ctxlab.formats.chat.stream import is_chunk
from ctxlab.formats.looks import is_anthropic
from ctxlab.formats.values import is_list, is_object

ROLES = ("system", "developer", "user", "assistant", "tool", "function")

#: Never more than this: a container that holds such messages is surer of its own keys.
_MOST = 0.85
_LIST = 0.8
_PAIR = 0.7
_FAILED = 0.55

#: Under these a log of another format keeps what it handed to a model: that format is surer.
_FOREIGN_HOLDERS = ("input", "inputs")
_IN_HOLDER = 0.55

#: So many messages are looked at.
_SAMPLE = 200

#: Fields and types of content that messages of other formats have, and none of chat completions.
_FOREIGN_FIELDS = ("parts", "blocks", "items", "toolInvocations")
_FOREIGN_PARTS = ("tool-call", "tool-result", "tool_use", "tool_result", "functionCall", "functionResponse")
_FOREIGN_TYPES = (
    "function_call",
    "function_call_output",
    "custom_tool_call",
    "custom_tool_call_output",
    "reasoning",
    "compaction",
    "item_reference",
)


def is_message(value: object) -> bool:
    """Whether the value is a chat message."""
    if not is_object(value) or not isinstance(value.get("role"), str):
        return False
    return "messages" not in value and any(key in value for key in ("content", "tool_calls", "function_call"))


def likeness(value: object) -> float:
    """How much a record looks like chat completions, 0 to 1."""
    if is_list(value):
        return _of_list(value)
    if not is_object(value):
        return 0.0
    if is_message(value):
        return _LIST if _is_own(value) else 0.0 if _is_foreign(value) else 0.4
    if is_chunk(value):
        return _MOST
    body, path = request_of(value)
    messages = body.get("messages")
    if is_list(messages) and not (path and is_anthropic(body)):
        found = _of_messages(messages)
        return min(found, _IN_HOLDER) if path and path[0] in _FOREIGN_HOLDERS else found
    if response_of(value)[0]:
        return _PAIR
    return _FAILED if isinstance(value.get("custom_id"), str) and failure_of(value) else 0.0


def _of_list(values: list[Any]) -> float:
    sample = values[:_SAMPLE]
    if not sample:
        return 0.5
    if any(_is_foreign(one) for one in sample):
        return 0.0
    return sum(likeness(one) for one in sample) / len(sample)


def _of_messages(messages: list[Any]) -> float:
    sample = messages[:_SAMPLE]
    if not sample:
        return 0.6
    own = sum(1 for one in sample if is_message(one) and _is_own(one))
    if not own or any(_is_foreign(one) for one in sample):
        return 0.0
    return 0.6 + (_MOST - 0.6) * own / len(sample)


def _is_own(message: Mapping[str, Any]) -> bool:
    return message["role"] in ROLES and not _is_foreign(message)


def _is_foreign(message: object) -> bool:
    if not is_object(message):
        return False
    if message.get("type") in _FOREIGN_TYPES and "role" not in message:
        return True
    if any(is_list(message.get(key)) for key in _FOREIGN_FIELDS):
        return True
    content = message.get("content")
    return is_list(content) and any(
        is_object(one) and one.get("type") in _FOREIGN_PARTS for one in content[:_SAMPLE]
    )
