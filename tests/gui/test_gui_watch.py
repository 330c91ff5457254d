"""The watch: changes from outside are told once, however files are saved; the window's own are not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from ctxlab.gui import watch
from ctxlab.gui.watch import Role, Watch
from ctxlab.paths import write_atomic
from ctxlab.store.file_state import FileState


class Told:
    """A watch and what it told."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.watch = Watch()
        self.heard: list[tuple[str, str]] = []
        self.watch.profile_changed.connect(lambda path: self.heard.append(("profile", path.name)))
        self.watch.session_changed.connect(lambda path: self.heard.append(("session", path.name)))
        self.watch.marks_changed.connect(lambda path: self.heard.append(("marks", path.name)))

    def wait(self, *heard: tuple[str, str]) -> None:
        self.qtbot.waitUntil(lambda: len(self.heard) >= len(heard), timeout=PATIENCE_MS)
        self.settle()
        assert self.heard == list(heard)
        self.heard.clear()

    def settle(self) -> None:
        """Looks at the files and waits for what comes of it."""
        with self.qtbot.waitSignal(self.watch._seen, timeout=PATIENCE_MS):
            self.watch.check()


@pytest.fixture
def told(qtbot: QtBot) -> Iterator[Told]:
    made = Told(qtbot)
    yield made
    made.watch.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text("one")
    return path


def test_a_change_is_told_as_what_the_file_is(told: Told, file: Path) -> None:
    session, marks = file.with_name("talk.json"), file.with_name("talk.marks.json")
    session.write_text("one")
    told.watch.add(file, Role.PROFILE)
    told.watch.add(session, Role.SESSION)
    told.watch.add(marks, Role.MARKS)
    told.settle()
    file.write_text("two")
    told.wait(("profile", "small.toml"))
    session.write_text("three")
    told.wait(("session", "talk.json"))
    marks.write_text("made")
    told.wait(("marks", "talk.marks.json"))


def test_every_replacement_is_told_and_a_removal(told: Told, file: Path) -> None:
    told.watch.add(file, Role.PROFILE)
    for text in ("two", "three", "four"):
        write_atomic(file, text)
        told.wait(("profile", "small.toml"))
    file.unlink()
    told.wait(("profile", "small.toml"))
    file.write_text("back")
    told.wait(("profile", "small.toml"))


def test_the_same_bytes_at_another_time_are_no_change(told: Told, file: Path) -> None:
    told.watch.add(file, Role.PROFILE)
    told.watch.add(file, Role.PROFILE)
    write_atomic(file, "one")
    os.utime(file, ns=(1, 1))
    told.settle()
    told.settle()
    assert told.heard == []


def test_what_the_window_wrote_itself_is_not_told(told: Told, file: Path) -> None:
    told.watch.add(file, Role.PROFILE)
    told.watch.check()
    write_atomic(file, "mine")
    told.watch.known(file)
    told.settle()
    told.settle()
    assert told.heard == []
    write_atomic(file, "theirs")
    told.wait(("profile", "small.toml"))


def test_a_file_that_is_not_watched_any_more_is_not_told(told: Told, file: Path) -> None:
    other = file.with_name("other.toml")
    other.write_text("one")
    for path in (file, other, other):
        told.watch.add(path, Role.PROFILE)
    told.watch.remove(file)
    told.watch.remove(other)
    told.watch.remove(file)
    file.write_text("two")
    other.write_text("two")
    told.wait(("profile", "other.toml"))


def test_a_closed_watch_is_silent(told: Told, file: Path) -> None:
    told.watch.add(file, Role.PROFILE)
    told.watch.check()
    told.watch.close()
    file.write_text("two")
    told.watch.check()
    assert told.heard == []


def test_a_look_that_fails_is_raised_and_the_next_one_goes_well(
    told: Told, file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told.watch.add(file, Role.PROFILE)
    told.settle()

    def broken(_path: Path, _known: FileState | None) -> FileState:
        raise ZeroDivisionError("a mistake")

    with monkeypatch.context() as patched, capture_exceptions() as caught:
        patched.setattr(watch, "file_state", broken)
        told.watch.check()
        qtbot.waitUntil(lambda: bool(caught), timeout=PATIENCE_MS)
    assert caught[0][0] is ZeroDivisionError
    file.write_text("two")
    told.wait(("profile", "small.toml"))
