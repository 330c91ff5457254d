"""The assembled window on real session files: an edit and what follows, saving, stepping, refusing."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import PROFILE, after, document_of, make_window, settle, write_profile, write_talk
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from ctxlab.gui.dialogs import Answer, Dialogs
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.budget_model import Column
from ctxlab.model.decision import Fate
from ctxlab.model.items import Row
from ctxlab.profiles import load_profile

DATA = Path(__file__).parents[1] / "data" / "formats"


class Answers(Dialogs):
    """A person who answers at once, and remembers what was asked."""

    def __init__(
        self, parent: MainWindow, answer: Answer = Answer.CANCEL, save_to: Path | None = None
    ) -> None:
        super().__init__(parent)
        self.answer = answer
        self.save_to = save_to
        self.asked: list[str] = []

    def unsaved(self, what: str) -> Answer:
        self.asked.append(what)
        return self.answer

    def profile_to_save(self, suggested: Path) -> Path | None:
        self.asked.append(suggested.name)
        return self.save_to


@pytest.fixture
def talk(tmp_path: Path, window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window on the small talk under the small profile."""
    window.open(write_talk(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    return window


def type_cap(window: MainWindow, row: str, text: str) -> None:
    """Types a cap into the table, as a person does."""
    table = window.views.budget
    table.edit_cap(row)
    field = table.findChild(QLineEdit)
    assert field is not None
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    # the editor hands its text over once it has seen the key itself
    QApplication.processEvents()


def select_fates(window: MainWindow) -> dict[str, str]:
    """What Select's pane says of each item."""
    model = window.views.panes.model
    cells = {model.key(row): model.cell(row, 1) for row in range(model.rowCount())}
    return {key: cell.fate.word for key, cell in cells.items() if cell is not None and hasattr(cell, "fate")}


def words_of_diff(window: MainWindow) -> list[str]:
    model = window.views.diff.table.lines
    return [
        model.data(model.index(row, 0), Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())
    ]


def test_an_edit_is_followed_by_all_views_and_undo_brings_the_first_trace_back(
    talk: MainWindow, qtbot: QtBot
) -> None:
    document = document_of(talk)
    assert document.run is not None
    first = document.run.trace
    before = first.to_json()
    # 60 tokens hold two of the eight items of history: the items 1 to 6 (of ids i2 to i7) are gone
    gone = [first.id(p) for p in range(len(first)) if first.fate(p) is Fate.DROPPED]
    assert len(gone) >= 2
    talk.presenter.choose(gone[0])
    assert "failed" in [pill.text() for pill in talk.views.inspector.steps._pills]
    bar, told = talk.views.context_bar.words(), talk.views.inspector.steps._sentences[1].text()

    after(qtbot, talk, lambda: type_cap(talk, "history", "2,000"))

    assert document.profile.row(Row.HISTORY).cap == 2000
    assert document.run.trace.fate(first.pool.index[gone[0]]) is Fate.KEPT
    assert "dropped" not in select_fates(talk).values()
    assert talk.views.context_bar.words() != bar
    assert "failed" not in [pill.text() for pill in talk.views.inspector.steps._pills]
    assert talk.views.inspector.steps._sentences[1].text() != told
    assert len([line for line in words_of_diff(talk) if line.startswith("added")]) == len(gone)
    assert talk.tools.undo.text() == "↶ history 60 → 2,000"
    assert talk.windowTitle().startswith("talk.json · small.toml ●")

    after(qtbot, talk, talk.commands.undo.trigger)

    assert document.run.trace.to_json() == before
    assert not document.changed
    assert talk.views.context_bar.words() == bar
    assert talk.views.inspector.steps._sentences[1].text() == told
    assert talk.tools.redo.accessibleName() == "Redo history 60 → 2,000"
    assert "●" not in talk.windowTitle()


def test_a_bad_value_is_refused_at_its_cell_with_the_reason(talk: MainWindow, qtbot: QtBot) -> None:
    table = talk.views.budget
    with qtbot.waitSignal(table.refused) as refused:
        table.budget.setData(table.budget.index(table.budget.row_of("history"), Column.CAP), "lots")
    assert "whole number" in refused.args[1]
    with qtbot.waitSignal(table.refused) as refused:
        # what only the profile itself can judge
        table.edit_requested.emit("history", "cap", -5)
    assert refused.args[0] == "history"
    assert refused.args[1]
    assert document_of(talk).profile.row(Row.HISTORY).cap == 60
    assert document_of(talk).undo.count() == 0


def test_a_drag_is_undone_as_one_and_a_cancelled_one_leaves_nothing(talk: MainWindow, qtbot: QtBot) -> None:
    table, document = talk.views.budget, document_of(talk)
    table.drag_started.emit("history")
    for cap in (100, 150, 200):
        table.dragged.emit("history", cap)
    after(qtbot, talk, lambda: table.drag_finished.emit("history", 200))
    assert document.undo.count() == 1
    assert document.undo.undoText() == "history 60 → 200"
    table.drag_started.emit("history")
    table.dragged.emit("history", 900)
    after(qtbot, talk, lambda: table.drag_cancelled.emit("history"))
    assert document.undo.count() == 1
    assert document.profile.row(Row.HISTORY).cap == 200
    after(qtbot, talk, document.undo.undo)
    assert document.profile.row(Row.HISTORY).cap == 60


@pytest.fixture
def transcript(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window on a transcript with 17 requests."""
    window.open(DATA / "04_claude_code" / "with-tool-results.redacted.jsonl")
    settle(qtbot, window)
    return window


def test_requests_are_stepped_through(transcript: MainWindow, qtbot: QtBot) -> None:
    window, document = transcript, document_of(transcript)
    assert document.run is not None
    assert document.snapshot.request.index == 17
    whole = document.run.trace.to_json()
    after(qtbot, window, lambda: QTest.keyClick(window.views.request_bar.bars, Qt.Key.Key_Left))
    assert document.snapshot.request.index == 16
    after(qtbot, window, window.commands.previous_request.trigger)
    assert document.run.trace.request == 15
    assert "request 15" in window.views.request_bar.accessibleName()
    assert len(document.run.trace.pool) == window.views.panes.model.lines.items
    after(qtbot, window, lambda: window.views.request_bar.request_chosen.emit(17))
    assert document.run.trace.to_json() == whole
    # there is none behind the last
    window.commands.next_request.trigger()
    assert document.snapshot.request.index == 17


def test_each_request_shows_the_tokens_that_stood_before_it(transcript: MainWindow, qtbot: QtBot) -> None:
    document = document_of(transcript)
    for index in (17, 9, 2):
        after(qtbot, transcript, lambda at=index: document.look_at(at))
        assert document.run is not None
        assert document.request_tokens[index] == document.run.trace.totals.gathered


def test_saving_keeps_comments_and_makes_the_state_the_new_before(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    after(qtbot, talk, lambda: type_cap(talk, "history", "2000"))
    after(qtbot, talk, talk.commands.save.trigger)
    text = (tmp_path / "small.toml").read_text(encoding="utf-8")
    assert "# caps of the test" in text
    assert "cap = 2000  # holds the last two of four" in text
    assert not document_of(talk).changed
    assert document_of(talk).undo.isClean()
    assert talk.views.diff.table.lines.diff is not None
    assert talk.views.diff.table.lines.diff.same
    # undo goes behind the save, and saving again brings the settings back; the history has both edits
    after(qtbot, talk, talk.commands.undo.trigger)
    assert document_of(talk).changed
    after(qtbot, talk, talk.commands.save.trigger)
    own, *told = (tmp_path / "small.toml").read_text(encoding="utf-8").split("\n[[provenance]]\n")
    assert own == PROFILE
    assert ['by = "edit"' in one for one in told] == [True, True]


def test_revert_takes_the_saved_profile_back_and_can_be_undone(talk: MainWindow, qtbot: QtBot) -> None:
    after(qtbot, talk, lambda: type_cap(talk, "history", "2000"))
    after(qtbot, talk, talk.commands.revert.trigger)
    assert document_of(talk).profile.row(Row.HISTORY).cap == 60
    after(qtbot, talk, talk.commands.undo.trigger)
    assert document_of(talk).profile.row(Row.HISTORY).cap == 2000


def test_a_built_in_profile_is_saved_elsewhere(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.open(write_talk(tmp_path), "gssc")
    settle(qtbot, window)
    target = tmp_path / "mine.toml"
    answers = window.files.dialogs = Answers(window, save_to=target)
    window.commands.save.trigger()
    assert not answers.asked, "nothing was changed"
    after(qtbot, window, lambda: type_cap(window, "history", "777"))
    after(qtbot, window, window.commands.save.trigger)
    assert answers.asked == ["gssc.toml"]
    assert load_profile(target).row(Row.HISTORY).cap == 777
    assert document_of(window).profile_path == target
    assert window.windowTitle().startswith("talk.json · mine.toml")


def test_a_profile_that_cannot_be_written_is_said_and_stays_unsaved(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    after(qtbot, talk, lambda: type_cap(talk, "history", "2000"))
    (tmp_path / "small.toml").unlink()
    (tmp_path / "small.toml").mkdir()
    talk.commands.save.trigger()
    assert "small.toml" in talk.views.messages.text()
    assert document_of(talk).changed


def test_pins_are_edits_that_save_puts_beside_the_session(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    document = document_of(talk)
    assert document.run is not None
    trace = document.run.trace
    gone = next(trace.id(p) for p in range(len(trace)) if trace.fate(p) is Fate.DROPPED)
    talk.presenter.choose(gone)
    talk.views.panes.tables[0].setFocus()
    after(qtbot, talk, lambda: QTest.keyClick(talk.views.panes.tables[0], Qt.Key.Key_Space))
    assert document.marks.pins == (gone,)
    assert document.run.trace.fate(trace.pool.index[gone]) is Fate.KEPT
    after(qtbot, talk, talk.commands.save.trigger)
    assert gone in (tmp_path / "talk.marks.json").read_text(encoding="utf-8")
    assert not document.changed
    after(qtbot, talk, lambda: QTest.keyClick(talk.views.panes.tables[0], Qt.Key.Key_Space))
    assert document.marks.pins == ()


def test_a_file_that_is_no_session_is_said_and_the_open_one_stays(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    document = document_of(talk)
    broken = tmp_path / "broken.json"
    broken.write_text('{"messages": [', encoding="utf-8")
    with qtbot.waitSignal(talk.workspace.refused):
        talk.open(broken)
    assert "broken.json" in talk.views.messages.text()
    assert document_of(talk) is document
    with qtbot.waitSignal(talk.workspace.refused):
        talk.open(tmp_path / "missing.json")
    assert "no such file" in talk.views.messages.text()
    with qtbot.waitSignal(talk.workspace.refused):
        talk.open(write_talk(tmp_path, name="other.json"), "no-such-profile")
    assert "no-such-profile" in talk.views.messages.text()


def test_several_files_are_open_side_by_side_and_each_keeps_its_edits(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    first = document_of(talk)
    after(qtbot, talk, lambda: type_cap(talk, "history", "2000"))
    other = write_talk(tmp_path, [{"role": "user", "content": "alone"}], "other.json")
    with qtbot.waitSignal(talk.workspace.opened):
        talk.open(other)
    settle(qtbot, talk)
    second = document_of(talk)
    assert second is not first
    assert talk.views.panes.model.rowCount() == 1
    assert not talk.commands.undo.isEnabled()
    after(qtbot, talk, lambda: talk.views.sessions.session_chosen.emit(talk.workspace.key(first)))
    assert document_of(talk) is first
    assert talk.commands.undo.isEnabled()
    assert talk.views.budget.budget.cap(talk.views.budget.budget.row_of("history")) == 2000
    assert talk.views.panes.model.rowCount() > 1
    # the same file again is looked at, not opened twice
    with qtbot.waitSignal(talk.workspace.opened):
        talk.open(other)
    settle(qtbot, talk)
    assert document_of(talk) is second
    assert len(talk.workspace.documents) == 2


def test_files_that_are_dropped_are_opened_and_a_profile_is_looked_under(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    profile = tmp_path / "large.toml"
    profile.write_text(PROFILE.replace("cap = 60", "cap = 3000").replace("small", "large"), encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(profile))])
    drop = QDropEvent(
        QPoint(9, 9),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    after(qtbot, talk, lambda: talk.dropEvent(drop))
    assert document_of(talk).profile.name == "large"
    assert document_of(talk).profile_path == profile
    assert not document_of(talk).changed
    assert "large" in talk.tools.profile.text()


def test_another_profile_asks_about_unsaved_edits_first(talk: MainWindow, qtbot: QtBot) -> None:
    after(qtbot, talk, lambda: type_cap(talk, "history", "2000"))
    answers = talk.files.dialogs = Answers(talk, Answer.CANCEL)
    assert not talk.files.use_profile("gssc")
    assert document_of(talk).profile.name == "small"
    answers.answer = Answer.DISCARD
    assert talk.files.use_profile("gssc")
    settle(qtbot, talk)
    assert document_of(talk).profile.name == "gssc"
    assert document_of(talk).undo.count() == 0


@pytest.mark.parametrize(
    ("answer", "closes"), [(Answer.CANCEL, False), (Answer.DISCARD, True), (Answer.SAVE, True)]
)
def test_closing_asks_about_unsaved_edits(qtbot: QtBot, tmp_path: Path, answer: Answer, closes: bool) -> None:
    window = make_window(ask=True)
    window.show()
    window.open(write_talk(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    after(qtbot, window, lambda: type_cap(window, "history", "2000"))
    answers = window.files.dialogs = Answers(window, answer)
    assert window.close() is closes
    assert answers.asked == ["profile small"]
    saved = load_profile(tmp_path / "small.toml").row(Row.HISTORY).cap
    assert saved == (2000 if answer is Answer.SAVE else 60)
    answers.answer = Answer.DISCARD
    window.close()
    window.deleteLater()


def test_w_shows_why_and_f7_goes_through_the_changes(talk: MainWindow, qtbot: QtBot) -> None:
    talk.activateWindow()
    talk.views.panes.tables[1].setFocus()
    QTest.keyClick(talk.views.panes.tables[1], Qt.Key.Key_W)
    qtbot.waitUntil(talk.views.inspector.text.hasFocus)
    after(qtbot, talk, lambda: type_cap(talk, "history", "2000"))
    QTest.keyClick(talk, Qt.Key.Key_F7)
    first = talk.views.diff.table.currentIndex()
    assert first.isValid()
    chosen = talk.views.diff.table.lines.block(first.row())
    assert chosen is not None
    assert talk.presenter.chosen == chosen.items[0]
    QTest.keyClick(talk, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(talk.views.panes.filter_bar.field.hasFocus)
    QTest.keyClicks(talk.views.panes.filter_bar.field, "w ")
    assert talk.views.panes.filter_bar.field.text() == "w "
