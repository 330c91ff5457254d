"""HelloAgents' strategies give the reference's text on any call, and their books balance."""

from __future__ import annotations

from helpers.check_trace import check_trace
from helpers.hello_agents_reference import Call, Config, build
from helpers.hello_agents_runs import Limits, calls, limits, run
from hypothesis import given, settings


def test_the_profile_has_the_published_room() -> None:
    assert Config().available == Limits().room == 6800
    assert Limits().config == Config()


@settings(max_examples=500)
@given(calls, limits)
def test_the_text_is_the_published_one(call: Call, asked: Limits) -> None:
    trace = run(call, asked)
    (message,) = trace.messages
    assert message == {"role": "system", "content": build(call, asked.config, asked.room)}
    check_trace(trace, closing=0, valid=False)
