from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import Counts, counts, opened
from helpers.sound import assert_sound

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.items import PartKind, Source
from ctxlab.model.session import Session, Usage

HISTORY = "16_generated_by_libraries/semantic_kernel_chat_history.json"


def read(value: Any) -> tuple[Session, ...]:
    sessions = load_bytes(json.dumps(value).encode(), "x.json")
    assert {one.origin.format for one in sessions} == {"semantic-kernel"}
    for one in sessions:
        assert_sound(one)
    return sessions


def test_a_history_holds_what_was_counted_in_it() -> None:
    roles = {"system": 1, "user": 6, "assistant": 11, "tool": 6}
    assert counts(opened(HISTORY)) == Counts(1, 24, roles, 6, 6)


def test_calls_and_results_of_a_history_pair() -> None:
    (session,) = opened(HISTORY)
    calls = [part for item in session.items for part in item.parts if part.kind is PartKind.CALL]
    results = [part for item in session.items for part in item.parts if part.kind is PartKind.RESULT]
    assert [(part.call_id, part.name) for part in calls] == [(part.call_id, part.name) for part in results]
    assert calls[0].text == '{"user_id":"aarav_garcia_1177"}'
    assert session.items[4].place.pointer == "/messages/4"
    assert session.unknown == (Source.TOOL_SCHEMAS,)
    assert {item.extra for item in session.items} == {""}


def test_net_writes_other_names_for_the_same() -> None:
    call = {
        "$type": "FunctionCallContent",
        "Id": "c1",
        "PluginName": "Lights",
        "FunctionName": "On",
        "Arguments": {"id": 1},
    }
    result = {"$type": "FunctionResultContent", "CallId": "c1", "FunctionName": "On", "Result": {"on": True}}
    usage = {"Usage": {"InputTokenCount": 9, "OutputTokenCount": 4}}
    picture = {"$type": "ImageContent", "MimeType": "image/png", "Data": "aGk="}
    history = [
        {"Role": {"Label": "system"}, "Items": [{"$type": "TextContent", "Text": "s"}]},
        {"Role": {"Label": "user"}, "Content": "old form"},
        {"Role": {"Label": "user"}, "AuthorName": "Ann", "Items": [picture]},
        {"Role": {"Label": "Assistant"}, "Items": [call], "ModelId": "m", "Metadata": usage},
        {"role": {"label": "tool"}, "items": [result]},
    ]
    (session,) = read(history)
    told = [
        (item.role, [(part.kind.value, part.text, part.data) for part in item.parts])
        for item in session.items
    ]
    assert told == [
        ("system", [("text", "s", "")]),
        ("user", [("text", "old form", "")]),
        ("user", [("image", "", "aGk=")]),
        ("assistant", [("call", '{"id":1}', "")]),
        ("tool", [("result", '{"on":true}', "")]),
    ]
    assert session.items[2].name == "Ann"
    assert session.items[3].parts[0].name == "Lights-On"
    assert session.items[4].call_id == "c1"
    assert json.loads(session.items[3].extra) == {"ModelId": "m", "Metadata": usage}
    assert session.requests[0].usage == Usage(input=9, output=4)


def test_a_reducers_summary_is_one() -> None:
    item = {"content_type": "text", "text": "They counted."}
    message = {"role": "assistant", "metadata": {"__summary__": True}, "items": [item]}
    (session,) = read({"messages": [message]})
    assert session.items[0].source is Source.SUMMARY


def test_unknown_items_are_kept() -> None:
    odd = {"content_type": "streaming_annotation", "quote": "q"}
    (session,) = read({"messages": [{"role": "assistant", "items": [odd, "x"]}], "more": 1})
    assert [part.kind for item in session.items for part in item.parts] == [PartKind.UNKNOWN] * 2
    assert session.extra == '{"more":1}'
    assert [one.code for one in session.diagnostics] == ["part_unknown", "part_unknown"]


def test_what_is_no_history_is_refused() -> None:
    with pytest.raises(FormatError, match="no chat history"):
        load_bytes(b'{"messages": []}', "x.json", format="semantic-kernel")
