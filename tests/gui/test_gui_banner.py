"""One banner: plain text, what can be done about it, details when asked for, and putting it away."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.views.banner import LONGEST, Act, Banner, Kind


def button(banner: Banner, words: str) -> QPushButton:
    return next(one for one in banner.findChildren(QPushButton) if one.text() == words)


def test_it_goes_before_what_is_done_about_it(qtbot: QtBot) -> None:
    order: list[str] = []
    banner = Banner("it <b>failed</b>", Kind.ERROR, [Act("Again", lambda: order.append("again"))])
    qtbot.addWidget(banner)
    banner.closed.connect(lambda: order.append("closed"))
    button(banner, "Again").click()
    assert order == ["closed", "again"]
    assert banner.text.text() == "it <b>failed</b>"
    assert banner.text.textFormat() is Qt.TextFormat.PlainText


def test_details_come_when_asked_for(qtbot: QtBot) -> None:
    banner = Banner("it failed", Kind.NOTE, details="line 3\nline 4")
    qtbot.addWidget(banner)
    banner.show()
    assert banner.details.isHidden()
    button(banner, "Details").click()
    assert banner.details.isVisible()
    assert banner.details.text() == "line 3\nline 4"
    button(banner, "Details").click()
    assert banner.details.isHidden()
    plain = Banner("it failed", Kind.NOTE)
    qtbot.addWidget(plain)
    assert [one.text() for one in plain.findChildren(QPushButton)] == ["Dismiss"]


def test_it_is_put_away_by_its_button_and_by_esc(qtbot: QtBot) -> None:
    banner = Banner("it failed", Kind.ERROR)
    qtbot.addWidget(banner)
    with qtbot.waitSignal(banner.closed):
        button(banner, "Dismiss").click()
    with qtbot.waitSignal(banner.closed):
        QTest.keyClick(button(banner, "Dismiss"), Qt.Key.Key_Escape)
    with qtbot.assertNotEmitted(banner.closed):
        QTest.keyClick(banner, Qt.Key.Key_A)


def test_a_long_message_is_cut_in_sight_and_told_whole(qtbot: QtBot) -> None:
    text = "word " * 200
    banner = Banner(text, Kind.ERROR)
    qtbot.addWidget(banner)
    assert len(banner.text.text()) <= LONGEST + 1
    assert banner.accessibleDescription() == text
