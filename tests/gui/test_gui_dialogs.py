"""The dialogs before the screen: what is asked, and what an answer leads to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from ctxlab.gui.dialogs import Answer, Dialogs

FORMS = (("toml", "ctxlab profile (*.toml)"), ("code", "Python code (*.py)"), ("dict", "Python dict (*.py)"))


@pytest.fixture
def dialogs(qtbot: QtBot) -> Dialogs:
    parent = QWidget()
    qtbot.addWidget(parent)
    return Dialogs(parent)


@pytest.fixture(autouse=True)
def _no_question_waits_for_an_answer() -> None:
    """Here there is somebody who answers: see `then`."""


def then(act: Callable[[QWidget], object]) -> None:
    """Does something to the dialog that comes next, once it is there."""

    def look() -> None:
        shown = QApplication.activeModalWidget()
        if not isinstance(shown, QDialog):
            QTimer.singleShot(5, look)
            return
        # an answer that fails leaves the dialog open, which nobody would close
        QTimer.singleShot(PATIENCE_MS, shown, shown.reject)
        act(shown)

    QTimer.singleShot(0, look)


def press(words: str) -> Callable[[QWidget], None]:
    def act(box: QWidget) -> None:
        assert isinstance(box, QMessageBox)
        next(one for one in box.findChildren(QPushButton) if one.text().replace("&", "") == words).click()

    return act


@pytest.mark.parametrize(
    ("words", "answer"),
    [("Save", Answer.SAVE), ("Discard", Answer.DISCARD), ("Cancel", Answer.CANCEL)],
)
def test_unsaved_edits_have_three_answers(dialogs: Dialogs, words: str, answer: Answer) -> None:
    then(press(words))
    assert dialogs.unsaved("profile <b>x</b>") is answer


def test_esc_gives_nothing_up(dialogs: Dialogs) -> None:
    then(lambda box: QTest.keyClick(box, Qt.Key.Key_Escape))
    assert dialogs.unsaved("profile x") is Answer.CANCEL
    then(lambda box: QTest.keyClick(box, Qt.Key.Key_Escape))
    assert not dialogs.overwrite("x.toml")


def test_what_is_asked_about_is_named_as_plain_text(dialogs: Dialogs) -> None:
    said: list[str] = []

    def read(box: QWidget) -> None:
        assert isinstance(box, QMessageBox)
        assert box.textFormat() is Qt.TextFormat.PlainText
        said.append(box.text())
        box.reject()

    then(read)
    dialogs.unsaved("profile <b>x</b>")
    then(read)
    dialogs.overwrite("<i>x</i>.toml")
    assert "profile <b>x</b>" in said[0]
    assert "<i>x</i>.toml" in said[1]


def test_replacing_is_what_only_its_button_does(dialogs: Dialogs) -> None:
    then(press("Replace"))
    assert dialogs.overwrite("x.toml")
    then(lambda box: QTest.keyClick(box, Qt.Key.Key_Return))
    assert not dialogs.overwrite("x.toml"), "Enter does not"


def export(dialogs: Dialogs, folder: Path, act: Callable[[QFileDialog], object]) -> tuple[Path, str] | None:
    def run(box: QWidget) -> None:
        assert isinstance(box, QFileDialog)
        act(box)

    then(run)
    return dialogs.file_to_export("Export", folder / "small.toml", FORMS)


def choose_form(box: QFileDialog, down: int) -> None:
    combo = box.findChild(QComboBox, "fileTypeCombo")
    assert combo is not None
    for _ in range(down):
        QTest.keyClick(combo, Qt.Key.Key_Down)


def name(box: QFileDialog) -> QLineEdit:
    field = box.findChild(QLineEdit, "fileNameEdit")
    assert field is not None
    return field


def test_the_name_that_is_suggested_is_taken(dialogs: Dialogs, tmp_path: Path) -> None:
    assert export(dialogs, tmp_path, lambda box: box.accept()) == (tmp_path / "small.toml", "toml")


def test_the_name_follows_the_form_that_is_chosen(dialogs: Dialogs, tmp_path: Path) -> None:
    def act(box: QFileDialog) -> None:
        choose_form(box, 2)
        assert name(box).text() == "small.py"
        box.accept()

    assert export(dialogs, tmp_path, act) == (tmp_path / "small.py", "dict")


def test_a_name_without_an_ending_gets_that_of_the_form_and_others_keep_theirs(
    dialogs: Dialogs, tmp_path: Path
) -> None:
    def plain(box: QFileDialog) -> None:
        choose_form(box, 1)
        name(box).setText("budget")
        box.accept()

    assert export(dialogs, tmp_path, plain) == (tmp_path / "budget.py", "code")

    def own(box: QFileDialog) -> None:
        choose_form(box, 1)
        name(box).setText("budget.txt")
        box.accept()

    assert export(dialogs, tmp_path, own) == (tmp_path / "budget.txt", "code")


def test_cancelled_is_nothing(dialogs: Dialogs, tmp_path: Path) -> None:
    assert export(dialogs, tmp_path, lambda box: box.reject()) is None


def test_a_file_that_is_there_is_asked_about(dialogs: Dialogs, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "small.py").write_text("x", encoding="utf-8")
    asked: list[str] = []

    def act(box: QFileDialog) -> None:
        choose_form(box, 1)

        def refuse(question: QWidget) -> None:
            assert isinstance(question, QMessageBox)
            asked.append(question.text())
            question.button(QMessageBox.StandardButton.No).click()
            QTimer.singleShot(0, box.reject)

        def look() -> None:
            shown = QApplication.activeModalWidget()
            if isinstance(shown, QMessageBox):
                refuse(shown)
            else:
                QTimer.singleShot(5, look)

        QTimer.singleShot(0, look)
        box.accept()

    assert export(dialogs, tmp_path, act) is None
    assert "small.py" in asked[0]
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None, timeout=PATIENCE_MS)


@pytest.mark.parametrize(
    ("count", "asked"), [(1, "Delete this recorded build?"), (12, "Delete 12 recorded builds?")]
)
def test_builds_are_deleted_only_where_that_is_said(dialogs: Dialogs, count: int, asked: str) -> None:
    texts: list[str] = []

    def keep(box: QWidget) -> None:
        assert isinstance(box, QMessageBox)
        texts.append(box.text())
        box.reject()

    then(keep)
    assert not dialogs.delete_builds(count)
    assert texts == [asked]
    then(press("Delete"))
    assert dialogs.delete_builds(count)
