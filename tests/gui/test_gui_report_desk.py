"""Reports from the window: built beside the work, looked through, and written where nothing was read."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, after, document_of, settle, write_profile, write_talk
from gui.shell_desk import Answers, idle
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.errors import RequestError
from ctxlab.gui.background import Topic
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.views.report_dialog import ReportDialog
from ctxlab.lab import Lab

MAIL = "anna.lee@corp.example"
KEY = "sk-proj-abcd1234EFGH5678ijkl9012MNOP3456"
TALK = [
    {"role": "user", "content": f"Keep it under 3000 yuan and mail it to {MAIL}."},
    {"role": "assistant", "content": f"I will write to {MAIL} with {KEY}. " + "word " * 20},
    {"role": "user", "content": "The host is 10.2.3.4 and my booking is ACME-77."},
    {"role": "assistant", "content": "It costs 5200 yuan."},
    {"role": "user", "content": "But I said under 3000 yuan!"},
]


@pytest.fixture
def trip(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """The window on a talk with secrets, whose first message is asked about."""
    window.open(write_talk(tmp_path, list(TALK)), str(write_profile(tmp_path)))
    settle(qtbot, window)
    window.exports.dialogs = Answers(window)
    idle(qtbot, window)
    window.presenter.choose("i1")
    return window


def opened(window: MainWindow) -> ReportDialog:
    """The dialog as it is asked for by the menu."""
    window.commands.report.trigger()
    found = window.casework.report.dialog
    assert found is not None
    return found


def looked_through(window: MainWindow, qtbot: QtBot) -> ReportDialog:
    """The dialog once the report is built and looked through."""
    found = opened(window)
    qtbot.waitUntil(found.save.isEnabled, timeout=PATIENCE_MS)
    return found


def answers(window: MainWindow) -> Answers:
    found = window.exports.dialogs
    assert isinstance(found, Answers)
    return found


def preview(dialog: ReportDialog) -> str:
    return dialog.preview.toPlainText()


def test_the_report_is_looked_through_and_written_without_the_secrets(
    trip: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    before = sorted(tmp_path.iterdir())
    dialog = opened(trip)
    assert trip.workspace.background.asks(Topic.REPORT)
    assert not dialog.save.isEnabled()
    assert dialog.state() == "request 1 of 1 · turn 3 · under small"
    qtbot.waitUntil(dialog.save.isEnabled, timeout=PATIENCE_MS)
    assert dialog.hidden == {"[key 1]", "[e-mail 1]"}
    assert KEY not in preview(dialog)
    assert MAIL not in preview(dialog)
    assert "[key 1]" in preview(dialog)
    assert sorted(tmp_path.iterdir()) == before
    answers(trip).chosen, answers(trip).form = tmp_path / "out.html", "html"
    dialog.save.click()
    assert Path(answers(trip).asked[-1]) == tmp_path / "talk.report-1.html"
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert page.lstrip().startswith("<!")
    assert KEY not in page
    assert MAIL not in page
    assert trip.casework.report.dialog is None
    assert trip.status.currentMessage() == "exported out.html"


def test_what_stays_is_written_and_the_ending_decides_the_form(
    trip: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = looked_through(trip, qtbot)
    rows = dialog.table.rows
    rows.toggle(rows.row_of("[e-mail 1]"))
    assert MAIL in preview(dialog)
    assert KEY not in preview(dialog)
    answers(trip).chosen, answers(trip).form = tmp_path / "out.md", "html"
    dialog.save.click()
    text = (tmp_path / "out.md").read_text(encoding="utf-8")
    assert text.startswith("## ")
    assert MAIL in text
    assert KEY not in text
    dialog = looked_through(trip, qtbot)
    answers(trip).chosen, answers(trip).form = tmp_path / "out.txt", "md"
    dialog.forms.choose("md")
    dialog.save.click()
    assert Path(answers(trip).asked[-1]).name == "talk.report-1.md"
    assert (tmp_path / "out.txt").read_text(encoding="utf-8").startswith("## ")


def test_files_that_were_read_are_refused_and_the_dialog_stays(
    trip: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = looked_through(trip, qtbot)
    for name in ("talk.json", "small.toml", "talk.marks.json"):
        path = tmp_path / name
        before = path.read_bytes() if path.exists() else None
        answers(trip).chosen, answers(trip).form = path, "html"
        dialog.save.click()
        assert name in dialog.failure()
        assert (path.read_bytes() if path.exists() else None) == before
    answers(trip).chosen = tmp_path / "missing" / "out.html"
    dialog.save.click()
    assert "cannot be written" in dialog.failure()
    answers(trip).chosen = None
    dialog.save.click()
    assert trip.casework.report.dialog is dialog


def test_it_is_copied_as_it_is_decided(trip: MainWindow, qtbot: QtBot) -> None:
    dialog = looked_through(trip, qtbot)
    dialog.copy.click()
    text = QGuiApplication.clipboard().text()
    assert text.startswith("## ")
    assert KEY not in text


def test_own_patterns_and_addresses_are_found_and_a_wrong_one_is_said(trip: MainWindow, qtbot: QtBot) -> None:
    dialog = looked_through(trip, qtbot)
    dialog.own.patterns.setPlainText(r"ACME-\d+")
    qtbot.waitUntil(lambda: "[redacted 1]" in dialog.hidden, timeout=PATIENCE_MS)
    assert "ACME-77" not in preview(dialog)
    assert "10.2.3.4" in preview(dialog)
    dialog.own.addresses.click()
    qtbot.waitUntil(lambda: "10.2.3.4" not in preview(dialog), timeout=PATIENCE_MS)
    dialog.own.patterns.setPlainText("(ACME")
    qtbot.waitUntil(lambda: "(ACME" in dialog.problem(), timeout=PATIENCE_MS)
    assert not dialog.save.isEnabled()
    assert "[redacted 1]" in dialog.hidden


def test_an_edit_does_not_change_the_report_that_is_looked_through(trip: MainWindow, qtbot: QtBot) -> None:
    dialog = looked_through(trip, qtbot)
    text = preview(dialog)
    document = document_of(trip)
    after(qtbot, trip, lambda: document.edit("budget.history.cap", 0, "history"))
    anew = dialog.findChild(QPushButton, "buildReportAnew")
    assert anew is not None
    assert anew.isVisible()
    assert preview(dialog) == text
    document.undo.undo()
    assert not anew.isVisible()
    document.undo.redo()
    settle(qtbot, trip)
    anew.click()
    assert not anew.isVisible()
    assert not dialog.save.isEnabled()
    qtbot.waitUntil(dialog.save.isEnabled, timeout=PATIENCE_MS)
    assert preview(dialog) != text


def test_cancelling_gives_the_report_up(trip: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(trip)
    dialog.cancel.click()
    assert not trip.workspace.background.asks(Topic.REPORT)
    assert trip.casework.report.dialog is None
    assert looked_through(trip, qtbot) is not dialog


def test_asked_again_on_the_same_it_comes_forward_and_on_another_it_is_built(
    trip: MainWindow, qtbot: QtBot
) -> None:
    dialog = looked_through(trip, qtbot)
    assert opened(trip) is dialog
    assert dialog.save.isEnabled()
    trip.presenter.choose("i3")
    assert opened(trip) is dialog
    assert not dialog.save.isEnabled()
    qtbot.waitUntil(dialog.save.isEnabled, timeout=PATIENCE_MS)
    assert "booking is" in preview(dialog)


def test_it_goes_with_its_session(trip: MainWindow, qtbot: QtBot) -> None:
    looked_through(trip, qtbot)
    trip.workspace.close_document(document_of(trip))
    assert trip.casework.report.dialog is None
    trip.casework.report.open()
    assert trip.casework.report.dialog is None


def test_what_kept_it_from_being_built_is_said(
    trip: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_asked: object, **_more: object) -> None:
        raise RequestError("it cannot be judged")

    monkeypatch.setattr(Lab, "matrices", refuse)
    dialog = opened(trip)
    qtbot.waitUntil(lambda: dialog.failure() == "it cannot be judged", timeout=PATIENCE_MS)
    assert not dialog.save.isEnabled()


def test_without_anything_asked_the_first_that_is_lost_is_reported(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.open(write_talk(tmp_path, list(TALK)), str(write_profile(tmp_path)))
    settle(qtbot, window)
    window.presenter.choose("")
    assert window.casework.inquiry.one is None
    dialog = looked_through(window, qtbot)
    title = dialog.findChild(QLabel, "reportTitle")
    assert title is not None
    assert title.text() == "The first must-keep that is not kept"
    assert "3000 yuan" in preview(dialog)


def test_it_goes_with_the_window(trip: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(trip)
    trip.close()
    assert not dialog.isVisible()
