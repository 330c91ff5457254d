"""The view that compares profiles, by mouse and by keys."""

from __future__ import annotations

import pytest
from gui.systems_sample import BROKEN, COLUMNS, compared
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QToolButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.system_choices import OWN, UNMANAGED, SystemChoice
from ctxlab.gui.models.systems_answers import SystemsAnswers
from ctxlab.gui.theme.palette import DARK
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.compare_view import CompareView

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def view(qtbot: QtBot, look: Look) -> CompareView:
    made = CompareView(look)
    qtbot.addWidget(made)
    made.resize(900, 900)
    made.set_columns(COLUMNS, UNMANAGED, OWN)
    made.set_answers(SystemsAnswers(compared()[-1]))
    made.show()
    qtbot.waitExposed(made)
    return made


def click(view: CompareView, qtbot: QtBot, key: str, column: int = 0, *, twice: bool = False) -> None:
    index = view.systems.index(view.systems.row_of(key), column)
    view.table.scrollTo(index)
    place = view.table.visualRect(index).center()
    act = qtbot.mouseDClick if twice else qtbot.mouseClick
    act(view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def click_head(view: CompareView, qtbot: QtBot, column: int, held: Qt.KeyboardModifier) -> None:
    heads = view.table.horizontalHeader()
    place = QPoint(heads.sectionViewportPosition(column) + 20, heads.height() // 2)
    qtbot.mouseClick(heads.viewport(), Qt.MouseButton.LeftButton, held, place)


def action(menu: QMenu | None, name: str) -> QAction:
    found = menu.findChild(QAction, name) if menu is not None else None
    assert isinstance(found, QAction)
    return found


def test_a_click_goes_to_the_item_or_the_must_keep_of_the_line(view: CompareView, qtbot: QtBot) -> None:
    told: list[str] = []
    view.item_chosen.connect(told.append)
    view.must_keep_chosen.connect(lambda key: told.append(f"keep {key}"))
    view.must_keep_opened.connect(lambda key: told.append(f"open {key}"))
    click(view, qtbot, "item:i4", 2)
    click(view, qtbot, "keep:first", 1)
    click(view, qtbot, "figure:items")
    assert told == ["i4", "keep first"]
    click(view, qtbot, "keep:last", 1)
    click(view, qtbot, "keep:last", 1, twice=True)
    assert told[2:] == ["keep last", "open last"] or told[2:] == ["keep last", "keep last", "open last"]


def test_the_arrow_keys_go_from_line_to_line(view: CompareView, qtbot: QtBot) -> None:
    told: list[str] = []
    view.item_chosen.connect(told.append)
    view.table.show_item("i3")
    assert told == [], "what the program marks is nobody's choice"
    qtbot.keyClick(view.table, Qt.Key.Key_Down)
    qtbot.keyClick(view.table, Qt.Key.Key_Right)
    assert told == ["i4", "i4"]


def test_heads_choose_whose_contexts_are_looked_at(view: CompareView, qtbot: QtBot) -> None:
    told: list[tuple[str, str]] = []
    view.pair_chosen.connect(lambda before, after: told.append((before, after)))
    none = Qt.KeyboardModifier.NoModifier
    click_head(view, qtbot, 2, none)
    click_head(view, qtbot, 2, CONTROL)
    click_head(view, qtbot, 0, CONTROL)
    click_head(view, qtbot, 1, none)
    assert told == [("none", OWN), (UNMANAGED, "none"), (OWN, "")]


def test_a_and_b_do_the_same_by_keys(view: CompareView, qtbot: QtBot) -> None:
    told: list[tuple[str, str]] = []
    view.pair_chosen.connect(lambda before, after: told.append((before, after)))
    view.table.setCurrentIndex(view.systems.index(0, 2))
    qtbot.keyClick(view.table, Qt.Key.Key_A)
    qtbot.keyClick(view.table, Qt.Key.Key_B)
    assert told == [("none", OWN), (UNMANAGED, "none")]


def test_lists_below_choose_them_too(view: CompareView) -> None:
    told: list[tuple[str, str]] = []
    view.pair_chosen.connect(lambda before, after: told.append((before, after)))
    boxes = view.contexts.before, view.contexts.after
    assert [box.currentData() for box in boxes] == [UNMANAGED, OWN]
    boxes[1].setCurrentIndex(boxes[1].findData(""))
    boxes[1].activated.emit(boxes[1].currentIndex())
    assert told == [(UNMANAGED, "")]


def test_a_profile_is_used_from_its_menu_and_below(view: CompareView) -> None:
    used: list[str] = []
    view.use_requested.connect(used.append)
    action(view.table.menu(2), "useThis").trigger()
    assert not action(view.table.menu(1), "useThis").isEnabled(), "it is in use"
    own, other = view.contexts.use_after, view.contexts.use_before
    assert isinstance(own, QToolButton)
    assert not own.isEnabled()
    assert other.isEnabled()
    other.click()
    assert used == ["none", UNMANAGED]
    assert view.table.menu(7) is None


def test_what_cannot_be_built_cannot_be_looked_at(view: CompareView) -> None:
    view.set_columns((*COLUMNS[:1], BROKEN), UNMANAGED, "broken")
    view.set_answers(SystemsAnswers(compared((UNMANAGED, "broken"))[-1]))
    menu = view.table.menu(1)
    assert not action(menu, "lookBefore").isEnabled()
    assert not action(menu, "useThis").isEnabled()


def test_profiles_are_chosen_from_a_list_that_stays_open(view: CompareView, qtbot: QtBot) -> None:
    told: list[tuple[str, ...]] = []
    view.profiles_chosen.connect(told.append)
    choices = [
        SystemChoice(UNMANAGED, "unmanaged", "This session"),
        SystemChoice(OWN, "mine", "This session"),
        SystemChoice("gssc", "gssc", "Built in"),
    ]
    view.set_choices(choices, (UNMANAGED, OWN))
    assert view.profiles.text() == "Profiles (2)"
    menu = view.profiles.menu()
    menu.popup(view.mapToGlobal(QPoint(5, 30)))
    entry = action(menu, "compare-gssc")
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(entry).center())
    assert menu.isVisible()
    assert entry.isChecked()
    menu.setActiveAction(action(menu, f"compare-{OWN}"))
    qtbot.keyClick(menu, Qt.Key.Key_Space)
    menu.close()
    assert told == [(UNMANAGED, OWN, "gssc"), (UNMANAGED, "gssc")]
    assert view.wanted == (UNMANAGED, "gssc")
    assert view.profiles.text() == "Profiles (2)"
    view.set_choices(choices, (OWN,))
    assert action(menu, f"compare-{OWN}").isChecked()
    assert not entry.isChecked()


def test_it_is_copied_as_text_and_as_csv(view: CompareView) -> None:
    told: list[str] = []
    view.copied.connect(told.append)
    for name, begin in (("copyText", "profile  "), ("copyCsv", "profile,unmanaged,mine,none\n")):
        action(view.copy.menu(), name).trigger()
        assert QGuiApplication.clipboard().text().startswith(begin)
    assert told[0].endswith(" lines copied")


def test_differences_only_is_a_choice(view: CompareView) -> None:
    assert view.systems.row_of("item:i1") < 0
    view.differences.click()
    assert view.systems.row_of("item:i1") > 0


def test_it_says_what_to_do_while_it_is_empty(view: CompareView) -> None:
    view.set_columns(())
    view.set_answers(SystemsAnswers())
    view.say("", "Nothing is chosen.")
    assert view.table.placeholder == "Nothing is chosen."
    assert not view.copy.isEnabled()
    assert not view.contexts.before.isEnabled()
    view.grab()


@pytest.mark.parametrize("width", [420, 640, 1400])
def test_it_paints_itself_at_any_width_in_both_looks(view: CompareView, look: Look, width: int) -> None:
    view.resize(width, 500)
    view.table.setCurrentIndex(view.systems.index(view.systems.row_of("item:i4"), 1))
    light = view.grab().toImage()
    look.set_theme(DARK)
    assert view.grab().toImage() != light
    assert view.table.columnWidth(0) >= 86
