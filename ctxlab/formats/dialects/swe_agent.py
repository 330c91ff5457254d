"""Messages as SWE-agent's history has them: chat messages with its own words about their purpose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ctxlab.formats.dialects.openai_chat import chat_message
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Recorded
from ctxlab.formats.values import is_list, is_object

_TYPES = ("system_prompt", "demonstration", "observation", "action", "thought")


def is_swe_agent(messages: list[Any]) -> bool:
    """Whether a list of messages is a history of SWE-agent."""
    return any(
        is_object(one)
        and "role" in one
        and (one.get("message_type") in _TYPES or is_list(one.get("tool_call_ids")))
        for one in messages
    )


def is_demonstration(message: Mapping[str, Any]) -> bool:
    """Whether the message is part of an example that was put before the task."""
    return message.get("is_demo") is True or message.get("message_type") == "demonstration"


def swe_message(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """One message of a history; a demonstration is injected, and no answer whatever its role.

    A result names the calls that it answers in a list: it is the first one's, as SWE-agent sends it. Thought
    and action are left out where the content holds them, too.
    """
    plain = {key: value for key, value in message.items() if not _is_repeated(key, value, message)}
    ids = message.get("tool_call_ids")
    if is_list(ids) and ids and isinstance(ids[0], str):
        plain.setdefault("tool_call_id", ids[0])
        if len(ids) == 1:
            del plain["tool_call_ids"]
    read = chat_message(plain, pairing)
    return replace(read, injected=True, answer=False) if is_demonstration(message) else read


def _is_repeated(key: str, value: object, message: Mapping[str, Any]) -> bool:
    """Whether it is a thought or an action that the content says again, or says nothing."""
    if key in ("thinking_blocks", "tool_calls", "tool_call_ids"):
        return value is None
    content = message.get("content")
    if key not in ("thought", "action") or not isinstance(content, str):
        return False
    return value is None or (isinstance(value, str) and value.strip() in content)
