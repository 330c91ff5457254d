from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import Counts, counts, opened

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.items import Place, Source
from ctxlab.model.session import Session, Usage

LOCAL = "13_agent_trajectories/mini_swe_agent_local.traj.json"
OUT = "<returncode>0</returncode>\n<output>\nhello\n</output>"


def read(value: Any) -> Session:
    (session,) = load_bytes(json.dumps(value).encode(), "x.traj.json")
    assert session.origin.format == "mini-swe-agent"
    return session


def message(role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, **more}


def reply(text: str, **more: Any) -> dict[str, Any]:
    """An answer as version 2 keeps it: the message, and the whole response beside it."""
    own = {
        "content": text,
        "role": "assistant",
        "function_call": None,
        "provider_specific_fields": None,
        **more,
    }
    response = {
        "id": "r1",
        "model": "deepseek-chat",
        "choices": [
            {"finish_reason": "tool_calls", "index": 0, "message": {"role": "assistant", "content": text}}
        ],
        "usage": {
            "prompt_tokens": 1560,
            "completion_tokens": 94,
            "prompt_tokens_details": {"cached_tokens": 320},
        },
    }
    return {**own, "extra": {"response": response, "cost": 0.5, "timestamp": 1775795495.4}}


def test_the_first_version_is_a_bare_list_of_messages() -> None:
    (session,) = sessions = opened(LOCAL)
    assert counts(sessions) == Counts(1, 6, {"system": 1, "user": 3, "assistant": 2}, 0, 0)
    assert (session.origin.format, session.unknown, session.extra) == ("mini-swe-agent", (), "")
    task, output, end = [item for item in session.items if item.role == "user"]
    assert task.text.startswith("Please solve this issue: Blah blah blah")
    assert (task.injected, task.source, task.place) == (False, None, Place(0, "/1"))
    assert (output.injected, output.source, output.text) == (
        True,
        Source.TOOL_RESULT,
        "<returncode>0</returncode>\n<output>\nhello world\n</output>",
    )
    # nobody typed the empty message at the end: nothing was handed in
    assert (end.injected, end.source, end.text) == (True, Source.CONVERSATION, "")
    assert [(one.turn, one.end) for one in session.requests] == [(1, 2), (1, 4), (1, 6)]


def test_a_bare_list_without_such_output_stays_a_chat() -> None:
    talk = [message("user", "hi"), message("assistant", "I ran <returncode>"), message("user", "and?")]
    (session,) = load_bytes(json.dumps(talk).encode(), "x.traj.json")
    assert session.origin.format == "openai-chat"


def test_later_versions_keep_usage_model_and_times() -> None:
    function = {"name": "bash", "arguments": '{"command": "ls"}'}
    call = {"id": "c1", "index": 0, "type": "function", "function": function}
    result = message("tool", OUT, tool_call_id="c1")
    result["extra"] = {"raw_output": "hello\n", "returncode": 0, "timestamp": 2.5, "exception_info": ""}
    session = read(
        {
            "info": {"config": {"model": {"model_name": "deepseek/deepseek-chat"}}, "submission": "patch"},
            "messages": [
                message("system", "act"),
                message("user", "task"),
                reply("look", tool_calls=[call]),
                result,
                message("exit", "patch", extra={"exit_status": "Submitted", "submission": "patch"}),
            ],
            "trajectory_format": "mini-swe-agent-1.1",
            "instance_id": "pydicom-901",
        }
    )
    assert (session.title, session.model) == ("pydicom-901", "deepseek/deepseek-chat")
    assert counts([session]) == Counts(1, 4, {"system": 1, "user": 1, "assistant": 1, "tool": 1}, 1, 1)
    assert session.requests[0].usage == Usage(input=1240, cache_read=320, output=94)
    assert [item.time for item in session.items] == ["", "", "1775795495.4", "1775795495.4", "2.5"]
    assert (session.items[4].call_id, session.items[4].parts[0].name) == ("c1", "bash")
    # the answer stands in the message, the output in the result; what else was noted is kept
    assert json.loads(session.items[2].extra) == {
        "extra": {"response": {"id": "r1", "model": "deepseek-chat"}, "cost": 0.5}
    }
    assert json.loads(session.items[4].extra) == {"extra": {"returncode": 0}}
    # how the run ended was never sent
    assert [one.end for one in session.requests] == [2, 5]
    assert json.loads(session.extra)["exit"] == [{"role": "exit", "extra": {"exit_status": "Submitted"}}]
    assert session.unknown == (Source.TOOL_SCHEMAS,)


def test_items_of_the_responses_api_are_one_answer() -> None:
    output = [
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "look"}]},
        {"type": "function_call", "call_id": "f", "name": "bash", "arguments": "{}"},
    ]
    usage = {"input_tokens": 90, "input_tokens_details": {"cached_tokens": 30}, "output_tokens": 7}
    answer = {"object": "response", "model": "gpt-5", "output": output, "usage": usage, "extra": {"cost": 1}}
    result = {"type": "function_call_output", "call_id": "f", "output": OUT}
    session = read(
        {
            "messages": [message("user", "t"), answer, result],
            "info": {"mini_version": "2.3.0"},
            "trajectory_format": "mini-swe-agent-1.1",
        }
    )
    assert counts([session]) == Counts(1, 3, {"user": 1, "assistant": 1, "tool": 1}, 1, 1)
    assert [(one.end, one.usage) for one in session.requests] == [(1, Usage(60, 30, None, 7)), (4, None)]
    assert (session.model, session.items[3].call_id) == ("gpt-5", "f")
    assert json.loads(session.items[1].extra)["extra"] == {"cost": 1}


def test_credentials_in_the_configuration_are_masked() -> None:
    config = {"model": {"model_name": "m", "model_kwargs": {"api_key": "sk-secret"}}}
    session = read({"info": {"config": config, "mini_version": "2.2.6"}, "messages": [message("user", "t")]})
    assert "sk-secret" not in session.extra
    assert json.loads(session.extra)["info"]["config"]["model"]["model_kwargs"] == {"api_key": "***"}


def test_only_what_a_person_wrote_opens_a_turn() -> None:
    after = [
        OUT,
        "Please always provide EXACTLY ONE action in triple backticks, found 2 actions.",
        "The user added a new task: and the tests, too",
        "diff --git a/x b/x",
    ]
    talk = [message("system", "s"), message("user", "<output>\nis the title of my issue")]
    for text in after:
        talk += [message("assistant", "a"), message("user", text)]
    info = {"exit_status": "Submitted", "submission": "diff --git a/x b/x"}
    session = read({"info": info, "messages": talk})
    users = [item for item in session.items if item.role == "user"]
    assert [item.injected for item in users] == [False, True, True, False, True]
    assert [item.source for item in users] == [
        None,
        Source.TOOL_RESULT,
        Source.CONVERSATION,
        None,
        Source.CONVERSATION,
    ]
    assert [one.turn for one in session.requests] == [1, 1, 1, 2, 2]


def test_what_is_no_message_stays_and_is_told() -> None:
    session = read([message("user", "t"), message("assistant", "a"), message("user", OUT), None])
    assert session.items[3].role == "unknown"
    assert [one.code for one in session.diagnostics] == ["message_unknown"]


@pytest.mark.parametrize("value", [{}, 1, {"messages": 1}, "x"])
def test_other_files_are_refused(value: Any) -> None:
    with pytest.raises(FormatError, match="no messages of mini-swe-agent"):
        load_bytes(json.dumps(value).encode(), "x", format="mini-swe-agent")
