"""Inspect's logs: real ones with the counts of their samples, small ones written here for what they lack."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from helpers.golden import FORMATS, Counts, counts, opened
from helpers.telling import codes

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.formats.readers import inspect
from ctxlab.lab import Lab
from ctxlab.model.items import PartKind, Source
from ctxlab.model.session import Session, Usage

IMAGES = "09_inspect/log_images_tc.json"
GUIDE = "09_inspect/security-guide.json"
POOLED = "09_inspect/log_message_deduplication.eval"
SMALL = "09_inspect/log_formats.eval"


def user(text: Any, **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": text, **more}


def says(text: Any, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": text, **more}


def called(*given: dict[str, Any], answer: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A model event: what was sent, and the answer."""
    choices = [] if answer is None else [{"message": answer, "stop_reason": "stop"}]
    return {"event": "model", "input": list(given), "tools": [], "output": {"choices": choices}, **more}


def sample(messages: list[Any], *events: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": 7, "epoch": 2, "input": "?", "target": "", "messages": messages, "events": events, **more}


def log(*samples: Any, **more: Any) -> bytes:
    value = {"version": 2, "status": "success", "eval": {"task": "demo", "model": "openai/gpt-4o"}, **more}
    return json.dumps({**value, "samples": samples}).encode()


def read(*samples: Any) -> tuple[Session, ...]:
    return load_bytes(log(*samples), "log.json")


def archive(*members: tuple[str, Any]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, value in members:
            made.writestr(name, value if isinstance(value, bytes) else json.dumps(value))
    return out.getvalue()


def texts(session: Session, request: int = 1, chain: str = "") -> list[str]:
    """What was live at a request."""
    (one,) = [one for one in session.chain(chain) if one.index == request]
    return [session.items[at].text for first, last in one.live for at in range(first, last + 1)]


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        (SMALL, Counts(1, 3, {"system": 1, "user": 1, "assistant": 1}, 0, 0)),
        (IMAGES, Counts(1, 3, {"system": 1, "user": 1, "assistant": 1}, 0, 0, images=1)),
        (POOLED, Counts(1, 12, {"user": 1, "assistant": 6, "tool": 5}, 5, 5)),
        # The samples have 9 messages; the call of the grader adds a question and an answer to each of the 3.
        (GUIDE, Counts(3, 15, {"system": 3, "user": 6, "assistant": 6}, 0, 0)),
    ],
)
def test_real_logs(file: str, expected: Counts) -> None:
    sessions = opened(file)
    assert counts(sessions) == expected
    assert {one.origin.format for one in sessions} == {"inspect"}
    assert [codes(one) for one in sessions] == [[]] * len(sessions)


def test_each_sample_is_a_session_named_by_task_id_and_epoch() -> None:
    assert [one.title for one in opened(GUIDE)] == [f"security_guide: sample {n}, epoch 1" for n in (1, 2, 3)]
    assert [one.model for one in opened(GUIDE)] == ["openai/gpt-4o-mini"] * 3


def test_a_grader_of_a_sample_is_a_side_chain() -> None:
    session = opened(GUIDE)[1]
    assert [item.chain for item in session.items] == ["", "", "", "model_graded_fact", "model_graded_fact"]
    main, graded = session.requests
    assert (main.end, main.live, main.usage) == (2, ((0, 1),), Usage(60, 0, None, 9))
    assert (graded.chain, graded.live, graded.usage) == (
        "model_graded_fact",
        ((3, 3),),
        Usage(250, 0, None, 247),
    )
    assert session.items[2].text == "Use prepared statements and parameterized queries."
    assert session.items[2].time == "2025-05-12T20:28:27.662573-04:00"


def test_attachments_stand_in_place_of_what_refers_to_them() -> None:
    value = json.loads((FORMATS / GUIDE).read_bytes())["samples"][0]
    session = opened(GUIDE)[0]
    assert session.items[0].text == value["messages"][0]["content"]
    assert "attachment://" not in "".join(item.text for item in session.items)
    assert json.loads(session.requests[0].sent)["messages"][0]["content"] == session.items[0].text


def test_an_old_log_refers_in_another_way_and_keeps_its_events_in_a_transcript() -> None:
    (session,) = opened(IMAGES)
    (image,) = [part for item in session.items for part in item.parts if part.kind is PartKind.IMAGE]
    assert image.media_type == "image/png"
    assert image.data.startswith("data:image/png;base64,iVBORw0KGgo")
    assert session.items[1].text == "What is this a picture of?"
    assert str(session.items[1].place) == "/samples/0/transcript/events/5/input/1"
    assert session.requests[0].usage == Usage(323, None, None, 5)


def test_a_pool_of_messages_gives_each_request_what_it_had() -> None:
    (session,) = opened(POOLED)
    assert [(one.end, one.live) for one in session.requests] == [
        (end, ((0, end - 1),)) for end in (3, 6, 9, 12, 15, 18)
    ]
    assert [item.source for item in session.items[:3]] == [Source.TOOL_SCHEMAS, Source.TOOL_SCHEMAS, None]
    assert session.items[1].text.startswith('{"name":"python","description":"Use the python function to')
    calls = [part for item in session.items for part in item.parts if part.kind is PartKind.CALL]
    results = [part for item in session.items for part in item.parts if part.kind is PartKind.RESULT]
    assert [part.call_id for part in calls] == [f"hardcoded_{n}" for n in range(5)]
    assert [(part.call_id, part.name) for part in results] == [(f"hardcoded_{n}", "bash") for n in range(5)]
    assert (calls[0].text, calls[0].json) == ('{"cmd":"ls"}', True)
    assert session.unknown == ()


def test_what_was_sent_reads_back_at_each_request() -> None:
    for file in (POOLED, GUIDE):
        session = opened(file)[0]
        for request in session.requests:
            sent = Lab(store=False).sent(session.at(request.index, chain=request.chain))
            assert [one["role"] for one in sent.messages] == [
                role for role in _roles(session, request.live) if role
            ]


def _roles(session: Session, live: tuple[tuple[int, int], ...]) -> list[str]:
    found: dict[int, str] = {}
    for first, last in live:
        for item in session.items[first : last + 1]:
            if item.message >= 0:
                found[item.message] = item.role
    return list(found.values())


def test_what_a_sample_and_its_log_hold_besides_is_kept() -> None:
    first, second, _ = opened(GUIDE)
    extra = json.loads(first.extra)
    assert extra["target"] == "use parameterized queries and prepared statements"
    assert extra["log"]["eval"]["run_id"] == "SGXvsm4KEQwf7JZmPLCGZF"
    assert "log" not in json.loads(second.extra)
    assert "messages" not in extra


def test_a_sample_without_calls_is_its_messages() -> None:
    (session,) = read(sample([user("a"), says("b"), user("c"), says("d")]))
    assert [item.text for item in session.items] == ["a", "b", "c", "d"]
    assert [one.end for one in session.requests] == [1, 3]
    (session,) = read({"id": "x", "epoch": 1, "input": "only asked", "target": ""})
    assert [(item.role, item.text) for item in session.items] == [("user", "only asked")]


def test_messages_alike_stay_apart_and_a_rewritten_one_is_another() -> None:
    again = [user("go on"), says("1"), user("go on"), says("2")]
    (session,) = read(sample(again, called(*again[:1], answer=again[1]), called(*again[:3], answer=again[3])))
    assert [item.text for item in session.items] == ["go on", "1", "go on", "2"]
    cut = {"id": "r", "role": "tool", "tool_call_id": "c", "function": "f", "content": "(removed)"}
    call = says("", id="a", tool_calls=[{"id": "c", "function": "f", "arguments": {}, "type": "function"}])
    whole, end = {**cut, "content": "long"}, says("end", id="e")
    (session,) = read(
        sample(
            [user("q", id="q"), call, cut, end],
            called(user("q", id="q"), answer=call),
            called(user("q", id="q"), call, whole, answer=says("more", id="m")),
            called(user("q", id="q"), call, cut, answer=end),
        )
    )
    assert texts(session, 2) == ["q", "{}", "long"]
    assert texts(session, 3) == ["q", "{}", "(removed)"]
    assert {item.call_id for item in session.items if item.role == "tool"} == {"c"}


def test_an_agent_within_the_sample_is_a_side_chain_with_schemas_of_its_own() -> None:
    tool: dict[str, Any] = {"name": "look", "description": "looks", "parameters": {}}
    (session,) = read(
        sample(
            [user("q"), says("a")],
            {"event": "span_begin", "id": "s1", "name": "searcher", "type": "agent"},
            called(user("find x"), answer=says("y"), span_id="s1", tools=[tool]),
            called(user("find z"), answer=says("w"), span_id="s1"),
            called(user("find x"), says("y"), user("more"), answer=says("v"), span_id="s1", tools=[tool]),
            called(user("q"), answer=says("a")),
        )
    )
    assert [(item.chain, item.text) for item in session.items if item.source is not Source.TOOL_SCHEMAS] == [
        *(("searcher", "find x"), ("searcher", "y"), ("searcher 2", "find z"), ("searcher 2", "w")),
        *(("searcher", "more"), ("searcher", "v"), ("", "q"), ("", "a")),
    ]
    schema = '{"name":"look","description":"looks","parameters":{}}'
    assert texts(session, 2, "searcher") == [schema, "find x", "y", "more"]
    assert texts(session, 1) == ["q"]


def test_a_compaction_makes_its_summary_replace_what_is_not_sent_any_more() -> None:
    start, one = user("task", id="1", source="input"), says("step", id="2")
    more, summary, end = user("so far ...", id="3"), user("kept", id="4"), says("done", id="5")
    (session,) = read(
        sample(
            [start, more, end],
            called(start, answer=one),
            {"event": "compaction", "tokens_before": 900, "tokens_after": 100},
            called(start, more, answer=end),
        )
    )
    assert [(item.text, item.source, item.superseded_by) for item in session.items] == [
        *(("task", None, ""), ("step", Source.CONVERSATION, "")),
        *(("so far ...", Source.SUMMARY, ""), ("done", Source.CONVERSATION, "")),
    ]
    (session,) = read(
        sample(
            [start, summary, end],
            called(start, answer=one),
            called(start, one, summary, answer=says("next", id="6")),
            {"event": "compaction"},
            called(start, more, answer=end),
        )
    )
    superseded = {item.text: item.superseded_by for item in session.items if item.superseded_by}
    assert superseded == {"step": "i5", "kept": "i5"}
    assert session.items[4].text == "so far ..."
    assert texts(session, 3) == ["task", "so far ..."]


def test_what_a_solver_says_in_the_users_role_opens_no_turn() -> None:
    start, push = user("task", id="1", source="input"), user("Please go on.", id="3")
    answer, end = says("thinking", id="2"), says("done", id="4")
    (session,) = read(
        sample(
            [start, answer, push, end], called(start, answer=answer), called(start, answer, push, answer=end)
        )
    )
    assert [item.injected for item in session.items] == [False, False, True, False]
    assert [one.turn for one in session.requests] == [1, 1]


def test_a_call_that_failed_and_one_that_goes_on_are_told_and_have_no_answer() -> None:
    (session,) = read(
        sample(
            [user("q")],
            called(user("q"), error="rate limit"),
            called(user("q"), pending=True),
            error={"message": "gave up", "traceback": "..."},
        )
    )
    assert [item.text for item in session.items] == ["q"]
    assert [(one.end, one.live) for one in session.requests] == [(1, ((0, 0),))]
    assert [(one.code, one.numbers) for one in session.diagnostics] == [
        ("call_failed", (("text", "rate limit"),)),
        ("sample_failed", (("text", "gave up"),)),
    ]


def test_several_answers_to_one_call_belong_to_one_request() -> None:
    event = called(user("q"), answer=says("a"))
    event["output"]["choices"].append({"message": says("b"), "stop_reason": "stop"})
    talk = [user("q"), says("b"), user("more"), says("end")]
    (session,) = read(sample(talk, event, called(*talk[:3], answer=talk[3])))
    assert [item.text for item in session.items] == ["q", "a", "b", "more", "end"]
    assert [(one.end, one.live) for one in session.requests] == [(1, ((0, 0),)), (4, ((0, 0), (2, 3)))]


def test_newest_logs_keep_messages_and_requests_in_pools() -> None:
    wire = [{"role": "user", "content": "attachment://h"}, {"role": "assistant", "content": "1"}]
    event = called(answer=says("2"), input_refs=[[0, 2], [3, 4], [9, 12]])
    event["call"] = {
        "request": {"model": "m", "api_key": "sk"},
        "call_refs": [[0, 2]],
        "call_key": "messages",
    }
    pools = {"messages": [user("attachment://h"), says("1"), says("x"), user("2?")], "calls": wire}
    (session,) = read(
        sample([], event, events_data=pools, attachments={"h": "attachment://g", "g": "the long one"})
    )
    assert [item.text for item in session.items] == ["the long one", "1", "2?", "2"]
    assert json.loads(session.requests[0].sent) == {
        "model": "m",
        "api_key": "***",
        "messages": [{"role": "user", "content": "the long one"}, {"role": "assistant", "content": "1"}],
    }


def test_attachments_that_are_missing_are_told() -> None:
    (session,) = read(sample([user("attachment://gone")]))
    assert session.items[0].text == "attachment://gone"
    assert [(one.code, one.numbers) for one in session.diagnostics] == [
        ("attachment_missing", (("count", 1),))
    ]


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        # The first counts what was read from the cache in its input, the second does not.
        ({"input_tokens": 100, "output_tokens": 5, "total_tokens": 105, "input_tokens_cache_read": 80}, 20),
        ({"input_tokens": 20, "output_tokens": 5, "total_tokens": 105, "input_tokens_cache_read": 80}, 20),
        ({"input_tokens": 20, "output_tokens": 5}, 20),
        ({"input_tokens": "many"}, None),
    ],
)
def test_usage_counts_no_token_twice(usage: dict[str, Any], expected: int | None) -> None:
    event = called(user("q"), answer=says("a"))
    event["output"]["usage"] = usage
    (session,) = read(sample([user("q"), says("a")], event))
    found = session.requests[0].usage
    assert (found.input if found else None) == expected


def test_what_was_sent_is_kept_up_to_a_bound_of_the_last_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspect, "_MOST_SENT", 600)
    talk = [user("x" * 50, id="1"), says("y" * 50, id="2"), user("z", id="3"), says("w", id="4")]
    one = sample(talk, called(talk[0], answer=talk[1]), called(*talk[:3], answer=talk[3]))
    assert [bool(request.sent) for request in read(one)[0].requests] == [True, True]
    for session in read(one, one, one):
        assert [bool(request.sent) for request in session.requests] == [False, True]
        assert [(note.code, note.numbers) for note in session.diagnostics] == [
            ("sent_left_out", (("count", 1),))
        ]


def test_a_sample_taken_out_of_an_archive_opens_alone() -> None:
    with zipfile.ZipFile(FORMATS / POOLED) as made:
        data = made.read("samples/0_epoch_1.json")
    (session,) = load_bytes(data, "0_epoch_1.json")
    assert (session.origin.format, session.title) == ("inspect", "sample 0, epoch 1")
    assert len(session.items) == len(opened(POOLED)[0].items)


@pytest.mark.parametrize("status", ["started", "cancelled"])
def test_a_log_without_samples_says_so(status: str) -> None:
    with pytest.raises(FormatError, match=rf"no sample is in this log \(status: {status}\) \(open it again"):
        load_bytes(log(status=status), "log.json")
    start = {"version": 2, "eval": {"task": "demo"}, "plan": {}}
    with pytest.raises(FormatError, match=r"^x\.eval: no sample is in this log: it was started only"):
        load_bytes(archive(("_journal/start.json", start)), "x.eval")


def test_samples_of_a_log_that_goes_on_are_read_with_what_its_start_says() -> None:
    start = {"version": 2, "eval": {"task": "demo", "model": "m"}, "plan": {}}
    (session,) = load_bytes(
        archive(("_journal/start.json", start), ("samples/7_epoch_2.json", sample([user("a")]))), "x"
    )
    assert (session.title, session.model) == ("demo: sample 7, epoch 2", "m")
    assert str(session.items[0].place) == "samples/7_epoch_2.json#/messages/0"


def test_a_broken_sample_is_told_and_the_others_load() -> None:
    members = [("header.json", {"version": 2, "eval": {"task": "demo"}, "status": "success"})]
    good = ("samples/7_epoch_2.json", sample([user("a")]))
    (session,) = load_bytes(
        archive(*members, ("samples/1_epoch_1.json", b'{"id": 1'), ("samples/2.json", b"[]"), good), "x"
    )
    assert [(one.code, one.numbers[0][1]) for one in session.diagnostics] == [
        ("sample_unread", "samples/1_epoch_1.json"),
        ("sample_unread", "samples/2.json"),
    ]
    with pytest.raises(FormatError, match="samples in several files are not read yet"):
        load_bytes(archive(*members, ("samples/1_epoch_1/sample.json", {})), "x")
    (session,) = read(5, sample([user("a")]))
    assert [(one.code, one.numbers) for one in session.diagnostics] == [
        ("sample_unread", (("name", "/samples/0"),))
    ]


def test_a_named_format_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    for data in (b"[]", b'{"a": 1}', b"", b"{}\n{}", archive(("header.json", {"eval": 1}))):
        with pytest.raises(FormatError):
            load_bytes(data, "x", format="inspect")
