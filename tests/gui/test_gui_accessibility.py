"""The window for whoever has no mouse or no screen: the way of Tab, names, keys, menus, what cells say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

import pytest
from gui.by_hand import key, seen
from gui.gui_helpers import dispose, settle
from helpers.builds import add, figures
from PySide6.QtCore import QAbstractItemModel, QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QMenu,
    QMenuBar,
    QTableView,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from ctxlab.gui import app
from ctxlab.gui.main_window import MainWindow
from ctxlab.store.runs import RunStore

CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
#: Where the window can be: the keys that lead there, by name.
PLACES = {
    "diff": [(Qt.Key.Key_1, ALT)],
    "messages": [(Qt.Key.Key_2, ALT)],
    "sensitivity": [(Qt.Key.Key_3, ALT)],
    "problems": [(Qt.Key.Key_4, ALT)],
    "investigate": [(Qt.Key.Key_2, CONTROL)],
    "compare": [(Qt.Key.Key_5, ALT)],
    "sweep": [(Qt.Key.Key_3, CONTROL)],
    "solve": [(Qt.Key.Key_6, ALT)],
    "runs": [(Qt.Key.Key_4, CONTROL)],
}
#: The main groups in the order of the eye.
GROUPS = {
    "tune": [
        "header",
        "sessionsDock",
        "keepPane",
        "problemsView",
        "tunePage",
        "budgetTable",
        "itemInspector",
    ],
    "investigate": [
        "header",
        "sessionsDock",
        "keepPane",
        "problemsView",
        "investigatePage",
        "budgetTable",
        "itemInspector",
    ],
    "sweep": [
        "header",
        "sessionsDock",
        "keepPane",
        "problemsView",
        "sweepPage",
        "budgetTable",
        "itemInspector",
    ],
    "runs": [
        "header",
        "sessionsDock",
        "keepPane",
        "problemsView",
        "runsPage",
        "budgetTable",
        "itemInspector",
    ],
}


@pytest.fixture
def trip(qtbot: QtBot) -> Iterator[MainWindow]:
    """The window on the travel sample, with everything in sight that it has."""
    window = app.make_window(app.application(), remember=False, language="en")
    window.resize(1680, 1050)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    app.open_first(window, [], None, None)
    settle(qtbot, window)
    yield window
    window.close()
    dispose(window)


def go(qtbot: QtBot, window: MainWindow, place: str) -> None:
    if place == "runs":
        store = RunStore()
        for request in range(1, 4):
            add(store, figures("trip-hangzhou", request, limit=9000))
        store.close()
    for which, held in PLACES[place]:
        key(window, which, held)
    settle(qtbot, window)
    # answers beside the work add buttons: all of them have to be there
    qtbot.waitUntil(lambda: not window.workspace.busy and bool(window.advisor.advice.remedies))
    if place == "runs":
        qtbot.waitUntil(lambda: window.views.monitor.rows.rowCount() == 3)
    if place == "compare":
        contexts = window.views.compare.contexts.difference.table
        qtbot.waitUntil(lambda: contexts.lines.diff is not None, timeout=20_000)
    QApplication.processEvents()


def page_of(place: str) -> str:
    """The page that a place is on."""
    tabs = {"compare": "runs", "solve": "sweep"}
    return tabs.get(place, place if place in GROUPS else "tune")


def name(widget: QWidget) -> str:
    return widget.objectName() or type(widget).__name__


def focus() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def way(step: Qt.Key) -> list[QWidget]:
    """Where the key leads, from the first page button round to it again."""
    first = focus()
    found = [first]
    for _ in range(200):
        QTest.keyClick(focus(), step)
        if focus() is first:
            return found
        assert focus() not in found, f"a trap: {[name(one) for one in found]} and again {name(focus())}"
        found.append(focus())
    raise AssertionError("no way back")


def stops(window: QWidget) -> list[QWidget]:
    """All that take keys by Tab and can be seen."""
    return [
        one
        for one in window.findChildren(QWidget)
        if one.isVisible() and one.isEnabled() and one.focusPolicy() & Qt.FocusPolicy.TabFocus
        if one.focusProxy() is None
    ]


def group_of(widget: QWidget, groups: Iterable[str]) -> str:
    at: QWidget | None = widget
    while at is not None:
        if at.objectName() in groups:
            return at.objectName()
        at = at.parentWidget()
    raise AssertionError(f"{name(widget)} is in no group")


@pytest.mark.parametrize("place", PLACES)
def test_tab_goes_to_every_control_in_the_order_of_the_eye_and_back(
    trip: MainWindow, qtbot: QtBot, place: str
) -> None:
    go(qtbot, trip, place)
    page = page_of(place)
    seen(trip, f"pages-{page}").setFocus()
    there = way(Qt.Key.Key_Tab)
    assert {name(one) for one in stops(trip)} - {name(one) for one in there} == set()
    assert way(Qt.Key.Key_Backtab) == [there[0], *reversed(there[1:])]
    order = list(dict.fromkeys(group_of(one, GROUPS[page]) for one in there))
    assert order == GROUPS[page]
    # each group is gone through once: nothing leads out of it and in again
    runs = [group_of(one, GROUPS[page]) for one in there]
    assert sum(one != other for one, other in pairwise(runs)) == len(order) - 1


def test_a_banner_is_reached_within_the_header(trip: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(trip.workspace.refused):
        trip.open("missing.json")
    seen(trip, "pages-tune").setFocus()
    there = way(Qt.Key.Key_Tab)
    names = [name(one) for one in there]
    assert names.index("requestBars") < names.index("dismissMessage") < names.index("sessionSearch")


def spoken(widget: QWidget) -> str:
    """What a screen reader calls a control."""
    words = widget.accessibleName()
    if not words and isinstance(widget, QAbstractButton | QLabel):
        words = widget.text()
    return words.replace("&", "").strip()


@pytest.mark.parametrize("place", PLACES)
def test_every_control_has_a_name_of_its_own_in_its_group(trip: MainWindow, qtbot: QtBot, place: str) -> None:
    go(qtbot, trip, place)
    page = page_of(place)
    found = stops(trip)
    assert [name(one) for one in found if not spoken(one)] == []
    assert [type(one).__name__ for one in found if not one.objectName()] == []
    counted = Counter((group_of(one, GROUPS[page]), spoken(one)) for one in found)
    assert [what for what, times in counted.items() if times > 1] == []


@pytest.mark.parametrize("place", PLACES)
def test_what_shows_no_words_says_in_a_tooltip_what_it_is(trip: MainWindow, qtbot: QtBot, place: str) -> None:
    go(qtbot, trip, place)
    silent = [
        name(one)
        for one in trip.findChildren(QAbstractButton)
        if one.isVisible() and not one.toolTip() and len(one.text().replace("&", "").strip()) < 3
    ]
    assert silent == []


@pytest.mark.parametrize("place", PLACES)
def test_every_cell_in_sight_says_what_it_shows(trip: MainWindow, qtbot: QtBot, place: str) -> None:
    go(qtbot, trip, place)
    tables = [one for one in trip.findChildren(QTableView) if one.isVisible()]
    assert len(tables) >= 4
    silent: list[str] = []
    for table in tables:
        model = table.model()
        assert isinstance(model, QAbstractItemModel)
        for row in range(model.rowCount()):
            for column in range(model.columnCount()):
                if table.isRowHidden(row) or table.isColumnHidden(column):
                    continue
                index = model.index(row, column)
                shown = index.data(Qt.ItemDataRole.DisplayRole)
                told = index.data(Qt.ItemDataRole.AccessibleTextRole)
                if shown and not told:
                    silent.append(f"{name(table)} {row}:{column} {shown}")
    assert silent == []


def test_the_stage_panes_say_the_fate_in_words(trip: MainWindow) -> None:
    pane = seen(trip, "stageSelect")
    assert isinstance(pane, QTableView)
    model = pane.model()
    told = [
        str(model.index(row, 1).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(model.rowCount())
    ]
    assert any("dropped" in one for one in told)
    assert any("added" in one for one in told)


@pytest.mark.parametrize(
    ("place", "table"),
    [
        ("diff", "stageSelect"),
        ("diff", "diffLines"),
        ("diff", "sessionsList"),
        ("diff", "mustKeepTable"),
        ("diff", "budgetTable"),
    ],
)
def test_the_menu_key_opens_the_menu_of_the_line_that_has_the_keys(
    trip: MainWindow, qtbot: QtBot, place: str, table: str
) -> None:
    go(qtbot, trip, place)
    view = seen(trip, table)
    assert isinstance(view, QAbstractItemView)
    view.setFocus()
    key(trip, Qt.Key.Key_Home)
    view.setCurrentIndex(view.model().index(1, 0) if table == "budgetTable" else view.currentIndex())
    # a system turns the key into this event; the offscreen one does not
    at = view.visualRect(view.currentIndex()).center()
    QTest.keyClick(view, Qt.Key.Key_Menu)
    if not isinstance(QApplication.activePopupWidget(), QMenu):
        reason = QContextMenuEvent.Reason.Keyboard
        for target in (view.viewport(), view):
            event = QContextMenuEvent(reason, QPoint(at), view.viewport().mapToGlobal(at))
            QApplication.sendEvent(target, event)
            if isinstance(QApplication.activePopupWidget(), QMenu):
                break
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu), "no menu came"
    assert [one.text() for one in menu.actions() if one.isEnabled() and one.text()]
    menu.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def entries(menu: QMenu | QMenuBar) -> Iterator[QAction]:
    """All actions under a menu."""
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            yield from entries(below)
        elif not action.isSeparator():
            yield action


def test_every_action_is_in_a_menu_and_in_the_palette(trip: MainWindow) -> None:
    bar = trip.findChild(QMenuBar)
    assert isinstance(bar, QMenuBar)
    listed = set(map(id, entries(bar)))
    assert [one.objectName() for one in trip.commands.all if id(one) not in listed] == []
    key(trip, Qt.Key.Key_K, CONTROL)
    assert "commandPalette" in (focus().parentWidget() or focus()).objectName()
    key(trip, Qt.Key.Key_Escape)


def test_no_two_actions_have_one_key(trip: MainWindow) -> None:
    window = Qt.ShortcutContext.WindowShortcut
    found = [
        (sequence.toString(QKeySequence.SequenceFormat.PortableText), one)
        for one in trip.findChildren(QAction)
        for sequence in one.shortcuts()
    ]
    assert len(found) > 30
    everywhere = Counter(keys for keys, one in found if one.shortcutContext() == window)
    assert [keys for keys, times in everywhere.items() if times > 1] == []
    # a key of one list would be of two minds where the window has it too
    local = {keys for keys, one in found if one.shortcutContext() != window}
    assert local & set(everywhere) == set()
    letters = Counter(_letter(one.text()) for one in trip.findChildren(QMenuBar)[0].actions())
    assert [letter for letter, times in letters.items() if letter and times > 1] == []
    # Alt with a letter of a menu is no shortcut either
    assert {f"Alt+{letter.upper()}" for letter in letters if letter} & set(everywhere) == set()


def test_no_menu_has_one_letter_twice(trip: MainWindow) -> None:
    twice = {
        menu.title(): letter
        for menu in trip.findChild(QMenuBar).findChildren(QMenu)  # type: ignore[union-attr]
        for letter, times in Counter(_letter(one.text()) for one in menu.actions()).items()
        if letter and times > 1
    }
    assert twice == {}


def _letter(text: str) -> str:
    """The letter after a single ampersand."""
    plain = text.replace("&&", "")
    return plain[plain.index("&") + 1].lower() if "&" in plain else ""


def test_buttons_over_actions_say_their_keys(trip: MainWindow) -> None:
    save = seen(trip, "saveButton")
    assert isinstance(save, QToolButton)
    assert "Ctrl+S" in save.toolTip()
