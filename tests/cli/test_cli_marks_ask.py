"""Asking a model for constraints by the command line: nothing is sent before the user agrees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.cli import ctxlab
from helpers.model_server import ANSWER, TALK, ModelServer, status


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: ModelServer) -> Path:
    monkeypatch.setenv("CTXLAB_MODEL_ADDRESS", server.address)
    monkeypatch.setenv("CTXLAB_MODEL", "small")
    made = tmp_path / "talk.json"
    made.write_text(json.dumps({"messages": TALK}), encoding="utf-8")
    return made


def test_what_the_model_finds_is_marked_and_what_nobody_said_is_not(file: Path, server: ModelServer) -> None:
    server.will(ANSWER)
    answer = ctxlab("marks", "ask", file, "--yes")
    assert answer.code == 0
    assert answer.out.splitlines() == ["i1 · format · soft: two blanks"]
    assert f"small at {server.address}: calls 1" in answer.err
    assert "1 that were not known, and 1 that were" in answer.err
    assert "does not say it: write no file" in answer.err
    listed = ctxlab("survival", file, "--find").out
    assert "two blanks" in listed
    again = ctxlab("marks", "ask", file, "--yes")
    assert (again.code, again.out) == (0, "")
    assert "0 that were not known, and 2 that were" in again.err


def test_nothing_is_sent_on_a_dry_run_or_where_nobody_agrees(file: Path, server: ModelServer) -> None:
    server.will(ANSWER)
    assert ctxlab("marks", "ask", file, "--dry-run").code == 0
    refused = ctxlab("marks", "ask", file)
    assert refused.code == 2
    assert "nothing was sent" in refused.err
    assert server.asked == []
    assert not file.with_name("talk.marks.json").exists()


def test_an_endpoint_that_fails_changes_nothing(file: Path, server: ModelServer) -> None:
    server.will(status(401))
    answer = ctxlab("marks", "ask", file, "--yes")
    assert answer.code == 2
    assert "refuses the key" in answer.err
    assert not file.with_name("talk.marks.json").exists()


def test_a_model_has_to_be_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CTXLAB_MODEL")
    answer = ctxlab("marks", "ask", file, "--yes")
    assert answer.code == 2
    assert "CTXLAB_MODEL" in answer.err


def test_the_plan_is_told_in_chinese_too(file: Path) -> None:
    assert "调用 1 次" in ctxlab("marks", "ask", file, "--dry-run", "--lang", "zh").err


def test_what_is_too_long_to_be_asked_about_is_named(file: Path, server: ModelServer) -> None:
    server.will(ANSWER)
    long = {"role": "user", "content": "This is a document. " * 2_001}
    file.write_text(json.dumps({"messages": [*TALK, long]}), encoding="utf-8")
    answer = ctxlab("marks", "ask", file, "--yes")
    assert "not asked about, being too long for something said: i4" in answer.err
    assert all("This is a document" not in json.dumps(asked) for asked in server.asked)
