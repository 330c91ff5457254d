"""Whether messages are ones that the two wire formats take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def check_wire(wire: str, messages: Sequence[Mapping[str, Any]]) -> None:
    """Calls and results belong together and follow one another; nothing is empty."""
    if wire == "anthropic":
        _check_anthropic(messages)
    else:
        _check_openai(messages)


def _check_openai(messages: Sequence[Mapping[str, Any]]) -> None:
    open_calls: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            assert message["tool_call_id"] in open_calls, "a result follows its call"
            open_calls.remove(message["tool_call_id"])
            continue
        assert not open_calls, f"calls without results: {open_calls}"
        content = message.get("content")
        open_calls = [call["id"] for call in message.get("tool_calls", ())]
        if isinstance(content, list):
            assert content
            assert all(part.get("text", "x") for part in content), "no empty text part"
        else:
            assert content or open_calls or message.get("reasoning_content"), message
    # A call in the last message is pending.


def _check_anthropic(messages: Sequence[Mapping[str, Any]]) -> None:
    open_calls: list[str] = []
    for message in messages:
        content = message["content"]
        assert content, "no empty message"
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        if open_calls or results:
            assert sorted(results) == sorted(open_calls), "a message's calls are answered by the next"
            kinds = [block["type"] for block in blocks]
            assert kinds[: len(results)] == ["tool_result"] * len(results), "results come first"
        for block in blocks:
            assert block.get("text", "x"), "no empty text block"
            assert block["type"] != "tool_use" or isinstance(block["input"], dict)
        open_calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
