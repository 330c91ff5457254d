"""The Runs page in a window: runs that come to rest are recorded, opened, compared, restored, deleted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.gui_helpers import (
    PATIENCE_MS,
    dispose,
    document_of,
    make_window,
    settle,
    write_profile,
    write_talk,
)
from gui.shell_desk import Answers, idle
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.views.build_diff import BuildDiff
from ctxlab.model.items import Row
from ctxlab.model.recorded import RecordedBuild
from ctxlab.profiles import builtin
from ctxlab.settings import RunsSettings
from ctxlab.store.runs import RunStore


@pytest.fixture
def kept(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """A window that records, on the small talk, whose first run is recorded."""
    monkeypatch.setattr("ctxlab.gui.run_keeper.REST_MS", 5)
    window = make_window(write=True)
    window.show()
    qtbot.waitExposed(window)
    with qtbot.waitSignal(window.casework.keeper.recorded, timeout=PATIENCE_MS):
        window.open(write_talk(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    yield window
    window.close()
    dispose(window)


def recorded() -> tuple[RecordedBuild, ...]:
    store = RunStore()
    found = store.builds()
    assert store.problem is None
    store.close()
    return found


def edit(qtbot: QtBot, window: MainWindow, cap: int) -> None:
    """Another cap of history, whose run is recorded."""
    with qtbot.waitSignal(window.casework.keeper.recorded, timeout=PATIENCE_MS):
        document_of(window).edit("budget.history.cap", cap, f"history {cap}")
    settle(qtbot, window)


def turn(qtbot: QtBot, window: MainWindow) -> None:
    """Turns to the page, and waits until all that is recorded is shown."""
    window.turn_to("runs")
    shown(qtbot, window, len(recorded()))


def shown(qtbot: QtBot, window: MainWindow, count: int) -> None:
    qtbot.waitUntil(lambda: window.views.monitor.rows.rowCount() == count, timeout=PATIENCE_MS)
    idle(qtbot, window)


def test_a_run_that_came_to_rest_is_recorded_once(kept: MainWindow, qtbot: QtBot) -> None:
    edit(qtbot, kept, 200)
    newest, first = recorded()
    run = document_of(kept).run
    assert run is not None
    assert newest.figures.counted == run.trace.totals.counted
    assert (newest.figures.profile, newest.milliseconds) == ("small", run.milliseconds)
    assert newest.figures.dropped < first.figures.dropped
    with qtbot.waitSignal(kept.casework.keeper.recorded, timeout=PATIENCE_MS) as again:
        document_of(kept).run_again()
    assert again.args == [newest.id]
    assert len(recorded()) == 2


def test_of_a_gesture_only_the_end_is_recorded(kept: MainWindow, qtbot: QtBot) -> None:
    document = document_of(kept)
    document.begin_gesture()
    for cap in (100, 150, 180):
        document.edit("budget.history.cap", cap, "history")
        settle(qtbot, kept)
    assert len(recorded()) == 1
    with qtbot.waitSignal(kept.casework.keeper.recorded, timeout=PATIENCE_MS):
        document.end_gesture()
    assert len(recorded()) == 2


def test_the_settings_turn_recording_off(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctxlab.gui.run_keeper.REST_MS", 1)
    window = make_window(write=True)
    window.preferences.settings = window.preferences.settings.model_copy(
        update={"runs": RunsSettings(record=False)}
    )
    window.show()
    with qtbot.assertNotEmitted(window.casework.keeper.recorded, wait=50):
        window.open(write_talk(tmp_path), str(write_profile(tmp_path)))
        settle(qtbot, window)
    window.turn_to("runs")
    idle(qtbot, window)
    assert "[runs] record = false" in window.views.monitor.empty.text()
    assert recorded() == ()
    window.close()
    dispose(window)


def test_a_window_that_keeps_nothing_records_nothing(talk: MainWindow, qtbot: QtBot) -> None:
    assert not talk.preferences.records
    talk.turn_to("runs")
    idle(qtbot, talk)
    assert talk.views.monitor.empty.isVisible()
    assert "No build is recorded yet." in talk.views.monitor.empty.text()
    assert recorded() == ()


def test_the_page_shows_what_is_recorded_and_what_comes(kept: MainWindow, qtbot: QtBot) -> None:
    turn(qtbot, kept)
    view = kept.views.monitor
    assert view.isVisible()
    assert view.rows.rowCount() == 1
    edit(qtbot, kept, 200)
    shown(qtbot, kept, 2)
    assert [one[1] for one in view.cards.texts()][3] == "2"


def test_profile_and_marks_are_restored_as_an_edit(kept: MainWindow, qtbot: QtBot) -> None:
    document = document_of(kept)
    kept.marks.toggle_pin("i2")
    edit(qtbot, kept, 200)
    turn(qtbot, kept)
    kept.views.monitor.table.choose(1)
    with qtbot.waitSignal(document.state_changed, timeout=PATIENCE_MS):
        kept.views.monitor.restore_button.click()
    assert document.profile.row(Row.HISTORY).cap == 60
    assert document.marks.pins == ()
    assert kept.workspace.undo.undoText() == "restore build 1"
    assert kept.status.currentMessage().startswith("Profile and marks are those of build 1 now")
    kept.commands.undo.trigger()
    assert document.profile.row(Row.HISTORY).cap == 200
    assert document.marks.pins == ("i2",)
    settle(qtbot, kept)
    idle(qtbot, kept)


def test_a_build_is_compared_with_what_is_shown(kept: MainWindow, qtbot: QtBot) -> None:
    edit(qtbot, kept, 200)
    turn(qtbot, kept)
    kept.views.monitor.table.choose(1)
    kept.views.monitor.compare_button.click()
    qtbot.waitUntil(lambda: kept.findChild(BuildDiff) is not None, timeout=PATIENCE_MS)
    dialog = kept.findChild(BuildDiff)
    assert dialog is not None
    assert dialog.windowTitle() == "build 1, small → shown, small"
    assert dialog.view.table.model().rowCount() > 0
    dialog.close()
    idle(qtbot, kept)


def test_a_build_of_a_session_that_is_gone_is_opened_from_its_copy(
    kept: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    edit(qtbot, kept, 200)
    document = document_of(kept)
    kept.files.dialogs = Answers(kept)
    kept.workspace.close_document(document)
    (tmp_path / "talk.json").unlink()
    turn(qtbot, kept)
    view = kept.views.monitor
    view.table.choose(2)
    with qtbot.waitSignal(kept.casework.monitor.done, timeout=PATIENCE_MS):
        view.open_button.click()
    settle(qtbot, kept)
    opened = document_of(kept)
    assert kept.workspace.file(opened).name == "talk.ctx.json"
    assert opened.profile.row(Row.HISTORY).cap == 200
    assert opened.undo.undoText() == "restore build 2"
    assert opened.run is not None
    assert opened.run.trace.totals.counted == recorded()[0].figures.counted
    idle(qtbot, kept)


def test_a_build_whose_session_is_open_is_looked_at_there(kept: MainWindow, qtbot: QtBot) -> None:
    edit(qtbot, kept, 200)
    turn(qtbot, kept)
    document = document_of(kept)
    kept.views.monitor.table.choose(1)
    with qtbot.waitSignal(kept.casework.monitor.done, timeout=PATIENCE_MS):
        kept.views.monitor.open_button.click()
    assert document_of(kept) is document
    assert len(kept.workspace.documents) == 1
    assert document.profile.row(Row.HISTORY).cap == 60
    settle(qtbot, kept)
    idle(qtbot, kept)


def test_a_build_is_exported_as_its_trace(kept: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    run = document_of(kept).run
    assert run is not None
    answers = kept.exports.dialogs = Answers(kept)
    answers.chosen = tmp_path / "out.json"
    turn(qtbot, kept)
    with qtbot.waitSignal(kept.exports.done, timeout=PATIENCE_MS):
        kept.views.monitor.export_button.click()
    assert json.loads(answers.chosen.read_text(encoding="utf-8")) == json.loads(run.trace.to_json())


def test_builds_are_deleted_once_that_is_confirmed(kept: MainWindow, qtbot: QtBot) -> None:
    edit(qtbot, kept, 200)
    answers = kept.exports.dialogs = Answers(kept)
    turn(qtbot, kept)
    kept.views.monitor.table.choose(1)
    kept.views.monitor.delete_button.click()
    assert answers.asked == ["delete 1"]
    assert len(recorded()) == 2
    answers.replace = True
    kept.views.monitor.delete_button.click()
    shown(qtbot, kept, 1)
    assert [one.id for one in recorded()] == [2]


def test_builds_of_one_session_are_looked_at_alone(kept: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    other = write_talk(tmp_path, [{"role": "user", "content": "hello"}], name="other.json")
    with qtbot.waitSignal(kept.casework.keeper.recorded, timeout=PATIENCE_MS):
        kept.open(other)
    settle(qtbot, kept)
    turn(qtbot, kept)
    view = kept.views.monitor
    assert view.rows.rowCount() == 2
    view.sessions.activated.emit(view.sessions.findText("talk"))
    shown(qtbot, kept, 1)
    assert view.sessions.currentText() == "talk"
    view.sessions.activated.emit(0)
    shown(qtbot, kept, 2)


def test_a_store_that_cannot_be_used_is_said(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("CTXLAB_DATA_DIR", str(tmp_path / "file" / "data"))
    monkeypatch.setattr("ctxlab.gui.run_keeper.REST_MS", 5)
    window = make_window(write=True)
    window.show()
    with qtbot.waitSignal(window.casework.keeper.failed, timeout=PATIENCE_MS) as told:
        window.open(write_talk(tmp_path), str(write_profile(tmp_path)))
    assert "Builds are not recorded" in told.args[0]
    window.turn_to("runs")
    settle(qtbot, window)
    idle(qtbot, window)
    qtbot.waitUntil(lambda: "cannot be used" in window.views.monitor.empty.text(), timeout=PATIENCE_MS)
    window.close()
    dispose(window)


def test_the_builds_of_one_profile_can_be_looked_at(kept: MainWindow, qtbot: QtBot) -> None:
    turn(qtbot, kept)
    view = kept.views.monitor
    assert not view.profiles.isVisible()
    document = document_of(kept)
    with qtbot.waitSignal(kept.casework.keeper.recorded, timeout=PATIENCE_MS):
        document.change(builtin("gssc"), document.marks, "gssc")
    shown(qtbot, kept, 2)
    assert view.profiles.isVisible()
    assert [view.profiles.itemText(at) for at in range(view.profiles.count())] == [
        "All profiles",
        "gssc",
        "small",
    ]
    view.profiles.activated.emit(1)
    shown(qtbot, kept, 1)
    build = view.rows.build(0)
    assert build is not None
    assert build.figures.profile == "gssc"
    assert view.cards.texts()[-1][1] == "1"
    view.profiles.activated.emit(0)
    shown(qtbot, kept, 2)
