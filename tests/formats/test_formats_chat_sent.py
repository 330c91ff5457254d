"""What was sent with a call can be made again from its session."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from helpers.golden import FORMATS, opened

from ctxlab.formats.values import is_list
from ctxlab.lab import Lab

CHAT = "01_openai_chat"


@pytest.mark.parametrize("name", ["two_tool_rounds", "image_after_tool", "tool_calls_without_id"])
def test_what_was_sent_can_be_made_again_from_the_items(name: str) -> None:
    path = f"{CHAT}/chat_{name}.request.json"
    (session,) = opened(path)
    sent = json.loads((FORMATS / path).read_bytes())["messages"]
    lab = Lab()
    view = lab.wire_view(lab.recorded(session.at()))
    made = [one.value for one in view.messages]
    assert [plain(one) for one in made] == [plain(one) for one in sent]


def plain(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message in one of several equal spellings: no empty fields, one text instead of a list with it."""
    fields = {key: one for key, one in message.items() if one is not None}
    content = fields.get("content")
    if is_list(content) and [one["type"] for one in content] == ["text"]:
        fields["content"] = content[0]["text"]
    return fields
