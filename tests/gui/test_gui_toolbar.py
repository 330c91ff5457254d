"""Tools, menus and header say what holds now."""

from __future__ import annotations

from pathlib import Path

from gui.gui_helpers import after, document_of, settle, write_talk
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.toolbar import UNDO_LEAST


def tool(window: MainWindow, name: str) -> QToolButton:
    found = window.tools.findChild(QToolButton, name)
    assert found is not None
    return found


def test_buttons_are_there_when_their_actions_are(talk: MainWindow, qtbot: QtBot) -> None:
    assert tool(talk, "saveButton").isEnabled()
    assert not tool(talk, "revertButton").isEnabled(), "nothing was edited"
    assert not tool(talk, "undoButton").isEnabled()
    after(
        qtbot, talk, lambda: document_of(talk).edit("budget.history.cap", 70, "a <b>long</b> & odd edit" * 3)
    )
    assert tool(talk, "revertButton").isEnabled()
    text = tool(talk, "undoButton").text()
    assert text.startswith("↶ a <b>long</b> && odd edit")
    assert len(text) < 45
    assert "&lt;b&gt;" in tool(talk, "undoButton").toolTip(), "a tooltip shows it, and takes it for no markup"
    after(qtbot, talk, tool(talk, "revertButton").click)
    assert not tool(talk, "revertButton").isEnabled()
    talk.files.close_active()
    assert not any(tool(talk, name).isEnabled() for name in ("saveButton", "revertButton", "exportButton"))
    assert tool(talk, "openButton").isEnabled()
    assert talk.tools.profile.text() == "Profile: none"


def test_words_of_buttons_stay_whatever_the_actions_do(talk: MainWindow) -> None:
    for name, words in (("saveButton", "Save"), ("openButton", "Open…"), ("exportButton", "Export profile…")):
        talk.commands.for_document(there=False)
        talk.commands.for_document(there=True)
        assert tool(talk, name).text() == words


def test_the_profile_is_named_with_a_dot_while_it_is_not_saved(talk: MainWindow, qtbot: QtBot) -> None:
    picker, title = talk.tools.profile, talk.findChild(QLabel, "titleLabel")
    assert title is not None
    assert picker.text() == "Profile: small"
    after(qtbot, talk, lambda: talk.marks.toggle_pin("i2"))
    assert picker.text() == "Profile: small", "marks are no part of it"
    assert title.text() == "talk.json ● · small.toml"
    after(qtbot, talk, lambda: document_of(talk).edit("budget.history.cap", 70, "history"))
    assert title.text() == "talk.json ● · small.toml ●"
    assert picker.text() == "Profile: small ●"
    assert picker.accessibleName() == "Profile small, with unsaved edits"
    after(qtbot, talk, talk.commands.save.trigger)
    assert picker.text() == "Profile: small"
    assert title.text() == "talk.json · small.toml"


def test_the_title_is_told_once_however_often_a_session_was_looked_at(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    first = document_of(talk)
    talk.open(write_talk(tmp_path, [{"role": "user", "content": "alone"}], "other.json"))
    qtbot.waitUntil(lambda: document_of(talk) is not first)
    second = document_of(talk)
    for _ in range(3):
        talk.workspace.activate(first)
        talk.workspace.activate(second)
    settle(qtbot, talk)
    told: list[str] = []
    talk.windowTitleChanged.connect(told.append)
    second.edit("window.buffer", 9, "buffer")
    assert talk.windowTitle().endswith("● - ctxlab")
    second.undo.undo()
    assert len(told) == 2
    settle(qtbot, talk)


def test_recent_files_are_listed_by_their_own_names(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    menu = window.menus.recent
    assert not menu.isEnabled()
    path = write_talk(tmp_path, name="this & that.json")
    window.preferences.remember(str(path))
    assert menu.isEnabled()
    (action,) = menu.actions()
    assert isinstance(action, QAction)
    assert action.text().endswith("this && that.json")
    after(qtbot, window, action.trigger)
    assert window.workspace.file(document_of(window)) == path


def test_a_long_name_of_an_edit_takes_no_room_from_the_other_buttons(talk: MainWindow, qtbot: QtBot) -> None:
    after(qtbot, talk, lambda: document_of(talk).edit("budget.history.cap", 70, "a long name " * 9))
    talk.resize(1100, 700)
    QApplication.processEvents()
    others = [one for one in talk.tools.findChildren(QAbstractButton) if one is not talk.tools.undo]
    assert all(one.width() >= one.sizeHint().width() for one in others)
    assert UNDO_LEAST <= talk.tools.undo.width() < talk.tools.undo.sizeHint().width()


def test_where_there_is_no_room_what_the_menu_has_too_goes_first(talk: MainWindow) -> None:
    before, report = (
        talk.tools.findChild(QAbstractButton, name) for name in ("beforeButton", "reportButton")
    )
    assert isinstance(before, QAbstractButton)
    assert isinstance(report, QAbstractButton)
    seen: list[tuple[bool, bool]] = []
    for width in (1400, 1120, 1000, 1400):
        talk.resize(width, 700)
        QApplication.processEvents()
        seen.append((before.isVisible(), report.isVisible()))
        pages = [talk.tools.pages.button(name) for name in ("tune", "investigate", "sweep", "runs")]
        assert all(one.width() >= one.sizeHint().width() for one in pages), "no name is cut"
        assert talk.tools.more.isVisible() is not all(seen[-1])
    talk.resize(900, 700)
    QApplication.processEvents()
    menu = talk.tools.more.menu()
    menu.aboutToShow.emit()
    act = talk.commands
    assert menu.actions()[:2] == [act.set_before, act.report]
    talk.resize(1400, 700)
    QApplication.processEvents()
    assert seen == [(True, True), (False, True), (False, False), (True, True)]
