"""The menu of a line: by mouse and by key, for one item and for several."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gui.trip_sample import trip_trace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.filter_columns import Marked
from ctxlab.gui.models.stage_lines import FOLD
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.stage_panes import StagePanes


@pytest.fixture
def panes(qtbot: QtBot, look: Look) -> Iterator[StagePanes]:
    made = StagePanes(look)
    qtbot.addWidget(made)
    made.resize(1200, 900)
    made.set_trace(trip_trace())
    made.show()
    qtbot.waitExposed(made)
    yield made
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()


def opened(panes: StagePanes, item_id: str, stage: int = 0, *, key: bool = False) -> dict[str, QAction]:
    """The entries of the menu of an item's line, by name."""
    table = panes.tables[stage]
    rect = table.visualRect(panes.model.index(panes.model.row_for(item_id), stage))
    reason = QContextMenuEvent.Reason.Keyboard if key else QContextMenuEvent.Reason.Mouse
    at = QPoint(0, 0) if key else rect.center()
    QApplication.sendEvent(table.viewport(), QContextMenuEvent(reason, at, table.viewport().mapToGlobal(at)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return {action.objectName(): action for action in menu.actions() if action.objectName()}


def test_a_right_click_offers_what_may_be_done_with_the_item(panes: StagePanes) -> None:
    entries = opened(panes, "i23")
    assert [action.text().partition("\t")[0] for action in entries.values()] == [
        "Why",
        "Pin",
        "Must keep this item",
        "Source rule from this…",
        "Copy id",
        "Copy text",
        "Filter: only row tool results",
        "Filter: only turn 4",
        "Filter: only tool search_trains",
        "Show its row in the budget",
    ]
    assert "filterTool" not in opened(panes, "i8")


def test_entries_are_signals(panes: StagePanes, qtbot: QtBot) -> None:
    entries = opened(panes, "i8", 1)
    for name, signal, value in (
        ("why", panes.why_requested, "i8"),
        ("pin", panes.pin_requested, "i8"),
        ("mustKeep", panes.must_keep_requested, "i8"),
        ("ruleFrom", panes.rule_requested, "i8"),
        ("showRow", panes.row_requested, "history"),
    ):
        with qtbot.waitSignal(signal) as told:
            entries[name].trigger()
        assert told.args == [value]


def test_text_is_copied_as_it_is_stored(panes: StagePanes) -> None:
    opened(panes, "i20")["copyText"].trigger()
    trace = trip_trace()
    position = trace.position("i20")
    assert position is not None
    assert QGuiApplication.clipboard().text() == trace.item(position).text
    opened(panes, "i20")["copyId"].trigger()
    assert QGuiApplication.clipboard().text() == "i20"


def test_a_filter_by_the_line_takes_the_place_of_its_likes(panes: StagePanes) -> None:
    panes.filter_bar.field.setText("fate:dropped")
    opened(panes, "i8")["filterRow"].trigger()
    assert panes.filter_bar.field.text() == "fate:dropped row:history"
    assert list(panes.model.keys) == ["i6", "i7", "i8"]
    opened(panes, "i8")["filterTurn"].trigger()
    assert list(panes.model.keys) == ["i8"]


def test_the_menu_key_opens_it_at_the_current_line(panes: StagePanes) -> None:
    panes.choose("i9")
    entries = opened(panes, "i1", key=True)
    entries["copyId"].trigger()
    assert QGuiApplication.clipboard().text() == "i9"


def test_a_pinned_item_is_unpinned(panes: StagePanes) -> None:
    panes.set_marked(Marked({}, frozenset({"i9"})))
    assert opened(panes, "i9")["pin"].text() == "Unpin\tSpace"
    assert opened(panes, "i8")["pin"].text() == "Pin\tSpace"


def test_several_selected_items_go_together(panes: StagePanes, qtbot: QtBot) -> None:
    table = panes.tables[0]
    table.setFocus()
    panes.choose("i6")
    QTest.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert panes.selected_items() == ["i6", "i7", "i8"]
    entries = opened(panes, "i7")
    assert entries["mustKeep"].text() == "Must keep these 3 items"
    told: list[str] = []
    panes.pin_requested.connect(told.append)
    entries["pin"].trigger()
    assert told == ["i6", "i7", "i8"]
    # another line is not part of the selection
    opened(panes, "i20")["copyId"].trigger()
    assert QGuiApplication.clipboard().text() == "i20"


def test_a_fold_stands_for_its_items(panes: StagePanes) -> None:
    panes.filter_bar.changes_only.setChecked(True)
    assert panes.choose("i3")
    assert panes.model.row_for("i3") == panes.model.row_of(FOLD + "i2")
    assert panes.selected_items() == ["i2", "i3", "i4", "i5"]
    opened(panes, "i2")["copyId"].trigger()
    assert QGuiApplication.clipboard().text() == "i2\ni3\ni4\ni5"


def test_without_a_selection_the_chosen_item_is_it(panes: StagePanes) -> None:
    assert panes.selected_items() == []
    panes.choose("i8")
    panes.filter_bar.field.setText("row:recent")
    assert panes.selected_items() == ["i8"]
