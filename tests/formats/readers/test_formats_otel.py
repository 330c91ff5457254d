"""OpenTelemetry traces: real files against what their authors expect, and every way to tell content."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from helpers.golden import FORMATS, Counts, counts, opened

from ctxlab.formats.load import load_bytes
from ctxlab.model.items import Item, PartKind, Place, Source
from ctxlab.model.session import Session, Usage

FOLDER = "08_otel_genai"

# Each call of a model repeats the history, up to three libraries record the same call, and tools' runs repeat
# what messages have: these are the figures with each of them once, counted by hand.
FILES = {
    "adk_py__v1_default__S3.json": Counts(1, 9, {"system": 1, "user": 3, "assistant": 4, "tool": 1}, 1, 1),
    "adk_py__v2_span_only__S2.json": Counts(1, 7, {"system": 1, "user": 1, "assistant": 3, "tool": 2}, 2, 2),
    "hand__deprecated_aliases.json": Counts(1, 2, {"user": 1, "assistant": 1}, 0, 0),
    "hand__strands_span_events.json": Counts(1, 4, {"user": 1, "assistant": 2, "tool": 1}, 1, 1),
    "otel_deep.jsonl": Counts(1, 3, {"assistant": 3}, 0, 0),
    "tempo_export_with_batches.json": Counts(1, 5, {"system": 1, "user": 1, "assistant": 2, "tool": 1}, 1, 1),
}
WITH_TRUTH = [name for name in FILES if name.endswith(".json")]


def of(name: str) -> Session:
    (session,) = opened(f"{FOLDER}/{name}")
    assert session.origin.format == "otel"
    return session


@pytest.mark.parametrize("name", FILES)
def test_real_files_hold_what_was_counted_in_them(name: str) -> None:
    assert counts((of(name),)) == FILES[name]


@pytest.mark.parametrize("name", WITH_TRUTH)
def test_real_files_tell_what_their_authors_say_they_do(name: str) -> None:
    """Turns, texts, calls with arguments and results, tokens: from the `.truth.json` beside the file."""
    truth = json.loads((FORMATS / FOLDER / name.replace(".json", ".truth.json")).read_bytes())
    session = of(name)
    assert [_turn(items) for items in _turns(session)] == [_expected(turn) for turn in truth["turns"]]
    used = [request.usage or Usage() for request in session.requests]
    assert sum(one.occupancy or 0 for one in used) == truth["tokens"]["input"]
    assert sum(one.output or 0 for one in used) == truth["tokens"]["output"]


def _turns(session: Session) -> list[list[Item]]:
    turns: list[list[Item]] = []
    for item in session.items:
        if item.opens_turn:
            turns.append([])
        if turns:
            turns[-1].append(item)
    return turns


def _turn(items: Sequence[Item]) -> dict[str, Any]:
    asked, *rest = items
    texts = [one.text for one in rest if one.role == "assistant" and one.has(PartKind.TEXT)]
    calls = [(one.parts[0].name, json.loads(one.text), one.call_id) for one in rest if one.has(PartKind.CALL)]
    results = {one.call_id: one.text for one in rest if one.has(PartKind.RESULT)}
    return {
        "asked": asked.text,
        "texts": texts,
        "calls": [(name, arguments, results[id_]) for name, arguments, id_ in calls],
    }


def _expected(turn: dict[str, Any]) -> dict[str, Any]:
    return {
        "asked": turn["user_text"],
        "texts": [*turn["intermediate_texts"], turn["final_text"]],
        "calls": [(one["name"], one["args"], _text(one["result"])) for one in turn["tool_calls"]],
    }


def _text(result: Any) -> str:
    """What the tool's span has as an object, the message has as its text."""
    if "content" in result:
        return str(result["content"][0]["text"])
    return json.dumps(result, separators=(",", ":"))


def test_three_traces_of_one_conversation_are_one_session() -> None:
    session = of("adk_py__v1_default__S3.json")
    assert (session.title, session.model) == ("sess-S3-v1_default", "gemini-2.5-flash")
    assert [(one.index, one.turn, one.end, one.live) for one in session.requests] == [
        (1, 1, 3, ((0, 2),)),
        (2, 2, 5, ((0, 4),)),
        (3, 2, 7, ((0, 6),)),
        (4, 3, 9, ((0, 8),)),
    ]
    assert [one.usage for one in session.requests] == [
        Usage(input=10, output=8),
        Usage(input=30, output=5),
        Usage(input=50, output=9),
        Usage(input=70, output=4),
    ]
    assert session.items[0].source is Source.TOOL_SCHEMAS
    assert json.loads(session.items[0].text)["name"] == "get_weather"
    assert session.unknown == ()


def test_ids_that_do_not_match_are_paired_by_the_tools_name() -> None:
    """This recorder numbers calls and results by their place, and not the same way."""
    session = of("adk_py__v2_span_only__S2.json")
    ids = [(item.parts[0].kind, item.call_id) for item in session.items if item.call_id]
    assert ids == [
        (PartKind.CALL, "get_weather_1"),
        (PartKind.RESULT, "get_weather_1"),
        (PartKind.CALL, "get_time_0"),
        (PartKind.RESULT, "get_time_0"),
    ]
    assert session.items[6].role == "tool"  # recorded in the user's role


def test_what_was_sent_is_recorded_with_each_call() -> None:
    session = of("hand__strands_span_events.json")
    sent = json.loads(session.requests[1].sent)
    assert [one["role"] for one in sent] == ["user", "assistant", "tool"]
    assert sent[1]["tool_calls"][0]["function"] == {"name": "get_weather", "arguments": '{"city":"Paris"}'}
    assert sent[2] == {
        "role": "tool",
        "tool_call_id": "tooluse_1",
        "content": '{"city":"Paris","forecast":"sunny","temp_c":21}',
    }


@pytest.mark.parametrize("name", FILES)
def test_what_was_sent_reads_back_as_what_was_live(name: str) -> None:
    session = of(name)
    for request in session.requests:
        live = [session.items[i] for first, last in request.live for i in range(first, last + 1)]
        said = [(one.role, one.text) for one in live if one.source is not Source.TOOL_SCHEMAS]
        if not said:
            assert request.sent == ""
            continue
        (sent,) = load_bytes(request.sent.encode(), "sent.json")
        assert [(one.role, one.text) for one in sent.items] == said


def test_old_names_are_read_and_the_cache_is_part_of_the_input() -> None:
    (request,) = of("hand__deprecated_aliases.json").requests
    assert request.usage == Usage(input=20, cache_write=50, output=14)
    assert request.usage is not None
    assert request.usage.occupancy == 70


def test_calls_without_content_are_requests_of_their_agents() -> None:
    session = of("otel_deep.jsonl")
    assert [(one.chain, one.usage) for one in session.requests] == [
        ("", Usage(input=1000, output=200)),
        ("Classifier", Usage(input=2000, output=300)),
        ("Resolver", Usage(input=9999, output=111)),
    ]
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS, Source.USER_MESSAGE)
    assert [one.code for one in session.diagnostics] == ["calls_without_input", "calls_without_answer"]


def test_noise_is_left_out_and_places_lead_to_the_spans() -> None:
    session = of("tempo_export_with_batches.json")
    assert [item.source for item in session.items[:10]] == [Source.TOOL_SCHEMAS] * 10
    assert session.items[-1].place == Place(0, "/batches/2/instrumentationLibrarySpans/0/spans/16")
    raw: Any = json.loads((FORMATS / FOLDER / "tempo_export_with_batches.json").read_bytes())
    for step in session.items[-1].place.pointer.split("/")[1:]:
        raw = raw[int(step) if step.isdigit() else step]
    assert raw["name"] == "openai.chat"
    assert session.items[-1].text.startswith("There are two Helm releases")
    # of 86 spans 6 are of calls (two, each recorded by three libraries), 2 of agents, 1 of a tool
    assert [(told.code, dict(told.numbers)) for told in session.diagnostics] == [
        ("spans_left_out", {"count": 77})
    ]
    assert json.loads(session.extra)["resource"]["service.name"] == "helm_agent"
