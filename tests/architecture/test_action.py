"""The GitHub Action and the pre-commit hook: they say what is there, and their commands run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers.gate_repo import TOO_SMALL, commit, repository, write_profile
from helpers.tree import ROOT

ACTION = ROOT / ".github" / "actions" / "check" / "action.yml"
HOOKS = ROOT / ".pre-commit-hooks.yaml"
needs_tools = pytest.mark.skipif(not (shutil.which("bash") and shutil.which("git")), reason="no bash or git")


@pytest.fixture(scope="module")
def action() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
    return found


def steps(action: dict[str, Any]) -> list[dict[str, Any]]:
    return list(action["runs"]["steps"])


def test_it_is_a_composite_action_whose_steps_are_whole(action: dict[str, Any]) -> None:
    assert action["runs"]["using"] == "composite"
    assert {"name", "description", "inputs"} <= set(action)
    assert all(one["description"] for one in action["inputs"].values())
    for step in steps(action):
        assert ("uses" in step) is not ("run" in step)
        assert "run" not in step or step["shell"] == "bash"


def test_every_input_that_is_used_exists_and_every_one_is_used(action: dict[str, Any]) -> None:
    used = set(re.findall(r"inputs\.([\w-]+)", ACTION.read_text(encoding="utf-8")))
    assert used == set(action["inputs"])


def test_no_input_is_put_into_a_command(action: dict[str, Any]) -> None:
    """What a workflow hands over reaches the shell in the environment only, where it cannot be run."""
    assert all("${{" not in step.get("run", "") for step in steps(action))


def test_the_hook_is_one_that_pre_commit_takes() -> None:
    (hook,) = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))
    assert (hook["id"], hook["entry"], hook["language"]) == ("ctxlab-check", "ctxlab check", "python")
    assert hook["pass_filenames"] is False
    for name in ("profile.toml", "sessions/a.json", "sessions/a.jsonl.gz", "sessions/a.marks.json"):
        assert re.search(hook["files"], name)
    assert not re.search(hook["files"], "src/main.py")


def check_step(
    action: dict[str, Any], repo: Path, tmp_path: Path, **inputs: str
) -> tuple[subprocess.CompletedProcess[str], Path]:
    """Runs the step of the check as a runner does: a script for bash, the inputs in its environment."""
    tools = tmp_path / "tools"
    tools.mkdir(exist_ok=True)
    program = tools / "ctxlab"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ctxlab "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (step,) = (one for one in steps(action) if one.get("id") == "check")
    given = {name: inputs.get(name, one.get("default", "")) for name, one in action["inputs"].items()}
    named = {name: re.fullmatch(r"\$\{\{ inputs\.([\w-]+) \}\}", text) for name, text in step["env"].items()}
    assert all(named.values())
    environment = {name: given[hit[1]] for name, hit in named.items() if hit is not None}
    output = tmp_path / "output"
    environment |= {
        "GITHUB_OUTPUT": str(output),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        "GITHUB_WORKSPACE": str(repo),
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
    }
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
        cwd=repo,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done, output


@needs_tools
def test_the_check_of_the_action_fails_on_a_regression_and_annotates(
    action: dict[str, Any], tmp_path: Path
) -> None:
    repo = repository(tmp_path)
    (repo / "more talks").mkdir()
    shutil.copy(repo / "sessions" / "short.json", repo / "more talks" / "$(touch pwned).json")
    asked = {"files": "sessions\nmore talks\n", "profile": "profile.toml", "baseline-rev": "HEAD"}
    done, output = check_step(action, repo, tmp_path, **asked)
    assert (done.returncode, output.read_text(encoding="utf-8")) == (0, "code=0\n"), done.stderr
    assert "3 sessions: 3 hold" in done.stdout
    assert not (repo / "pwned").exists()
    write_profile(repo, TOO_SMALL)
    failed, output = check_step(action, repo, tmp_path, **asked, args="--max-level=0\n--lang=en")
    assert (failed.returncode, output.read_text(encoding="utf-8")) == (1, "code=0\ncode=1\n")
    assert "::error file=sessions/trip.json,line=1,title=must-keep newly lost%3A " in failed.stdout
    assert (repo / "ctxlab-check.xml").exists()
    assert "newly LOST" in (tmp_path / "summary.md").read_text(encoding="utf-8")


@needs_tools
def test_the_action_can_be_asked_for_less(action: dict[str, Any], tmp_path: Path) -> None:
    repo = repository(tmp_path)
    commit(repo, "nothing")
    asked = {"files": "-odd", "profile": "profile.toml", "annotate": "false", "junit": ""}
    done, _ = check_step(action, repo, tmp_path, **asked)
    assert done.returncode == 2
    assert "-odd: cannot be judged" in done.stdout
    assert not (repo / "ctxlab-check.xml").exists()
    assert "::" not in done.stdout
