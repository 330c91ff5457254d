from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.golden import Counts, counts, opened
from helpers.telling import codes, texts

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.branches import branches_of
from ctxlab.model.items import PartKind, Place, Source
from ctxlab.model.session import Session, Usage

META = {"id": "s1", "cwd": "/w", "cli_version": "0.99.0", "base_instructions": {"text": "You are Codex."}}
RULES = "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nuse tabs\n</INSTRUCTIONS>"
PLACE = "<environment_context>\n<cwd>/w</cwd>\n</environment_context>"


def said(role: str, text: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def item(payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-01-02T03:04:05.000Z", "type": "response_item", "payload": payload}


def event(type_: str, **fields: Any) -> dict[str, Any]:
    return {"type": "event_msg", "payload": {"type": type_, **fields}}


def call(id_: str) -> dict[str, Any]:
    return item({"type": "function_call", "name": "exec_command", "arguments": "{}", "call_id": id_})


def output(id_: str, text: str = "ok") -> dict[str, Any]:
    return item({"type": "function_call_output", "call_id": id_, "output": text})


def used(given: int, cached: int, came: int) -> dict[str, Any]:
    last = {"input_tokens": given, "cached_input_tokens": cached, "output_tokens": came}
    return event("token_count", info={"last_token_usage": last, "model_context_window": 258400})


def compacted(message: str = "", *history: Any) -> dict[str, Any]:
    left = {"replacement_history": list(history)} if history else {}
    return {"type": "compacted", "payload": {"message": message, **left}}


def read(*lines: Any, meta: dict[str, Any] | None = None) -> Session:
    values = [{"type": "session_meta", "payload": META if meta is None else meta}, *lines]
    (session,) = load_bytes("\n".join(json.dumps(one) for one in values).encode(), "rollout.jsonl")
    assert (session.origin.format, session.wire) == ("codex-rollout", "openai-responses")
    return session


def live(session: Session, request: int) -> list[str]:
    """The texts that were live at that request."""
    ranges = session.requests[request].live
    return [session.items[i].text for first, last in ranges for i in range(first, last + 1)]


# ---- real files


def test_calls_results_and_answers_without_times_of_their_own() -> None:
    (session,) = sessions = opened("05_codex_rollout/tool_call_stream.jsonl")
    # the session's instructions are the system message
    expected = Counts(1, 5, {"system": 1, "user": 1, "assistant": 2, "tool": 1}, 1, 1)
    assert counts(sessions) == expected
    system, user, one, result, answer = session.items
    assert (system.text, system.source, system.place) == (
        "Use tools.",
        Source.SYSTEM_PROMPT,
        Place(1, "/payload"),
    )
    assert (user.text, user.time) == ("List the files in /tmp.", "2025-01-15T11:00:02Z")
    assert (one.parts[0].name, one.parts[0].text) == ("exec_command", '{"cmd": "ls /tmp"}')
    assert (result.text, result.call_id, result.parts[0].name) == (
        "file1.txt\nfile2.txt",
        one.call_id,
        "exec_command",
    )
    assert answer.text == "There are two files: file1.txt and file2.txt."
    # the count stands behind the last answer
    assert [(r.end, r.turn, r.usage) for r in session.requests] == [
        (2, 1, None),
        (4, 1, Usage(input=42, output=18)),
    ]
    assert (session.unknown, session.diagnostics) == ((Source.TOOL_SCHEMAS,), ())


def test_a_compaction_replaces_all_that_was_before() -> None:
    (session,) = sessions = opened("05_codex_rollout/interleaved_stream.jsonl")
    # text and call in lines 6 and 7 are one answer: 3, not 2 texts and 2 calls. Of the compaction there are
    # its message, in the user's role, and the entry without a role
    assert counts(sessions) == Counts(1, 9, {"user": 3, "assistant": 3, "tool": 2, "unknown": 1}, 2, 2)
    assert [one.place.line for one in session.items] == [3, 4, 5, 6, 7, 8, 9, 10, 11, 11]
    assert [one.message for one in session.items] == [0, 1, 2, 3, 3, 4, 5, 6, 7, 8]
    strange, summary = session.items[-2:]
    assert (strange.role, json.loads(strange.text)) == ("unknown", {"id": "summary-1"})
    assert (summary.text, summary.source) == ("Conversation compacted", Source.SUMMARY)
    assert [one.superseded_by for one in session.items] == [*["i10"] * 8, "", ""]
    assert [(one.end, one.live) for one in session.requests] == [
        (1, ((0, 0),)),
        (3, ((0, 2),)),
        (6, ((0, 5),)),
        (10, ((9, 9),)),
    ]
    assert [(one.code, one.line) for one in session.diagnostics] == [("message_unknown", 11)]
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)


def test_text_that_only_events_hold_and_kinds_that_nobody_knows() -> None:
    (session,) = sessions = opened("05_codex_rollout/rollout-agentswap.redacted.jsonl")
    # MANIFEST counts items only: the two of the user stand in events alone. Text and call, thinking and call
    # are one answer each; the compaction's text is a message in the user's role, line 13 one of nobody
    assert counts(sessions) == Counts(1, 8, {"user": 3, "assistant": 2, "tool": 2, "unknown": 1}, 2, 2)
    assert [one.place.line for one in session.items] == [3, 4, 5, 6, 7, 8, 9, 11, 12, 13]
    first, *_, summary, last, strange = session.items
    assert first.text == "Add a CSV invoice export endpoint. Use the Drizzle query builder, never raw SQL."
    assert (last.text, last.time) == ("the export query is slow, optimize it", "2026-08-06T09:24:00.000Z")
    assert (summary.text, summary.source) == ("summary of first 40 turns", Source.SUMMARY)
    assert strange.parts[0].kind is PartKind.UNKNOWN
    assert [one.text for one in session.items if one.has(PartKind.THINKING)] == ["planning the handler"]
    assert (session.model, [one.turn for one in session.requests]) == ("gpt-5-codex", [1, 1, 2])
    # what is no message was never sent as one
    assert live(session, 2) == ["summary of first 40 turns", last.text]
    assert [(one.code, one.line) for one in session.diagnostics] == [
        ("unknown_line_type", 14),
        ("message_unknown", 13),
    ]
    head = json.loads(session.extra)
    assert head["git_branch"] == "feat/invoice-export"
    assert head["id"] == "2f1a9c3e-0000-4aaa-bbbb-000000000001"  # by which forks name it


# ---- who said it


def test_what_the_program_put_in_is_no_turn() -> None:
    session = read(
        item(said("developer", "<permissions instructions>ask</permissions instructions>")),
        item(
            {
                "type": "message",
                "role": "user",
                "content": [{"type": "input_text", "text": RULES}, {"type": "input_text", "text": PLACE}],
            }
        ),
        item(said("user", "<turn_aborted>\nstopped\n</turn_aborted>")),
        item(said("user", "<some_new_block>x</some_new_block>\n")),
        item(said("user", "fix <b>it</b>")),
    )
    assert [one.injected for one in session.items] == [False, False, True, True, True, True, False]
    assert [one.source for one in session.items[:2]] == [Source.SYSTEM_PROMPT] * 2
    assert [one.turn for one in session.requests] == [1]
    assert session.unknown == (Source.TOOL_SCHEMAS,)


def test_what_items_and_events_both_say_is_there_once() -> None:
    session = read(
        item(said("user", "fix it")),
        event("user_message", message="fix it\n"),
        event("agent_message", message="Looking."),
        item(said("assistant", "Looking.")),
        call("c1"),
        output("c1"),
        item(
            {
                "type": "message",
                "role": "user",
                "content": [
                    {"type": "input_text", "text": "<image>"},
                    {"type": "input_text", "text": "and this"},
                ],
            }
        ),
        event("UserMessage", message="and this"),
        item(said("assistant", "Done, as you asked.")),
        event("AgentMessage", message="Done"),
    )
    assert texts(session) == [
        *("You are Codex.", "fix it", "Looking.", "{}", "ok", "<image>", "and this", "Done, as you asked."),
    ]


def test_turns_of_which_there_are_only_events_are_taken_from_them() -> None:
    session = read(
        event("user_message", message="fix it", images=["data:image/png;base64,aGk="]),
        event("agent_message", message="Fixed."),
        item(said("user", "thanks")),
        event("user_message", message="thanks"),
        item(said("assistant", "Welcome.")),
        event("user_message", message="now test it"),
        call("c1"),
    )
    assert texts(session) == [
        "You are Codex.",
        "fix it",
        "",
        "Fixed.",
        "thanks",
        "Welcome.",
        "now test it",
        "{}",
    ]
    assert session.items[2].parts[0].data == "data:image/png;base64,aGk="
    assert (session.items[1].place, session.items[1].role) == (Place(2, "/payload"), "user")
    assert [(one.end, one.turn) for one in session.requests] == [(3, 1), (5, 2), (7, 3)]


def test_instructions_that_are_a_message_too_are_no_system_prompt() -> None:
    told = {"id": "s", "instructions": "use tabs"}
    session = read(item(said("user", RULES)), item(said("user", "go")), meta=told)
    assert texts(session) == [RULES, "go"]
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)


# ---- answers


def test_pieces_of_an_answer_are_one_message_and_bear_what_was_used() -> None:
    session = read(
        {"type": "turn_context", "payload": {"model": "gpt-5-codex"}},
        item(said("user", "go")),
        used(1, 0, 1),  # of the turn before, which is not here
        item({"type": "reasoning", "summary": [], "encrypted_content": "gAAA"}),
        item(said("assistant", "Looking.")),
        call("c1"),
        call("c2"),
        used(1000, 600, 50),
        output("c2", "two"),
        output("c1", "one"),
        item({"type": "ghost_snapshot", "ghost_commit": {}}),
        call("c3"),
        used(1200, 1000, 70),
        event("token_count", info=None, rate_limits={}),
        output("c3"),
    )
    assert [one.message for one in session.items] == [0, 1, 2, 2, 2, 2, 3, 4, 5, 6]
    assert [one.call_id for one in session.items[4:8]] == ["c1", "c2", "c2", "c1"]
    assert session.items[2].parts[0].signature == "gAAA"
    assert [(one.end, one.usage) for one in session.requests] == [
        (2, Usage(400, 600, None, 50)),
        (8, Usage(200, 1000, None, 70)),
        (10, None),
    ]
    assert (session.model, codes(session)) == ("gpt-5-codex", ["thinking_encrypted"])


def test_what_was_used_after_a_compaction_is_of_the_answer_after_it() -> None:
    session = read(
        item(said("user", "go")),
        item(said("assistant", "a")),
        used(9, 0, 1),
        compacted("sum"),
        call("c1"),
        used(5, 0, 2),
    )
    assert [one.usage for one in session.requests] == [Usage(9, 0, None, 1), Usage(5, 0, None, 2)]


# ---- history


def test_a_compaction_keeps_what_its_history_repeats() -> None:
    session = read(
        item(said("user", RULES)),
        item(said("user", "fix it")),
        call("c1"),
        output("c1"),
        item(said("assistant", "Fixed.")),
        compacted(
            "it is fixed", said("user", RULES), said("user", "fix it"), said("user", "Before: it is fixed")
        ),
        item(said("user", "test it")),
        item(said("assistant", "Tested.")),
    )
    summary = session.items[6]
    assert (summary.text, summary.source, summary.injected) == ("Before: it is fixed", Source.SUMMARY, True)
    assert summary.place == Place(7, "/payload/replacement_history/2")
    assert live(session, 2) == ["You are Codex.", RULES, "fix it", "Before: it is fixed", "test it"]
    assert [one.id for one in session.items if one.superseded_by == summary.id] == ["i4", "i5", "i6"]
    assert [one.turn for one in session.requests] == [1, 1, 2]


def test_a_compaction_that_only_the_provider_can_read_is_the_summary() -> None:
    folded = {"type": "compaction", "encrypted_content": "gAAA"}
    session = read(
        item(said("user", "fix it")),
        item(said("assistant", "Fixed.")),
        compacted("", said("user", "fix it"), folded),
    )
    assert (session.items[3].source, session.items[3].parts[0].data) == (Source.SUMMARY, "gAAA")
    assert session.items[2].superseded_by == "i4"
    assert live(session, 1) == ["You are Codex.", "fix it", ""]
    assert codes(session) == ["compaction_opaque"]


def test_without_its_history_a_compaction_is_taken_to_keep_what_the_user_said() -> None:
    session = read(
        item(said("user", "fix it")),
        item(said("assistant", "Fixed.")),
        compacted("first summary"),
        item(said("user", "test it")),
        item(said("assistant", "Tested.")),
        compacted("second summary"),
        item(said("user", "go on")),
    )
    assert live(session, 2) == ["You are Codex.", "fix it", "test it", "second summary", "go on"]
    by = {one.text: one.superseded_by for one in session.items}
    assert (by["Fixed."], by["first summary"], by["Tested."]) == ("i4", "i7", "i7")
    assert codes(session) == ["compaction_assumed"] * 2


def test_turns_that_were_rolled_back_are_not_live_any_more() -> None:
    session = read(
        item(said("user", "one")),
        item(said("assistant", "1")),
        item(said("user", "two")),
        item(said("assistant", "2")),
        event("thread_rolled_back", num_turns=1),
        item(said("user", "three")),
        item(said("assistant", "3")),
        event("thread_rolled_back", num_turns=9),
        item(said("user", "four")),
    )
    assert live(session, 2) == ["You are Codex.", "one", "1", "three"]
    assert live(session, 3) == ["You are Codex.", "four"]
    assert not any(one.superseded_by for one in session.items)
    assert [[one.index for one in way.requests] for way in branches_of(session)] == [[1, 2], [1, 3], [4]]


def test_a_fork_says_whose_history_it_begins_with() -> None:
    session = read(item(said("user", "go")), meta={**META, "forked_from_id": "s0"})
    assert [(one.code, dict(one.numbers)) for one in session.diagnostics] == [
        ("history_copied", {"key": "s0"})
    ]


# ---- forms and damage


def test_the_oldest_form_has_no_envelope() -> None:
    values = [
        {
            "id": "s",
            "timestamp": "2025-05-07T17:24:21Z",
            "instructions": "Be kind.",
            "git": {"branch": "main"},
        },
        {"record_type": "state"},
        said("user", "go"),
        {"type": "function_call", "call_id": "c1", "name": "shell", "arguments": "{}"},
        {
            "type": "function_call_output",
            "call_id": "c1",
            "output": '{"output":"x","metadata":{"exit_code":0}}',
        },
    ]
    (session,) = load_bytes("\n".join(json.dumps(one) for one in values).encode(), "x.jsonl")
    assert session.origin.format == "codex-rollout"
    assert texts(session) == ["Be kind.", "go", "{}", '{"output":"x","metadata":{"exit_code":0}}']
    assert [one.place for one in session.items[:2]] == [Place(1, ""), Place(3, "")]
    assert session.diagnostics == ()


def test_lines_that_are_none_are_said_and_the_rest_is_read() -> None:
    session = read(
        item(said("user", "go")), 3, {"x": 1}, {"type": "response_item"}, item(said("assistant", "ok"))
    )
    assert texts(session) == ["You are Codex.", "go", "ok"]
    assert [(one.code, one.line) for one in session.diagnostics] == [
        ("record_unknown", 3),
        ("record_unknown", 4),
        ("unknown_line_type", 5),
    ]


def test_an_empty_session_is_one() -> None:
    session = read(meta={"id": "s"})
    assert (session.items, session.diagnostics) == ((), ())


def test_what_is_no_rollout_is_refused() -> None:
    with pytest.raises(FormatError, match="no line is one of a Codex rollout"):
        load_bytes(b'{"a": 1}\n{"b": 2}', "x.jsonl", format="codex-rollout")
