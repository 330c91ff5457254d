"""A published build is one of OpenAI chat messages, whatever wire is asked for."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.spec import run, session

from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin

TALK = "i1 system 4\ni2 user 3\ni3 assistant 3 call:a\ni4 tool 5 result:a\ni5 user 2"


def _asks(trace: Trace) -> list[dict[str, Any]]:
    return [dict(one.numbers) for one in trace.diagnostics if one.code == "wire_not_read"]


@pytest.mark.parametrize("name", ["gssc-published-en", "gssc-published-zh"])
@pytest.mark.parametrize("recorded", ["openai-chat", "anthropic"])
@pytest.mark.parametrize("wire", ["recorded", "openai-chat", "anthropic"])
def test_the_trace_says_what_the_messages_are(name: str, recorded: str, wire: str) -> None:
    trace = run(session(TALK, wire=recorded), builtin(name).set("construct.wire", wire))
    assert trace.wire == "openai-chat"
    assert [message["role"] for message in trace.messages][:2] == ["system", "user"]
    assert dict(trace.ledger)["framing"] == 0
    asked = recorded if wire == "recorded" else wire
    expected = [] if asked == "openai-chat" else [{"wire": "anthropic", "built": "openai-chat"}]
    assert _asks(trace) == expected


@pytest.mark.parametrize("name", ["split-budget-published", "hello-agents"])
@pytest.mark.parametrize("recorded", ["openai-chat", "anthropic"])
def test_one_text_is_one_system_message(name: str, recorded: str) -> None:
    trace = run(session(TALK, wire=recorded), builtin(name).set("construct.wire", "recorded"))
    assert trace.wire == "openai-chat"
    assert [message["role"] for message in trace.messages] == ["system"]
    assert dict(trace.ledger)["framing"] == 0
    expected = [] if recorded == "openai-chat" else [{"wire": "anthropic", "built": "openai-chat"}]
    assert _asks(trace) == expected


def test_other_stages_count_no_framing_before_a_published_construct() -> None:
    profile = builtin("gssc").set("construct.strategy", "gssc-published").set("construct.wire", "anthropic")
    trace = run(TALK, profile)
    assert trace.wire == "openai-chat"
    assert list(trace.pool.charge) == list(trace.pool.tokens)
    assert len(_asks(trace)) == 1


def test_a_layout_keeps_the_wire_that_is_set() -> None:
    trace = run(TALK, builtin("gssc").set("construct.wire", "anthropic"))
    assert trace.wire == "anthropic"
    assert _asks(trace) == []
