"""Conversations rebuilt from calls that each repeat the history. Every figure here is counted by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from helpers.telling import texts
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.decode import decode
from ctxlab.formats.recorded import Recorded
from ctxlab.formats.retrieved import Retrieved
from ctxlab.formats.traces.calls import Call, Retrieval, Schema, ToolRun, as_recorded
from ctxlab.formats.traces.sessions import sessions_of
from ctxlab.formats.traces.talks import Talk
from ctxlab.model.items import Part, PartKind, Source
from ctxlab.model.session import Request, Session, Usage

SYSTEM = {"role": "system", "content": "be brief"}


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def says(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def asks(id_: str, name: str = "look", arguments: str = "{}") -> dict[str, Any]:
    call = {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def gives(id_: str, text: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": text}


def called(sent: list[dict[str, Any]], *answer: dict[str, Any], at: int = 0, **fields: Any) -> Call:
    start = at or 1
    made = Call(as_recorded(sent) if sent else (), as_recorded(list(answer)) if answer else ())
    return replace(made, start=start, end=start + 1, **fields)


def session_of(*calls: Call, events: tuple[Any, ...] = ()) -> Session:
    talk = Talk(decode(b"{}", "x.json"), "test")
    talk.add(
        [replace(call, start=i + 1, end=i + 2) if call.start == 1 else call for i, call in enumerate(calls)],
        events,
    )
    return talk.finish()


def live(session: Session, request: Request) -> list[str]:
    return [session.items[i].text for first, last in request.live for i in range(first, last + 1)]


def test_a_history_that_grows_is_one_conversation_with_a_request_a_call() -> None:
    first = [SYSTEM, user("a")]
    second = [*first, says("b"), user("c")]
    session = session_of(
        called(first, says("b"), usage=Usage(input=10, output=1)),
        called(second, says("d"), usage=Usage(input=20, output=2)),
    )
    assert texts(session) == ["be brief", "a", "b", "c", "d"]
    assert [(one.index, one.turn, one.end) for one in session.requests] == [(1, 1, 2), (2, 2, 4)]
    assert [live(session, one) for one in session.requests] == [
        ["be brief", "a"],
        ["be brief", "a", "b", "c"],
    ]
    assert [one.usage for one in session.requests] == [Usage(10, output=1), Usage(20, output=2)]
    assert [json.loads(one.sent) for one in session.requests] == [first, second]
    assert session.chain("") == session.requests


def test_calls_and_results_pair_and_stand_once() -> None:
    start = [user("weather?")]
    after = [*start, asks("k1", "get", '{"city": "Rome"}'), gives("k1", '{"t":17}')]
    session = session_of(called(start, asks("k1", "get", '{"city":"Rome"}')), called(after, says("17C")))
    assert texts(session) == ["weather?", '{"city":"Rome"}', '{"t":17}', "17C"]
    assert [item.call_id for item in session.items] == ["", "k1", "k1", ""]
    assert session.items[2].parts[0].name == "get"
    assert session.requests[1].live == ((0, 2),)


def test_an_answer_is_known_again_in_another_form() -> None:
    """Text and call in two messages, blanks, thinking that is not sent again."""
    answer = Recorded(
        "assistant",
        (
            Part(PartKind.THINKING, "hm"),
            Part(PartKind.TEXT, "let me look \n"),
            Part(PartKind.CALL, '{"b":1,"a":2}', name="look", call_id="k"),
        ),
    )
    history = [user("q"), says("let me look"), asks("k", arguments='{"a": 2, "b": 1}'), gives("k", "r")]
    session = session_of(Call(as_recorded([user("q")]), (answer,), start=1), called(history, says("end")))
    assert texts(session) == ["q", "hm", "let me look \n", '{"b":1,"a":2}', "r", "end"]
    assert session.requests[1].live == ((0, 0), (2, 4))  # thinking was not sent again


def test_thinking_that_is_sent_again_is_live() -> None:
    answer = Recorded("assistant", (Part(PartKind.THINKING, "hm"), Part(PartKind.TEXT, "a")))
    asked = as_recorded([user("q")])
    again = (*asked, answer, *as_recorded([user("r")]))
    session = session_of(Call(asked, (answer,), start=1), Call(again, as_recorded([says("b")]), start=2))
    assert texts(session) == ["q", "hm", "a", "r", "b"]
    assert session.requests[1].live == ((0, 3),)


def test_trimmed_messages_are_not_live() -> None:
    one = [SYSTEM, user("a")]
    two = [*one, says("b"), user("c")]
    session = session_of(
        called(one, says("b")),
        called(two, says("d")),
        called([SYSTEM, user("c"), says("d"), user("e")], says("f")),
    )
    assert texts(session) == ["be brief", "a", "b", "c", "d", "e", "f"]
    assert live(session, session.requests[2]) == ["be brief", "c", "d", "e"]
    assert len(session.at(3).candidates()) == 6


def test_a_summary_is_a_new_item_and_what_it_replaced_is_not_live() -> None:
    one = [SYSTEM, user("a")]
    two = [*one, says("b"), user("c")]
    cut = [SYSTEM, user("so far: a, b"), user("c"), says("d"), user("e")]
    session = session_of(called(one, says("b")), called(two, says("d")), called(cut, says("f")))
    assert texts(session) == ["be brief", "a", "b", "c", "d", "so far: a, b", "e", "f"]
    assert live(session, session.requests[2]) == ["be brief", "c", "d", "so far: a, b", "e"]


def test_a_system_prompt_with_the_time_in_it_changes_alone() -> None:
    one = [{"role": "system", "content": "it is 1"}, user("a")]
    two = [{"role": "system", "content": "it is 2"}, user("a"), says("b"), user("c")]
    session = session_of(called(one, says("b")), called(two, says("d")))
    assert texts(session) == ["it is 1", "a", "b", "it is 2", "c", "d"]
    assert live(session, session.requests[1]) == ["a", "b", "it is 2", "c"]


def test_a_reminder_behind_each_question_stands_where_it_stood() -> None:
    note = {"role": "system", "content": "mind the budget"}
    one = [SYSTEM, user("a"), note]
    two = [SYSTEM, user("a"), says("b"), user("c"), note]
    session = session_of(called(one, says("b")), called(two, says("d")))
    assert texts(session) == ["be brief", "a", "mind the budget", "b", "c", "mind the budget", "d"]
    assert session.requests[1].live == ((0, 1), (3, 5))


def test_the_same_answer_to_a_user_is_not_taken_for_an_old_one() -> None:
    one = [SYSTEM, user("yes")]
    two = [SYSTEM, user("yes"), says("b"), user("yes")]
    cut = [SYSTEM, user("summary"), user("yes")]
    session = session_of(called(one, says("b")), called(two, says("d")), called(cut, says("e")))
    assert texts(session) == ["be brief", "yes", "b", "yes", "d", "summary", "yes", "e"]
    assert live(session, session.requests[2]) == ["be brief", "summary", "yes"]
    assert session.requests[2].live == ((0, 0), (5, 6))


def test_a_second_answer_to_the_same_input_is_a_branch() -> None:
    asked = [user("a")]
    session = session_of(
        called(asked, says("one")),
        called(asked, says("two")),
        called([*asked, says("two"), user("b")], says("end")),
    )
    assert texts(session) == ["a", "one", "two", "b", "end"]
    assert [live(session, one) for one in session.requests] == [["a"], ["a"], ["a", "two", "b"]]


def test_the_same_result_asked_for_again_and_again_is_told_by_its_id() -> None:
    def polls(*numbers: int) -> list[dict[str, Any]]:
        return [one for n in numbers for one in (asks(f"k{n}"), gives(f"k{n}", "pending"))]

    calls = [called([SYSTEM, user("go"), *polls(*range(n))], asks(f"k{n}")) for n in range(4)]
    cut = called([SYSTEM, *polls(1, 2)], says("stop"))
    session = session_of(*calls, cut)
    assert [item.call_id for item in session.items] == ["", "", "k0", "k0", "k1", "k1", "k2", "k2", "k3", ""]
    assert session.requests[-1].live == ((0, 0), (4, 7))


def test_another_agent_is_a_side_chain() -> None:
    def agent(name: str) -> dict[str, Any]:
        return {"role": "system", "content": f"you are {name}"}

    session = session_of(
        called([agent("A"), user("task")], asks("k"), agent="A"),
        called([agent("B"), user("subtask")], says("found"), agent="B", depth=1),
        called(
            [agent("B"), user("subtask"), says("found"), user("more")],
            says("that is all"),
            agent="B",
            depth=1,
        ),
        called([agent("A"), user("task"), asks("k"), gives("k", "found")], says("done"), agent="A"),
    )
    assert [item.chain for item in session.items] == ["", "", "", "B", "B", "B", "B", "B", "", ""]
    assert [one.chain for one in session.requests] == ["", "B", "B", ""]
    assert [live(session, one) for one in session.chain("B")] == [
        ["you are B", "subtask"],
        ["you are B", "subtask", "found", "more"],
    ]
    assert session.chain("")[1].live == ((0, 2), (8, 8))


def test_an_agent_that_takes_over_goes_on_with_the_conversation() -> None:
    one = [{"role": "system", "content": "A"}, user("a")]
    two = [{"role": "system", "content": "B"}, user("a"), says("b"), user("c")]
    session = session_of(called(one, says("b"), agent="A"), called(two, says("d"), agent="B"))
    assert {item.chain for item in session.items} == {""}
    assert live(session, session.requests[1]) == ["a", "b", "B", "c"]


def test_runs_of_one_agent_at_the_same_time_are_conversations_of_their_own() -> None:
    main = called([user("all")], says("go"), agent="main", at=1)
    runs = [
        called([SYSTEM, user(text)], says(text.upper()), agent="sub", run=text, depth=1, at=at)
        for text, at in (("x", 2), ("y", 3))
    ]
    later = called(
        [SYSTEM, user("x"), says("X"), user("go on")], says("Z"), agent="sub", run="x", depth=1, at=4
    )
    session = session_of(main, *runs, later)
    assert [one.chain for one in session.requests] == ["", "sub", "sub 2", "sub"]


def test_calls_that_repeat_nothing_stay_with_their_agent() -> None:
    session = session_of(*(called([SYSTEM, user(text)], says(text.upper())) for text in "ab"))
    assert texts(session) == ["be brief", "a", "A", "b", "B"]
    assert session.requests[1].live == ((0, 0), (3, 3))


def test_an_agent_without_a_name_is_known_by_how_its_prompt_begins() -> None:
    def prompt(begin: str, text: str) -> list[dict[str, Any]]:
        return [{"role": "system", "content": f"{begin}, with these documents at hand: {text}"}, user(text)]

    begin = "On 2026-11-30 you answer the questions of our customers"
    later = "On 2026-12-01 you answer the questions of our customers"
    session = session_of(
        called(prompt(begin, "a"), says("A")),
        called(prompt("You write a title for what follows", "b"), says("B")),
        called(prompt(later, "c"), says("C")),
    )
    assert [one.chain for one in session.requests] == ["", "side", ""]


def test_schemas_are_live_where_they_were_sent() -> None:
    look, write = Schema("look", '{"name":"look"}'), Schema("write", '{"name":"write"}')
    one = [user("a")]
    session = session_of(
        called(one, says("b"), schemas=(look,)),
        called([*one, says("b"), user("c")], says("d"), schemas=(look, write)),
    )
    assert [(item.source, item.text) for item in session.items if item.source is Source.TOOL_SCHEMAS] == [
        (Source.TOOL_SCHEMAS, '{"name":"look"}'),
        (Source.TOOL_SCHEMAS, '{"name":"write"}'),
    ]
    assert [one.live for one in session.requests] == [((0, 1),), ((0, 4),)]
    assert session.unknown == ()


def test_a_tools_result_that_no_message_has_comes_from_its_run() -> None:
    run = ToolRun("look", (Part(PartKind.RESULT, "seen"),), call_id="k", start=9)
    session = session_of(called([user("a")], asks("k")), events=(run, run))
    assert texts(session) == ["a", "{}", "seen"]
    assert [item.call_id for item in session.items] == ["", "k", "k"]
    assert [(one.end, one.live) for one in session.requests] == [(1, ((0, 0),)), (3, ((0, 2),))]


def test_a_tools_result_that_a_message_has_is_taken_once() -> None:
    start = [user("a")]
    calls = (
        called(start, asks("k", "look", '{"x":1}')),
        called([*start, asks("k", "look", '{"x":1}'), gives("k", "seen")], says("b")),
    )
    for run in (
        ToolRun("look", (Part(PartKind.RESULT, "seen"),), call_id="k"),
        ToolRun("look", (Part(PartKind.RESULT, "seen, in full"),), call_id="other", arguments='{"x": 1}'),
    ):
        assert texts(session_of(*calls, events=(run,))) == ["a", '{"x":1}', "seen", "b"]


def test_a_tool_that_no_message_asked_for_stands_where_it_ran() -> None:
    run = ToolRun("look", (Part(PartKind.RESULT, "seen"),), arguments='{"x":1}', start=15)
    session = session_of(
        called([user("a")], says("b"), at=10),
        called([user("a"), says("b"), user("c")], says("d"), at=20),
        events=(run,),
    )
    assert texts(session) == ["a", "b", "seen", "c", "d"]
    assert session.requests[1].live == ((0, 1), (3, 3))
    assert json.loads(session.items[2].extra) == {"arguments": '{"x":1}'}


def test_documents_that_were_found_are_documents() -> None:
    found = Retrieval((Retrieved("doc one", score=0.9, name="d1"), Retrieved("doc two", score=0.4)), start=1)
    session = session_of(called([user("doc one doc two. a?")], says("b"), at=5), events=(found,))
    assert [(item.source, item.relevance) for item in session.items[:2]] == [
        (Source.RETRIEVED_DOC, 0.9),
        (Source.RETRIEVED_DOC, 0.4),
    ]
    assert session.requests[0].live == ((2, 2),)  # their text is in the prompt already


def test_calls_without_content_are_requests_with_their_usage() -> None:
    session = session_of(*(called([], usage=Usage(input=n)) for n in (1000, 2000)))
    assert [(item.role, item.parts) for item in session.items] == [("assistant", ()), ("assistant", ())]
    assert [(one.live, one.usage) for one in session.requests] == [((), Usage(1000)), ((), Usage(2000))]
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS, Source.USER_MESSAGE)
    assert [(one.code, dict(one.numbers)) for one in session.diagnostics] == [
        ("calls_without_input", {"count": 2}),
        ("calls_without_answer", {"count": 2}),
    ]


def test_ids_that_a_library_numbers_anew_still_pair() -> None:
    """One recorder numbers calls by their place in the answer, results by that in their own message."""
    answer = [says("let me see"), asks("look_1")]
    history = [user("q"), *answer, gives("look_0", "seen")]
    session = session_of(called([user("q")], *answer), called(history, says("end")))
    assert [item.call_id for item in session.items] == ["", "", "look_1", "look_1", ""]


def test_sessions_part_by_their_id_and_doubles_are_taken_once() -> None:
    first = called([user("a")], says("b"), at=10, session="s")
    inner = replace(first, usage=Usage(5), end=11)
    other = called([user("a")], says("b"), at=10, session="t")
    again = replace(first, start=20, end=21)
    talks = sessions_of(decode(b"{}", "x"), "test", [replace(first, end=12), inner, other, again])
    assert list(talks) == ["s", "t"]
    sessions = [talk.finish() for talk in talks.values()]
    assert [len(one.requests) for one in sessions] == [2, 1]
    assert sessions[0].requests[0].usage == Usage(5)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 6)), min_size=1, max_size=8))
def test_what_is_live_is_what_was_sent(steps: list[tuple[str, int]]) -> None:
    """Whatever is cut from the front of a growing history, each request holds just its input."""
    history: list[dict[str, Any]] = []
    calls: list[Call] = []
    for number, (text, cut) in enumerate(steps):
        history = [*history[min(cut, len(history)) :], user(text)]
        calls.append(called([SYSTEM, *history], says(f"answer {number % 2}"), agent="x"))
        history = [*history, says(f"answer {number % 2}")]
    session = session_of(*calls)
    assert len(session.requests) == len(calls)
    for request, call in zip(session.requests, calls, strict=True):
        assert live(session, request) == [message["content"] for message in json.loads(request.sent)]
        assert request.end > max(last for _, last in request.live)
        assert call.input
