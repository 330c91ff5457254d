"""The four panes: one focus, one scroll position, folds and filters by keyboard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gui.trace_builder import One, dropped, long_ones, pool_of, trace_of
from gui.trip_sample import trip_trace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from ctxlab.gui.delegates.stage_delegate import LINE_HEIGHT, MARK_LEFT, TEXT_LEFT
from ctxlab.gui.models.stage_lines import FOLD
from ctxlab.gui.theme.palette import DARK
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.pane_head import HEIGHT, STACKED, PaneHead
from ctxlab.gui.views.stage_panes import StagePanes
from ctxlab.model.decision import Fate, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.stages.describe import describe_all
from ctxlab.stages.registry import builtin_strategies


@pytest.fixture
def panes(qtbot: QtBot, look: Look) -> StagePanes:
    made = StagePanes(look)
    qtbot.addWidget(made)
    made.resize(1200, 400)
    made.set_trace(trip_trace())
    made.show()
    qtbot.waitExposed(made)
    return made


def test_names_and_heights(panes: StagePanes) -> None:
    names = [table.objectName() for table in panes.tables]
    assert names == ["stageGather", "stageSelect", "stageSummarize", "stageConstruct"]
    assert all(table.accessibleName() for table in panes.tables)
    assert {table.rowHeight(row) for table in panes.tables for row in (0, 7, 39)} == {LINE_HEIGHT} == {22}


def test_one_current_line_for_all_panes(panes: StagePanes, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panes.item_chosen) as chosen:
        assert panes.choose("i8")
    assert chosen.args == ["i8"]
    rows = {index.row() for table in panes.tables for index in table.selectionModel().selectedRows()}
    assert rows == {panes.model.row_of("i8")}
    assert panes.chosen() == "i8"


def test_keys_move_the_line_in_whichever_pane_has_the_focus(panes: StagePanes, qtbot: QtBot) -> None:
    panes.choose("i1")
    last = panes.tables[3]
    last.setFocus()
    QTest.keyClick(last, Qt.Key.Key_Down)
    assert panes.chosen() == "i2"
    QTest.keyClick(last, Qt.Key.Key_End)
    assert panes.chosen() == "i38"
    # the pane with the focus scrolled, and the others with it
    values = {table.verticalScrollBar().value() for table in panes.tables}
    assert len(values) == 1
    assert values.pop() > 0
    QTest.keyClick(last, Qt.Key.Key_Home)
    assert {table.verticalScrollBar().value() for table in panes.tables} == {0}


def test_left_and_right_go_to_the_next_pane(panes: StagePanes, qapp: QApplication) -> None:
    panes.tables[0].setFocus()
    QTest.keyClick(panes.tables[0], Qt.Key.Key_Right)
    assert qapp.focusWidget() is panes.tables[1]
    QTest.keyClick(panes.tables[1], Qt.Key.Key_Left)
    QTest.keyClick(panes.tables[0], Qt.Key.Key_Left)
    assert qapp.focusWidget() is panes.tables[0]


def test_a_click_chooses(panes: StagePanes, qtbot: QtBot) -> None:
    table = panes.tables[1]
    rect = table.visualRect(panes.model.index(6, 1))
    with qtbot.waitSignal(panes.item_chosen):
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert panes.chosen() == panes.model.key(6)


def test_focus_and_scroll_survive_a_new_trace(qtbot: QtBot, look: Look) -> None:
    panes = StagePanes(look)
    qtbot.addWidget(panes)
    panes.resize(900, 300)
    ones = long_ones(500, 100)
    pool = pool_of(ones)
    panes.set_trace(trace_of(ones, pool=pool))
    panes.show()
    panes.choose("i250")
    scrolled = panes.tables[0].verticalScrollBar().value()
    assert scrolled > 0
    with qtbot.assertNotEmitted(panes.model.modelReset):
        panes.set_trace(trace_of(long_ones(500, 300), pool=pool))
    assert panes.chosen() == "i250"
    assert panes.tables[2].selectionModel().currentIndex().row() == 249
    assert panes.tables[3].verticalScrollBar().value() == scrolled


def test_the_focus_comes_back_after_a_filter(panes: StagePanes, qtbot: QtBot) -> None:
    panes.choose("i37")
    with qtbot.assertNotEmitted(panes.item_chosen):
        panes.filter_bar.field.setText("fate:dropped")
        assert panes.chosen() == "i37"
        assert not panes.tables[0].selectionModel().hasSelection()
    panes.filter_bar.field.setText("")
    assert panes.model.key(panes.tables[0].selectionModel().currentIndex().row()) == "i37"


def test_the_filter_counts_and_says_what_it_does_not_know(panes: StagePanes, qtbot: QtBot) -> None:
    bar = panes.filter_bar
    bar.field.setText("fate:dropped")
    assert panes.model.rowCount() == 5
    assert "5 of 40" in bar.said()
    bar.field.setText("fate:lost")
    assert panes.model.rowCount() == 5
    assert bar.field.property("invalid") is True
    assert "fate:lost" in bar.said()
    assert "dropped" in bar.said()
    bar.field.setText("")
    assert panes.model.rowCount() == 40
    assert bar.said() == ""


def test_changes_only_folds_and_enter_opens(panes: StagePanes, qtbot: QtBot) -> None:
    panes.filter_bar.changes_only.click()
    row = panes.model.row_of(FOLD + "i9")
    assert row >= 0
    table = panes.tables[0]
    table.setFocus()
    with qtbot.assertNotEmitted(panes.item_chosen):
        table.setCurrentIndex(panes.model.index(row, 0))
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert panes.model.row_of("i9") == row
    panes.filter_bar.changes_only.click()
    assert panes.model.rowCount() == 40


def test_why_an_item_was_dropped_runs_through_the_empty_cells(qtbot: QtBot, look: Look) -> None:
    panes = StagePanes(look)
    qtbot.addWidget(panes)
    panes.resize(760, 300)
    panes.set_trace(trace_of([dropped(One("t", Row.HISTORY, "so", "user", 1, 10), by="x")]))
    panes.show()
    qtbot.waitExposed(panes)
    offset, room = panes.aligned.run_on(3, 2)
    first, last = (panes.tables[at].viewport() for at in (2, 3))
    assert offset == last.mapToGlobal(QPoint()).x() - first.mapToGlobal(QPoint()).x() > first.width() - 1
    assert room == offset + last.width()
    ground = color(look.theme.base).rgb()
    for view in (first, last):
        image = view.grab().toImage()
        assert any(image.pixel(x, y) != ground for x in range(9, 60) for y in range(4, LINE_HEIGHT - 4))


def test_heads_of_narrow_panes_have_a_line_for_the_strategy(qtbot: QtBot, look: Look) -> None:
    panes = StagePanes(look)
    qtbot.addWidget(panes)
    panes.set_strategies(describe_all(builtin_strategies()))
    panes.set_profile(Profile("p"))
    panes.set_trace(trip_trace())
    panes.resize(1200, 300)
    panes.show()
    qtbot.waitExposed(panes)
    assert {head.height() for head in panes.heads} == {HEIGHT}
    panes.resize(646, 300)
    QApplication.processEvents()
    assert {head.height() for head in panes.heads} == {STACKED}
    for head in panes.heads:
        assert head.button.text() == f"{head.said()[0]} ▾"
        assert head.button.geometry().right() <= head.width()


def test_heads_say_strategy_counts_and_tokens(panes: StagePanes) -> None:
    trace = trip_trace()
    said = [head.said() for head in panes.heads]
    assert said[0] == ("recorded", f"38 · ≈{trace.totals.gathered:,}")
    assert said[1] == ("layered", f"−5 ~1 +1 · ≈{trace.totals.selected:,}")
    assert said[2] == ("extractive", f"∪2 Σ2 +1 · ≈{trace.totals.summarized:,}")
    assert said[3][1].endswith(f"≈{trace.totals.constructed:,}")
    panes.set_trace(None)
    assert panes.heads[0].said() == ("", "")


def test_fates_are_painted_with_mark_and_ground(panes: StagePanes, look: Look, qapp: QApplication) -> None:
    table = panes.tables[1]
    rect = table.visualRect(panes.model.index(panes.model.row_of("i6"), 1))
    image = table.viewport().grab().toImage()
    ground = image.pixelColor(rect.right() - 40, rect.center().y() - 8)
    assert ground.name() == look.theme.tone(trip_trace().fate(5)).ground
    assert image.pixelColor(rect.left() + 1, rect.center().y()).name() == look.theme.rows[trip_trace().row(5)]
    look.set_theme(DARK)
    image = table.viewport().grab().toImage()
    assert image.pixelColor(rect.right() - 40, rect.center().y() - 8) == color(
        DARK.tone(trip_trace().fate(5)).ground
    )
    look.set_theme(Look().theme)


def _ink(panes: StagePanes, look: Look) -> int:
    """How many pixels of the Gather pane are not its ground."""
    ground = color(look.theme.base).rgb()
    image = panes.tables[0].viewport().grab().toImage()
    places = ((x, y) for x in range(image.width()) for y in range(min(LINE_HEIGHT, image.height())))
    return sum(image.pixel(x, y) != ground for x, y in places)


def test_empty_panes_say_why_they_are_empty(panes: StagePanes, look: Look, qtbot: QtBot) -> None:
    panes.set_trace(trace_of([]))
    assert panes.model.rowCount() == 0
    assert _ink(panes, look) > 40


def test_a_file_that_is_being_opened_is_told(panes: StagePanes, look: Look) -> None:
    panes.set_trace(None)
    before = _ink(panes, look)
    panes.set_placeholder("opening a file with a rather long name …")
    assert _ink(panes, look) > before
    panes.set_trace(trip_trace())
    assert panes.model.rowCount() == 40


@pytest.mark.parametrize(("wide", "whole"), [(150, False), (420, True)])
def test_a_fates_word_gives_way_to_its_sign_where_words_have_no_room(
    qtbot: QtBot, look: Look, wide: int, whole: bool
) -> None:
    one = dropped(One("t", Row.TOOL_RESULT, "[]", "tool", 12, 1_240, name="search_hotels_of_the_town"))
    panes = StagePanes(look)
    qtbot.addWidget(panes)
    panes.resize(1200, 300)
    panes.set_trace(trace_of([one]))
    panes.show()
    table = panes.tables[1]
    table.setFixedWidth(wide)
    QApplication.processEvents()
    assert table.viewport().width() <= wide
    image = table.viewport().grab().toImage()
    pill = color(look.theme.tone(Fate.DROPPED).pill).rgb()
    places = ((x, y) for x in range(image.width()) for y in range(LINE_HEIGHT))
    painted = [x for x, y in places if image.pixel(x, y) == pill]
    ground = color(look.theme.tone(Fate.DROPPED).ground).rgb()
    sign = (image.pixel(x, y) for x in range(MARK_LEFT, TEXT_LEFT) for y in range(4, LINE_HEIGHT - 4))
    assert any(pixel != ground for pixel in sign)
    # the whole pill, with its word and room at both ends, or none of it
    across = max(painted) - min(painted) + 1 if painted else 0
    assert across >= look.fine_strong.width("dropped") + 8 if whole else not painted


def test_the_head_of_select_says_to_which_level_a_run_was_degraded(panes: StagePanes) -> None:
    trace = replace(trip_trace(), diagnostics=(Diagnostic("degraded", numbers=(("level", 2),)),))
    panes.set_trace(trace)
    counts = [head.said()[1] for head in panes.heads]
    assert [count.startswith("↓2") for count in counts] == [False, True, False, False]
    assert "degraded to level 2" in panes.heads[1].accessibleName()
    panes.set_trace(trip_trace())
    assert "↓" not in panes.heads[1].said()[1]
    assert "degraded" not in panes.heads[1].accessibleName()


def test_narrow_heads_keep_name_arrow_and_tokens(qtbot: QtBot, look: Look) -> None:
    head = PaneHead(Stage.CONSTRUCT, look, "en")
    qtbot.addWidget(head)
    head.set_pickable(True)
    trace = trip_trace()
    head.show_record(replace(trace.stage(Stage.CONSTRUCT), strategy="layout:sandwich"), 7_827, True)
    assert head.said()[0] == "sandwich"
    head.show()
    texts: list[str] = []
    for width in (300, 180, head.minimumSizeHint().width()):
        head.resize(width, HEIGHT)
        texts.append(head.button.text())
        assert head.button.geometry().right() < width
    assert texts[0] == "sandwich ▾"
    assert texts[-1] == "▾"
    assert len(texts[1]) <= len(texts[0])


def test_tab_goes_from_the_bar_through_heads_and_panes(panes: StagePanes, qapp: QApplication) -> None:
    panes.set_strategies(describe_all(builtin_strategies()))
    panes.set_profile(Profile())
    for name, tables in (("aligned", panes.aligned.tables), ("own", None)):
        panes.set_arrangement(name)
        panes.filter_bar.arrangement.setFocus()
        seen: list[QWidget | None] = []
        for _ in range(8):
            QTest.keyClick(qapp.focusWidget() or panes, Qt.Key.Key_Tab)
            seen.append(qapp.focusWidget())
        shown = tables or panes.tables
        expected = [
            part for head, table in zip(panes.heads, shown, strict=True) for part in (head.button, table)
        ]
        assert seen == expected
