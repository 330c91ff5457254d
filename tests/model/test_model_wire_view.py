"""The body of a request."""

from __future__ import annotations

import json

from ctxlab.model.trace import Message, Outside
from ctxlab.model.wire_view import Finding, WireView, json_text, request_body

VIEW = WireView(
    "anthropic",
    "openai-chat",
    (Message({"role": "user", "content": "a\ud800b"}, 5, (1,)),),
    (Outside("system", [{"type": "text", "text": "x"}], 3, (0,)),),
)


def test_the_body_has_what_stands_beside_and_the_messages() -> None:
    assert list(request_body(VIEW)) == ["system", "messages"]
    assert not VIEW.as_built


def test_the_text_can_be_written_and_read_by_anyone() -> None:
    text = json_text(request_body(VIEW))
    assert text.encode("utf-8")
    assert json.loads(text)["messages"] == [{"role": "user", "content": "a\ufffdb"}]
    body = request_body(WireView("openai-chat", "openai-chat", (Message({"n": float("nan")}, 0, ()),), ()))
    assert body["messages"] == [{"n": None}]


def test_only_errors_make_it_invalid() -> None:
    from dataclasses import replace

    assert VIEW.valid is None
    assert replace(VIEW, findings=()).valid is True
    assert replace(VIEW, findings=(Finding("content_empty", 1, severity="warning"),)).valid is True
    assert replace(VIEW, findings=(Finding("content_empty", 1),)).valid is False
