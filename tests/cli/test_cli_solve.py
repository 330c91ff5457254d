"""`ctxlab solve`: caps before and after, what stands against them, exit codes, the file that is written."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.cli import ctxlab as run
from helpers.solving import marked, placed
from helpers.spec import session

from ctxlab.lab import Lab

SAMPLES = Path(__file__).parents[2] / "sessions"
TALK = "i1 user 8\ni2 assistant 3\ni3 user 7\ni4 assistant 4\ni5 user 1"
PROFILE = """\
schema = "ctxlab.profile/1"
name = "small"

[tokens]
encoding = "chars/3"

# what stays of the talk
[budget.history]
cap = 25 # far too little
overflow = "stop"
order = "newest"

[budget.recent]
rounds = 0
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A profile, and a folder of sessions of which the second needs i2."""
    (tmp_path / "small.toml").write_text(PROFILE, "utf-8")
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    keeps = ("i4.1", "i2.2", "i3.1")
    placed(sessions, [marked(TALK, {"i5": f"i5.{at}"}, a=name) for at, name in enumerate(keeps)])
    return tmp_path


def test_it_tells_caps_with_what_holds_them_up(folder: Path) -> None:
    found = run("solve", str(folder / "sessions"), "--profile", str(folder / "small.toml"))
    assert found.code == 0
    (row,) = [line for line in found.out.splitlines() if line.startswith("history")]
    assert row.split()[:2] == ["history", "25"]
    assert "i2.2 in s001.ctx.json" in row
    assert "must-keeps kept" in found.out
    assert "2 / 3" in found.out
    assert "3 / 3" in found.out
    assert "exact" in found.out
    # chars/3 is an estimate, and so are the tokens counted by it
    (tokens,) = [line.split() for line in found.out.splitlines() if line.startswith("tokens in all")]
    assert all(one.startswith("≈") for one in tokens[3:])
    assert len(tokens) == 5


def test_the_written_profile_keeps_its_comments_and_passes_the_check(folder: Path) -> None:
    out = folder / "solved.toml"
    sessions = str(folder / "sessions")
    assert run("solve", sessions, "--profile", str(folder / "small.toml"), "-o", str(out)).code == 0
    text = out.read_text("utf-8")
    assert "# what stays of the talk\n[budget.history]\n" in text
    assert "# far too little" in text
    solved = Lab(store=False).profile(out)
    assert solved.provenance[-1].by == "solve"
    assert solved.provenance[-1].session_count == 3
    assert run("check", sessions, "--profile", str(folder / "small.toml")).code == 1
    assert run("check", sessions, "--profile", str(out)).code == 0


def test_it_warns_of_rows_that_would_be_emptied(folder: Path) -> None:
    words = ("solve", str(folder / "sessions"), "--profile", str(folder / "small.toml"))
    docs = ("--set", "budget.retrieved_doc.cap=900", "--set", "budget.retrieved_doc.overflow=skip")
    emptied = run(*words, *docs).out
    assert "a cap of 0 empties its row" in emptied
    assert "nothing asks for it" in emptied
    for more in (("--aim", "nearest"), ("--rows", "history")):
        assert "a cap of 0 empties its row" not in run(*words, *docs, *more).out


def test_json_is_one_document(folder: Path) -> None:
    words = ("solve", str(folder / "sessions"), "--profile", str(folder / "small.toml"), "--json")
    document = json.loads(run(*words, "--hold-out", "0.34", "--seed", "3").out)
    assert document["schema"] == "ctxlab.solution/1"
    assert (document["code"], document["solved"], document["aim"]) == (0, True, "smallest")
    assert len(document["held_out"]["places"]) == 1
    assert len(document["after"]["places"]) == len(document["solved_on"]) == 2
    assert document["after"]["kept"] == document["after"]["judged"] == 2
    (cap,) = document["caps"]
    assert (cap["row"], cap["before"]) == ("history", 25)
    title = document["places"][cap["place"]]["title"]
    assert title.startswith("s00")


def test_both_figures_are_told_side_by_side(folder: Path) -> None:
    words = ("solve", str(folder / "sessions"), "--profile", str(folder / "small.toml"))
    told = run(*words, "--hold-out", "0.34", "--seed", "3").out
    assert "solved on before" in told
    assert "held out after" in told


def test_what_stands_against_it_is_told(folder: Path) -> None:
    words = ("solve", str(folder / "sessions"), "--profile", str(folder / "small.toml"))
    none = run(*words, "--set", "budget.history.max_items=2", "-o", str(folder / "solved.toml"))
    assert none.code == 1
    assert "no cap keeps i2.2 in s001.ctx.json: it is over a count of items or messages" in none.out
    assert "--may-lose 1" in none.out
    assert not (folder / "solved.toml").exists()
    some = run(*words, "--set", "budget.history.max_items=2", "--may-lose", "1")
    assert some.code == 0
    assert "given up, as --may-lose allows: s001.ctx.json" in some.out


def test_a_solution_that_keeps_less_than_before_says_so(folder: Path) -> None:
    words = ("solve", str(folder / "sessions"), "--profile", str(folder / "small.toml"))
    roomy = run(*words, "--set", "budget.history.cap=1000", "--may-lose", "2")
    assert roomy.code == 0
    assert "keeps less than the profile did" in roomy.out
    assert "keeps less" not in run(*words, "--set", "budget.history.cap=1000").out


def test_chinese_is_told_too(folder: Path) -> None:
    words = ("solve", str(folder / "sessions"), "--profile", str(folder / "small.toml"), "--lang", "zh")
    told = run(*words).out
    assert "由何决定" in told
    assert "精确" in told


def test_nothing_to_judge_by_is_neither(folder: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    bare.mkdir()
    placed(bare, [session(TALK)])
    found = run("solve", str(bare), "--profile", str(folder / "small.toml"), "-o", str(folder / "out.toml"))
    assert found.code == 2
    assert "--stated" in found.err
    assert not (folder / "out.toml").exists()
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("solve", str(empty), "--profile", str(folder / "small.toml")).code == 2


def test_a_file_that_cannot_be_read_is_not_passed_over(folder: Path) -> None:
    broken = folder / "sessions" / "broken.ctx.json"
    broken.write_text('{"schema": "ctxlab.session/1", "items": [', "utf-8")
    found = run("solve", str(folder / "sessions"), "--profile", str(folder / "small.toml"))
    assert found.code == 2
    assert "i2.2 in s001.ctx.json" in found.out
    (folder / "sessions" / "notes.md").write_text("# no session", "utf-8")
    found = run("solve", str(folder / "sessions"), "--profile", str(folder / "small.toml"), "--json")
    lines = found.err.splitlines()
    assert lines[0].startswith("broken.ctx.json cannot be read and was left out: ")
    assert lines[1] == "files passed over that are no sessions: 1 (sessions/notes.md)"
    assert [Path(one["file"]).name for one in found.json["problems"]] == ["broken.ctx.json"]
    assert found.json["passed_over"] == {"count": 1, "files": ["sessions/notes.md"]}


def test_transcripts_without_marks_are_solved_by_what_they_state(tmp_path: Path) -> None:
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    texts = {"i1": "You must never pay more than 3,000 yuan for the hotel."}
    placed(sessions, [session(TALK, texts=texts)])
    (tmp_path / "small.toml").write_text(PROFILE, "utf-8")
    found = run("solve", str(sessions), "--profile", str(tmp_path / "small.toml"), "--stated")
    assert found.code == 0
    assert "3,000 yuan" in found.out
    assert "constraints stated in the sessions are taken for must-keeps" in found.out


@pytest.mark.parametrize(
    "words",
    [
        ("--rows", "attic"),
        ("--rows", "user_message"),
        ("--hold-out", "1"),
        ("--may-lose", "-1"),
        ("--aim", "largest"),
        ("--set", "budget.history.cap=-1"),
        ("-o", "SESSION"),
    ],
)
def test_bad_usage_is_refused(folder: Path, words: tuple[str, str]) -> None:
    option, value = words
    value = str(folder / "sessions" / "s000.ctx.json") if value == "SESSION" else value
    file = str(folder / "sessions" / "s000.ctx.json")
    found = run("solve", file, "--profile", str(folder / "small.toml"), option, value)
    assert (found.code, found.out) == (2, "")


def test_the_samples_are_solved_by_workers_in_a_process_of_its_own(tmp_path: Path) -> None:
    words = [
        "solve",
        str(SAMPLES),
        "--profile",
        str(SAMPLES / "travel-agent.toml"),
        "--workers",
        "2",
        "--json",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "ctxlab", *words], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    # of four of them nobody knows how large the schemas of their tools are
    begun, unknown = (line for line in done.stderr.splitlines() if "passed over" not in line)
    assert begun == "sessions: 6; rows: recent, history, tool_result, retrieved_doc"
    assert "sessions: 4 (airline-task.json, migrations.claude.jsonl, " in unknown
    assert done.returncode == 2
    document = json.loads(done.stdout)
    assert document["code"] == 2
    assert document["after"]["losing"] == 0
    assert document["before"]["losing"] == 2


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is a signal elsewhere")
def test_ctrl_c_stops_it_cleanly(tmp_path: Path) -> None:
    for at in range(40):
        shutil.copy(SAMPLES / "refactor-parser.ctx.json", tmp_path / f"s{at}.ctx.json")
    words = ["solve", str(tmp_path), "--profile", str(SAMPLES / "travel-agent.toml"), "--workers", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "ctxlab", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        assert running.stderr is not None
        assert "sessions: 40" in running.stderr.readline()
        # as a terminal does: every process of the group hears it
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err.strip()) == (130, "", "ctxlab: stopped")


def _unsized(folder: Path) -> None:
    """The first session does not say how large the schemas of its tools are."""
    file = folder / "sessions" / "s000.ctx.json"
    document = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**document, "unknown": ["tool_schemas"]}), "utf-8")


def test_whether_a_session_of_unknown_size_fits_cannot_be_judged(folder: Path) -> None:
    _unsized(folder)
    asked = ("solve", folder / "sessions", "--profile", folder / "small.toml", "--rows", "history")
    found = run(*asked, "-o", folder / "out.toml")
    assert found.code == run("check", folder / "sessions", "--profile", folder / "out.toml").code == 2
    assert found.err.splitlines()[1] == (
        "whether they fit cannot be judged, tool_schemas unknown, in sessions: 1 (s000.ctx.json); "
        "state an estimate: --set window.unknown.tool_schemas=N"
    )
    document = run(*asked, "--json").json
    assert (document["code"], document["solved"]) == (2, True)
    assert document["after"]["unknown"] == [{"place": 0, "sources": ["tool_schemas"]}]
    assert "是否超限无法判定的会话：1 个" in run(*asked, "--lang", "zh").err


def test_an_estimate_is_reckoned_with_and_told(folder: Path) -> None:
    _unsized(folder)
    asked = ("solve", folder / "sessions", "--profile", folder / "small.toml", "--rows", "history")
    found = run(*asked, "--set", "window.unknown.tool_schemas=300", "-o", folder / "out.toml")
    assert found.code == run("check", folder / "sessions", "--profile", folder / "out.toml").code == 0
    assert found.err.splitlines()[1] == (
        "reckoned with the profile's estimate: tool_schemas 300 tokens ([window.unknown]), in 1 session"
    )


def test_copies_of_one_session_are_told_where_some_are_held_out(folder: Path) -> None:
    shutil.copy(folder / "sessions" / "s000.ctx.json", folder / "sessions" / "copy.ctx.json")
    (folder / "sessions" / "s001.ctx.json").unlink()
    asked = ("solve", folder / "sessions", "--profile", folder / "small.toml", "--hold-out", "0.5")
    assert "copies" not in run(*asked[:-2]).err
    found = run(*asked, "--json")
    assert "copies of one session, on the same side: copy.ctx.json = s000.ctx.json" in found.err.splitlines()
    assert found.json["copies"] == [[0, 1]]
    (folder / "sessions" / "s002.ctx.json").unlink()
    line = "nothing was held out: all sessions are copies of one: copy.ctx.json = s000.ctx.json"
    assert line in run(*asked).err.splitlines()
