"""The trace's JSON: frozen by a golden file and a schema; reading a trace gives what its columns hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
from helpers.check_trace import check_trace
from helpers.engine import FirstWords
from helpers.spec import profile, run, session

from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.model.items import Row, Source
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.trace import Trace
from ctxlab.paths import resource

GOLDEN = Path(__file__).parents[1] / "golden" / "trace.json"

TABLE = """
i1 system 0 schema
i2 system 4
i3 user 9 gone by:i5
i4 assistant 9 gone by:i5
i5 user 5 summary
i6 user 20
i7 assistant 30
i8 user 30
i9 assistant 3 call:a
i10 tool 60 result:a
i11 assistant 3 call:b
i12 tool 50 result:b
i13 user 4
i14 system 6 doc rel:0.2
i15 system 6 doc rel:0.9
i16 system 5 note
i17 assistant 0
i18 system 60 doc rel:0.5
i19 system 50 state
"""
TEXTS = {
    "i1": '{"type":"function","function":{"name":"tool"}}',
    "i3": "You must never fly. I shall not pay.",
    "i6": "你必须 保留 3,000 " + "word " * 17,
    "i17": "",
}
SETTINGS = (
    "recent.rounds=0 history.cap=55 history.overflow=compress history.order=newest summarize.max_tokens=40 "
    "tool_result.cap=60 tool_result.overflow=skip tool_result.per_item=40 "
    "tool_result.per_item_action=compress "
    "tool_result.order=newest retrieved_doc.cap=46 retrieved_doc.per_item=40 "
    "retrieved_doc.per_item_action=compress retrieved_doc.overflow=skip retrieved_doc.order=relevance "
    "task_state.per_item=35 agent_note.cap=3 agent_note.elastic=yes gather.key_facts=yes "
    "window.size=300 window.output_reserve=20"
)


def golden_trace() -> Trace:
    """A run in which most fates are met."""
    marks = Marks(pins=("i11",), must_keeps=(MustKeep("m1", text="never fly"), MustKeep("m2", item="i10")))
    return run(session(TABLE, texts=TEXTS), profile(SETTINGS), marks, summarizer=FirstWords(most=35))


def test_the_golden_trace_is_what_it_was() -> None:
    trace = golden_trace()
    told = check_trace(trace)
    expected: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert told == expected
    assert list(told) == list(expected)


def test_the_golden_trace_meets_most_fates() -> None:
    told = json.loads(GOLDEN.read_text(encoding="utf-8"))
    met = {one["fate"] for item in told["items"] for one in item["history"]}
    assert met == {"kept", "added", "truncated", "compressed", "merged", "dropped"}


def test_the_golden_trace_keeps_to_the_schema() -> None:
    schema = json.loads(resource("schema/trace.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(json.loads(GOLDEN.read_text(encoding="utf-8")))


def test_the_schema_knows_every_word() -> None:
    schema = json.loads(resource("schema/trace.schema.json").read_text(encoding="utf-8"))
    item = schema["properties"]["items"]["items"]["properties"]
    assert item["reason"]["enum"] == [reason.code for reason in Reason]
    assert item["fate"]["enum"] == [fate.word for fate in Fate if fate is not Fate.NONE]
    assert item["stage"]["enum"] == [stage.value for stage in Stage]
    assert item["source"]["enum"] == [source.value for source in Source]
    assert item["row"]["enum"] == [row.value for row in Row]


def test_made_items_follow_the_item_that_they_are_named_for() -> None:
    ids = [item["id"] for item in json.loads(GOLDEN.read_text(encoding="utf-8"))["items"]]
    assert ids[ids.index("i3") + 1] == "i3~fact"
    assert ids[ids.index("i6") + 1] in ("i6~summary", "i6~fact")


def test_what_is_made_of_what_was_made_follows_it() -> None:
    trace = run(
        session(
            "i1 user 1\ni2 user 1", texts={"i1": "You must never fly. " + "You must pay more and more. " * 8}
        ),
        "gather.key_facts=yes key_fact.cap=3 key_fact.overflow=compress summary.cap=40 "
        "summarize.max_tokens=40",
    )
    ids = [trace.id(position) for position in trace.order()]
    assert ids[:3] == ["i1", "i1~fact", "i1~fact~summary"]
    check_trace(trace)


def test_halves_of_characters_and_odd_numbers_stay_out_of_the_json() -> None:
    trace = run(session("i1 user 1", texts={"i1": "a\ud800b"}))
    assert "�" in trace.to_json()
    trace.to_json().encode("utf-8")


def test_an_indent_changes_no_value() -> None:
    trace = golden_trace()
    assert json.loads(trace.to_json(indent=2)) == json.loads(trace.to_json())


def test_items_are_found_by_id() -> None:
    trace = golden_trace()
    for position in trace.order():
        assert trace.position(trace.id(position)) == position
    assert trace.position("i99") is None
    assert trace.fate(trace.order()[0]) is trace.outcome(trace.order()[0]).fate
