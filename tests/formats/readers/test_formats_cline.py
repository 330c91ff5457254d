from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.sound import assert_sound

from ctxlab.errors import FormatError
from ctxlab.formats.load import load_bytes
from ctxlab.model.items import PartKind, Source
from ctxlab.model.session import Session, Usage

ENVIRONMENT = "<environment_details>\n# VSCode Visible Files\na.py\n</environment_details>"


def read(*messages: Any) -> Session:
    (session,) = load_bytes(json.dumps(messages).encode(), "api_conversation_history.json")
    assert session.origin.format == "cline"
    assert session.wire == "anthropic"
    assert_sound(session)
    return session


def user(*texts: str, **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": one} for one in texts], **more}


def answer(text: str, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "text", "text": text}], **more}


def told(session: Session) -> list[tuple[str, str, bool]]:
    return [(item.role, item.text[:12], item.injected) for item in session.items]


def live_texts(session: Session, number: int) -> list[str]:
    ranges = session.at(number).request.live
    return [session.items[i].text for first, last in ranges for i in range(first, last + 1)]


def test_the_environment_beside_the_users_words_was_not_typed() -> None:
    session = read(user("<task>\ngo\n</task>", ENVIRONMENT, ts=1736589300000), answer("ok"))
    assert told(session) == [
        ("user", "<task>\ngo\n</", False),
        ("user", "<environment", True),
        ("assistant", "ok", False),
    ]
    assert session.items[0].message == session.items[1].message == 0
    assert session.items[0].time == "1736589300000"
    assert [one.turn for one in session.requests] == [1]
    assert session.unknown == (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)


def test_results_written_as_text_are_results_that_nobody_typed() -> None:
    session = read(
        user("<task>go</task>", ENVIRONMENT),
        answer("<read_file><path>a.py</path></read_file>"),
        user("[read_file for 'a.py'] Result:", "print(1)", ENVIRONMENT),
        answer("done"),
        user(
            "[attempt_completion] Result:\nThe user has provided feedback\n<feedback>\nno\n</feedback>",
            ENVIRONMENT,
        ),
    )
    by_message = [item for item in session.items if item.message == 2]
    assert [item.source for item in by_message] == [
        Source.TOOL_RESULT,
        Source.TOOL_RESULT,
        Source.CONVERSATION,
    ]
    assert all(item.injected for item in by_message)
    # the user's word on the result opens a turn
    assert [one.turn for one in session.requests] == [1, 1, 2]


def test_native_calls_pair_and_their_usage_is_known() -> None:
    call = {"type": "tool_use", "id": "t1", "name": "read_file", "input": {"path": "a.py"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "print(1)"}
    metrics = {"tokens": {"prompt": 2100, "completion": 85, "cached": 1400}, "cost": 0.01}
    session = read(
        user("<task>go</task>", ENVIRONMENT),
        {"role": "assistant", "content": [call], "modelInfo": {"modelId": "m"}, "metrics": metrics},
        {"role": "user", "content": [result, {"type": "text", "text": ENVIRONMENT}]},
        answer("done"),
    )
    assert [item.call_id for item in session.items] == ["", "", "t1", "t1", "", ""]
    assert session.items[3].parts[0].kind is PartKind.RESULT
    assert session.items[3].parts[0].name == "read_file"
    assert session.requests[0].usage == Usage(input=2100, cache_read=1400, output=85)
    assert session.model == "m"
    assert session.requests[-1].turn == 1


def test_a_summary_of_roo_replaces_what_it_says() -> None:
    session = read(
        user("<task>go</task>"),
        answer("1", condenseParent="x"),
        user("<feedback>two</feedback>", condenseParent="x"),
        answer("They counted.", isSummary=True, condenseId="x"),
        answer("2"),
        user("<feedback>three</feedback>"),
        answer("3"),
    )
    summary = session.items[3]
    assert summary.source is Source.SUMMARY
    assert [item.superseded_by for item in session.items] == ["", summary.id, summary.id, "", "", "", ""]
    assert live_texts(session, 1) == ["<task>go</task>"]
    assert live_texts(session, 3) == ["<task>go</task>", "They counted.", "2", "<feedback>three</feedback>"]


def test_what_was_cut_off_is_not_live_behind_the_mark() -> None:
    session = read(
        user("<task>go</task>"),
        answer("1", truncationParent="y"),
        user("[NOTE] cut", isTruncationMarker=True, truncationId="y"),
        answer("2"),
    )
    assert live_texts(session, 2) == ["<task>go</task>", "[NOTE] cut"]
    assert {item.superseded_by for item in session.items} == {""}


def test_a_summary_that_is_gone_takes_nothing_out() -> None:
    session = read(
        user("<task>go</task>"), answer("1", condenseParent="lost"), user("<feedback>x</feedback>")
    )
    assert live_texts(session, 2) == ["<task>go</task>", "1", "<feedback>x</feedback>"]


def test_bare_anthropic_messages_are_not_taken() -> None:
    messages = [user("hello"), answer("hi")]
    (session,) = load_bytes(json.dumps(messages).encode(), "x.json")
    assert session.origin.format != "cline"
    with pytest.raises(FormatError, match="no messages"):
        load_bytes(b'{"a": 1}', "x.json", format="cline")
