"""The guides: what stands in them runs, in fresh processes, in order, and prints what they say."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from helpers.model_server import ModelServer
from helpers.tree import ROOT
from werkzeug import Response

from ctxlab.paths import resource

ENGLISH = resource("guides", "production.md")
CHINESE = resource("guides", "production.zh.md")

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Step:
    """A block of code of a guide, with what it is said to print; None where nothing is said."""

    language: str
    code: str
    prints: str | None


def steps(guide: Path) -> list[Step]:
    """The blocks of code of a guide, in order."""
    found: list[Step] = []
    for language, body in _BLOCK.findall(guide.read_text(encoding="utf-8")):
        if language == "text":
            last = found.pop()
            found.append(Step(last.language, last.code, body))
        else:
            found.append(Step(language, body, None))
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the samples, and `ctxlab` as a command."""
    shutil.copytree(ROOT / "sessions", tmp_path / "sessions")
    command = tmp_path / "bin" / "ctxlab"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ctxlab "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return tmp_path


@pytest.fixture
def environment(folder: Path, server: ModelServer) -> Iterator[dict[str, str]]:
    """What a process of a guide finds around it: a model on this machine among it."""
    server.reads = _completion
    yield {
        **os.environ,
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PYTHONIOENCODING": "utf-8",
        "LC_ALL": "C.UTF-8",
        "OPENAI_BASE_URL": server.address,
        "OPENAI_API_KEY": "none",
    }
    server.reads = None


def _completion(_asked: dict[str, Any]) -> Response:
    message = {"role": "assistant", "content": "The G7350."}
    answer = {
        "id": "a",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
    }
    return Response(json.dumps(answer), content_type="application/json")


def run(step: Step, folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Runs one block in a fresh process."""
    shell = step.language == "sh"
    line = ["sh", "-e", "-c", step.code] if shell else [sys.executable, "-c", step.code]
    return subprocess.run(
        line, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )


@pytest.mark.skipif(shutil.which("sh") is None, reason="the guide's commands are for a shell")
def test_the_guide_to_production_runs(folder: Path, environment: dict[str, str], server: ModelServer) -> None:
    found = steps(ENGLISH)
    assert [step.language for step in found].count("python") >= 6
    for step in found:
        done = run(step, folder, environment)
        assert done.returncode == 0, f"{step.code}\n{done.stdout}\n{done.stderr}"
        if step.language == "python":
            assert done.stderr == "", step.code
        if step.prints is not None:
            assert done.stdout == step.prints, step.code
    # 2 calls of the plain loop, 20 of the other
    assert len(server.asked) == 22
    system, *_, user = server.asked[1]["messages"]
    assert system["content"].startswith("You are a travel agent.")
    assert user == {"role": "user", "content": "Which train do we take home?"}


def test_the_guide_is_two_pages() -> None:
    assert len(ENGLISH.read_text(encoding="utf-8").split()) < 1500


def test_both_languages_have_the_same_code() -> None:
    assert steps(CHINESE) == steps(ENGLISH)
