"""What leaves the window: in which forms, where to, and over what never."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from gui.gui_helpers import document_of, settle, write_talk
from gui.shell_desk import Answers
from pytestqt.qtbot import QtBot

import ctxlab
from ctxlab.gui.exports import RunForm
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.views.export_dialog import ExportDialog
from ctxlab.model.items import Row
from ctxlab.paths import sample_sessions
from ctxlab.profiles import load_profile


@pytest.fixture
def answers(talk: MainWindow) -> Answers:
    found = talk.exports.dialogs = Answers(talk)
    return found


def exported(window: MainWindow) -> ExportDialog:
    """The dialog in which the profile is exported, as the menu opens it."""
    window.commands.export.trigger()
    found = window.casework.export.dialog
    assert found is not None
    return found


def test_the_run_that_is_shown_goes_out_with_its_own_profile_while_a_newer_one_is_on_its_way(
    talk: MainWindow, answers: Answers, tmp_path: Path
) -> None:
    document = document_of(talk)
    assert document.run is not None
    document.edit("budget.history.cap", 0, "history")
    answers.chosen, answers.form = tmp_path / "run.json", RunForm.TRACE
    talk.commands.export_run.trigger()
    assert answers.chosen.read_text(encoding="utf-8") == document.run.trace.to_json(indent=2) + "\n"
    answers.form = RunForm.MESSAGES
    talk.commands.export_run.trigger()
    body = json.loads(answers.chosen.read_text(encoding="utf-8"))
    assert body["messages"][0]["role"] == "system"
    assert len(body["messages"]) == len(document.run.trace.context)
    answers.chosen = tmp_path / "out.toml"
    exported(talk).save.click()
    assert load_profile(answers.chosen).row(Row.HISTORY).cap == 60


def test_a_copy_of_the_session_holds_the_marks_as_edited(
    talk: MainWindow, answers: Answers, tmp_path: Path
) -> None:
    talk.marks.toggle_pin("i2")
    answers.chosen, answers.form = tmp_path / "copy.ctx.json", "native"
    talk.commands.save_session.trigger()
    copy = ctxlab.open(answers.chosen)
    assert copy.marks.pins == ("i2",)
    assert [one.text for one in copy.items] == [one.text for one in document_of(talk).session.items]


def test_nothing_that_is_open_or_shipped_is_written_over(
    talk: MainWindow, qtbot: QtBot, answers: Answers, tmp_path: Path
) -> None:
    first = document_of(talk)
    talk.open(write_talk(tmp_path, [{"role": "user", "content": "alone"}], "other.json"), "gssc")
    qtbot.waitUntil(lambda: talk.workspace.active is not first)
    settle(qtbot, talk)
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "talk.json")
    (tmp_path / "other.marks.json").write_text("{}", encoding="utf-8")
    held = [
        tmp_path / name
        for name in ("talk.json", "other.json", "other.marks.json", "talk.marks.json", "small.toml")
    ]
    for path in (*held, link, sample_sessions("travel-agent.toml")):
        before = path.read_bytes() if path.exists() else None
        answers.chosen, answers.form = path, RunForm.TRACE
        talk.commands.export_run.trigger()
        assert path.name in talk.views.messages.text()
        dialog = exported(talk)
        dialog.save.click()
        assert path.name in dialog.told()
        answers.form = "native"
        talk.commands.save_session.trigger()
        assert (path.read_bytes() if path.exists() else None) == before
    answers.chosen = tmp_path / "missing" / "out.json"
    answers.form = RunForm.TRACE
    talk.commands.export_run.trigger()
    assert "cannot be written" in talk.views.messages.text()
    answers.chosen = tmp_path / "out.json"
    talk.commands.export_run.trigger()
    assert answers.chosen.exists()
    assert talk.views.messages.text() == ""


def test_what_came_with_ctxlab_is_exported_elsewhere(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answers = window.exports.dialogs = Answers(window)
    window.open(sample_sessions("airline-task.json"))
    settle(qtbot, window)
    exported(window).save.click()
    window.commands.export_run.trigger()
    assert {Path(one).parent for one in answers.asked} == {tmp_path}
    beside = tmp_path / "mine"
    beside.mkdir()
    window.open(shutil.copy(sample_sessions("airline-task.json"), beside))
    qtbot.waitUntil(lambda: len(window.workspace.documents) == 2)
    exported(window).save.click()
    assert Path(answers.asked[-1]).parent == beside


def test_without_a_run_that_is_said(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    answers = window.exports.dialogs = Answers(window)
    window.workspace.activated.connect(lambda _document: window.exports.export_run())
    window.open(write_talk(tmp_path))
    qtbot.waitUntil(lambda: window.workspace.active is not None)
    assert window.views.messages.text() == "There is no run yet."
    assert answers.asked == []
