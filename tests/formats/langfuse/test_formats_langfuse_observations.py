from __future__ import annotations

import json
from typing import Any

import pytest

from ctxlab.formats.langfuse.observations import observation_of
from ctxlab.formats.traces.observations import Kind, Observation
from ctxlab.model.items import Place
from ctxlab.model.session import Usage


def read(**fields: Any) -> Observation:
    return observation_of(
        {"id": "1", "type": "SPAN", "startTime": "2025-01-01T00:00:00Z", **fields}, "s", Place()
    )


@pytest.mark.parametrize(
    ("fields", "usage"),
    [
        ({"usageDetails": {"input": 9, "output": 2, "total": 11}}, Usage(9, None, None, 2)),
        (
            {"usageDetails": {"input": 9, "output": 2, "input_cache_read": 90, "total": 101}},
            Usage(9, 90, None, 2),
        ),
        (
            {"usageDetails": {"input": 99, "output": 2, "input_cached_tokens": 90, "total": 101}},
            Usage(9, 90, None, 2),
        ),
        (
            {"usageDetails": {"input": 9, "cache_creation_input_tokens": 4, "cache_read_input_tokens": 5}},
            Usage(9, 5, 4, None),
        ),
        ({"usageDetails": json.dumps({"input": 9, "output": 2})}, Usage(9, None, None, 2)),
        ({"usage": {"input": 9, "output": 2, "unit": "TOKENS"}}, Usage(9, None, None, 2)),
        ({"promptTokens": 9, "completionTokens": 2}, Usage(9, None, None, 2)),
        ({"usageDetails": {"input": "[SCRUBBED]"}}, None),
        ({"usageDetails": {}, "inputUsage": 0, "outputUsage": 0}, None),
    ],
)
def test_usage_of_all_versions_is_read(fields: dict[str, Any], usage: Usage | None) -> None:
    assert read(type="GENERATION", **fields).usage == usage
    assert read(type="AGENT", **fields).usage is None


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"type": "GENERATION"}, Kind.MODEL),
        ({"type": "AGENT"}, Kind.AGENT),
        ({"type": "TOOL"}, Kind.TOOL),
        ({"type": "RETRIEVER"}, Kind.RETRIEVER),
        ({"type": "CHAIN"}, Kind.OTHER),
        ({"type": "EMBEDDING"}, Kind.OTHER),
        ({"metadata": {"attributes": {"openinference.span.kind": "LLM"}}}, Kind.MODEL),
        ({"metadata": json.dumps({"attributes": {"gen_ai.operation.name": "execute_tool"}})}, Kind.TOOL),
        ({"metadata": {"attributes": {"langsmith.span.kind": "retriever"}}}, Kind.RETRIEVER),
        ({"metadata": {"attributes": {"agent_name": "qa"}}}, Kind.AGENT),
        ({"output": '{"type": "tool", "content": "x", "tool_call_id": "c"}'}, Kind.TOOL),
        ({"metadata": "words", "output": 7}, Kind.OTHER),
    ],
)
def test_what_an_observation_is_of_shows_in_its_type_or_its_attributes(fields: Any, kind: Kind) -> None:
    assert read(**fields).kind is kind


def test_what_langfuse_writes_for_nothing_is_nothing() -> None:
    found = read(input="null", output="undefined")
    assert (found.input, found.output, found.prompt.messages, found.answer) == (None, None, (), ())


def test_names_and_ids_of_tools_come_from_the_attributes() -> None:
    attributes = {"ai.toolCall.name": "look", "ai.toolCall.id": "c1"}
    found = read(type="TOOL", name="ai.toolCall", metadata={"attributes": attributes})
    assert (found.name, found.call_id) == ("look", "c1")


def test_an_agent_is_the_one_of_the_graph_where_no_other_is_named() -> None:
    assert read(metadata={"langgraph_checkpoint_ns": "lead:1|agent:2"}).agent == "lead/agent"
    assert read(metadata={"langgraph_node": "agent", "lc_agent_name": "lead"}).agent == "lead"
    assert read(metadata={"attributes": {"gen_ai.agent.name": "qa"}, "langgraph_node": "n"}).agent == "qa"


def test_tools_in_the_metadata_are_schemas() -> None:
    tool = {"name": "add", "parameters_json_schema": {}}
    of_pydantic_ai = {"model_request_parameters": json.dumps({"function_tools": [tool], "output_tools": []})}
    of_ai_sdk = {"ai.prompt.tools": json.dumps([json.dumps(tool)])}
    for attributes in (of_pydantic_ai, of_ai_sdk):
        found = read(type="GENERATION", input="a", metadata={"attributes": attributes})
        assert [one.name for one in found.prompt.schemas] == ["add"]
    assert [one.name for one in read(input="a", metadata={"tools": [json.dumps(tool)]}).prompt.schemas] == [
        "add"
    ]


def test_only_parameters_that_are_set_are_kept() -> None:
    assert read(modelParameters='{"temperature":0,"mode":null,"user":""}').extra == (
        '{"modelParameters":{"temperature":0}}'
    )
    assert read(modelParameters=None).extra == ""
