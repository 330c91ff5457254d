"""Must-keeps as short lines."""

from __future__ import annotations

from gui.trip_sample import MUST_KEEPS, trip_trace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.text_rows import Sign, TextRow, TextRowsModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.must_keep_list import MustKeepList
from ctxlab.gui.views.text_list import TextList


def spoken(view: TextList | MustKeepList) -> list[str]:
    rows = view.rows
    return [rows.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(rows.rowCount())]


def test_rows_are_patched_by_key(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model = TextRowsModel()
    model.set_rows([TextRow("a", "!", "one"), TextRow("b", "!", "two")])
    qtmodeltester.check(model)
    with qtbot.waitSignal(model.dataChanged) as told, qtbot.assertNotEmitted(model.modelReset):
        model.set_rows([TextRow("a", "!", "one"), TextRow("b", "!", "three"), TextRow("c", "", "<b>new</b>")])
    assert told.args is not None
    assert told.args[0].row() == 1
    assert model.index(2, 0).data() == "<b>new</b>"
    assert model.index(2, 0).data(Qt.ItemDataRole.ToolTipRole) == "<qt>&lt;b&gt;new&lt;/b&gt;</qt>"


def test_must_keeps_say_where_they_were_lost(qtbot: QtBot, look: Look) -> None:
    view = MustKeepList(look)
    qtbot.addWidget(view)
    view.set_must_keeps(MUST_KEEPS, trip_trace().must_keeps)
    assert view.objectName() == "mustKeepList"
    assert spoken(view) == [
        "lost in Select: 预算三千以内",
        "lost in Select: 不吃辣",
        "kept: 当天能往返",
        "not judged: only (Jiangsu|Zhejiang)",
    ]
    line = view.rows.line(0)
    assert line is not None
    assert (line.pill, line.sign) == ("− lost", Sign.BAD)
    unjudged = view.rows.line(3)
    assert unjudged is not None
    assert unjudged.sign is Sign.NEUTRAL


def test_a_click_goes_to_the_item_that_states_it(qtbot: QtBot, look: Look) -> None:
    view = MustKeepList(look)
    qtbot.addWidget(view)
    view.resize(200, 200)
    view.set_must_keeps(MUST_KEEPS, trip_trace().must_keeps)
    view.show()
    with qtbot.waitSignal(view.item_chosen) as chosen:
        rect = view.table.visualRect(view.rows.index(0, 0))
        QTest.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert chosen.args == ["i8"]
    with qtbot.assertNotEmitted(view.item_chosen):
        rect = view.table.visualRect(view.rows.index(3, 0))
        QTest.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
