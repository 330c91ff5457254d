from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import FORMATS, Counts, counts, opened

from ctxlab import explain
from ctxlab.errors import FormatError
from ctxlab.formats.dialects.any import messages_of
from ctxlab.formats.load import load_bytes
from ctxlab.formats.pairing import Pairing
from ctxlab.model.items import Part, PartKind, Place, Source
from ctxlab.model.session import Session

TOOLS = "13_agent_trajectories/sweagent_marshmallow_function_calling.traj"
TEXT = "13_agent_trajectories/sweagent_old_test-repo-i1.redacted.traj"


def read(value: Any) -> tuple[Session, ...]:
    sessions = load_bytes(json.dumps(value).encode(), "x.traj")
    assert {one.origin.format for one in sessions} == {"swe-agent"}
    return sessions


def system(text: str = "act") -> dict[str, Any]:
    return {"role": "system", "content": text, "agent": "main", "message_type": "system_prompt"}


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text, "agent": "main", "message_type": "observation"}


def action(text: str, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": text, "agent": "main", "message_type": "action", **more}


def test_tools_and_the_list_of_ids_in_their_results_are_read() -> None:
    (session,) = sessions = opened(TOOLS)
    assert counts(sessions) == Counts(1, 24, {"system": 1, "user": 1, "assistant": 11, "tool": 11}, 11, 11)
    assert (session.origin.format, session.model) == ("swe-agent", "gpt-4o")
    assert session.unknown == (Source.TOOL_SCHEMAS,)
    calls = [part for item in session.items for part in item.parts if part.kind is PartKind.CALL]
    results = [part for item in session.items for part in item.parts if part.kind is PartKind.RESULT]
    # the demonstration was pasted together: three ids stand with several calls, and pair in order
    assert [part.call_id for part in calls] == [part.call_id for part in results]
    assert len({part.call_id for part in calls}) == 11
    # its configuration says that only five observations were sent as they are
    assert {one.code: dict(one.numbers) for one in session.diagnostics} == {
        "call_ids_repeated": {"count": 5},
        "sent_unknown": {"by": "last_n_observations"},
    }
    assert [part.name for part in calls][:4] == ["create", "edit", "bash", "bash"]
    assert calls[0].text == '{"filename":"reproduce.py"}'
    assert results[0].text.startswith("[File: reproduce.py (1 lines total)]\r\n1:\n(Open file:")


def test_the_task_opens_the_only_turn_and_a_request_stands_before_each_action() -> None:
    (session,) = opened(TOOLS)
    task = session.items[1]
    assert (task.source, task.injected, task.place) == (None, False, Place(0, "/history/1"))
    # text and call of an action are two items, its result one: 2, 5, 8, ... and after the last result
    assert [one.end for one in session.requests] == [2 + 3 * i for i in range(12)]
    assert {one.turn for one in session.requests} == {1}


def test_what_only_the_steps_know_goes_to_their_answers() -> None:
    (session,) = opened(TOOLS)
    extra = json.loads(session.items[2].extra)
    # thought and response are the content, and the observation is in the next message
    assert extra["action"] == "create reproduce.py"
    assert "thought" not in extra
    assert extra["step"] == {
        "execution_time": 0.2396368359986809,
        "state": {"open_file": "/testbed/reproduce.py", "working_dir": "/testbed"},
    }
    assert set(json.loads(session.extra)) == {"environment", "info", "replay_config"}


def test_text_only_runs_have_observations_in_the_user_role() -> None:
    (session,) = sessions = opened(TEXT)
    assert counts(sessions) == Counts(1, 12, {"system": 1, "user": 6, "assistant": 5}, 0, 0)
    demonstration, task, *observations = [item for item in session.items if item.role == "user"]
    assert (demonstration.injected, demonstration.source) == (True, Source.CONVERSATION)
    assert demonstration.text.startswith("Here is a demonstration of how to correctly")
    assert (task.injected, task.source) == (False, None)
    assert [(one.injected, one.source) for one in observations] == [(True, Source.TOOL_RESULT)] * 4
    assert [(one.turn, one.end) for one in session.requests] == [(1, 3), (1, 5), (1, 7), (1, 9), (1, 11)]
    assert session.unknown == ()
    # the run ends with a step whose observation, the patch, is in no message
    last = json.loads(session.items[-1].extra)["step"]
    assert last["observation"].startswith("\ndiff --git a/tests/missing_colon.py")


def test_what_was_really_sent_stands_with_its_request() -> None:
    first = [system(), user("task")]
    second = [*first, action("look"), {**user("Old environment output: (9 lines omitted)")}]
    (session,) = read(
        {
            "history": [*first, action("look"), user("nine lines"), action("done")],
            "trajectory": [
                {"response": "look", "query": first, "observation": "nine lines"},
                {"response": "done", "messages": second, "observation": ""},
            ],
        }
    )
    assert [json.loads(one.sent) for one in session.requests] == [first, second]


def test_that_history_was_shortened_is_told_where_what_was_sent_is_not_recorded() -> None:
    history = [system(), user("task"), action("look"), user("lines")]
    agent = {"history_processors": [{"type": "last_n_observations", "n": 5}, {"type": "cache_control"}]}
    run = {"history": history, "replay_config": json.dumps({"agent": agent})}
    (session,) = read({**run, "trajectory": [{"response": "look"}]})
    (told,) = session.diagnostics
    assert (told.code, told.numbers) == ("sent_unknown", (("by", "last_n_observations"),))
    assert explain.diagnostic(told, "en").startswith("last_n_observations left parts of the history out")
    (session,) = read({**run, "trajectory": [{"response": "look", "query": history[:2]}]})
    assert session.diagnostics == ()


def test_a_step_that_was_tried_again_is_passed_over() -> None:
    (session,) = read(
        {
            "history": [system(), user("task"), action("good"), user("out"), action("good")],
            "trajectory": [
                {"response": "bad", "execution_time": 1.0},
                {"response": "good", "execution_time": 2.0},
                {"response": "good", "execution_time": 3.0},
            ],
        }
    )
    answers = [json.loads(one.extra)["step"] for one in session.items if one.role == "assistant"]
    assert answers == [{"execution_time": 2.0}, {"execution_time": 3.0}]


def test_demonstrations_of_several_messages_are_no_answers() -> None:
    shown = [{**action("shown"), "is_demo": True}, {**user("seen"), "is_demo": True}]
    (session,) = read({"history": [system(), *shown, user("task"), action("a")], "trajectory": []})
    assert [item.injected for item in session.items] == [False, True, True, False, False]
    assert [one.end for one in session.requests] == [4]


def test_a_sub_routine_is_a_chain_of_its_own() -> None:
    inner = [{**system("inner"), "agent": "sub"}, {**user("part"), "agent": "sub"}]
    history = [system(), user("task"), *inner, {**action("in"), "agent": "sub"}, action("out")]
    (session,) = read({"history": history, "trajectory": []})
    assert [item.chain for item in session.items] == ["", "", "sub", "sub", "sub", ""]
    assert [(one.chain, one.end, one.live) for one in session.requests] == [
        ("sub", 4, ((2, 3),)),
        ("", 5, ((0, 1),)),
    ]


def test_each_attempt_is_a_session() -> None:
    runs = [{"history": [user("t"), action(name)], "trajectory": [], "info": {"n": name}} for name in "ab"]
    first, second = read({"attempts": runs, **runs[1], "info": {"best_attempt_idx": 1}})
    assert [one.items[-1].text for one in (first, second)] == ["a", "b"]
    assert (second.title, second.items[0].place) == ("attempt 2", Place(0, "/attempts/1/history/0"))
    assert json.loads(first.extra) == {"info": {"n": "a"}, "run": {"info": {"best_attempt_idx": 1}}}


def test_thinking_blocks_pictures_and_further_ids_are_kept() -> None:
    url = "data:image/png;base64,AAAA"
    call = {"id": "c1", "type": "function", "function": {"name": "view", "arguments": "{}"}}
    picture = [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": url}}]
    blocks = [{"type": "thinking", "thinking": "hm", "signature": "s"}]
    (session,) = read(
        {
            "history": [
                user("task"),
                action("", tool_calls=[call], thinking_blocks=blocks),
                {**user(""), "role": "tool", "content": picture, "tool_call_ids": ["c1", "c2"]},
            ],
            "trajectory": [],
        }
    )
    kinds = [[part.kind for part in item.parts] for item in session.items]
    assert kinds == [[PartKind.TEXT], [PartKind.THINKING], [PartKind.CALL], [PartKind.RESULT, PartKind.IMAGE]]
    assert session.items[1].parts[0].signature == "s"
    assert (session.items[3].call_id, session.items[3].parts[1].data) == ("c1", url)
    assert json.loads(session.items[3].extra)["tool_call_ids"] == ["c1", "c2"]


def test_what_is_no_message_stays_and_is_told() -> None:
    (session,) = read({"history": [user("task"), 7, action("a")], "trajectory": None})
    assert [item.role for item in session.items] == ["user", "unknown", "assistant"]
    assert [(one.code, one.item) for one in session.diagnostics] == [("message_unknown", "i2")]


@pytest.mark.parametrize("value", [{}, [], 1, {"history": 1}, {"history": [1], "trajectory": []}])
def test_other_files_are_refused(value: Any) -> None:
    with pytest.raises(FormatError, match="no history of SWE-agent"):
        load_bytes(json.dumps(value).encode(), "x.traj", format="swe-agent")


def test_history_that_is_embedded_is_read_by_its_dialect() -> None:
    history = json.loads((FORMATS / TOOLS).read_text(encoding="utf-8"))["history"]
    read_back = messages_of(history[:4], Pairing())
    assert [one.role for one in read_back] == ["system", "user", "assistant", "tool"]
    (result,) = read_back[3].groups
    assert not isinstance(result, Part)
    assert result[0].call_id == "call_cyI71DYnRdoLHWwtZgIaW2wr"
