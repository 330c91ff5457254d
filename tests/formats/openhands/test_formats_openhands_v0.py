"""Events of OpenHands before its agent SDK: made by hand, there is no real file."""

from __future__ import annotations

import json
from typing import Any

from helpers.golden import Counts, counts

from ctxlab.formats.load import load_bytes
from ctxlab.model.items import Source
from ctxlab.model.session import Session, Usage


def read(value: Any) -> Session:
    (session,) = load_bytes(json.dumps(value).encode(), "trajectory.json")
    assert session.origin.format == "openhands"
    return session


def live(session: Session) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    return [(one.end, one.live) for one in session.requests]


def response(id_: str, *calls: str, content: str | None = None) -> dict[str, Any]:
    """What a model answered, as the events of the first generation keep it whole."""
    listed = [
        {"id": f"call-{name}", "type": "function", "function": {"name": name, "arguments": '{"n": 1}'}}
        for name in calls
    ]
    own = {"role": "assistant", "content": content, "tool_calls": listed or None}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "prompt_tokens_details": {"cached_tokens": 80}}
    return {"id": id_, "model": "claude", "choices": [{"index": 0, "message": own}], "usage": usage}


def meta(answer: dict[str, Any], name: str) -> dict[str, Any]:
    return {"function_name": name, "tool_call_id": f"call-{name}", "model_response": answer}


def old(number: int, source: str = "agent", **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "timestamp": f"2025-01-02T03:04:{number:02}",
        "source": source,
        "message": "",
        **more,
    }


def test_actions_and_observations_of_the_first_generation() -> None:
    both = response("r1", "run", "web_read", content="look twice")
    session = read(
        [
            old(0, action="system", args={"content": "act", "tools": [{"type": "function", "function": {}}]}),
            old(1, "user", action="message", args={"content": "go", "image_urls": ["https://x/y.png"]}),
            old(
                2,
                "environment",
                observation="agent_state_changed",
                content="",
                extras={"agent_state": "running"},
            ),
            old(
                3,
                action="run",
                args={"command": "ls", "thought": "look"},
                tool_call_metadata=meta(both, "run"),
            ),
            old(4, observation="run", content="one", cause=3, tool_call_metadata=meta(both, "run")),
            old(5, action="browse", args={"url": "u"}, tool_call_metadata=meta(both, "web_read")),
            old(6, observation="error", content="two", cause=5, tool_call_metadata=meta(both, "web_read")),
            old(7, action="message", args={"content": "done", "wait_for_response": True}),
        ]
    )
    assert counts([session]) == Counts(
        1, 6, {"system": 1, "user": 1, "assistant": 2, "tool": 2}, 2, 2, images=1
    )
    assert session.model == "claude"
    words = [
        (item.role, item.text, item.call_id) for item in session.items if item.role in ("assistant", "tool")
    ]
    assert words == [
        ("assistant", "look twice", ""),
        ("assistant", '{"n": 1}', "call-run"),
        ("tool", "one", "call-run"),
        ("assistant", '{"n": 1}', "call-web_read"),
        ("tool", "two", "call-web_read"),
        ("assistant", "done", ""),
    ]
    assert [item.parts[0].name for item in session.items if item.role == "tool"] == ["run", "web_read"]
    # a schema, the prompt, the text and the picture of the user stand before the first answer
    assert [(one.end, one.usage) for one in session.requests] == [(4, Usage(20, 80, None, 20)), (9, None)]
    assert json.loads(session.extra)["event_kinds"] == {"agent_state_changed": 1}


def test_actions_without_a_response_pair_by_the_ids_of_their_events() -> None:
    session = read(
        [
            old(1, "user", action="message", args={"content": "go"}),
            old(
                2,
                action="run",
                args={"command": "ls", "thought": "I look", "confirmation_state": "confirmed"},
            ),
            old(3, observation="run", content="one", cause=2, extras={"exit_code": 0}),
            old(4, "environment", observation="error", content="the loop is stuck", extras={}),
        ]
    )
    words, call, result, told = session.items[1:]
    assert (words.text, call.text, call.parts[0].name) == ("I look", '{"command":"ls"}', "run")
    assert call.call_id == result.call_id
    assert json.loads(result.extra) == {"id": 3, "extras": {"exit_code": 0}}
    assert (told.role, told.injected) == ("user", True)


def test_knowledge_and_condensations_of_the_first_generation() -> None:
    knowledge = [{"name": "git", "trigger": "git", "content": "use rebase"}]
    session = read(
        [
            old(1, "user", action="message", args={"content": "go"}),
            old(2, action="recall", args={"query": "go"}),
            old(
                3, observation="recall", content="Added", cause=2, extras={"microagent_knowledge": knowledge}
            ),
            old(4, action="run", args={"command": "ls"}),
            old(5, observation="run", content="one", cause=4),
            old(
                6,
                action="condensation",
                args={
                    "forgotten_event_ids": None,
                    "forgotten_events_start_id": 3,
                    "forgotten_events_end_id": 5,
                    "summary": "listed",
                    "summary_offset": 1,
                },
            ),
            old(7, action="finish", args={"final_thought": "done"}),
        ]
    )
    found = session.items[1]
    assert (found.source, found.injected, found.text) == (Source.RETRIEVED_DOC, True, "use rebase")
    assert [item.superseded_by for item in session.items] == ["", "i5", "i5", "i5", "", ""]
    # the last call waits: nothing answers a finish, and it is no request of its own
    assert live(session) == [(2, ((0, 1),)), (5, ((0, 0), (4, 4)))]
