"""The readable text of messages of both wires."""

from __future__ import annotations

from typing import Any

import pytest

from ctxlab.analysis.message_text import message_text
from ctxlab.model.trace import Message

CALL = {"id": "a", "type": "function", "function": {"name": "find", "arguments": '{"q": 1}'}}
IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"role": "user", "content": "two\nlines"}, "two\nlines"),
        ({"role": "assistant", "content": None, "tool_calls": [CALL]}, 'find({"q": 1})'),
        (
            {"role": "assistant", "content": "so", "reasoning_content": "hm", "tool_calls": [CALL]},
            'hm\nso\nfind({"q": 1})',
        ),
        ({"role": "user", "content": [{"type": "text", "text": "see"}, IMAGE]}, "see\n[image_url]"),
        ({"type": "text", "text": "a system block"}, "a system block"),
        (
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "hm", "signature": "s"},
                    {"type": "tool_use", "id": "a", "name": "find", "input": {"q": "好"}},
                ],
            },
            'hm\nfind({"q": "好"})',
        ),
        (
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "a", "content": "found"},
                    {
                        "type": "tool_result",
                        "tool_use_id": "b",
                        "content": [{"type": "text", "text": "more"}, IMAGE],
                    },
                ],
            },
            "found\nmore\n[image_url]",
        ),
    ],
)
def test_the_text_of_a_message(value: dict[str, Any], text: str) -> None:
    assert message_text(Message(value, 0, ())) == text
