"""The views follow the document that is looked at, and say nothing of one that is not."""

from __future__ import annotations

from pathlib import Path

from gui.gui_helpers import after, document_of, settle, write_profile, write_talk
from gui.shell_desk import dropped, idle, write_side_chain
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from ctxlab.gui.background import Topic
from ctxlab.gui.main_window import MainWindow


def said(window: MainWindow) -> list[tuple[str, str, bool]]:
    """All words in sight: of labels, buttons and boxes, with whether they can be used."""
    found: list[tuple[str, str, bool]] = []
    for one in window.findChildren(QWidget):
        if one.isVisible() and isinstance(one, QLabel | QAbstractButton) and one.text():
            found.append((one.objectName(), one.text(), one.isEnabled()))
        elif one.isVisible() and isinstance(one, QComboBox):
            found.append((one.objectName(), one.currentText(), one.isEnabled()))
    return found


def can(window: MainWindow) -> dict[str, bool]:
    return {action.objectName(): action.isEnabled() for action in window.commands.all}


def test_the_window_after_the_last_session_is_the_window_before_the_first(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    pages = ("tune", "investigate")
    tabs = (window.views.wire, window.views.sensitivity, window.views.diff)

    def walk() -> list[tuple[str, str, bool]]:
        words: list[tuple[str, str, bool]] = []
        for tab in tabs:
            window.turn_to("tune")
            window.page.show_tab(tab)
            words += said(window)
        for page in pages:
            window.turn_to(page)
            words += said(window)
        return words

    window.turn_to("tune")
    before, could = walk(), can(window)
    title = window.windowTitle()
    window.open(write_side_chain(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    idle(qtbot, window)
    window.presenter.choose(dropped(window)[0])
    window.views.panes.filter_bar.changes_only.setChecked(False)
    walk()
    idle(qtbot, window)
    assert walk() != before
    assert can(window) != could
    window.turn_to("investigate")
    window.commands.close_session.trigger()
    assert window.workspace.active is None
    topics = (Topic.TICKS, Topic.ITEM, Topic.MESSAGES, Topic.NEIGHBOURS, Topic.CURVE, Topic.SURVEY)
    assert not any(window.workspace.background.asks(topic) for topic in topics)
    idle(qtbot, window)
    assert walk() == before
    assert can(window) == could | {"reopenSession": True}
    assert window.windowTitle() == title
    assert window.views.panes.model.rowCount() == 0
    assert window.views.sessions.list.rows.total == 0
    assert window.views.evidence.difference.said()[0] == "nothing to compare with"
    # what needs a session does nothing
    for action in window.commands.all:
        if not action.isEnabled():
            action.trigger()
    window.intents.look_at(1)
    window.intents.step_request(1)
    window.intents.set_setting("budget.history.cap", 5)
    window.marks.toggle_pin("i1")
    assert window.views.messages.text() == ""


def test_each_document_keeps_its_own_focus(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    profile = str(write_profile(tmp_path))
    window.open(write_talk(tmp_path), profile)
    settle(qtbot, window)
    first = document_of(window)
    window.presenter.choose("i3")
    window.open(write_talk(tmp_path, [{"role": "user", "content": "alone"}], "other.json"), profile)
    qtbot.waitUntil(lambda: document_of(window) is not first)
    settle(qtbot, window)
    assert window.presenter.chosen == "i1"
    assert window.views.inspector.said()[1].startswith("i1 ")
    after(qtbot, window, lambda: window.workspace.activate(first))
    assert window.presenter.chosen == "i3"
    assert window.views.inspector.said()[1].startswith("i3 ")
    window.files.close(window.workspace.key(first))
    settle(qtbot, window)
    assert window.presenter.chosen == "i1"


def test_the_first_look_is_at_what_was_lost(talk: MainWindow) -> None:
    assert talk.presenter.chosen == dropped(talk)[0]
    assert talk.views.panes.filter_bar.changes_only.isChecked()


def test_a_lost_must_keep_is_looked_at_first(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.open(write_side_chain(tmp_path), str(write_profile(tmp_path)))
    settle(qtbot, window)
    assert window.presenter.chosen == "i0"
    assert "i0" in dropped(window)
