"""`ctxlab convert --to`: one request as the body that an API takes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.chat import message, write_json
from helpers.cli import ctxlab
from helpers.tree import ROOT

FORMATS = ROOT / "tests" / "data" / "formats"


def talk(folder: Path) -> Path:
    messages = [
        message("system", "You plan."),
        message("user", "Where to?"),
        message("assistant", "There."),
        message("user", "And then?"),
    ]
    return write_json(folder / "talk.json", messages)


@pytest.mark.parametrize(
    ("wire", "file"),
    [
        ("openai-chat", "01_openai_chat/chat_two_tool_rounds.request.json"),
        ("openai-responses", "02_openai_responses/responses_reasoning_encrypted.request.json"),
        ("anthropic", "03_anthropic_messages/anthropic_thinking_tool.request.json"),
        ("gemini", "12_gemini/gemini_parallel_function_calls.request.json"),
    ],
)
def test_a_request_in_its_own_format_is_the_same(wire: str, file: str) -> None:
    answer = ctxlab("convert", FORMATS / file, "--to", wire)
    assert answer.code == 0
    assert answer.json == json.loads((FORMATS / file).read_text())


def test_a_request_in_the_middle_holds_what_stood_before_it(tmp_path: Path) -> None:
    answer = ctxlab("convert", talk(tmp_path), "--to", "gemini", "--request", "1")
    assert answer.json == {
        "systemInstruction": {"parts": [{"text": "You plan."}]},
        "contents": [{"role": "user", "parts": [{"text": "Where to?"}]}],
    }


def test_what_is_lost_and_what_is_wrong_goes_to_stderr(tmp_path: Path) -> None:
    out = tmp_path / "body.json"
    answer = ctxlab("convert", talk(tmp_path), "--to", "anthropic", "-o", out)
    assert (answer.code, answer.out) == (0, "")
    assert "i no largest answer was recorded, which this API asks for: max_tokens is 4096" in answer.err
    assert json.loads(out.read_text())["max_tokens"] == 4096
    empty = ctxlab("convert", write_json(tmp_path / "none.json", []), "--to", "openai-chat")
    assert (empty.code, empty.json) == (0, {"messages": []})
    assert "! there is no message" in empty.err


def test_findings_are_told_in_chinese(tmp_path: Path) -> None:
    answer = ctxlab("convert", talk(tmp_path), "--to", "anthropic", "--lang", "zh")
    assert "max_tokens = 4096" in answer.err
    assert "录制" in answer.err


def test_native_is_what_it_writes_by_default(tmp_path: Path) -> None:
    file = talk(tmp_path)
    assert ctxlab("convert", file, "--to", "native").out == ctxlab("convert", file).out


def test_other_formats_are_refused(tmp_path: Path) -> None:
    assert ctxlab("convert", talk(tmp_path), "--to", "smoke").code == 2
