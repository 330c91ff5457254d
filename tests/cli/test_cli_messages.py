"""`ctxlab messages`."""

from __future__ import annotations

import json
from pathlib import Path

from helpers.chat import message, write_json
from helpers.cli import ctxlab


def unanswered(folder: Path) -> Path:
    call = {"id": "c#1", "type": "function", "function": {"name": "find", "arguments": '{"a": 1}'}}
    talk = [
        message("system", "You plan."),
        message("user", "Where to?"),
        message("assistant", None, tool_calls=[call]),
        {"role": "tool", "tool_call_id": "c#1", "content": '{"town":"杭州"}'},
    ]
    return write_json(folder / "talk.json", {"model": "gpt-4o", "messages": talk})


def test_messages_are_told_with_number_role_tokens_and_place(trip: Path) -> None:
    lines = ctxlab("messages", trip).out.splitlines()
    assert lines[0].startswith("8 messages · OpenAI chat · ")
    assert any(line.startswith("#1 system · 7 tokens · at 0 %") for line in lines)
    assert "    You plan trips." in lines
    assert lines[-1] == "valid for OpenAI chat"


def test_calls_and_results_are_set_out(tmp_path: Path) -> None:
    out = ctxlab("messages", unanswered(tmp_path)).out
    assert "    → find c#1\n    {\n" in out
    assert '    ← find c#1\n    {\n      "town": "杭州"\n    }\n' in out


def test_raw_is_the_body_alone(trip: Path) -> None:
    answer = ctxlab("messages", trip, "--raw", "--wire", "anthropic")
    assert list(answer.json) == ["system", "messages"]
    assert answer.json["messages"][0]["role"] == "user"
    assert "built for OpenAI chat; written here for Anthropic" in answer.err


def test_check_tells_by_its_exit_code(tmp_path: Path) -> None:
    file = unanswered(tmp_path)
    assert ctxlab("messages", file, "--check").code == 0
    answer = ctxlab("messages", file, "--check", "--wire", "anthropic")
    assert answer.code == 1
    assert "not valid for Anthropic" in answer.out
    assert "! message #2: the call id c#1 has other signs than letters, digits, _ and -" in answer.out
    assert ctxlab("messages", file, "--wire", "anthropic").code == 0


def test_json_holds_findings_and_body(tmp_path: Path) -> None:
    answer = ctxlab("messages", unanswered(tmp_path), "--json", "--wire", "anthropic")
    document = answer.json
    assert (document["schema"], document["wire"], document["built"]) == (
        "ctxlab.messages/1",
        "anthropic",
        "openai-chat",
    )
    assert document["valid"] is False
    assert [(one["code"], one["message"]) for one in document["findings"]] == [("call_id_odd", 2)]
    assert document["body"]["messages"][1]["content"][0]["id"] == "c#1"


def test_a_file_gets_the_body(trip: Path, tmp_path: Path) -> None:
    out = tmp_path / "body.json"
    answer = ctxlab("messages", trip, "-o", out)
    assert len(json.loads(out.read_text(encoding="utf-8"))["messages"]) == 8
    assert answer.out == "valid for OpenAI chat\n"
    assert ctxlab("messages", trip, "-o", trip).code == 2


def test_raw_and_json_exclude_each_other(trip: Path) -> None:
    assert ctxlab("messages", trip, "--raw", "--json").code == 2


def test_an_empty_session_cannot_be_checked(tmp_path: Path) -> None:
    file = write_json(tmp_path / "none.json", {"messages": []})
    assert ctxlab("messages", file, "--check").code == 2


def test_chinese(trip: Path) -> None:
    assert "符合 OpenAI chat 要求" in ctxlab("messages", trip, "--lang", "zh").out
