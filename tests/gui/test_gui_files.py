"""Opening and saving: what is dropped together, shared profiles, files replaced only when asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, PROFILE, after, document_of, settle, write_profile, write_talk
from gui.shell_desk import Answers, type_cap
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from pytestqt.qtbot import QtBot

from ctxlab import export
from ctxlab.gui.dialogs import Answer
from ctxlab.gui.document import Document
from ctxlab.gui.main_window import MainWindow
from ctxlab.model.items import Row
from ctxlab.paths import sample_sessions
from ctxlab.profiles import builtin, load_profile

ALONE = [{"role": "user", "content": "alone"}]


def cap(document: Document) -> int | None:
    return document.profile.row(Row.HISTORY).cap


def hauled(qtbot: QtBot, window: MainWindow, files: list[Path]) -> None:
    """Opens files in one go and waits until all are there."""
    with qtbot.waitSignal(window.workspace.told, timeout=PATIENCE_MS):
        window.files.open_files(files)
    settle(qtbot, window)


@pytest.fixture
def pair(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """Two sessions under one profile, the first looked at."""
    talks = [write_talk(tmp_path, name=f"{name}.json") for name in ("one", "two")]
    hauled(qtbot, window, [*talks, write_profile(tmp_path)])
    window.files.dialogs = Answers(window)
    return window


def asked(window: MainWindow) -> list[str]:
    answers = window.files.dialogs
    assert isinstance(answers, Answers)
    return answers.asked


def answer(window: MainWindow, given: Answer) -> None:
    answers = window.files.dialogs
    assert isinstance(answers, Answers)
    answers.answer = given


def test_sessions_folders_and_a_profile_that_come_together(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "more"
    (folder / "deep").mkdir(parents=True)
    write_talk(folder, ALONE, "b.json")
    write_talk(folder / "deep", ALONE, "c.json")
    hauled(qtbot, window, [write_talk(tmp_path), folder, write_profile(tmp_path)])
    work = window.workspace
    assert [work.file(one).name for one in work.documents] == ["talk.json", "b.json", "c.json"]
    assert [one.profile.name for one in work.documents] == ["small"] * 3
    assert work.folder(work.documents[2]) == folder
    assert work.active is work.documents[0]
    assert window.views.messages.text().startswith("3 "), "what became of many is said"


def test_one_session_with_a_profile_is_opened_under_it(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.files.open_files([write_profile(tmp_path), write_talk(tmp_path)])
    qtbot.waitUntil(lambda: window.workspace.active is not None, timeout=PATIENCE_MS)
    assert document_of(window).profile.name == "small"
    assert window.views.messages.text() == ""


def test_published_figures_are_a_profile_of_the_session_that_is_open(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    source = tmp_path / "budget.py"
    source.write_text(
        export.to_context_budget(builtin("gssc").set("budget.history.cap", 4321)), encoding="utf-8"
    )
    other = write_talk(tmp_path, ALONE, "other.json")
    first = document_of(talk)
    talk.files.open_files([other, source])
    assert "*.py" in talk.views.messages.text()
    qtbot.waitUntil(lambda: document_of(talk) is not first, timeout=PATIENCE_MS)
    settle(qtbot, talk)
    after(qtbot, talk, lambda: talk.files.open_files([source]))
    assert cap(document_of(talk)) == 4321
    assert document_of(talk).profile_path is None, "a program's source is no profile's file"
    assert "*.py" not in talk.views.messages.text(), "it worked this time"


def test_a_profile_alone_needs_a_session(window: MainWindow, tmp_path: Path) -> None:
    window.files.open_files([write_profile(tmp_path)])
    assert "Open a session first" in window.views.messages.text()
    assert window.workspace.documents == []
    window.files.open_files([])
    assert not window.workspace.busy


def test_a_folder_is_dropped_and_what_is_no_file_is_not_taken(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    write_talk(tmp_path, ALONE, "a.json")
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/talk.json")])
    none, copy = Qt.MouseButton.NoButton, Qt.DropAction.CopyAction
    plain = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(9, 9), copy, data, none, plain)
    enter.ignore()
    window.dragEnterEvent(enter)
    assert not enter.isAccepted()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    enter = QDragEnterEvent(QPoint(9, 9), copy, data, none, plain)
    window.dragEnterEvent(enter)
    assert enter.isAccepted()
    with qtbot.waitSignal(window.workspace.told, timeout=PATIENCE_MS):
        window.dropEvent(QDropEvent(QPoint(9, 9), copy, data, none, plain))
    settle(qtbot, window)
    assert window.workspace.folder(document_of(window)) == tmp_path


@pytest.mark.parametrize(
    ("text", "told"), [("", "holds no text"), ("  \n", "holds no text"), ("no json", "clipboard")]
)
def test_a_clipboard_without_a_request_is_said(
    window: MainWindow, qtbot: QtBot, text: str, told: str
) -> None:
    QGuiApplication.clipboard().setText(text)
    window.commands.paste.trigger()
    qtbot.waitUntil(lambda: told in window.views.messages.text(), timeout=PATIENCE_MS)
    assert window.workspace.documents == []


def test_a_request_is_pasted(window: MainWindow, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText(json.dumps({"model": "gpt-4o", "messages": ALONE}))
    after(qtbot, window, window.commands.paste.trigger)
    assert document_of(window).session.items[0].text == "alone"


def test_another_profile_for_one_of_two_leaves_the_edits_with_the_other(
    pair: MainWindow, qtbot: QtBot
) -> None:
    one, two = pair.workspace.documents
    after(qtbot, pair, lambda: type_cap(pair, "history", "111"))
    assert pair.files.use_profile("gssc")
    assert asked(pair) == [], "nothing is lost by it"
    assert one.profile == builtin("gssc")
    assert pair.workspace.changed() == [two]
    assert cap(two) == 111
    pair.files.close(pair.workspace.key(two))
    assert asked(pair) == ["profile small"]
    assert two in pair.workspace.documents


def test_the_same_profile_again_takes_edits_away_and_asks(
    pair: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    one, two = pair.workspace.documents
    after(qtbot, pair, lambda: type_cap(pair, "history", "111"))
    assert not pair.files.use_profile(str(tmp_path / "small.toml"))
    assert asked(pair) == ["profile small"]
    assert cap(one) == 111
    answer(pair, Answer.DISCARD)
    assert pair.files.use_profile(str(tmp_path / "small.toml"))
    assert (cap(one), cap(two)) == (60, 60)
    assert pair.workspace.changed() == []


def test_a_profile_that_is_edited_in_another_session_is_looked_under_as_it_is_edited(
    pair: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    one, two = pair.workspace.documents
    assert pair.files.use_profile("gssc")
    after(qtbot, pair, lambda: pair.workspace.activate(two))
    after(qtbot, pair, lambda: type_cap(pair, "history", "111"))
    after(qtbot, pair, lambda: pair.workspace.activate(one))
    assert cap(one) == builtin("gssc").row(Row.HISTORY).cap
    after(qtbot, pair, lambda: pair.files.use_profile(str(tmp_path / "small.toml")))
    assert (cap(one), cap(two)) == (111, 111)
    assert one.undo.undoText() == "profile as edited elsewhere"
    after(qtbot, pair, lambda: pair.workspace.activate(two))
    assert cap(two) == 111, "what was edited is not lost by another's looking"


def test_closing_asks_once_for_a_shared_profile_and_names_marks_too(pair: MainWindow, qtbot: QtBot) -> None:
    one, two = pair.workspace.documents
    after(qtbot, pair, lambda: type_cap(pair, "history", "111"))
    after(qtbot, pair, lambda: pair.workspace.activate(two))
    assert not pair.files.settle_all()
    assert asked(pair) == ["profile small"]
    pair.files.close_others(pair.workspace.key(two))
    assert pair.workspace.documents == [two]
    assert asked(pair) == ["profile small"], "the edits stay with the one that stays"
    after(qtbot, pair, lambda: pair.marks.toggle_pin("i2"))
    assert not pair.files.settle_all()
    assert asked(pair)[-1] == "profile small and the marks of two.json"
    answer(pair, Answer.SAVE)
    assert pair.files.settle_all()
    assert pair.workspace.changed() == []
    assert one not in pair.workspace.documents


def test_nothing_is_saved_over_what_came_with_ctxlab_or_an_open_session(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    answers = talk.files.dialogs = Answers(talk)
    shipped = sample_sessions("travel-agent.toml")
    for path in (shipped, tmp_path / "talk.json", tmp_path / "talk.marks.json"):
        before = path.read_bytes() if path.exists() else None
        answers.chosen = path
        talk.commands.save_as.trigger()
        assert path.name in talk.views.messages.text()
        assert (path.read_bytes() if path.exists() else None) == before
    assert document_of(talk).profile_path == tmp_path / "small.toml"
    answers.chosen = tmp_path / "mine.toml"
    talk.commands.save_as.trigger()
    assert document_of(talk).profile_path == answers.chosen
    assert talk.views.messages.text() == "", "it worked this time"


def test_files_that_somebody_else_changed_are_replaced_only_when_that_is_wanted(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    answers = talk.files.dialogs = Answers(talk)
    sidecar, file = tmp_path / "talk.marks.json", tmp_path / "small.toml"
    after(qtbot, talk, lambda: talk.marks.toggle_pin("i2"))
    after(qtbot, talk, talk.commands.save.trigger)
    theirs = sidecar.read_text(encoding="utf-8").replace("i2", "i3")
    sidecar.write_text(theirs, encoding="utf-8")
    after(qtbot, talk, lambda: talk.marks.toggle_pin("i4"))
    talk.commands.save.trigger()
    assert answers.asked == ["talk.marks.json"]
    assert sidecar.read_text(encoding="utf-8") == theirs
    assert document_of(talk).marks_changed
    assert "not replaced" in talk.views.messages.text()
    answers.replace = True
    talk.commands.save.trigger()
    assert '"i4"' in sidecar.read_text(encoding="utf-8")
    answers.replace = False
    file.write_text(PROFILE.replace("cap = 1000", "cap = 900"), encoding="utf-8")
    after(qtbot, talk, lambda: type_cap(talk, "history", "111"))
    talk.commands.save.trigger()
    assert answers.asked[2:] == ["small.toml"]
    assert load_profile(file).row(Row.HISTORY).cap == 60
    answers.replace = True
    talk.commands.save.trigger()
    assert load_profile(file).row(Row.HISTORY).cap == 111


def test_what_was_saved_is_told_in_the_history_of_the_file(talk: MainWindow, tmp_path: Path) -> None:
    document, file = document_of(talk), tmp_path / "small.toml"
    before = document.profile.row(Row.HISTORY).cap
    document.edit("budget.history.cap", 77, "edit")
    talk.commands.save.trigger()
    document.undo.undo()
    talk.commands.save.trigger()
    history = load_profile(file).provenance
    told = [[(one.key, one.before, one.after) for one in entry.changes] for entry in history]
    assert told == [[("budget.history.cap", before, 77)], [("budget.history.cap", 77, before)]]
    assert {entry.by for entry in history} == {"edit"}
    assert document.saved.provenance == history
    assert not document.profile_changed
