"""Protection as a whole: offers after a crash, files changed outside, files open twice."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, PROFILE, document_of, make_window, settle
from gui.protection_desk import CAP, Desk, Window, cap
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.paths import data_dir, sample_sessions
from ctxlab.profiles import load_profile


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


@pytest.fixture
def new_window(desk: Desk) -> Iterator[Callable[[Path | None], Window]]:
    made: list[Window] = []

    def make(root: Path | None = None) -> Window:
        made.append(Window(desk, root or desk.root))
        return made[-1]

    yield make
    for window in made:
        window.protection.close()


@pytest.fixture
def window(new_window: Callable[[], Window]) -> Window:
    return new_window()


@pytest.fixture
def main_window(qtbot: QtBot) -> Iterator[MainWindow]:
    made = make_window()
    made.show()
    yield made
    made.close()
    made.deleteLater()


def killed(desk: Desk, window: Window) -> Path:
    document = window.open()
    document.edit(CAP, 70, "history 60 → 70")
    document.edit(CAP, 80, "history 70 → 80")
    document.change(document.profile, replace(document.marks, pins=("i1",)), "pin i1")
    return desk.kill()


def test_edits_are_offered_after_a_crash_and_restored_into_the_opened_session(
    desk: Desk, window: Window, new_window: Callable[[Path | None], Window]
) -> None:
    after = new_window(killed(desk, window))
    assert after.protection.offer() == 1
    (text,) = after.texts()
    assert text.startswith("Unsaved edits of talk under small.toml from ")
    assert text.endswith(": pin i1 and 2 more.")
    after.act("Restore")
    assert after.asked == [(desk.talk, str(desk.profile), None)]
    document = after.open()
    assert (cap(document), document.marks.pins) == (80, ("i1",))
    assert document.undo.undoText() == "restored edits"
    assert after.restored == [document]
    assert after.messages == {}
    # nothing is offered twice, and the restored edits are protected again
    (journal,) = (desk.folder / "next" / "journal").glob("*.jsonl")
    assert b'"cap":80' in journal.read_bytes()
    assert new_window(desk.folder / "next").protection.offer() == 0


def test_an_open_session_takes_its_edits_at_once(
    desk: Desk, window: Window, new_window: Callable[[Path | None], Window]
) -> None:
    after = new_window(killed(desk, window))
    document = after.open()
    after.protection.offer()
    after.act("Restore")
    assert cap(document) == 80
    assert after.asked == []
    assert after.restored == [document]


def test_what_is_neither_restored_nor_discarded_is_offered_again(
    desk: Desk, window: Window, new_window: Callable[[Path | None], Window]
) -> None:
    data = killed(desk, window)
    first = new_window(data)
    assert first.protection.offer() == 1
    assert new_window(data).protection.offer() == 0
    first.protection.close()
    second = new_window(data)
    assert second.protection.offer() == 1
    second.act("Discard")
    second.protection.close()
    assert new_window(data).protection.offer() == 0


def test_where_the_session_is_gone_the_profile_comes_back_on_another(
    desk: Desk, window: Window, new_window: Callable[[Path | None], Window]
) -> None:
    data = killed(desk, window)
    other = desk.talk.rename(desk.folder / "other.json")
    after = new_window(data)
    after.protection.offer()
    assert "talk.json is not there any more." in after.texts()[0]
    after.act("Restore")
    assert after.texts() == ["Open a session first: the profile is put back on it."]
    document = after.open(other)
    after.act("Restore")
    assert (cap(document), document.marks.pins) == (80, ())


def test_a_broken_profile_does_not_keep_edits_from_coming_back(
    desk: Desk, window: Window, new_window: Callable[[Path | None], Window]
) -> None:
    data = killed(desk, window)
    desk.profile.write_text("not toml at all [")
    after = new_window(data)
    after.protection.offer()
    after.act("Restore")
    assert after.asked == [(desk.talk, "", None)]
    document = after.open(profile="gssc")
    assert (cap(document), document.profile_path) == (80, desk.profile)


def test_a_journal_that_cannot_be_read_is_said(desk: Desk, window: Window) -> None:
    folder = desk.root / "journal"
    folder.mkdir(parents=True)
    (folder / "x-1-1.jsonl").write_bytes(b"broken\n")
    assert window.protection.offer() == 0
    assert window.texts() == [
        f"A journal of unsaved edits could not be read; it is kept as {folder / 'x-1-1.jsonl.bad'}."
    ]


def test_edits_that_cannot_be_protected_are_said_once(desk: Desk, window: Window) -> None:
    document = window.open()
    (desk.root / "journal").write_text("no folder")
    document.edit(CAP, 70, "x")
    document.edit(CAP, 80, "x")
    (text,) = window.texts()
    assert text.startswith("Edits cannot be protected against a crash: ")
    assert cap(document) == 80
    (desk.root / "journal").unlink()
    document.edit(CAP, 90, "x")
    assert window.messages == {}


def test_two_windows_on_one_file_hear_of_each_other(
    desk: Desk, window: Window, new_window: Callable[[], Window]
) -> None:
    document = window.open()
    assert window.messages == {}
    second = new_window()
    second.open()
    (text,) = second.texts()
    assert text.startswith("talk.json and small.toml are open in another ctxlab window (since ")
    assert text.endswith("): whoever saves last wins.")
    window.protection.look_again()
    assert len(window.messages) == 1
    # what was put away is not said again while nothing changes
    window.messages.clear()
    window.protection.look_again()
    assert window.messages == {}
    window.protection.forget(document)
    assert window.messages == {}
    second.protection.look_again()
    assert second.messages == {}


def test_another_profile_is_followed(desk: Desk, window: Window, new_window: Callable[[], Window]) -> None:
    document = window.open()
    other = desk.folder / "other.toml"
    other.write_text(PROFILE.replace("small", "other"))
    document.use_profile(load_profile(other), other)
    second = new_window()
    second.open(profile=other)
    assert second.texts()[0].startswith("talk.json and other.toml are open")
    document.use_profile(load_profile(desk.profile), None)
    second.protection.look_again()
    assert second.texts()[0].startswith("talk.json is open in another ctxlab window (since ")


def test_what_came_with_ctxlab_may_be_open_twice(desk: Desk, new_window: Callable[[], Window]) -> None:
    sample = sample_sessions("trip-hangzhou.ctx.json")
    profile = sample_sessions("travel-agent.toml")
    for _ in range(2):
        made = new_window()
        made.open(sample, profile)
        assert made.messages == {}


def test_a_document_that_was_closed_leaves_nothing(desk: Desk, window: Window) -> None:
    document = window.open()
    document.edit(CAP, 70, "x")
    assert len(desk.journals) == 1
    window.protection.forget(document)
    window.protection.forget(document)
    assert desk.journals == []


def test_the_window_offers_and_restores_what_another_left(
    desk: Desk, window: Window, main_window: MainWindow, qtbot: QtBot
) -> None:
    document = window.open()
    document.edit(CAP, 80, "history 60 → 80")
    shutil.copytree(desk.root / "journal", data_dir() / "journal", ignore=shutil.ignore_patterns("*.held"))
    assert main_window.protection.offer() == 1
    (restore,) = [one for one in main_window.findChildren(QPushButton) if one.text() == "Restore"]
    restore.click()
    qtbot.waitUntil(lambda: main_window.workspace.active is not None, timeout=PATIENCE_MS)
    settle(qtbot, main_window)
    again = document_of(main_window)
    assert (cap(again), again.profile_path) == (80, desk.profile)
    assert again.profile_changed
    again.undo.undo()
    assert cap(again) == 60
    # it took the journal over; undone, nothing is left to protect
    assert not any((data_dir() / "journal").glob("*.jsonl"))


def test_a_session_that_is_refused_leaves_its_edits_on_offer(
    desk: Desk, window: Window, main_window: MainWindow, qtbot: QtBot
) -> None:
    window.open().edit(CAP, 80, "history 60 → 80")
    shutil.copytree(desk.root / "journal", data_dir() / "journal", ignore=shutil.ignore_patterns("*.held"))
    whole = desk.talk.read_text()
    desk.talk.write_text(whole[:100])

    def press(words: str) -> None:
        buttons = main_window.views.messages.findChildren(QPushButton)
        (button,) = [one for one in buttons if one.text() == words]
        button.click()

    assert main_window.protection.offer() == 1
    with qtbot.waitSignal(main_window.workspace.all_read, timeout=PATIENCE_MS):
        press("Restore")
    desk.talk.write_text(whole)
    with qtbot.waitSignal(main_window.workspace.all_read, timeout=PATIENCE_MS):
        main_window.open(desk.talk, str(desk.profile))
    settle(qtbot, main_window)
    assert cap(document_of(main_window)) == 60, "nothing waits for it any more"
    QApplication.processEvents()
    press("Restore")
    assert cap(document_of(main_window)) == 80
