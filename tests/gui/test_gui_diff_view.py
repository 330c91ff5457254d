"""The diff view: titles, counts, stepping, modes, opening in place, copying, what to compare with."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gui.trip_sample import trip_diff
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ctxlab.analysis.inline import inline_change
from ctxlab.gui.models.diff_choices import BeforeChoice, BeforeKind
from ctxlab.gui.models.diff_details import MOST_DETAILS
from ctxlab.gui.theme.palette import DARK
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.diff_view import DiffView
from ctxlab.model.decision import Fate
from ctxlab.model.diff import ContextDiff, DiffBlock, DiffKind

SAVED = BeforeChoice(BeforeKind.SAVED, "saved profile")
UNMANAGED = BeforeChoice(BeforeKind.UNMANAGED, "unmanaged")


@pytest.fixture
def view(qtbot: QtBot, look: Look) -> DiffView:
    made = DiffView(look)
    qtbot.addWidget(made)
    made.resize(900, 420)
    made.set_diff(replace(trip_diff(), inline=inline_change))
    made.show()
    return made


def click(view: DiffView, row: int, x: int) -> None:
    rect = view.table.visualRect(view.table.lines.index(row, 0))
    place = QPoint(rect.left() + x, rect.center().y())
    QTest.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)


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


def test_counts_that_are_not_exact_say_so(view: DiffView) -> None:
    view.set_diff(replace(trip_diff(), exact=False))
    assert view.said()[1].endswith("≈−275 tokens · F7 next")


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


def test_enter_or_a_click_opens_a_fold(view: DiffView) -> None:
    table = view.table
    assert table.lines.rowCount() == 11
    table.setCurrentIndex(table.lines.index(6, 0))
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert table.lines.rowCount() == 30
    view.set_diff(replace(trip_diff(), before_title="another"))
    click(view, 6, 300)
    assert table.lines.rowCount() == 30


def test_a_double_click_opens_once(view: DiffView) -> None:
    table = view.table
    rect = table.visualRect(table.lines.index(6, 0))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert table.lines.rowCount() == 30, "the fold is open, and no message in it"
    rect = table.visualRect(table.lines.index(0, 0))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert table.lines.rowCount() == 31


def test_the_mode_changes_by_its_button_and_keeps_the_place(view: DiffView) -> None:
    assert view.mode == "split"
    view.table.setCurrentIndex(view.table.lines.index(8, 0))
    view.modes.button("unified").click()
    assert (view.mode, view.table.lines.rowCount()) == ("unified", 12)
    block = view.table.lines.block(view.table.currentIndex().row())
    assert block is not None
    assert block.before == 28
    view.set_mode("split")
    assert view.modes.current == "split"
    view.set_mode("none of them")
    assert view.mode == "split"


def test_a_message_opens_below_its_line_and_closes_on_it(view: DiffView) -> None:
    table = view.table
    table.setCurrentIndex(table.lines.index(8, 0))
    QTest.keyClick(table, Qt.Key.Key_Right)
    assert table.lines.rowCount() == 12
    QTest.keyClick(table, Qt.Key.Key_Right)
    assert table.lines.rowCount() == 12, "it is open already"
    table.setCurrentIndex(table.lines.index(9, 0))
    QTest.keyClick(table, Qt.Key.Key_Left)
    assert table.lines.rowCount() == 11
    assert table.currentIndex().row() == 8
    click(view, 8, 8)
    assert table.lines.rowCount() == 12


def test_an_opened_text_breaks_where_the_room_ends(view: DiffView, qtbot: QtBot) -> None:
    text = "words " * 100
    block = DiffBlock(DiffKind.REMOVED, 1, None, "user", "user", text, "", 100, 0)
    view.set_diff(ContextDiff("a", "b", [block], 0, 1, 0, 0, 100, 0))
    view.table.open(0)
    wide = view.table.lines.rowCount()
    view.resize(500, 420)
    qtbot.waitUntil(lambda: view.table.lines.rowCount() > wide)
    narrow = view.table.lines.rowCount()
    view.set_mode("unified")
    assert view.table.lines.rowCount() < narrow


def test_a_text_that_goes_on_is_asked_for_whole(view: DiffView, qtbot: QtBot) -> None:
    text = "line\n" * 1_000
    block = DiffBlock(DiffKind.EQUAL, 4, 3, "user", "user", text, text, 100, 100)
    view.set_diff(ContextDiff("a", "b", [block], 0, 0, 0, 0, 100, 100))
    view.table.open(0)
    assert view.table.lines.rowCount() == 1 + MOST_DETAILS
    view.table.setCurrentIndex(view.table.lines.index(MOST_DETAILS, 0))
    with qtbot.waitSignal(view.whole_requested) as asked:
        QTest.keyClick(view.table, Qt.Key.Key_Return)
    assert asked.args == [3]


def test_a_message_is_copied_whole(view: DiffView) -> None:
    table = view.table
    clipboard = QGuiApplication.clipboard()
    table.setCurrentIndex(table.lines.index(4, 0))
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == "周末想去杭州，预算三千以内，不吃辣"
    table.setCurrentIndex(table.lines.index(8, 0))
    actions = {one.objectName(): one for one in table.menu(8).actions()}
    actions["diffCopy"].trigger()
    assert clipboard.text().endswith("omitted]…")
    actions["diffCopyBefore"].trigger()
    assert clipboard.text() == '{"sat":"rain 80%","sun":"cloudy"}'


def test_the_menu_of_a_gone_message_leads_to_its_item(view: DiffView, qtbot: QtBot) -> None:
    actions = {one.objectName(): one for one in view.table.menu(4).actions()}
    assert actions["diffWhy"].text() == "Why was it dropped"
    with qtbot.waitSignal(view.item_chosen) as chosen:
        actions["diffWhy"].trigger()
    assert chosen.args == ["i8"]
    assert "diffWhy" not in {one.objectName() for one in view.table.menu(0).actions()}
    assert [one.objectName() for one in view.table.menu(6).actions()] == ["diffOpen"]


def test_what_to_compare_with_is_asked_for(view: DiffView, qtbot: QtBot) -> None:
    view.set_before_choices([SAVED, UNMANAGED], SAVED)
    assert view.before.choices == (SAVED, UNMANAGED)
    with qtbot.waitSignal(view.before_requested) as asked:
        view.before.requested.emit(UNMANAGED)
    assert asked.args == [UNMANAGED]


@pytest.mark.parametrize("mode", ["split", "unified"])
def test_every_line_is_painted_on_the_ground_of_its_kind(view: DiffView, look: Look, mode: str) -> None:
    view.set_mode(mode)
    for theme in (look.theme, DARK):
        look.set_theme(theme)
        image = view.table.viewport().grab().toImage()
        rows, half = range(view.table.lines.rowCount()), view.table.viewport().width() // 2
        grounds = {image.pixelColor(x, 22 * row + 11).name() for row in rows for x in (3, half + 3)}
        tones = [theme.tone(fate).ground for fate in (Fate.DROPPED, Fate.ADDED, Fate.COMPRESSED)]
        assert {*tones, theme.base, theme.panel} <= grounds


def test_it_takes_any_height(view: DiffView) -> None:
    assert view.maximumHeight() > 10_000
    assert view.minimumSizeHint().height() < 200
