"""What must not be lost or shown wrongly when things happen at once: other hands, files, folds, room."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from threading import Event
from time import monotonic, sleep

import pytest
from gui.gui_helpers import PATIENCE_MS, PROFILE, document_of, settle, write_profile, write_talk
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from ctxlab.gui.background import Topic
from ctxlab.gui.dialogs import Dialogs
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.stage_lines import FOLD
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.legend import Legend
from ctxlab.lab import Lab
from ctxlab.model.items import Row
from ctxlab.profiles import load_profile


class Asked(Dialogs):
    """Says whether to replace, and counts the questions."""

    def __init__(self, window: MainWindow, *, replace: bool) -> None:
        super().__init__(window)
        self.replace = replace
        self.asked: list[str] = []

    def overwrite(self, name: str) -> bool:
        self.asked.append(name)
        return self.replace


@pytest.fixture
def talk(tmp_path: Path, window: MainWindow, qtbot: QtBot) -> MainWindow:
    window.open(write_talk(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    return window


@pytest.mark.parametrize("replace", [False, True])
def test_a_profile_that_somebody_else_changed_is_replaced_only_when_said(
    talk: MainWindow, tmp_path: Path, replace: bool
) -> None:
    answers = talk.files.dialogs = Asked(talk, replace=replace)
    file = tmp_path / "small.toml"
    talk.views.budget.edit_requested.emit("history", "cap", 500)
    file.write_text(PROFILE.replace("cap = 1000", "cap = 1001"), encoding="utf-8")
    assert talk.files.save() is replace
    assert answers.asked == ["small.toml"]
    saved = load_profile(file)
    assert saved.row(Row.RECENT).cap == (1000 if replace else 1001)
    assert saved.row(Row.HISTORY).cap == (500 if replace else 60)
    assert document_of(talk).changed is not replace


def test_saving_without_edits_writes_nothing_and_a_second_save_does_not_ask(
    talk: MainWindow, tmp_path: Path
) -> None:
    answers = talk.files.dialogs = Asked(talk, replace=False)
    file = tmp_path / "small.toml"
    other = PROFILE.replace("cap = 1000", "cap = 1001")
    file.write_text(other, encoding="utf-8")
    assert talk.files.save()
    assert file.read_text(encoding="utf-8") == other
    file.write_text(PROFILE, encoding="utf-8")
    for cap in (500, 600):
        talk.views.budget.edit_requested.emit("history", "cap", cap)
        assert talk.files.save()
    assert answers.asked == []
    assert load_profile(file).row(Row.HISTORY).cap == 600


def test_marks_that_cannot_be_written_do_not_keep_the_profile_from_being_saved(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "talk.marks.json").mkdir()
    document = document_of(talk)
    assert document.run is not None
    talk.marks.toggle_pin(document.run.trace.id(2))
    talk.views.budget.edit_requested.emit("history", "cap", 500)
    settle(qtbot, talk)
    assert not talk.files.save()
    assert load_profile(tmp_path / "small.toml").row(Row.HISTORY).cap == 500
    assert "talk.marks.json" in talk.views.messages.text()
    assert document.marks_changed
    assert not document.profile_changed


def test_a_window_goes_at_once_though_a_thread_is_in_a_long_step(talk: MainWindow, qtbot: QtBot) -> None:
    seen: list[bool] = []
    begun = Event()

    def step(_lab: Lab, _unwanted: Callable[[], bool]) -> Generator[None]:
        begun.set()
        end = monotonic() + 3
        while talk.isVisible() and monotonic() < end:
            sleep(0.005)
        seen.append(talk.isVisible())
        yield None

    talk.workspace.background.hold(False)
    talk.workspace.background.ask(Topic.ITEM, step, print)
    qtbot.waitUntil(begun.is_set, timeout=PATIENCE_MS)
    talk.close()
    assert seen == [False]


def test_a_drag_stays_with_its_session_when_another_file_arrives(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    first, table = document_of(talk), talk.views.budget
    table.drag_started.emit("history")
    table.dragged.emit("history", 300)
    with qtbot.waitSignal(talk.workspace.activated):
        talk.open(write_talk(tmp_path, name="other.json"), "gssc")
    second = document_of(talk)
    assert second is not first
    cap = second.profile.row(Row.HISTORY).cap
    table.dragged.emit("history", 400)
    table.drag_finished.emit("history", 400)
    settle(qtbot, talk)
    assert second.profile.row(Row.HISTORY).cap == cap
    assert first.profile.row(Row.HISTORY).cap == 300
    # the gesture has ended: the next edit is a step of its own
    talk.views.sessions.session_chosen.emit(talk.workspace.key(first))
    talk.views.budget.edit_requested.emit("history", "cap", 700)
    first.undo.undo()
    assert first.profile.row(Row.HISTORY).cap == 300


def test_an_item_inside_a_fold_is_shown_by_the_inspector(talk: MainWindow, qtbot: QtBot) -> None:
    document = document_of(talk)
    document.edit("budget.history.cap", 3000, "all is kept")
    settle(qtbot, talk)
    talk.views.panes.filter_bar.changes_only.setChecked(True)
    model = talk.views.panes.model
    fold = next(key for key in model.keys if key.startswith(FOLD))
    inside = model.trace.id(model.lines.folds[fold].positions[-1]) if model.trace else ""
    talk.presenter.choose(inside)
    assert talk.presenter.chosen == inside
    assert talk.views.inspector.said()[1].startswith(f"{inside} · ")
    assert talk.views.panes.chosen() == inside


def test_a_mistake_in_a_run_is_told_and_the_window_goes_on(
    talk: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = document_of(talk)

    def broken(*_args: object) -> None:
        raise ZeroDivisionError("a mistake")

    with monkeypatch.context() as patched, capture_exceptions() as caught:
        patched.setattr(talk.workspace.runner, "_build", broken)
        talk.views.budget.edit_requested.emit("history", "cap", 500)
        qtbot.waitUntil(lambda: bool(talk.views.messages.text()), timeout=PATIENCE_MS)
    assert [kind for kind, *_ in caught] == [ZeroDivisionError]
    assert "ZeroDivisionError" in talk.views.messages.text()
    assert not talk.views.context_bar.is_pending()
    assert document.profile.row(Row.HISTORY).cap == 500
    talk.commands.run_again.trigger()
    settle(qtbot, talk)
    assert talk.views.messages.text() == ""


def test_a_legend_drops_words_and_keeps_all_marks(qtbot: QtBot, look: Look) -> None:
    words = ("~ cut", "− dropped", "+ added")
    legend = Legend(look, words)
    qtbot.addWidget(legend)
    legend.resize(legend.sizeHint())
    assert legend.shown() == list(words)
    legend.resize(legend.sizeHint().width() - 1, 20)
    assert legend.shown() == ["~", "− dropped", "+ added"]
    legend.resize(legend.minimumSizeHint())
    assert legend.shown() == ["~", "−", "+"]
