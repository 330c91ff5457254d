"""Claude Code transcripts: what a line puts into the context, and whether a user typed it."""

from __future__ import annotations

import time
from typing import Any

import pytest
from formats.transcripts import call, line, live, read, result, said, user

from ctxlab.model.items import PartKind, Source
from ctxlab.model.session import Session


@pytest.mark.parametrize(
    ("content", "injected"),
    [
        ("hello", False),
        ("", False),
        ("[Request interrupted by user]", True),
        ([{"type": "text", "text": "[Request interrupted by user for tool use]"}], True),
        ("<system-reminder>be brief</system-reminder>", True),
        ("<system-reminder>be brief</system-reminder>\nhow are you?", False),
        ("<command-name>/clear</command-name>\n  <command-args></command-args>", True),
        ("<local-command-stdout>x", True),
        ("<bash-input>ls</bash-input><bash-stdout>a\nb</bash-stdout>", True),
        ("<bash-input>ls</bash-input><bash-stdout>a", False),
        ("<b>bold</b>", False),
        (
            [
                {"type": "text", "text": "<system-reminder>x</system-reminder>"},
                {"type": "text", "text": "what is 2+2?"},
            ],
            False,
        ),
        ([{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "QQ=="}}], False),
    ],
)
def test_what_the_program_writes_is_not_taken_for_the_users(content: Any, injected: bool) -> None:
    session = read([user("u1", None, content)])
    assert {item.injected for item in session.items} == {injected}
    assert session.requests[0].turn == (0 if injected else 1)


def test_meta_lines_are_injected() -> None:
    session = read([user("u1", None, "skill text", isMeta=True)])
    assert (session.items[0].injected, session.items[0].source) == (True, Source.CONVERSATION)


def test_text_beside_a_result_is_conversation() -> None:
    blocks = [{"type": "tool_result", "tool_use_id": "c1", "content": "r"}, {"type": "text", "text": "t"}]
    session = read([user("u0", None, "q"), said("a1", "u0", "r1", call("c1")), user("u1", "a1", blocks)])
    assert [item.source for item in session.items[2:]] == [Source.TOOL_RESULT, Source.CONVERSATION]
    assert session.requests[-1].turn == 1


def test_a_result_with_an_image_is_one_item() -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "QUJD"}}
    content = [{"type": "text", "text": "a"}, image, {"type": "text", "text": "b"}]
    session = read(
        [user("u0", None, "q"), said("a1", "u0", "r1", call("c1")), result("t", "a1", "c1", content)]
    )
    item = session.items[2]
    assert [(part.kind, part.text, part.data) for part in item.parts] == [
        (PartKind.RESULT, "a\nb", ""),
        (PartKind.IMAGE, "", "QUJD"),
    ]
    assert item.call_id == "c1"


@pytest.mark.parametrize(
    ("attachment", "text"),
    [
        ({"type": "hook_additional_context", "content": ["a", "b"]}, "a\nb"),
        ({"type": "skill_listing", "content": "- skill"}, "- skill"),
        ({"type": "file", "filename": "f", "content": {"type": "text", "file": {"content": "x=1"}}}, "x=1"),
        ({"type": "nested_memory", "path": "p", "content": {"type": "Project", "content": "rules"}}, "rules"),
        (
            {"type": "mcp_resource", "content": {"contents": [{"text": "a"}, {"text": "b"}]}},
            "a\nb",
        ),
        ({"type": "edited_text_file", "filename": "f", "snippet": "2 x"}, "2 x"),
        ({"type": "deferred_tools_delta", "addedNames": ["A"], "addedLines": ["A: it"]}, "A: it"),
        ({"type": "task_reminder", "content": []}, '{"type":"task_reminder","content":[]}'),
        ({"kind": "odd"}, '{"kind":"odd"}'),
        ("plain", "plain"),
        (7, "7"),
    ],
)
def test_attachments_show_what_they_carry(attachment: Any, text: str) -> None:
    session = read([user("u1", None, "q"), line("attachment", "n1", "u1", attachment=attachment)])
    item = session.items[1]
    assert (item.role, item.injected, item.text) == ("user", True, text)
    assert live(session, session.requests[-1]) == ["q", text]


def attached(attachment: Any) -> Session:
    return read([user("u1", None, "q"), line("attachment", "n1", "u1", attachment=attachment)])


def test_each_skill_in_use_is_an_item_of_its_own() -> None:
    skills = [{"name": "s", "path": "p", "content": "do"}, {"name": "t"}]
    items = attached({"type": "invoked_skills", "skills": skills}).items[1:]
    assert [(item.text, item.parts[0].name, item.message) for item in items] == [
        ("do", "s", 1),
        ('{"name":"t"}', "", 1),
    ]
    assert items[0].parts[0].extra == '{"path":"p"}'


def test_what_an_attachment_has_beside_its_text_is_kept() -> None:
    session = attached({"type": "deferred_tools_delta", "addedLines": ["A: it"], "removedNames": ["B"]})
    assert session.items[1].extra == '{"type":"deferred_tools_delta","removedNames":["B"]}'
    file = {"filePath": "/f", "content": "x=1", "numLines": 1}
    session = attached({"type": "file", "filename": "f", "content": {"type": "text", "file": file}})
    assert session.items[1].extra == '{"type":"file","filename":"f","file":{"filePath":"/f","numLines":1}}'


@pytest.mark.parametrize(
    "attachment",
    [
        {"type": "hook_success", "hookEvent": "Stop", "content": "", "stdout": "ok"},
        {"type": "hook_non_blocking_error", "stderr": "oops"},
        {"type": "hook_cancelled", "hookName": "x"},
    ],
)
def test_hooks_that_had_nothing_for_the_model_are_not_in_the_context(attachment: dict[str, Any]) -> None:
    session = attached(attachment)
    assert len(session.items) == 2
    assert live(session, session.requests[-1]) == ["q"]


@pytest.mark.parametrize(
    ("fields", "injected"),
    [
        ({"prompt": "stop", "commandMode": "prompt"}, False),
        ({"prompt": [{"type": "text", "text": "stop"}]}, False),
        ({"prompt": "<task-notification>done</task-notification>", "commandMode": "task-notification"}, True),
        ({"prompt": None}, True),
    ],
)
def test_what_was_typed_while_the_model_worked_is_the_users(fields: dict[str, Any], injected: bool) -> None:
    session = attached({"type": "queued_command", **fields})
    assert session.items[1].injected is injected
    assert session.requests[-1].turn == (1 if injected else 2)


def test_a_preview_of_a_large_result_says_where_the_whole_of_it_is() -> None:
    text = "<persisted-output>\nOutput too large (59.5KB). Full output saved to: /p/tool-results/b.txt"
    session = read(
        [
            user("u0", None, "q"),
            said("a1", "u0", "r1", call("c1"), call("c2")),
            result("t1", "a1", "c1", text),
            result("t2", "a1", "c2", "<persisted-output>\ncut"),
        ]
    )
    assert session.items[3].text == text
    assert session.items[3].extra == '{"full_output":"/p/tool-results/b.txt"}'
    assert session.items[4].extra == ""
    (told,) = [one for one in session.diagnostics if one.code == "results_previewed"]
    assert (told.item, told.line, dict(told.numbers), told.severity) == ("i4", 3, {"count": 2}, "info")


def test_an_error_of_the_api_was_never_sent() -> None:
    lines = [user("u1", None, "q"), said("a1", "u1", "r1", "API Error: 529", isApiErrorMessage=True)]
    lines[1]["message"]["model"] = "<synthetic>"
    session = read([*lines, user("u2", "a1", "again")])
    assert live(session, session.requests[-1]) == ["q", "again"]
    assert session.items[1].text == "API Error: 529"


def test_what_only_the_transcript_shows_was_never_sent() -> None:
    session = read([user("u1", None, "q"), user("u2", "u1", "shown", isVisibleInTranscriptOnly=True)])
    assert live(session, session.requests[-1]) == ["q"]


def test_notes_for_the_user_are_not_in_the_context() -> None:
    out = "<local-command-stdout>3</local-command-stdout>"
    session = read(
        [
            user("u1", None, "q"),
            line("system", "y1", "u1", subtype="api_error", content="overloaded"),
            line("system", "y2", "y1", subtype="local_command", content=out),
            said("a1", "y2", "r1", "x"),
        ]
    )
    assert live(session, session.requests[0]) == ["q", out]
    assert session.items[1].text == "overloaded"


def test_what_the_program_says_in_the_models_place_is_no_answer() -> None:
    lines = [user("u1", None, "q"), said("a1", "u1", "r1", "API Error")]
    lines[1]["message"]["model"] = "<synthetic>"
    session = read(lines)
    assert [(request.end, request.turn) for request in session.requests] == [(2, 1)]
    assert session.model == ""


def test_thousands_of_elements_that_are_never_closed_take_no_time() -> None:
    text = "<system-reminder>x" * 20_000
    started = time.process_time()
    session = read([user("u1", None, text)])
    assert time.process_time() - started < 2
    assert session.items[0].injected
