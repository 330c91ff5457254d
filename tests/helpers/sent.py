"""Sessions whose requests say what was really sent, by whatever builder a test makes up."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ctxlab.formats.load import load_bytes
from ctxlab.model.session import Request, Session, Snapshot

Messages = Sequence[dict[str, Any]]


def say(role: str, content: str, **more: Any) -> dict[str, Any]:
    """A message of chat completions."""
    return {"role": role, "content": content, **more}


def call(number: int, arguments: str = '{"path":"a.py"}', name: str = "read") -> dict[str, Any]:
    """An assistant's message that calls a tool."""
    function = {"name": name, "arguments": arguments}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": f"c{number}", "type": "function", "function": function}],
    }


def result(number: int, content: str) -> dict[str, Any]:
    """What the tool gave."""
    return {"role": "tool", "tool_call_id": f"c{number}", "content": content}


def recorded(messages: Messages) -> Session:
    """A transcript of these messages."""
    return load_bytes(
        json.dumps(list(messages), ensure_ascii=False).encode(), "talk.json", format="openai-chat"
    )[0]


def sent_at_the_end(messages: Messages, sent: Any) -> Snapshot:
    """A request behind all of a transcript, at which that was sent."""
    session = recorded(messages)
    end = len(session.items)
    text = json.dumps(sent, ensure_ascii=False)
    last = replace(session.requests[-1], end=end, live=((0, end - 1),), sent=text)
    return replace(session, requests=(*session.requests[:-1], last)).at()


def built(messages: Messages, builder: Callable[[list[dict[str, Any]], int], Messages]) -> Session:
    """A transcript of which each request was built by `builder` of the messages before it and its number."""
    session = recorded(messages)
    requests: list[Request] = []
    for request in session.requests:
        before = list(messages[: len({item.message for item in session.items[: request.end]})])
        sent = json.dumps(list(builder(before, request.index)), ensure_ascii=False)
        requests.append(replace(request, sent=sent))
    return replace(session, requests=tuple(requests))
