"""Claude Code transcripts: real files, damaged ones, others, and any tree at all."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from formats.transcripts import (
    DATA,
    READER,
    REAL,
    call,
    codes,
    kinds,
    load,
    read,
    said,
    user,
)
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.errors import FormatError
from ctxlab.formats.decode import decode
from ctxlab.model.items import PartKind, Source

# ---- real files


@pytest.mark.parametrize(
    ("name", "users", "answers", "calls", "results"),
    [
        ("short-clean", 2, 0, 0, 0),
        ("with-tool-results.redacted", 17, 24, 12, 12),
        ("subagent-a1b77fea2c0a2269b", 7, 8, 6, 6),
        ("compact-boundary-excerpt.redacted", 15, 21, 11, 11),
        ("representative_messages", 6, 5, 2, 2),
        ("edge_cases", 9, 4, 3, 1),
    ],
)
def test_every_message_of_the_real_files_is_there(
    name: str, users: int, answers: int, calls: int, results: int
) -> None:
    path = REAL / f"{name}.jsonl"
    session = load(path)
    raw = [json.loads(one) for one in path.read_text("utf-8").split("\n") if one]
    types = Counter(raw[number - 1]["type"] for number in {item.place.line for item in session.items})
    found = Counter(kinds(session.items))
    assert (types["user"], types["assistant"]) == (users, answers)
    assert (found["call"], found["result"]) == (calls, results)
    assert READER.sniff(decode(path.read_bytes(), "any")) > 0.85
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)
    assert (session.wire, session.origin.format) == ("anthropic", "claude-code")
    assert [item.id for item in session.items] == [f"i{n + 1}" for n in range(len(session.items))]


def test_pieces_of_one_reply_are_one_message() -> None:
    session = load(REAL / "with-tool-results.redacted.jsonl")
    first = [item for item in session.items if item.place.line in (9, 10, 11)]
    assert len({item.message for item in first}) == 1
    assert [(item.part, item.parts[0].kind.value) for item in first] == [
        (0, "thinking"),
        (1, "text"),
        (2, "call"),
    ]
    assert first[0].parts[0].signature.startswith("Er0OClsIDRgC")
    # One request a reply: 24 answer lines have 17 message ids, and the file ends with an answer.
    assert len(session.requests) == 17
    assert session.requests[-1].usage is None  # every figure reads "[SCRUBBED]"
    assert session.model == "claude-sonnet-4-6"


def test_turns_are_what_the_user_typed() -> None:
    session = load(REAL / "with-tool-results.redacted.jsonl")
    typed = [item.place.line for item in session.items if item.role == "user" and not item.injected]
    assert typed == [6, 19, 29, 37, 52]
    assert session.requests[-1].turn == 5


def test_pieces_of_a_reply_around_a_result_are_one_message() -> None:
    session = load(REAL / "subagent-a1b77fea2c0a2269b.jsonl")
    by_line = {item.place.line: item for item in session.items}
    assert [by_line[number].message for number in (2, 3, 5)] == [1, 1, 1]
    assert [by_line[number].part for number in (2, 3, 5)] == [0, 1, 2]
    assert [by_line[number].message for number in (11, 13)] == [7, 7]
    # msg_…gWDNzb, …8yLAG6, …YzRHrH, …eCLr5g: requests before lines 2, 7, 11 and 15.
    assert [session.items[request.end].place.line for request in session.requests] == [2, 7, 11, 15]


def test_a_sub_agents_file_is_a_main_conversation() -> None:
    session = load(REAL / "subagent-a1b77fea2c0a2269b.jsonl")
    assert {item.chain for item in session.items} == {""}
    assert session.items[0].source is None
    assert not session.items[0].injected
    assert [request.turn for request in session.requests] == [1, 1, 1, 1]


def test_results_name_their_tool() -> None:
    session = load(REAL / "subagent-a1b77fea2c0a2269b.jsonl")
    results = [part.name for item in session.items for part in item.parts if part.kind is PartKind.RESULT]
    assert results == ["Read", "Bash", "Bash", "Bash", "Read", "Read"]


def test_lines_without_any_parent_are_one_conversation() -> None:
    session = load(REAL / "representative_messages.jsonl")
    assert [request.live for request in session.requests] == [
        ((0, 0),), ((0, 2),), ((0, 4),), ((0, 6),), ((0, 8),), ((0, 10),)
    ]  # fmt: skip
    assert session.title.startswith("User learned about Python decorators")
    assert session.diagnostics == ()


def test_a_real_compaction() -> None:
    session = load(REAL / "compact-boundary-excerpt.redacted.jsonl")
    by_line = {item.place.line: item for item in session.items}
    recorded = by_line[26]
    assert (recorded.source, recorded.role, recorded.injected) == (Source.SUMMARY, "user", True)
    assert 25 not in by_line
    replaced = [item.place.line for item in session.items if item.superseded_by]
    assert replaced == [1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18, 19, 22]
    assert {item.superseded_by for item in session.items} == {"", recorded.id}
    after = session.requests[5]
    positions = [one for first, last in after.live for one in range(first, last + 1)]
    # The hook of line 34 printed nothing for the model.
    lines = [session.items[one].place.line for one in positions]
    # Line 32 is of seven skills, each an item.
    assert lines == [*range(26, 32), *[32] * 7, 33, 35]


def test_a_real_fork_of_parallel_results_stays_whole() -> None:
    session = load(REAL / "compact-boundary-excerpt.redacted.jsonl")
    by_line = {item.place.line: item for item in session.items}
    assert len({by_line[number].message for number in (15, 16, 17, 18)}) == 1
    assert by_line[19].call_id == by_line[18].call_id
    assert by_line[22].call_id == by_line[17].call_id


def test_odd_lines_are_reported_and_the_rest_loads() -> None:
    session = load(REAL / "edge_cases.jsonl")
    assert codes(session) == [
        ("message_broken", 11),
        ("uuid_reused", 12),
        ("not_an_object", 13),
        ("unknown_line_type", 14),
        ("not_an_object", 15),
        ("not_an_object", 16),
        ("missing_parent", 17),
        ("uuid_reused", 18),
        ("content_missing", 10),
    ]
    assert [item.text[:9] for item in session.items[-3:]] == ["Testing s", '{"todos":', "wow error"]
    injected = [item.place.line for item in session.items if item.injected]
    assert injected == [5, 6, 7, 8, 10]


def test_a_session_of_commands_only() -> None:
    session = load(REAL / "short-clean.jsonl")
    assert [item.injected for item in session.items] == [True] * 5
    (request,) = session.requests
    assert (request.turn, request.end, request.live) == (0, 5, ((1, 4),))


# ---- fault cases


def test_usage_of_one_reply_is_counted_once() -> None:
    session = load(DATA / "bugs" / "B138_same_id.jsonl")
    assert kinds(session.items) == ["text", "thinking", "text", "call"]
    assert [item.message for item in session.items] == [0, 1, 1, 1]
    (request,) = session.requests
    assert request.usage is not None
    assert (request.usage.input, request.usage.cache_read, request.usage.output) == (1, 113676, 2495)


def test_occupancy_is_that_of_the_last_request() -> None:
    session = load(DATA / "bugs" / "B49_usage_turns.jsonl")
    occupancies = [request.usage.occupancy for request in session.requests if request.usage]
    assert occupancies == [12_500, 21_000, 31_500]


def test_a_parent_that_is_not_there_is_marked_and_nothing_is_lost() -> None:
    session = load(DATA / "bugs" / "B140_broken_parent.jsonl")
    assert [item.text for item in session.items] == ["one", "two", "three", "four"]
    assert codes(session) == [("missing_parent", 3)]
    assert session.requests[-1].live == ((0, 2),)


def test_a_line_that_is_its_own_parent_is_no_cycle() -> None:
    session = load(DATA / "bugs" / "B140_self_parent.jsonl")
    assert [item.text for item in session.items] == ["one", "two"]
    assert codes(session) == [("parent_cycle", 1)]
    assert session.requests[0].live == ((0, 0),)


def test_lines_written_twice_count_once() -> None:
    session = load(DATA / "bugs" / "B142_dup_uuid.jsonl")
    assert [item.text for item in session.items] == ["one", "two", "three"]
    assert [(one.code, dict(one.numbers)) for one in session.diagnostics] == [
        ("lines_repeated", {"count": 2})
    ]
    assert session.requests[-1].live == ((0, 2),)


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("B125_cut_tail", ["Open gate 1.", "Gate 1 is open.", "Open gate 2.", "Gate 2 is open."]),
        ("B126_bad_middle", ["Open gate 1.", "Gate 1 is open.", "Gate 2 is open.", "Close both."]),
        (
            "B127_stub_glued",
            ["Open gate 1.", "Gate 1 is open.", "Open gate 2.", "Gate 2 is open.", "Close both."],
        ),
        ("B129_glued", ["Open gate 1.", "Gate 1 is open.", "Open gate 2.", "Gate 2 is open.", "Close both."]),
        ("B80_lone_high", ["status \ufffd… failed", "retry \U0001f6a2 ok"]),
    ],
)
def test_damaged_files_give_all_good_lines_as_one_branch(name: str, texts: list[str]) -> None:
    session = load(DATA / "bugs" / f"{name}.jsonl")
    assert [item.text for item in session.items] == texts
    last = session.requests[-1]
    assert last.live == ((0, last.end - 1),)


def test_large_usage_stays_exact() -> None:
    (request,) = load(DATA / "bugs" / "B168_big_usage.jsonl").requests
    assert request.usage is not None
    assert (request.usage.input, request.usage.output) == (4_300_000_000, 9_007_199_254_740_993)


# ---- what a session says of itself


def test_the_last_lines_usage_wins() -> None:
    lines = [user("u1", None, "q"), said("a1", "u1", "r1", "x"), said("a2", "a1", "r1", "y")]
    lines[1]["message"]["usage"] = {"input_tokens": 5, "output_tokens": 1}
    lines[2]["message"]["usage"] = {"input_tokens": 5, "output_tokens": 161}
    (request,) = read(lines).requests
    assert request.usage is not None
    assert (request.usage.input, request.usage.output) == (5, 161)


def test_unknown_line_types_are_reported_once_with_their_number() -> None:
    session = read(
        [user("u1", None, "q"), {"type": "new-thing"}, {"type": "new-thing"}, {"type": "last-prompt"}]
    )
    assert [(one.code, one.line, dict(one.numbers)) for one in session.diagnostics] == [
        ("unknown_line_type", 2, {"type": "new-thing", "count": 2})
    ]


@pytest.mark.parametrize(
    ("extra", "title"),
    [
        ([{"type": "custom-title", "customTitle": "Mine"}, {"type": "ai-title", "aiTitle": "Its"}], "Mine"),
        ([{"type": "summary", "summary": "Own", "leafUuid": "u1"}], "Own"),
        ([{"type": "summary", "summary": "Other", "leafUuid": "elsewhere"}], ""),
    ],
)
def test_the_title_is_the_sessions_own(extra: list[Any], title: str) -> None:
    assert read([user("u1", None, "q"), *extra]).title == title


# ---- what is no transcript


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b'{"role": "user", "content": "hi"}',
        b'{"type":"system","subtype":"init","session_id":"s"}',
        b"7",
    ],
)
def test_other_files_are_refused(data: bytes) -> None:
    document = decode(data, "x.jsonl")
    assert READER.sniff(document) == 0.0
    with pytest.raises(FormatError):
        READER.read(document)


def test_a_transcript_of_bookkeeping_is_an_empty_session() -> None:
    session = read([{"type": "summary", "summary": "x", "leafUuid": "y"}])
    assert session.items == ()
    assert [(request.index, request.end) for request in session.requests] == [(1, 0)]


_UUIDS = st.sampled_from(["a", "b", "c", "d", "e", "f", "g"])
_CONTENT = st.sampled_from(
    [
        None,
        "text",
        [],
        ["x"],
        7,
        {"a": 1},
        [call("c1")],
        [{"type": "tool_result", "tool_use_id": "c1"}],
        [{"type": "thinking"}, {"type": "image"}, {"type": 5}, None],
    ]
)
_LINE = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["user", "assistant", "attachment", "system", "progress", "x"]),
        "sessionId": st.just("s"),
        "uuid": _UUIDS,
        "parentUuid": st.none() | _UUIDS | st.just("gone"),
        "isSidechain": st.booleans(),
    },
    optional={
        "message": st.fixed_dictionaries(
            {"content": _CONTENT}, optional={"id": st.sampled_from(["r1", "r2", 3])}
        )
        | st.just("broken"),
        "subtype": st.just("compact_boundary"),
        "isCompactSummary": st.booleans(),
        "agentId": st.sampled_from(["k1", "k2"]),
        "attachment": st.sampled_from([None, "t", {"type": "file", "content": {"file": {"base64": "QQ"}}}]),
        "logicalParentUuid": _UUIDS,
        "compactMetadata": st.sampled_from(
            [{"preservedMessages": ["a", "b"]}, {"preservedSegment": {"headUuid": "a", "tailUuid": "d"}}, 5]
        ),
    },
)


@given(st.lists(_LINE, min_size=1, max_size=14))
def test_any_tree_gives_a_session_that_holds_together(lines: list[Any]) -> None:
    session = read([*lines, {"type": "last-prompt", "sessionId": "s"}])
    ids = [item.id for item in session.items]
    assert ids == [f"i{n + 1}" for n in range(len(ids))]
    for request in session.requests:
        candidates = set(session.at(request.index, chain=request.chain).candidates())
        positions = [one for first, last in request.live for one in range(first, last + 1)]
        assert positions == sorted(set(positions))
        assert set(positions) <= candidates
    for position, item in enumerate(session.items):
        if item.superseded_by:
            assert ids.index(item.superseded_by) > position


@given(st.lists(_LINE, min_size=1, max_size=10), st.integers(1, 9))
def test_ids_stay_when_a_file_grows(lines: list[Any], more: int) -> None:
    first = user("root", None, "q")
    before, after = read([first, *lines[:more]]), read([first, *lines])
    texts = [(item.id, item.text) for item in before.items]
    assert [(item.id, item.text) for item in after.items][: len(texts)] == texts
