"""The line as a whole: which words call what, errors in one line, help without loading anything heavy."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers.cli import ctxlab, process
from helpers.tree import ROOT

from ctxlab.cli.main import COMMANDS, run
from ctxlab.cli.state import Shot


class _Window:
    """Stands where the window is, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.calls: list[tuple[tuple[str, ...], bool]] = []
        self.looks: list[tuple[str | None, int | None]] = []
        self.shots: list[tuple[Path, Shot]] = []

    def window(self, files: Sequence[str], *, smoke: bool, profile: str | None, request: int | None) -> int:
        self.calls.append((tuple(files), smoke))
        self.looks.append((profile, request))
        return 0

    def shoot(self, file: Path, shot: Shot) -> None:
        self.shots.append((file, shot))


@pytest.mark.parametrize(
    ("words", "files", "smoke"),
    [
        ([], (), False),
        (["trip.json"], ("trip.json",), False),
        (["a.json", "b.json"], ("a.json", "b.json"), False),
        (["--smoke"], (), True),
        (["--smoke", "a.json"], ("a.json",), True),
        (["a.json", "--smoke"], ("a.json",), True),
        (["./run"], ("./run",), False),
        (["a.json", "run"], ("a.json", "run"), False),
    ],
)
def test_words_that_are_no_command_open_the_window(
    words: list[str], files: tuple[str, ...], smoke: bool
) -> None:
    gui = _Window()
    assert run(words, gui=gui) == 0
    assert gui.calls == [(files, smoke)]


def test_the_window_opens_under_a_profile_at_a_request() -> None:
    gui = _Window()
    assert run(["--profile", "gssc", "a.json", "--request", "3"], gui=gui) == 0
    assert gui.calls == [(("a.json",), False)]
    assert gui.looks == [("gssc", 3)]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_first_word_equal_to_a_command_is_that_command(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    gui = _Window()
    assert run([name, "--help"], gui=gui) == 0
    assert f"Usage: ctxlab {name}" in capsys.readouterr().out
    assert gui.calls == []


def test_help_lists_every_command() -> None:
    answer = ctxlab("--help")
    assert answer.code == 0
    assert [name for name in COMMANDS if f"\n  {name} " not in answer.out] == []


def test_the_version_is_told() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert ctxlab("--version").out == f"ctxlab {project['version']}\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["run"], "Missing argument 'FILE'"),
        (["run", "--nonsense"], "--nonsense"),
        (["run", "absent.json"], "absent.json"),
        (["run", "x.json", "--request", "1", "--turn", "1"], "--request and --turn"),
        (["run", "x.json", "--request", "none"], "'none' is not a valid integer"),
    ],
)
def test_bad_usage_is_one_line_and_exit_2(words: list[str], told: str) -> None:
    answer = ctxlab(*words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    assert told.lower() in answer.err.lower()


def test_debug_adds_the_traceback() -> None:
    answer = ctxlab("run", "absent.json", "--debug")
    assert answer.code == 2
    assert answer.err.startswith("Traceback (most recent call last):")
    assert answer.err.splitlines()[-1].startswith("ctxlab: ")


def test_a_picture_is_asked_for_with_all_that_was_chosen(tmp_path: Path) -> None:
    gui, out = _Window(), tmp_path / "shot.png"
    words = ["screenshot", "a.json", "-o", str(out), "--theme", "dark", "--size", "800x600", "--request", "3"]
    assert run(words, gui=gui) == 0
    assert gui.shots == [(Path("a.json"), Shot(out, "dark", (800, 600), None, 3))]


@pytest.mark.parametrize("size", ["800", "0x5", "axb", "800x600x2", "99999x1"])
def test_an_impossible_size_is_refused(size: str) -> None:
    assert run(["screenshot", "a.json", "-o", "x.png", "--size", size], gui=_Window()) == 2


def test_the_locale_chooses_the_language(trip: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert "总计" in ctxlab("run", trip).out
    assert "total" in ctxlab("run", trip, "--lang", "en").out


def _writing_end(pipe: Path, reader: subprocess.Popen[bytes]) -> int:
    """The pipe's other end, which opens only once the reader waits for bytes."""
    for _ in range(400):
        with contextlib.suppress(OSError):
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        with contextlib.suppress(subprocess.TimeoutExpired):
            reader.wait(0.05)
            break
    reader.kill()
    raise AssertionError(f"the command never read: {reader.communicate()}")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_stops_cleanly(tmp_path: Path) -> None:
    pipe = tmp_path / "slow.json"
    os.mkfifo(pipe)
    words = [sys.executable, "-m", "ctxlab", "convert", str(pipe)]
    # Where this process was started with interrupts ignored, its children would ignore them, too.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        call = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    finally:
        signal.signal(signal.SIGINT, before)
    with call:
        end = _writing_end(pipe, call)
        call.send_signal(signal.SIGINT)
        try:
            out, err = call.communicate(timeout=30)
        finally:
            call.kill()
            os.close(end)
    assert call.returncode == 130
    assert out == b""
    assert err.decode().strip().splitlines()[-1] == "ctxlab: stopped"


def test_without_qt_the_window_names_the_one_command_that_adds_it(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\n"
        "find = u.find_spec\n"
        "u.find_spec = lambda name, package=None: None if name == 'PySide6' else find(name, package)\n",
        encoding="utf-8",
    )
    answer = process("trip.json", PYTHONPATH=os.pathsep.join([str(tmp_path), os.getcwd()]))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    assert 'pip install "ctxlab[gui]"' in answer.err
