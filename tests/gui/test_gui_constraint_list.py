"""Constraints that rules found, corrected and made must-keeps in their list."""

from __future__ import annotations

from decimal import Decimal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.text_rows import Sign
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.constraint_list import ConstraintList
from ctxlab.model.constraint import Comparator, Constraint, Kind, Stated, Survived, Tier, Value
from ctxlab.model.matrix import Cell

BUDGET = Stated(
    "found:i2:6",
    "i2",
    Constraint(
        6,
        12,
        "预算三千以内",
        Kind.BUDGET,
        Tier.HARD,
        values=(Value(8, 10, Comparator.AT_MOST, Decimal(3000), "CNY"),),
        rules=("zh-budget",),
    ),
)
WISH = Stated("found:i4:0", "i4", Constraint(0, 4, "最好靠窗", Kind.PREFERENCE, Tier.SOFT))
OLD = Stated(
    "found:i3:0", "i3", Constraint(0, 9, "at most 5", Kind.LIMIT, Tier.HARD), marked=True, superseded="x"
)
CELLS = {BUDGET.id: Cell(Survived.LOST), OLD.id: Cell(Survived.VERBATIM)}


@pytest.fixture
def view(qtbot: QtBot, look: Look) -> ConstraintList:
    found = ConstraintList(look)
    qtbot.addWidget(found)
    found.resize(260, 200)
    found.set_found((WISH, BUDGET, OLD), CELLS)
    found.show()
    found.activateWindow()
    qtbot.waitUntil(found.isActiveWindow)
    found.setFocus()
    return found


def entries(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def entry(menu: QMenu, *path: str) -> QAction:
    action = next(one for one in menu.actions() if one.text() == path[0])
    if len(path) == 1:
        return action
    inner = action.menu()
    assert isinstance(inner, QMenu)
    return entry(inner, *path[1:])


def test_the_hard_ones_come_first_each_with_what_it_is(view: ConstraintList) -> None:
    lines = view.table.rows.lines()
    assert [line.text for line in lines] == ["预算三千以内", "at most 5", "最好靠窗"]
    assert [line.note for line in lines] == [
        "budget",
        "limit, corrected, replaced later",
        "preference, soft",
    ]
    assert [(line.pill, line.sign) for line in lines] == [
        ("− lost", Sign.BAD),
        ("verbatim", Sign.GOOD),
        ("", Sign.NEUTRAL),
    ]
    told = view.table.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert told.startswith("found by zh-budget")
    assert view.table.model().index(0, 0).data(Role.KEY) == BUDGET.id


@pytest.mark.parametrize(
    ("key", "signal"),
    [
        (Qt.Key.Key_M, "keep_requested"),
        (Qt.Key.Key_K, "fact_requested"),
        (Qt.Key.Key_Delete, "reject_requested"),
        (Qt.Key.Key_Return, "constraint_chosen"),
    ],
)
def test_the_keys_ask_for_the_chosen_line(
    view: ConstraintList, qtbot: QtBot, key: Qt.Key, signal: str
) -> None:
    view.table.selectRow(1)
    with qtbot.waitSignal(getattr(view, signal)) as told:
        QTest.keyClick(view.table, key)
    assert told.args == [OLD.id]


def test_the_menu_corrects_kind_and_tier(view: ConstraintList, qtbot: QtBot) -> None:
    view.table.selectRow(0)
    menu = view.menu()
    assert entries(menu) == [
        "Make it a must-keep",
        "Keep it as a key fact",
        "Kind",
        "How firm",
        "Copy",
        "It is none",
    ]
    assert entry(menu, "Kind", "budget").isChecked()
    with qtbot.waitSignal(view.correct_requested) as told:
        entry(menu, "Kind", "limit").trigger()
    assert told.args == [BUDGET.id, "limit", "hard"]
    with qtbot.waitSignal(view.correct_requested) as told:
        entry(view.menu(), "How firm", "soft").trigger()
    assert told.args == [BUDGET.id, "budget", "soft"]


def test_without_a_line_nothing_is_asked(view: ConstraintList, qtbot: QtBot) -> None:
    view.set_found((), {})
    with qtbot.assertNotEmitted(view.keep_requested):
        QTest.keyClick(view.table, Qt.Key.Key_M)
    assert entries(view.menu()) == ["Make it a must-keep", "Keep it as a key fact", "Copy", "It is none"]
