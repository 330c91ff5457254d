"""The line that answers first, and its buttons."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.text_rows import Sign
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.verdict_line import VerdictLine


def offers(line: VerdictLine) -> list[QPushButton]:
    # what is put into a layout is shown a moment later
    QApplication.processEvents()
    buttons = line.findChildren(QPushButton)
    return [one for one in buttons if one.objectName().startswith("offer-") and not one.isHidden()]


def test_without_a_verdict_it_says_what_to_do(qtbot: QtBot, look: Look) -> None:
    line = VerdictLine(look)
    qtbot.addWidget(line)
    assert line.said().startswith("Choose an item or a must-keep")
    line.show_verdict("− lost", Sign.BAD, "it <b>went</b>\nin Select", "under p")
    assert line.said() == "it <b>went</b> in Select"
    line.show_verdict("", Sign.NEUTRAL, "", "")
    assert line.said().startswith("Choose an item or a must-keep")


def test_offers_are_pressed_by_key_and_two_at_most(qtbot: QtBot, look: Look) -> None:
    line = VerdictLine(look)
    qtbot.addWidget(line)
    line.offer([("cap", "history 60 → 90 & more"), ("pin", "pin it"), ("third", "third")])
    assert [one.text() for one in offers(line)] == ["history 60 → 90 && more", "pin it"]
    assert [one.accessibleName() for one in offers(line)][1] == "Apply: pin it"
    with qtbot.waitSignal(line.remedy_applied) as applied:
        offers(line)[1].click()
    assert applied.args == ["pin"]
    line.offer(())
    assert offers(line) == []


def test_a_button_that_stays_keeps_the_keys_when_more_is_found(qtbot: QtBot, look: Look) -> None:
    line = VerdictLine(look)
    qtbot.addWidget(line)
    line.show()
    with qtbot.waitActive(line):
        line.activateWindow()
    line.offer([("cap", "history 60 → 90")])
    first = offers(line)[0]
    first.setFocus()
    line.offer([("cap", "history 60 → 90"), ("pin", "pin it")])
    assert first.hasFocus()
    assert offers(line)[0] is first
    assert len(offers(line)) == 2
    line.offer([("cap", "history 60 → 95")])
    assert [one.text() for one in offers(line)] == ["history 60 → 95"]


def test_an_offer_may_be_taken_back_by_what_it_does(qtbot: QtBot, look: Look) -> None:
    line = VerdictLine(look)
    qtbot.addWidget(line)
    line.remedy_applied.connect(lambda _key: line.offer(()))
    line.offer([("cap", "history 60 → 90")])
    offers(line)[0].click()
    assert offers(line) == []


def test_the_first_that_lacks_it(qtbot: QtBot, look: Look) -> None:
    line = VerdictLine(look)
    qtbot.addWidget(line)
    go = line.findChild(QPushButton, "goToFirstLost")
    assert go is not None
    assert go.isHidden()
    line.show_first_lost(7)
    assert not go.isHidden()
    assert go.text() == "first missing at request 7"
    with qtbot.waitSignal(line.first_lost_wanted):
        go.click()
    line.show_first_lost(None)
    assert go.isHidden()


def test_no_words_in_it_widen_the_window(qtbot: QtBot, look: Look) -> None:
    line = VerdictLine(look)
    qtbot.addWidget(line)
    line.resize(640, 120)
    line.show()
    least = line.minimumSizeHint().width()
    line.show_verdict("− lost", Sign.BAD, "it went in Select, over its cap", "under a profile of some name")
    line.offer([("fact", "key fact from user · 1"), ("auto", "hard demands as key facts off → on")])
    line.show_first_lost(9)
    QApplication.processEvents()
    line.resize(640, line.heightForWidth(640))
    QApplication.processEvents()
    grown = line.minimumSizeHint().width()
    assert grown <= least + 100, "no more than its pill"
    buttons = [one for one in line.findChildren(QPushButton) if not one.isHidden()]
    assert len(buttons) == 3
    assert all(one.width() >= one.sizeHint().width() for one in buttons)
    assert all(line.rect().contains(one.geometry()) for one in buttons)
