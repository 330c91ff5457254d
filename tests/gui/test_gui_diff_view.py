"""The diff view: titles, counts, stepping."""

from __future__ import annotations

import pytest
from gui.trip_sample import trip_diff
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.diff_view import DiffView
from ctxlab.model.diff import ContextDiff


@pytest.fixture
def view(qtbot: QtBot, look: Look) -> DiffView:
    made = DiffView(look)
    qtbot.addWidget(made)
    made.resize(800, 300)
    made.set_diff(trip_diff())
    made.show()
    return made


def test_titles_and_counts(view: DiffView) -> None:
    assert view.objectName() == "diffView"
    assert view.said() == (
        "before: travel-agent.toml as saved → after: history cap 8,000",
        "+1 −3 ~1 →1 messages · −275 tokens · F7 next",
    )
    view.set_diff(ContextDiff("a", "b", (), 0, 0, 0, 0, 5, 5))
    assert view.said()[1] == "no difference"
    view.set_diff(None)
    assert view.said()[0] == "nothing to compare with"


def test_f7_goes_through_the_changes(view: DiffView, qtbot: QtBot) -> None:
    table = view.table
    with qtbot.waitSignal(view.item_chosen) as chosen:
        QTest.keyClick(table, Qt.Key.Key_F7)
    assert chosen.args == ["i6"]
    QTest.keyClick(table, Qt.Key.Key_F7)
    assert table.currentIndex().row() == 8
    assert not view.next_change()
    QTest.keyClick(table, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    assert table.currentIndex().row() == 2


def test_enter_and_double_click_open_a_fold(view: DiffView) -> None:
    table = view.table
    table.setCurrentIndex(table.lines.index(6, 0))
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert table.lines.rowCount() == 31


def test_every_line_is_painted(view: DiffView) -> None:
    view.resize(800, 600)
    image = view.table.viewport().grab().toImage()
    grounds = {image.pixelColor(4, 22 * row + 11).name() for row in range(view.table.lines.rowCount())}
    assert len(grounds) == 5
