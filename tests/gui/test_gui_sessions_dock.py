"""The dock of sessions: mouse, keys, menu, search, and what an empty one says."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.session_rows import SessionEntry, SessionVerdict
from ctxlab.gui.theme.palette import DARK
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.sessions_dock import SessionsDock


def _entries(count: int, folder: str = "") -> Sequence[SessionEntry]:
    return [
        SessionEntry(f"s{at}", f"talk{at:03}", f"/x/talk{at:03}.json", folder, "Claude Code")
        for at in range(count)
    ]


@pytest.fixture
def dock(qtbot: QtBot, look: Look) -> SessionsDock:
    made = SessionsDock(look)
    qtbot.addWidget(made)
    made.resize(190, 300)
    made.show()
    return made


def _click(qtbot: QtBot, dock: SessionsDock, row: int) -> None:
    where = dock.list.visualRect(dock.list.rows.index(row, 0)).center()
    qtbot.mouseClick(dock.list.viewport(), Qt.MouseButton.LeftButton, pos=where)


def test_a_click_and_the_keys_choose_and_close(qtbot: QtBot, dock: SessionsDock) -> None:
    told: list[tuple[str, str]] = []
    dock.session_chosen.connect(lambda key: told.append(("show", key)))
    dock.close_requested.connect(lambda key: told.append(("close", key)))
    dock.set_sessions(_entries(3))
    dock.set_active("s0")
    _click(qtbot, dock, 1)
    qtbot.keyClick(dock.list, Qt.Key.Key_Down)
    qtbot.keyClick(dock.list, Qt.Key.Key_Return)
    qtbot.keyClick(dock.list, Qt.Key.Key_Space)
    qtbot.keyClick(dock.list, Qt.Key.Key_Delete)
    assert told == [("show", "s1"), ("show", "s2"), ("show", "s2"), ("close", "s2")]


def test_a_folder_folds_by_click_and_arrows_and_cannot_be_closed(qtbot: QtBot, dock: SessionsDock) -> None:
    told: list[str] = []
    dock.session_chosen.connect(told.append)
    dock.close_requested.connect(told.append)
    dock.set_sessions(_entries(3, "/x"))
    _click(qtbot, dock, 0)
    assert dock.list.rows.rowCount() == 1
    qtbot.keyClick(dock.list, Qt.Key.Key_Right)
    assert dock.list.rows.rowCount() == 4
    qtbot.keyClick(dock.list, Qt.Key.Key_Left)
    assert dock.list.rows.rowCount() == 1
    qtbot.keyClick(dock.list, Qt.Key.Key_Delete)
    assert told == []


def test_the_menu_names_all_that_can_be_done(qtbot: QtBot, dock: SessionsDock) -> None:
    told: list[tuple[str, str]] = []
    dock.session_chosen.connect(lambda key: told.append(("show", key)))
    dock.close_requested.connect(lambda key: told.append(("close", key)))
    dock.close_others_requested.connect(lambda key: told.append(("others", key)))
    dock.set_sessions(_entries(2))
    menu = dock.list.menu("s1")
    actions = [action for action in menu.actions() if not action.isSeparator()]
    assert [action.text() for action in actions] == [
        "&Show",
        "&Close",
        "Close &others",
        "Copy &path",
        "Copy &name",
    ]
    for action in actions[:4]:
        action.trigger()
    assert told == [("show", "s1"), ("close", "s1"), ("others", "s1")]
    assert QGuiApplication.clipboard().text() == "/x/talk001.json"
    actions[4].trigger()
    assert QGuiApplication.clipboard().text() == "talk001"


@pytest.mark.parametrize("reason", [QContextMenuEvent.Reason.Keyboard, QContextMenuEvent.Reason.Mouse])
def test_the_menu_opens_for_the_line_with_the_keys_or_under_the_mouse(
    qtbot: QtBot, dock: SessionsDock, reason: QContextMenuEvent.Reason
) -> None:
    told: list[str] = []
    dock.close_requested.connect(told.append)
    dock.set_sessions(_entries(3))
    dock.list.selectRow(2)
    where = dock.list.visualRect(dock.list.rows.index(1, 0)).center()
    dock.list.contextMenuEvent(QContextMenuEvent(reason, where, QPoint(0, 0)))
    (menu,) = (one for one in dock.list.findChildren(QMenu, "sessionMenu") if one.isVisible())
    menu.actions()[2].trigger()
    menu.close()
    assert told == ["s2" if reason is QContextMenuEvent.Reason.Keyboard else "s1"]


def test_no_menu_opens_beside_the_sessions(dock: SessionsDock) -> None:
    dock.set_sessions(_entries(1, "/x"))
    for row in (0, 5):
        where = QPoint(20, row * 24 + 12)
        dock.list.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Mouse, where, QPoint(0, 0)))
    assert dock.list.findChildren(QMenu, "sessionMenu") == []


def test_the_search_narrows_escape_clears_and_down_goes_to_the_list(qtbot: QtBot, dock: SessionsDock) -> None:
    dock.set_sessions(_entries(500))
    dock.set_active("s499")
    dock.search.setFocus()
    qtbot.keyClicks(dock.search, "talk12")
    assert [dock.list.rows.key(row) for row in range(dock.list.rows.rowCount())] == [
        f"s{at}" for at in range(120, 130)
    ]
    qtbot.keyClick(dock.search, Qt.Key.Key_Down)
    assert QApplication.focusWidget() is dock.list
    assert dock.list.rows.key(dock.list.currentIndex().row()) == "s120"
    qtbot.keyClick(dock.search, Qt.Key.Key_Escape)
    assert dock.list.rows.rowCount() == 500
    qtbot.keyClicks(dock.search, "nothing")
    assert dock.list._placeholder.startswith("No session matches")


def test_an_empty_dock_says_what_to_do_and_its_links_ask(qtbot: QtBot, dock: SessionsDock) -> None:
    dock.set_sessions([])
    assert dock.list._placeholder == "No session open."
    with qtbot.waitSignals([dock.open_requested, dock.paste_requested]):
        dock.open_button.click()
        dock.paste_button.click()


def test_what_is_in_sight_is_told_from_the_top(qtbot: QtBot, dock: SessionsDock) -> None:
    dock.set_sessions(_entries(500))
    keys = dock.keys_in_sight()
    assert keys[0] == "s0"
    assert 5 < len(keys) < 15
    dock.set_active("s499")
    assert "s499" in dock.keys_in_sight()
    dock.hide()
    assert dock.keys_in_sight() == []


def test_every_verdict_is_painted_in_both_looks_at_every_width(
    qtbot: QtBot, look: Look, dock: SessionsDock
) -> None:
    dock.set_sessions([*_entries(4), *(_entries(8, "/x")[4:])])
    verdicts = [
        SessionVerdict(2, 5),
        SessionVerdict(0, 3),
        SessionVerdict(),
        SessionVerdict(problem="x"),
        None,
    ]
    for at, verdict in enumerate(verdicts):
        dock.set_verdict(f"s{at}", verdict)
    dock.set_edited("s0", True)
    pictures = set[bytes]()
    for theme in (look.theme, DARK):
        look.set_theme(theme)
        for width in (150, 260):
            dock.resize(width, 300)
            bits = dock.grab().toImage().constBits()
            pictures.add(bytes(bits) if bits is not None else b"")
    assert len(pictures) == 4
