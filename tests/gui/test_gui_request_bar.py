"""The request bar: stepping by click and key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.request_bar import RequestBar, RequestMark

MARKS = [RequestMark(n, (n + 1) // 2, n * 100, missing=n == 4) for n in range(1, 9)]


@pytest.fixture
def bar(qtbot: QtBot, look: Look) -> RequestBar:
    made = RequestBar(look)
    qtbot.addWidget(made)
    made.resize(700, 60)
    made.set_requests(MARKS, 3)
    made.show()
    return made


def test_words(bar: RequestBar) -> None:
    assert bar.objectName() == "requestBar"
    assert bar.said() == ("request 3 of 8", "turn 2 of 4")
    assert bar.accessibleName().startswith("request 3, turn 2, 300 tokens")
    assert bar.bars.told(3).endswith("a must-keep is missing")


def test_a_click_asks_for_the_request_under_it(bar: RequestBar, qtbot: QtBot) -> None:
    edges = bar.bars.edges()
    with qtbot.waitSignal(bar.request_chosen) as chosen:
        QTest.mouseClick(bar.bars, Qt.MouseButton.LeftButton, pos=QPoint((edges[6] + edges[7]) // 2, 20))
    assert chosen.args == [7]
    # it is the document that changes what is shown
    assert bar.said()[0] == "request 3 of 8"


def test_a_click_beside_the_bars_or_on_the_current_one_asks_for_nothing(
    bar: RequestBar, qtbot: QtBot
) -> None:
    edges = bar.bars.edges()
    with qtbot.assertNotEmitted(bar.request_chosen):
        QTest.mouseClick(bar.bars, Qt.MouseButton.LeftButton, pos=QPoint(edges[-1] + 5, 20))
        QTest.mouseClick(bar.bars, Qt.MouseButton.LeftButton, pos=QPoint(edges[2] + 3, 20))


@pytest.mark.parametrize(
    ("key", "asked"),
    [
        (Qt.Key.Key_Right, 4),
        (Qt.Key.Key_Left, 2),
        (Qt.Key.Key_Home, 1),
        (Qt.Key.Key_End, 8),
        # the last request of the turn before and after
        (Qt.Key.Key_PageUp, 2),
        (Qt.Key.Key_PageDown, 6),
    ],
)
def test_keys_step(bar: RequestBar, qtbot: QtBot, key: Qt.Key, asked: int) -> None:
    with qtbot.waitSignal(bar.request_chosen) as chosen:
        QTest.keyClick(bar.bars, key)
    assert chosen.args == [asked]


def test_the_ends_hold(bar: RequestBar, qtbot: QtBot) -> None:
    bar.set_requests(MARKS, 8)
    with qtbot.assertNotEmitted(bar.request_chosen):
        QTest.keyClick(bar.bars, Qt.Key.Key_Right)
    bar.set_requests([], 0)
    with qtbot.assertNotEmitted(bar.request_chosen):
        QTest.keyClick(bar.bars, Qt.Key.Key_Left)
    assert bar.said()[0] == "no request"
    bar.bars.grab()


def test_more_requests_than_pixels_still_have_a_place(bar: RequestBar) -> None:
    many = [RequestMark(n, n, None) for n in range(1, 5001)]
    bar.set_requests(many, 2500)
    edges = bar.bars.edges()
    assert edges == sorted(edges)
    assert edges[-1] <= bar.bars.width()
    hit = bar.bars.position_at(bar.bars.width() // 2)
    assert abs(hit - 2500) < 25
    bar.bars.grab()


def test_every_bar_is_found_where_it_is_painted(bar: RequestBar) -> None:
    edges = bar.bars.edges()
    for i in range(len(MARKS)):
        assert bar.bars.position_at(edges[i]) == i
        assert bar.bars.position_at(edges[i + 1] - 1) == i
    assert bar.bars.position_at(0) == -1
