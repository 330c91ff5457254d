"""Problems step by step: their lines, where they lead, the cures beneath them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.problem_rows import Kind, ProblemRowsModel, problem_lines
from ctxlab.gui.models.text_rows import Sign
from ctxlab.gui.theme.palette import DARK
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.problems_view import ProblemsView
from ctxlab.model.lint import REST, SPLIT, Problem, Severity, keyed
from ctxlab.model.rescue import Change, Lever

CAP = (Change(Lever.CAP, "budget.history.cap", 1200, 2024),)
FACTS = (Change(Lever.KEY_FACT, "gather.key_facts", False, True),)
LOST = Problem(
    "must_keep_lost",
    Severity.ERROR,
    item="i8",
    numbers=(("id", "m"), ("label", "under 300"), ("stage", "select"), ("row", "history"), ("short", 2)),
    cures=(CAP, FACTS),
)
BROKEN = Problem("not_an_object", Severity.WARNING, numbers=(("line", 4),))
IDLE = Problem(
    "cap_never_binds",
    Severity.NOTE,
    key="budget.recent.cap",
    numbers=(("row", "recent"), ("cap", 4000), ("most", 850), ("looked", 47)),
    step=SPLIT,
)
ANEW = Problem("counted_anew", Severity.NOTE, numbers=(("looked", 9), ("naive", 50), ("once", 5)), step=REST)
ALL = (ANEW, IDLE, BROKEN, LOST)


@pytest.fixture
def view(qtbot: QtBot, look: Look) -> ProblemsView:
    made = ProblemsView(look)
    qtbot.addWidget(made)
    made.resize(220, 500)
    made.set_problems(ALL)
    made.show()
    qtbot.waitExposed(made)
    return made


def spoken(view: ProblemsView) -> list[str]:
    rows = view.rows
    return [rows.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(rows.rowCount())]


def click(view: ProblemsView, row: int) -> None:
    at = view.visualRect(view.rows.index(row, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_they_stand_step_by_step_the_worst_first_with_the_best_cure_beneath(view: ProblemsView) -> None:
    assert view.objectName() == "problemsView"
    assert view.accessibleName() == "Problems"
    assert spoken(view) == [
        "What the model saw",
        "error: “under 300” is lost in Select: history ends 2 tokens short of it",
        "Apply: history cap 1,200 → 2,024",
        "warning: line 4: not a JSON object; left out",
        "How the budget is split",
        "note: recent conversation: at most 850 of its cap of 4,000 are asked for, over 47 requests",
        "The rest",
        "note: Repeated counting: an agent that counts its history anew at each of 9 requests counts 50 "
        "tokens; with a count cache it counts 5",
    ]
    signs = [(line.pill, line.sign) for line in view.rows.lines() if line.kind is Kind.PROBLEM]
    assert signs == [("!", Sign.BAD), ("?", Sign.WARNING), ("i", Sign.NEUTRAL), ("i", Sign.NEUTRAL)]
    assert view.count == 4


def test_in_chinese_all_of_it_is_chinese(qtbot: QtBot, look: Look) -> None:
    view = ProblemsView(look, language="zh")
    qtbot.addWidget(view)
    view.set_problems(ALL)
    assert spoken(view)[0] == "模型看到了什么"
    assert "差 2 个 token" in spoken(view)[1]
    assert "历史对话上限 1,200 → 2,024" in spoken(view)[2]


def test_a_click_leads_to_the_item_or_to_the_row(view: ProblemsView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.item_chosen) as chosen:
        click(view, 1)
    assert chosen.args == ["i8"]
    with qtbot.waitSignal(view.row_chosen) as row:
        click(view, 5)
    assert row.args == ["recent"]
    with qtbot.assertNotEmitted(view.item_chosen), qtbot.assertNotEmitted(view.cure_requested):
        click(view, 0)
        click(view, 3)


def test_a_click_or_enter_on_a_cure_asks_for_it(view: ProblemsView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.cure_requested) as asked:
        click(view, 2)
    assert asked.args == ["must_keep_lost m #0"]
    view.setFocus()
    view.setCurrentIndex(view.rows.index(0, 0))
    for _ in range(2):
        QTest.keyClick(view, Qt.Key.Key_Down)
    with qtbot.waitSignal(view.cure_requested) as again:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert again.args == asked.args


def test_the_menu_has_every_cure(view: ProblemsView, qtbot: QtBot) -> None:
    view.setCurrentIndex(view.rows.index(1, 0))
    menu = view.menu()
    words = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert words == [
        "Apply: history cap 1,200 → 2,024",
        "Apply: gather.key_facts off → on",
        "Go to it",
        "Copy",
    ]
    with qtbot.waitSignal(view.cure_requested) as asked:
        menu.actions()[1].trigger()
    assert asked.args == ["must_keep_lost m #1"]
    view.setCurrentIndex(view.rows.index(2, 0))
    assert len(view.cures(2)) == 2, "a cure's line has those of its problem"
    view.setCurrentIndex(view.rows.index(3, 0))
    go = next(action for action in view.menu().actions() if action.text() == "Go to it")
    assert not go.isEnabled()


def test_asked_for_off_all_lines_the_menu_is_that_of_the_current_one(view: ProblemsView) -> None:
    view.setCurrentIndex(view.rows.index(1, 0))
    view.customContextMenuRequested.emit(QPoint(5, 5_000))
    menu = view.findChild(QMenu)
    assert menu is not None
    assert menu.isVisible()
    assert menu.actions()[0].text().startswith("Apply: history cap")
    menu.close()


def test_a_line_is_copied_as_it_is_told(view: ProblemsView) -> None:
    view.setCurrentIndex(view.rows.index(3, 0))
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "line 4: not a JSON object; left out"


def test_lines_are_as_high_as_their_words_need(view: ProblemsView) -> None:
    narrow = [view.rowHeight(row) for row in range(view.rows.rowCount())]
    view.resize(700, 500)
    wide = [view.rowHeight(row) for row in range(view.rows.rowCount())]
    assert wide[1] < narrow[1]
    assert all(one <= other for one, other in zip(wide, narrow, strict=True))


def test_the_chosen_line_stays_while_problems_change(view: ProblemsView, qtbot: QtBot) -> None:
    view.setCurrentIndex(view.rows.index(5, 0))
    with qtbot.waitSignal(view.count_changed) as counted:
        view.set_problems((ANEW, IDLE, LOST))
    assert counted.args == [3]
    line = view.rows.line(view.currentIndex().row())
    assert line is not None
    assert line.row == "recent"
    view.set_problems(())
    assert (view.rows.rowCount(), view.count) == (0, 0)


def test_it_is_painted_in_both_looks(view: ProblemsView, look: Look) -> None:
    light = view.grab().toImage()
    look.set_theme(DARK)
    dark = view.grab().toImage()
    assert light != dark


def test_lines_of_one_code_have_keys_of_their_own(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model = ProblemRowsModel()
    twice = [BROKEN, Problem("not_an_object", Severity.WARNING, numbers=(("line", 9),))]
    model.set_rows(list(problem_lines(keyed(twice), "en")))
    qtmodeltester.check(model)
    assert model.rowCount() == 3
    tip = model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "<qt>warning: line 4: not a JSON object; left out</qt>"


def test_items_are_called_by_their_labels_in_the_tooltip(qtbot: QtBot, look: Look) -> None:
    view = ProblemsView(look)
    qtbot.addWidget(view)
    view.set_problems([LOST], label_of=lambda item: f"user · 2 ({item})")
    tip = view.rows.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.endswith("user · 2 (i8)</qt>")


def test_losses_with_the_same_cure_stand_together_and_it_is_offered_once(
    view: ProblemsView, qtbot: QtBot
) -> None:
    other = replace(LOST, item="i9", numbers=(("id", "n"), *LOST.numbers[1:]))
    between = replace(LOST, item="i7", numbers=(("id", "k"), *LOST.numbers[1:]), cures=(FACTS,))
    view.set_problems((LOST, between, other))
    lines = view.rows.lines()
    assert [line.kind for line in lines].count(Kind.CURE) == 2
    at = next(at for at, line in enumerate(lines) if line.text == "history cap 1,200 → 2,024 · cures 2")
    assert {lines[at - 1].item, lines[at - 2].item} == {"i8", "i9"}
    assert view.cures(at)[0].words == "history cap 1,200 → 2,024"
    with qtbot.waitSignal(view.cure_requested) as asked:
        click(view, at)
    assert asked.args == [view.cures(at)[0].key]
