"""The gate in a real repository: a planted regression fails it, and without one it passes."""

from __future__ import annotations

import os
import shlex
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from helpers.cli import Answer, process
from helpers.gate_repo import ENOUGH, TOO_SMALL, commit, git, repository, write_profile
from helpers.plugin import plugin_words
from helpers.tree import ROOT

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
pytestmark = needs_git


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return repository(tmp_path)


@pytest.fixture
def ctxlab_on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command `ctxlab`, as an installed one is found."""
    tools = tmp_path / "tools"
    tools.mkdir()
    script = tools / "ctxlab"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ctxlab "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")


def check(repo: Path, *words: object) -> Answer:
    """The check as CI calls it, in a process of its own, in the repository."""
    return process("check", repo / "sessions", "--profile", repo / "profile.toml", *words)


def test_a_planted_regression_fails_and_without_it_the_gate_passes(repo: Path) -> None:
    write_profile(repo, ENOUGH - 500)
    commit(repo, "a smaller cap that still keeps it")
    passed = check(repo, "--baseline-rev", "HEAD~1")
    assert (passed.code, passed.err.count("never bind")) == (0, 1), passed.out + passed.err
    write_profile(repo, TOO_SMALL)
    commit(repo, "the regression")
    failed = check(repo, "--baseline-rev", "HEAD~1", "--json")
    assert failed.code == 1
    found = {result["file"]: result["findings"] for result in failed.json["results"]}
    assert found["sessions/short.json"] == []
    (lost,) = found["sessions/trip.json"]
    assert (lost["code"], lost["severity"], lost["label"], lost["stage"]) == (
        "must_keep_newly_lost",
        "error",
        "3000 yuan",
        "select",
    )
    assert "450" in lost["why"]


def test_what_was_lost_before_is_told_and_fails_only_when_strict(repo: Path) -> None:
    write_profile(repo, TOO_SMALL)
    commit(repo, "the regression")
    write_profile(repo, TOO_SMALL + 20)
    commit(repo, "a little larger, it is lost all the same")
    told = check(repo, "--baseline-rev", "HEAD~1")
    assert told.code == 0
    assert "must-keep lost in Select, as under the baseline: 3000 yuan" in told.out
    assert check(repo, "--baseline-rev", "HEAD~1", "--strict").code == 1


def test_the_old_file_that_git_shows_is_a_baseline_too(repo: Path, tmp_path: Path) -> None:
    write_profile(repo, TOO_SMALL)
    commit(repo, "the regression")
    old = tmp_path / "old.toml"
    old.write_text(git(repo, "show", "HEAD~1:profile.toml").stdout, encoding="utf-8")
    assert check(repo, "--baseline", old).code == 1
    assert check(repo, "--baseline", repo / "profile.toml").code == 0


def test_an_answer_that_is_committed_is_a_baseline(repo: Path) -> None:
    answer = check(repo, "--json")
    assert answer.code == 0
    (repo / "baseline.json").write_text(answer.out, encoding="utf-8")
    assert check(repo, "--baseline", repo / "baseline.json").code == 0
    write_profile(repo, TOO_SMALL)
    failed = check(repo, "--baseline", repo / "baseline.json")
    assert failed.code == 1
    assert "must-keep newly LOST in Select, the baseline kept it: 3000 yuan" in failed.out


PLUGIN_TEST = """\
from pathlib import Path

HERE = Path(__file__).parent


def test_the_trip_holds(assert_context):
    assert_context("sessions/trip.json", "profile.toml", baseline="old.toml", keeps=["3000 yuan"])
"""


def test_the_same_through_the_pytest_plugin(repo: Path) -> None:
    (repo / "old.toml").write_text(git(repo, "show", "HEAD:profile.toml").stdout, encoding="utf-8")
    (repo / "test_context.py").write_text(PLUGIN_TEST, encoding="utf-8")
    assert _pytest(repo).returncode == 0
    write_profile(repo, TOO_SMALL)
    failed = _pytest(repo)
    assert failed.returncode == 1
    assert "AssertionError: trip.json: does not hold" in failed.stdout
    assert "must-keep newly LOST in Select, the baseline kept it: 3000 yuan" in failed.stdout


def _pytest(repo: Path) -> subprocess.CompletedProcess[str]:
    words = ["-q", "-p", "no:cacheprovider", *plugin_words(), "."]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=repo,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def _hook() -> dict[str, object]:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert hook["id"] == "ctxlab-check"
    return dict(hook)


ARGS = ["sessions", "--profile", "profile.toml", "--baseline-rev", "HEAD"]


@pytest.mark.usefixtures("ctxlab_on_path")
def test_a_git_hook_refuses_the_commit_of_a_regression(repo: Path) -> None:
    hook = repo / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    line = shlex.join([*shlex.split(str(_hook()["entry"])), *ARGS])
    hook.write_text(f"#!/bin/sh\nexec {line}\n", encoding="utf-8")
    hook.chmod(hook.stat().st_mode | stat.S_IXUSR)
    write_profile(repo, ENOUGH + 100)
    assert commit(repo, "fine").returncode == 0
    write_profile(repo, TOO_SMALL)
    refused = commit(repo, "a regression")
    assert refused.returncode != 0
    assert "must-keep newly LOST" in refused.stdout + refused.stderr
    assert git(repo, "log", "--format=%s").stdout.splitlines()[0] == "fine"


@pytest.mark.usefixtures("ctxlab_on_path")
def test_pre_commit_runs_the_hook(repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real pre-commit, where it is installed, with the hook as the file defines it."""
    program = shutil.which("pre-commit")
    if program is None:
        pytest.skip("pre-commit is not installed")
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "pre-commit"))
    # the environment that it would install needs a package index
    hook = {**_hook(), "language": "system", "args": ARGS}
    config = {"repos": [{"repo": "local", "hooks": [hook]}]}
    (repo / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    git(repo, "add", "-A")
    words = [program, "run", "--all-files", "--verbose"]
    passed = subprocess.run(words, cwd=repo, capture_output=True, text=True, check=False, timeout=300)
    assert passed.returncode == 0, passed.stdout + passed.stderr
    write_profile(repo, TOO_SMALL)
    git(repo, "add", "-A")
    failed = subprocess.run(words, cwd=repo, capture_output=True, text=True, check=False, timeout=300)
    assert failed.returncode == 1
    assert "must-keep newly LOST" in failed.stdout


@pytest.mark.parametrize(
    ("revision", "said"),
    [
        ("HEAD~9", "git does not have it"),
        ("--output=x", "is no revision"),
        ("HEAD:sessions", "is no revision"),
    ],
)
def test_a_revision_that_is_none_is_an_error_that_says_so(repo: Path, revision: str, said: str) -> None:
    answer = check(repo, f"--baseline-rev={revision}")
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert "Traceback" not in answer.err


def test_outside_of_a_repository_a_revision_is_an_error(repo: Path, tmp_path: Path) -> None:
    shutil.rmtree(repo / ".git")
    answer = check(repo, "--baseline-rev", "HEAD")
    assert answer.code == 2
    assert "git does not have it" in answer.err


def test_a_broken_profile_in_the_revision_is_an_error(repo: Path) -> None:
    (repo / "profile.toml").write_text("nonsense = [", encoding="utf-8")
    commit(repo, "broken")
    write_profile(repo, ENOUGH)
    answer = check(repo, "--baseline-rev", "HEAD")
    assert answer.code == 2
    assert "HEAD:profile.toml" in answer.err
