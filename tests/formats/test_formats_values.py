"""JSON inside of texts: half a surrogate pair would be text that no file can hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.cli import ctxlab

from ctxlab.formats.lookups import decoded
from ctxlab.formats.traces.literals import opened_value
from ctxlab.formats.values import parse, unwrap

LONE = '{"a": ["\\ud800x", "\\ud83d\\ude00"], "\\udfff": 1}'
MENDED = {"a": ["\ufffdx", "😀"], "\ufffd": 1}


def test_lone_surrogates_of_json_inside_a_text_are_mended() -> None:
    assert parse(LONE) == MENDED
    assert unwrap(LONE) == MENDED
    assert unwrap(json.dumps(LONE)) == MENDED, "opened twice"
    assert decoded(LONE) == MENDED


def test_lone_surrogates_in_what_python_wrote_are_mended() -> None:
    assert opened_value("{'a': ['\\ud800x', None]}") == {"a": ["\ufffdx", None]}


@pytest.mark.parametrize("wrapped", ["tools", "body"])
def test_a_session_from_json_inside_a_text_can_be_written(tmp_path: Path, wrapped: str) -> None:
    tool = {"type": "function", "function": {"name": "look", "description": "a\ud800b", "parameters": {}}}
    request = {"model": "m", "messages": [{"role": "user", "content": "hello"}], "tools": [tool]}
    held = json.dumps(request.get(wrapped, request))
    value = {**request, wrapped: held} if wrapped in request else {"custom_id": "1", wrapped: held}
    file = tmp_path / "request.json"
    file.write_text(json.dumps(value), encoding="utf-8")
    answer = ctxlab("convert", file, "-o", tmp_path / "out.ctx.json")
    assert answer.code == 0, answer.err
    assert "a\ufffdb" in (tmp_path / "out.ctx.json").read_text(encoding="utf-8")
