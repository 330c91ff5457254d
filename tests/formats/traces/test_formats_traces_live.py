"""Whatever calls send, each request holds just what its call was sent: no more, no less, nothing twice."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.formats.decode import decode
from ctxlab.formats.traces.calls import Call, as_recorded
from ctxlab.formats.traces.talks import Talk
from ctxlab.model.items import Item, PartKind

_TEXTS = st.sampled_from("abc")


def _message(kind: str, text: str) -> dict[str, Any]:
    if kind == "call":
        call = {"id": text, "type": "function", "function": {"name": "look", "arguments": "{}"}}
        return {"role": "assistant", "content": None, "tool_calls": [call]}
    if kind == "tool":
        return {"role": "tool", "tool_call_id": text, "content": f"result {text}"}
    return {"role": kind, "content": text}


_MESSAGES = st.builds(_message, st.sampled_from(["system", "user", "assistant", "call", "tool"]), _TEXTS)
_CALLS = st.tuples(
    st.lists(_MESSAGES, max_size=6),
    st.none() | st.builds(_message, st.sampled_from(["assistant", "call"]), _TEXTS),
    st.sampled_from(["", "A", "B"]),
    st.booleans(),
)


def _what(item: Item) -> tuple[str, str, str]:
    kind = item.parts[0].kind if item.parts else PartKind.UNKNOWN
    return item.role, kind, item.text


@settings(max_examples=150)
@given(st.lists(_CALLS, min_size=1, max_size=6))
def test_live_is_what_was_sent(calls: list[tuple[list[Any], Any, str, bool]]) -> None:
    made: list[Call] = []
    history: list[Any] = []
    for number, (sent, answer, agent, goes_on) in enumerate(calls):
        sent = [*history, *sent] if goes_on else sent
        output = as_recorded([answer]) if answer else ()
        made.append(Call(as_recorded(sent) if sent else (), output, agent=agent, start=number + 1))
        history = [*sent, *([answer] if answer else [])]
    talk = Talk(decode(b"{}", "x.json"), "test")
    talk.add(made)
    session = talk.finish()
    assert len(session.requests) == len(made)
    for request, call in zip(session.requests, made, strict=True):
        live = [session.items[i] for first, last in request.live for i in range(first, last + 1)]
        assert all(item.chain == request.chain for item in live)
        alone = Talk(decode(b"{}", "x.json"), "test")
        alone.add([call])
        expected = alone.finish().items[: -1 if call.input else 0]
        assert Counter(map(_what, live)) == Counter(map(_what, expected))
        assert bool(request.sent) == bool(call.input)
        assert not request.sent or len(json.loads(request.sent)) == len(call.input)
