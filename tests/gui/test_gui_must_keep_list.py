"""Must-keeps are stated, reworded and taken back in their list."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.must_keep_list import MustKeepList
from ctxlab.model.decision import Stage
from ctxlab.model.marks import MustKeep
from ctxlab.model.trace import Verdict

MUST_KEEPS = (
    MustKeep("profile:1", text="stated by the profile"),
    MustKeep("m1", text="预算三千以内", since="i8"),
    MustKeep("m2", regex="only (Jiangsu|Zhejiang)"),
)
VERDICTS = (Verdict("profile:1", None), Verdict("m1", Stage.SELECT))


@pytest.fixture
def view(qtbot: QtBot, look: Look) -> MustKeepList:
    made = MustKeepList(look)
    qtbot.addWidget(made)
    made.resize(240, 200)
    made.set_must_keeps(MUST_KEEPS, VERDICTS)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.setFocus()
    return made


def choose(view: MustKeepList, row: int) -> None:
    view.table.selectRow(row)


def editor(view: MustKeepList) -> QLineEdit:
    found = view.findChild(QLineEdit, "mustKeepWords")
    assert found is not None
    return found


def test_the_list_has_the_keys_of_its_table(view: MustKeepList) -> None:
    assert view.table.hasFocus()
    assert view.objectName() == "mustKeepList"


def test_the_link_asks_for_another(view: MustKeepList, qtbot: QtBot) -> None:
    assert view.add.objectName() == "addMustKeep"
    with qtbot.waitSignal(view.add_requested):
        view.add.click()


def test_enter_goes_to_the_item(view: MustKeepList, qtbot: QtBot) -> None:
    choose(view, 1)
    with qtbot.waitSignal(view.item_chosen) as chosen:
        QTest.keyClick(view.table, Qt.Key.Key_Return)
    assert chosen.args == ["i8"]


def test_del_removes_what_the_user_stated_not_what_the_profile_did(view: MustKeepList, qtbot: QtBot) -> None:
    choose(view, 1)
    with qtbot.waitSignal(view.remove_requested) as removed:
        QTest.keyClick(view.table, Qt.Key.Key_Delete)
    assert removed.args == ["m1"]
    choose(view, 0)
    with qtbot.assertNotEmitted(view.remove_requested):
        QTest.keyClick(view.table, Qt.Key.Key_Delete)


def test_f2_edits_the_words_in_place(view: MustKeepList, qtbot: QtBot) -> None:
    choose(view, 1)
    QTest.keyClick(view.table, Qt.Key.Key_F2)
    assert editor(view).hasFocus()
    assert editor(view).text() == "预算三千以内"
    editor(view).setText(" 预算 3000 ")
    with qtbot.waitSignal(view.edit_requested) as edited:
        QTest.keyClick(editor(view), Qt.Key.Key_Return)
    assert edited.args == ["m1", "预算 3000"]
    assert not editor(view).isVisible()
    assert view.table.hasFocus()


def test_esc_gives_an_edit_up_and_leaving_takes_it(view: MustKeepList, qtbot: QtBot) -> None:
    choose(view, 1)
    QTest.keyClick(view.table, Qt.Key.Key_F2)
    editor(view).setText("other")
    with qtbot.assertNotEmitted(view.edit_requested):
        QTest.keyClick(editor(view), Qt.Key.Key_Escape)
    QTest.keyClick(view.table, Qt.Key.Key_F2)
    editor(view).setText("other")
    with qtbot.waitSignal(view.edit_requested) as edited:
        view.add.setFocus()
    assert edited.args == ["m1", "other"]


def test_the_same_words_and_none_change_nothing(view: MustKeepList, qtbot: QtBot) -> None:
    choose(view, 1)
    for words in ("预算三千以内", "   "):
        QTest.keyClick(view.table, Qt.Key.Key_F2)
        editor(view).setText(words)
        with qtbot.assertNotEmitted(view.edit_requested):
            QTest.keyClick(editor(view), Qt.Key.Key_Return)


@pytest.mark.parametrize("row", [0, 2])
def test_only_words_of_the_user_can_be_edited(view: MustKeepList, row: int) -> None:
    choose(view, row)
    QTest.keyClick(view.table, Qt.Key.Key_F2)
    assert not editor(view).isVisible()


def test_an_edit_of_a_line_that_goes_is_given_up(view: MustKeepList, qtbot: QtBot) -> None:
    choose(view, 1)
    QTest.keyClick(view.table, Qt.Key.Key_F2)
    editor(view).setText("other")
    with qtbot.assertNotEmitted(view.edit_requested):
        view.set_must_keeps(MUST_KEEPS[:1], VERDICTS)
    assert not editor(view).isVisible()


def test_words_are_copied(view: MustKeepList) -> None:
    choose(view, 2)
    QTest.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "only (Jiangsu|Zhejiang)"


def test_the_menu_says_why_a_rule_of_the_profile_stays(view: MustKeepList) -> None:
    place = view.table.visualRect(view.rows.index(0, 0)).center()
    view.table.customContextMenuRequested.emit(place)
    menu = view.findChild(QMenu)
    assert menu is not None
    said = {action.text(): action.isEnabled() for action in menu.actions() if not action.isSeparator()}
    assert said == {
        "Go to the item": False,
        "Copy": True,
        "Edit words…": False,
        "Remove": False,
        "Stated by the profile: change it there": False,
    }
    menu.close()


def test_the_link_stands_under_the_last_line(view: MustKeepList, qtbot: QtBot) -> None:
    def gap() -> int:
        last = view.table.visualRect(view.rows.index(view.rows.rowCount() - 1, 0)).bottom()
        return view.add.mapTo(view, view.add.rect().topLeft()).y() - last

    qtbot.waitUntil(lambda: 0 <= gap() <= 12)
    view.set_must_keeps(MUST_KEEPS[:1], VERDICTS)
    qtbot.waitUntil(lambda: 0 <= gap() <= 12)
