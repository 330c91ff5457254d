from __future__ import annotations

from dataclasses import replace
from typing import Any

from ctxlab.formats.retrieved import Retrieved
from ctxlab.formats.traces.calls import Retrieval, Schema, ToolRun
from ctxlab.formats.traces.contents import Content
from ctxlab.formats.traces.conversations import conversations
from ctxlab.formats.traces.observations import Kind, Observation
from ctxlab.model.items import Part, PartKind
from ctxlab.model.session import Usage

USER = [{"role": "user", "content": "a"}]


def model(id_: str, parent: str = "", **fields: Any) -> Observation:
    given = {"input": USER, "output": "b", "start": 1, "end": 2, **fields}
    return Observation(id_, parent, Kind.MODEL, id_, **given)


def around(id_: str, kind: Kind, parent: str = "", **fields: Any) -> Observation:
    return Observation(id_, parent, kind, id_, **fields)


def test_a_call_knows_its_agent_its_run_and_how_deep_it_is() -> None:
    lead, tool = around("lead", Kind.AGENT, agent="leader"), around("ask", Kind.TOOL, "lead", output="x")
    found = conversations([lead, tool, model("1", "lead"), model("2", "ask"), model("3", "ask", agent="own")])
    assert [(one.agent, one.run, one.depth) for one in found.calls] == [
        ("leader", "lead", 1),
        ("ask", "ask", 2),
        ("own", "ask", 2),
    ]


def test_of_layers_of_one_call_the_innermost_says_best() -> None:
    outer = model("o", input="asked", usage=Usage(1), model="m", beside=Content(schemas=(Schema("f", "{}"),)))
    inner = model("i", "o", output=None, usage=Usage(2))
    (call,) = conversations([outer, inner]).calls
    assert [one.role for one in (*call.input, *call.output)] == ["user", "assistant"]
    assert (call.usage, call.model, call.schemas) == (Usage(2), "m", (Schema("f", "{}"),))
    assert call.input[0].groups == model("x").prompt.messages[0].groups


def test_tools_and_searches_are_events_of_their_own() -> None:
    tool = around("t", Kind.TOOL, input={"input": {"q": 1}}, output="found", call_id="c", start=5)
    search = around("s", Kind.RETRIEVER, output=["x"], start=6)
    within = around("w", Kind.RETRIEVER, "t", output=["y"])
    silent = around("n", Kind.TOOL)
    assert conversations([tool, search, within, silent]).events == (
        ToolRun("t", (Part(PartKind.RESULT, "found"),), "c", '{"q":1}', start=5),
        Retrieval((Retrieved("x"),), start=6),
    )


def test_sessions_without_calls_are_read_by_their_outermost() -> None:
    state = {"messages": [*USER, {"role": "assistant", "content": "b"}, {"role": "user", "content": "c"}]}
    whole = around("w", Kind.OTHER, input={"messages": USER}, output=state, session="w")
    plain = around("p", Kind.OTHER, input="a", output="b", session="p")
    asked = around("q", Kind.AGENT, input="a", session="q")
    found = conversations(
        [whole, plain, asked, around("e", Kind.OTHER, session="e"), model("1", session="m")]
    )
    assert [(one.session, len(one.input), len(one.output)) for one in found.calls] == [
        ("m", 1, 1),
        ("w", 1, 1),
        ("w", 3, 0),
        ("p", 1, 1),
        ("q", 1, 0),
    ]
    assert found.empty == 1


def test_a_call_without_content_is_kept_where_nothing_else_tells_it() -> None:
    silent = model("1", input=None, output=None, usage=Usage(5), session="s", error="failed")
    found = conversations([silent])
    assert [(one.usage, one.has_content) for one in found.calls] == [(Usage(5), False)]
    assert found.failed == (("s", "failed"),)
    told = conversations([silent, around("o", Kind.OTHER, input="a", output="b", session="s")])
    assert [one.has_content for one in told.calls] == [True]


def test_what_stands_beside_counts_where_input_and_output_have_nothing() -> None:
    told = Content(
        model("x").prompt.messages, model("x").answer, (), system=model("y", input="s").prompt.messages
    )
    system = replace(told.system[0], role="system")
    (call,) = conversations(
        [model("1", input=None, output=None, beside=replace(told, system=(system,)))]
    ).calls
    assert [one.role for one in call.input] == ["system", "user"]
    assert call.output == told.output
