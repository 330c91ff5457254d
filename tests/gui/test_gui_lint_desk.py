"""Problems in the window: found beside the work, cured with one undoable edit, never of another document."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import document_of, settle, write_profile, write_talk
from gui.shell_desk import idle, type_cap, write_side_chain
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ctxlab.errors import CtxlabError
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.problem_rows import Kind, ProblemLine


def rest(qtbot: QtBot, window: MainWindow) -> None:
    """Waits until all is linted."""
    qtbot.waitUntil(lambda: not window.lint.busy)
    idle(qtbot, window)


def lines(window: MainWindow) -> list[ProblemLine]:
    return list(window.views.problems.rows.lines())


def said(window: MainWindow) -> list[str]:
    return [line.text for line in lines(window) if line.kind is Kind.PROBLEM]


def row_of(window: MainWindow, kind: Kind, words: str) -> int:
    found = [at for at, line in enumerate(lines(window)) if line.kind is kind and words in line.text]
    assert found, f"{words!r} is in none of {[line.text for line in lines(window)]}"
    return found[0]


def click(window: MainWindow, row: int) -> None:
    view = window.views.problems
    view.scrollTo(view.rows.index(row, 0))
    at = view.visualRect(view.rows.index(row, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QApplication.processEvents()


@pytest.fixture
def lossy(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """The window on a talk whose must-keep is lost at the last request."""
    window.resize(1400, 900)
    window.open(write_side_chain(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    rest(qtbot, window)
    return window


def test_what_is_wrong_is_found_and_counted_in_the_head_of_its_dock(lossy: MainWindow) -> None:
    assert any(text.startswith("“300 yuan” is lost in Select") for text in said(lossy))
    count = len(said(lossy))
    assert lossy.docks.problems._label.text() == f"Problems {count}"


def test_a_click_on_a_cure_is_an_edit_that_cures_and_can_be_undone(lossy: MainWindow, qtbot: QtBot) -> None:
    document = document_of(lossy)
    before = document.profile
    click(lossy, row_of(lossy, Kind.CURE, "→"))
    assert document.profile != before
    assert "→" in document.undo.undoText()
    settle(qtbot, lossy)
    rest(qtbot, lossy)
    assert not any("is lost in" in text for text in said(lossy))
    document.undo.undo()
    assert document.profile == before
    settle(qtbot, lossy)
    rest(qtbot, lossy)
    assert any("is lost in" in text for text in said(lossy))


def test_a_click_on_a_problem_goes_to_its_item(lossy: MainWindow) -> None:
    lossy.presenter.choose("i7")
    click(lossy, row_of(lossy, Kind.PROBLEM, "is lost in"))
    assert lossy.presenter.chosen == "i0"


def test_an_edit_is_linted_anew(lossy: MainWindow, qtbot: QtBot) -> None:
    type_cap(lossy, "history", "4000")
    settle(qtbot, lossy)
    rest(qtbot, lossy)
    assert not any("is lost in" in text for text in said(lossy))


def test_a_cure_of_another_state_is_not_applied(lossy: MainWindow) -> None:
    document = document_of(lossy)
    key = lines(lossy)[row_of(lossy, Kind.CURE, "→")].cure
    document.edit("budget.history.cap", 61, "an edit")
    edited = document.profile
    lossy.views.problems.cure_requested.emit(key)
    assert document.profile is edited
    assert "Edited meanwhile" in lossy.status.currentMessage()
    lossy.lint.apply("no such key #0")
    assert document.profile is edited


def test_another_document_shows_its_own(lossy: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    lossy.open(write_talk(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, lossy)
    rest(qtbot, lossy)
    assert not any("300 yuan" in text for text in said(lossy))
    lossy.files.close_active()
    QApplication.processEvents()
    rest(qtbot, lossy)
    assert any("300 yuan" in text for text in said(lossy))


def test_what_the_reader_noticed_is_shown_before_all_is_counted(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    cut = tmp_path / "cut.jsonl"
    message = '"message": {"role": "user", "content": "Hi"}'
    line = f'{{"type": "user", "uuid": "u1", "parentUuid": null, "sessionId": "s", {message}}}'
    cut.write_text(f'{line}\n{{"type": "user", "uu', encoding="utf-8")
    window.open(str(cut), str(write_profile(tmp_path)))
    settle(qtbot, window)
    rest(qtbot, window)
    assert any("the last line is cut off" in text for text in said(window))


def test_the_key_goes_to_the_problems_and_enter_applies(lossy: MainWindow, qtbot: QtBot) -> None:
    lossy.activateWindow()
    lossy.docks.problems.close()
    lossy.commands.show_problems.trigger()
    view = lossy.views.problems
    assert view.isVisible()
    assert view.hasFocus()
    view.setCurrentIndex(view.rows.index(row_of(lossy, Kind.CURE, "→"), 0))
    before = document_of(lossy).profile
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert document_of(lossy).profile != before


def test_back_in_a_state_that_was_not_looked_through_it_is_looked_at_anew(
    lossy: MainWindow, qtbot: QtBot
) -> None:
    document, all_of_it = document_of(lossy), said(lossy)
    lossy.lint._complete = False  # as where an edit came before the last answer
    document.edit("budget.history.cap", 4000, "an edit")
    document.undo.undo()
    settle(qtbot, lossy)
    rest(qtbot, lossy)
    assert said(lossy) == all_of_it
    assert lossy.lint._complete


def test_until_all_is_looked_through_it_says_so_and_not_that_nothing_is_wrong(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    view = window.views.problems
    assert view.placeholder == "nothing noticed"
    told: list[str] = []
    window.presenter.shown.connect(lambda _run: told.append(view.placeholder))
    window.open(write_talk(tmp_path, [{"role": "user", "content": "alone"}]), str(write_profile(tmp_path)))
    settle(qtbot, window)
    assert set(told) == {"looking…"}
    rest(qtbot, window)
    assert view.placeholder == "nothing noticed"


def test_what_could_not_be_looked_for_is_not_said_to_be_right(lossy: MainWindow) -> None:
    lossy.presenter.failed.emit(CtxlabError("no run"))
    assert lossy.views.problems.placeholder.startswith("not looked for")
