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
from helpers.chat import message, write_json
from helpers.cli import ctxlab, process
from helpers.tree import ROOT

from ctxlab.cli.main import COMMANDS, run
from ctxlab.cli.state import Choices, Shot
from ctxlab.model.pose import Pose


class _Window:
    """Stands where the window is, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.calls: list[tuple[tuple[str, ...], bool]] = []
        self.looks: list[tuple[str | None, int | None]] = []
        self.languages: list[str | None] = []
        self.shots: list[tuple[tuple[Path, ...], Shot]] = []

    def window(
        self,
        files: Sequence[str],
        *,
        smoke: bool,
        profile: str | None,
        request: int | None,
        language: str | None,
    ) -> int:
        self.calls.append((tuple(files), smoke))
        self.languages.append(language)
        self.looks.append((profile, request))
        return 0

    def shoot(self, files: Sequence[Path], shot: Shot) -> None:
        self.shots.append((tuple(files), shot))


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
    words: list[str], files: tuple[str, ...], smoke: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _talks("a.json", "b.json", "trip.json", "run")
    gui = _Window()
    assert run(words, gui=gui) == 0
    assert gui.calls == [(files, smoke)]


def _talks(*names: str) -> None:
    """Sessions of two requests."""
    pairs = (("user", "one"), ("assistant", "two"), ("user", "three"))
    for name in names:
        write_json(Path(name), [message(role, text) for role, text in pairs])


def test_the_window_opens_under_a_profile_at_a_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _talks("a.json")
    gui = _Window()
    assert run(["--profile", "gssc", "a.json", "--request", "2", "--lang", "zh"], gui=gui) == 0
    assert gui.calls == [(("a.json",), False)]
    assert gui.looks == [("gssc", 2)]
    assert gui.languages == ["zh"]


def test_the_users_settings_choose_the_windows_language_unless_it_is_asked_for() -> None:
    gui = _Window()
    assert run([], gui=gui) == 0
    assert gui.languages == [None]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["absent.json"], "absent.json: there is no such file"),
        (["profile"], "did you mean ctxlab profiles?"),
        (["chek", "a.json"], "did you mean ctxlab check?"),
        (["a.json", "absent.json"], "absent.json: there is no such file"),
        (["some.toml"], "some.toml"),
        (["broken.json"], "broken.json"),
        ([""], "it is a folder"),
        (["empty"], "there is no session file in it"),
        (["a.json", "--request", "9"], "there is no request 9"),
        (["a.json", "--profile", "no-such"], "no-such"),
    ],
)
def test_what_the_window_could_not_show_ends_before_it_opens(
    words: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    _talks("a.json")
    Path("some.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
    Path("broken.json").write_text('[{"role": "user"', encoding="utf-8")
    Path("empty").mkdir()
    gui = _Window()
    assert run(words, gui=gui) == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1
    assert gui.calls == []


def test_what_is_in_large_files_is_left_to_the_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "large.txt"
    file.write_bytes(b"no session\n" * 300_000)
    gui = _Window()
    assert run([str(file)], gui=gui) == 0
    assert gui.calls == [((str(file),), False)]


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
    words = ["screenshot", "a.json", "-o", str(out), "--theme", "dark", "--size", "800x600", "--turn", "3"]
    words += ["--set", "window.size=9", "--set", "budget.history.cap=2", "--chain", "c", "--session", "2"]
    words += ["--format", "native", "--profile", "gssc", "--lang", "zh"]
    assert run(words, gui=gui) == 0
    settings = ("window.size=9", "budget.history.cap=2")
    chosen = Choices("gssc", settings, turn=3, session=2, chain="c", format="native")
    assert gui.shots == [((Path("a.json"),), Shot(out, "dark", (800, 600), chosen, "zh"))]


def test_a_picture_shows_every_page_and_state(tmp_path: Path) -> None:
    gui, out = _Window(), tmp_path / "shot.png"
    words = ["screenshot", "a.json", "folder", "-o", str(out), "--page", "investigate", "--tab", "messages"]
    words += ["--item", "i3", "--select-row", "history", "--against", "unmanaged", "--arrangement", "own"]
    words += ["--mode", "unified", "--filter", "fate:dropped", "--palette", "save", "--unfold", "--columns"]
    assert run([*words, "--scale", "2"], gui=gui) == 0
    pose = Pose(
        page="investigate",
        tab="messages",
        arrangement="own",
        mode="unified",
        item="i3",
        row="history",
        before="unmanaged",
        filter="fate:dropped",
        palette="save",
        unfold=True,
        columns=True,
    )
    files = (Path("a.json"), Path("folder"))
    assert gui.shots == [(files, Shot(out, "light", (1440, 900), Choices(), scale=2, pose=pose))]


def test_a_picture_shows_a_sweep_and_a_solution(tmp_path: Path) -> None:
    gui, out = _Window(), tmp_path / "shot.png"
    words = ["screenshot", "a.json", "-o", str(out), "--page", "solve", "--solve", "--grid"]
    words += ["--sweep", "budget.history.cap=1:9:2", "--sweep", "budget.recent.cap=5,7"]
    assert run(words, gui=gui) == 0
    settings = ("budget.history.cap=1:9:2", "budget.recent.cap=5,7")
    pose = Pose(page="solve", sweep=settings, grid=True, solve=True)
    assert [shot.pose for _, shot in gui.shots] == [pose]


def test_an_empty_window_is_pictured_without_files(capsys: pytest.CaptureFixture[str]) -> None:
    gui = _Window()
    assert run(["screenshot", "-o", "x.png"], gui=gui) == 2
    assert run(["screenshot", "a.json", "--empty", "-o", "x.png"], gui=gui) == 2
    assert capsys.readouterr().err.count("give a FILE, or --empty") == 2
    assert run(["screenshot", "--empty", "-o", "x.png"], gui=gui) == 0
    assert gui.shots == [((), Shot(Path("x.png"), "light", (1440, 900), Choices()))]


@pytest.mark.parametrize("name", ["shot.jpg", "shot", "shot.png.txt"])
def test_a_picture_is_a_png(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    gui = _Window()
    assert run(["screenshot", "a.json", "-o", name], gui=gui) == 2
    assert ".png" in capsys.readouterr().err
    assert gui.shots == []


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
    sample = ROOT / "sessions" / "trip-hangzhou.ctx.json"
    answer = process(sample, PYTHONPATH=os.pathsep.join([str(tmp_path), os.getcwd()]))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    assert '-m pip install "pyside6-essentials' in answer.err
    assert "ctxlab[gui]" not in answer.err


def test_a_language_may_stand_before_the_command() -> None:
    answer = ctxlab("--lang", "zh", "formats")
    assert answer.code == 0
    assert "native" in answer.out
