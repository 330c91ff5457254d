"""`-o`: what was read is never written, whichever command and whatever name it goes by."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.cli import ctxlab

BUDGET = 'CONTEXT_BUDGET = {"system_prompt": 2000}\n'


def _unchanged(file: Path, *words: object) -> None:
    before = file.read_bytes()
    answer = ctxlab(*words)
    assert answer.code == 2
    assert answer.out == ""
    assert "never changed" in answer.err
    assert answer.err.count("\n") == 1
    assert file.read_bytes() == before


@pytest.mark.parametrize("command", ["run", "convert", "screenshot"])
def test_no_command_writes_onto_its_session(command: str, trip: Path) -> None:
    _unchanged(trip, command, trip, "-o", trip)


@pytest.mark.parametrize("command", ["run", "convert", "screenshot"])
def test_no_command_writes_onto_the_marks_beside_its_session(command: str, trip: Path) -> None:
    marks = trip.with_name("trip.marks.json")
    marks.write_text('{"schema": "ctxlab.marks/1"}', encoding="utf-8")
    _unchanged(marks, command, trip, "-o", marks)


@pytest.mark.parametrize("place", ["s/subagents/agent-a1.jsonl", "agent-a1.jsonl"])
def test_no_command_writes_onto_the_file_of_a_sub_agent(place: str, tmp_path: Path) -> None:
    session, side = tmp_path / "s.jsonl", tmp_path / place
    side.parent.mkdir(parents=True, exist_ok=True)
    line = '"sessionId": "s", "type": "user", "message": {"role": "user", "content": "hi"}'
    session.write_text(f'{{"uuid": "u1", {line}}}\n', encoding="utf-8")
    side.write_text(f'{{"uuid": "u2", "isSidechain": true, "agentId": "a1", {line}}}\n', encoding="utf-8")
    _unchanged(side, "run", session, "-o", side)


@pytest.mark.parametrize("command", [("run",), ("screenshot",)])
def test_no_command_writes_onto_its_profile(command: tuple[str], trip: Path, tight: Path) -> None:
    _unchanged(tight, *command, trip, "--profile", tight, "-o", tight)


@pytest.mark.parametrize("form", ["toml", "context-budget", "dict"])
def test_an_export_does_not_take_the_place_of_its_profile(form: str, tight: Path) -> None:
    _unchanged(tight, "export", tight, "--as", form, "-o", tight)


def test_an_import_does_not_take_the_place_of_the_python_file(tmp_path: Path) -> None:
    budget = tmp_path / "budget.py"
    budget.write_text(BUDGET, encoding="utf-8")
    _unchanged(budget, "profiles", "import", budget, "-o", budget)


def test_other_names_of_the_same_file_do_not_help(trip: Path) -> None:
    link, hard = trip.with_name("link.json"), trip.with_name("hard.json")
    link.symlink_to(trip)
    hard.hardlink_to(trip)
    for other in (link, hard, trip.parent / "." / trip.name):
        _unchanged(trip, "run", trip, "-o", other)


@pytest.mark.parametrize("words", [("run",), ("convert",)])
def test_a_dash_is_no_file(words: tuple[str], trip: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(trip.parent)
    answer = ctxlab(*words, trip, "-o", "-")
    assert answer.code == 2
    assert "stdout" in answer.err
    assert not Path("-").exists()


@pytest.mark.parametrize("name", ["trip.json", "trip.marks.json"])
@pytest.mark.parametrize(
    "words",
    [
        ("sweep", "--set", "budget.history.cap=1", "--csv"),
        ("sweep", "--set", "budget.history.cap=1", "-o"),
        ("solve", "-o"),
        ("check", "--junit"),
        ("export", "gssc", "--as", "langchain-trim", "-o", "--verify"),
    ],
)
def test_sessions_that_are_found_in_a_folder_are_not_written_onto(
    words: tuple[str, ...], name: str, trip: Path
) -> None:
    marks = trip.with_name("trip.marks.json")
    marks.write_text('{"schema": "ctxlab.marks/1"}', encoding="utf-8")
    file = trip.with_name(name)
    if words[-1] == "--verify":
        _unchanged(file, *words[:-2], "-o", file, "--verify", trip.parent)
    else:
        _unchanged(file, words[0], trip.parent, *words[1:], file)


def test_two_outputs_of_one_name_are_refused(trip: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.csv"
    answer = ctxlab("sweep", trip, "--set", "budget.history.cap=1", "--csv", out, "-o", out)
    assert (answer.code, out.exists()) == (2, False)
    assert "two outputs have this name" in answer.err


_LATE = (
    ("sweep", "--csv"),
    ("sweep", "--best"),
    ("sweep", "-o"),
    ("solve", "-o"),
    ("check", "--junit"),
    ("run", "-o"),
)


@pytest.mark.parametrize("where", ["no/such/folder/x", "folder"])
@pytest.mark.parametrize(("command", "option"), _LATE)
def test_an_output_that_cannot_be_written_is_told_before_the_work(
    command: str, option: str, where: str, trip: Path, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.rglob("*"))
    answer = ctxlab(command, trip, "--profile", "gssc", option, tmp_path / where)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    assert "cannot be written: " in answer.err
    assert sorted(tmp_path.rglob("*")) == before


def test_the_output_of_a_verification_is_looked_at_before_it(tight: Path, trip: Path, tmp_path: Path) -> None:
    asked = ("export", tight, "--as", "langchain-trim", "--verify", trip)
    answer = ctxlab(*asked, "-o", tmp_path / "none" / "x.py")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "x.py: cannot be written: " in answer.err


def test_the_summary_of_a_job_is_looked_at_before_the_check(
    trip: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "none" / "summary.md"))
    answer = ctxlab("check", trip, "--profile", "gssc", "--github")
    assert (answer.code, answer.out) == (2, "")
    assert "summary.md: No such file" in answer.err
    assert ctxlab("check", trip, "--profile", "gssc").out
