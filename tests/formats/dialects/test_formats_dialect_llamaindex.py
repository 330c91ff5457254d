from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import FORMATS

from ctxlab.formats.dialects.any import messages_of
from ctxlab.formats.dialects.llamaindex import is_llamaindex, llamaindex_message
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import parts_of
from ctxlab.model.items import Part, PartKind


def message(role: str, *blocks: dict[str, Any], **beside: Any) -> dict[str, Any]:
    return {"role": role, "additional_kwargs": beside, "blocks": [*blocks]}


def text(words: str) -> dict[str, Any]:
    return {"block_type": "text", "text": words}


def parts(value: dict[str, Any]) -> list[Part]:
    return parts_of(llamaindex_message(value, Pairing()))


def test_a_run_written_by_the_library_is_read_whole() -> None:
    file = FORMATS / "16_generated_by_libraries" / "llamaindex_simple_chat_store.json"
    (listed,) = json.loads(file.read_text(encoding="utf-8"))["store"].values()
    found = messages_of(listed, Pairing())
    # As the manifest counts: 1 system, 6 user, 11 assistant, 6 tool; 6 calls and 6 results.
    roles = [one.role for one in found]
    assert [roles.count(role) for role in ("system", "user", "assistant", "tool")] == [1, 6, 11, 6]
    read = [part for one in found for part in parts_of(one)]
    calls = [part.call_id for part in read if part.kind is PartKind.CALL]
    assert len(calls) == 6
    assert [part.call_id for part in read if part.kind is PartKind.RESULT] == calls


def test_text_and_calls_are_read_wherever_they_stand() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    assert parts(message("assistant", text(""), tool_calls=[call])) == [
        Part(PartKind.CALL, "{}", name="f", call_id="c")
    ]
    block = {"block_type": "tool_call", "tool_call_id": "c", "tool_name": "f", "tool_kwargs": {"a": 1}}
    assert parts(message("assistant", text("b"), block)) == [
        Part(PartKind.TEXT, "b"),
        Part(PartKind.CALL, '{"a":1}', name="f", call_id="c", json=True),
    ]
    assert parts(message("tool", text("r"), tool_call_id="c", name="f")) == [
        Part(PartKind.RESULT, "r", name="f", call_id="c")
    ]


def test_older_messages_have_their_content_as_text() -> None:
    old = {"role": "tool", "content": "r", "additional_kwargs": {"tool_call_id": "c", "name": "f"}}
    assert parts(old) == [Part(PartKind.RESULT, "r", name="f", call_id="c")]


@pytest.mark.parametrize(
    ("block", "part"),
    [
        (
            {"block_type": "image", "image": "AA==", "image_mimetype": "image/png", "url": None},
            Part(PartKind.IMAGE, media_type="image/png", data="AA=="),
        ),
        (
            {"block_type": "document", "data": "AA==", "title": "t", "document_mimetype": "application/pdf"},
            Part(PartKind.FILE, name="t", media_type="application/pdf", data="AA=="),
        ),
        ({"block_type": "thinking", "content": "hm"}, Part(PartKind.THINKING, "hm")),
        ({"block_type": "cache", "x": 1}, Part(PartKind.UNKNOWN, '{"block_type":"cache","x":1}', json=True)),
    ],
)
def test_other_blocks_are_kept_as_what_they_are(block: dict[str, Any], part: Part) -> None:
    assert parts(message("user", block)) == [part]


def test_what_else_is_there_is_kept_and_odd_messages_are_too() -> None:
    assert llamaindex_message(message("chatbot", text("b"), odd=1), Pairing()).extra == (
        '{"additional_kwargs":{"odd":1}}'
    )
    assert llamaindex_message({"role": ["x"], "blocks": [text("b"), 7]}, Pairing()).role == "unknown"
    assert not is_llamaindex([{"role": "user", "content": "x"}, None, {"blocks": [text("x")]}])
