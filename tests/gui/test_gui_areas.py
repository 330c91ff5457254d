"""F6 goes through all parts in sight, wherever they are, and round."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from ctxlab.gui.main_window import MainWindow


def walk(window: MainWindow, step: int, count: int) -> list[QWidget]:
    found: list[QWidget] = []
    for _ in range(count):
        window.areas.go(step)
        QApplication.processEvents()
        focus = QApplication.focusWidget()
        assert focus is not None
        found.append(focus)
    return found


def tune(window: MainWindow) -> list[QWidget]:
    views = window.views
    return [
        views.request_bar.bars,
        views.sessions.list,
        views.must_keeps.table,
        views.problems,
        views.panes.filter_bar.field,
        views.panes.tables[0],
        views.diff.table,
        views.budget,
        views.inspector.text,
    ]


def test_all_parts_in_sight_are_gone_through_and_back(talk: MainWindow) -> None:
    talk.activateWindow()
    talk.views.inspector.text.setFocus()
    assert walk(talk, 1, 10) == [*tune(talk), talk.views.request_bar.bars]
    assert walk(talk, -1, 9) == list(reversed(tune(talk)))


def test_from_inside_a_part_the_next_one_follows(talk: MainWindow) -> None:
    talk.activateWindow()
    talk.views.panes.tables[3].setFocus()
    assert walk(talk, 1, 1) == [talk.views.diff.table]
    talk.views.panes.filter_bar.changes_only.setFocus()
    assert walk(talk, 1, 1) == [talk.views.panes.tables[0]]


def test_the_panes_in_their_own_order_are_reached(talk: MainWindow) -> None:
    talk.activateWindow()
    talk.views.panes.set_arrangement("own")
    talk.views.panes.filter_bar.field.setFocus()
    assert walk(talk, 1, 2) == [talk.views.panes.tables[0], talk.views.diff.table]


def test_the_tab_and_the_page_in_sight_count(talk: MainWindow) -> None:
    talk.activateWindow()
    talk.page.show_tab(talk.views.sensitivity)
    talk.views.panes.tables[0].setFocus()
    assert walk(talk, 1, 2) == [talk.views.sensitivity.rows, talk.views.budget]
    talk.turn_to("investigate")
    talk.views.problems.setFocus()
    field, rows = talk.views.violation.field, talk.views.evidence.difference.table
    found = [one for one in walk(talk, 1, 4) if one is not talk.views.matrix.table]
    assert found[:3] == [field, rows, talk.views.budget]


def test_docks_that_float_are_on_the_way_and_closed_ones_are_not(talk: MainWindow) -> None:
    talk.activateWindow()
    talk.docks.budget.setFloating(True)
    talk.docks.must_keeps.close()
    QApplication.processEvents()
    talk.activateWindow()
    QApplication.processEvents()
    talk.views.sessions.list.setFocus()
    field, panes, diff = talk.views.panes.filter_bar.field, talk.views.panes.tables[0], talk.views.diff.table
    budget, text = talk.views.budget, talk.views.inspector.text
    found = walk(talk, 1, 7)
    assert found == [talk.views.problems, field, panes, diff, budget, text, talk.views.request_bar.bars]
    assert walk(talk, -1, 2) == [text, budget]
    assert budget.isActiveWindow()
