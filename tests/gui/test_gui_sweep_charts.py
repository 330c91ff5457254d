"""The two plots of a sweep: points stand where they belong, and are pointed out by mouse and keys."""

from __future__ import annotations

from itertools import pairwise

import pytest
from gui.by_hand import columns_of, picture
from gui.sweep_sample import KEY, SWEEP
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.sweep_points import points_of_front, points_over
from ctxlab.gui.theme.palette import LIGHT
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.pareto_chart import ParetoChart
from ctxlab.gui.views.sweep_chart import SweepChart
from ctxlab.gui.views.variant_chart import VariantChart

LEFT = Qt.MouseButton.LeftButton


def shown(chart: VariantChart, qtbot: QtBot) -> None:
    qtbot.addWidget(chart)
    chart.resize(420, 240)
    chart.show()
    qtbot.waitExposed(chart)


@pytest.fixture
def front(qtbot: QtBot, look: Look) -> ParetoChart:
    made = ParetoChart(look)
    shown(made, qtbot)
    made.set_points(points_of_front(SWEEP))
    return made


@pytest.fixture
def chart(qtbot: QtBot, look: Look) -> SweepChart:
    made = SweepChart(look)
    shown(made, qtbot)
    made.set_points(points_over(SWEEP, KEY, None))
    made.set_title("history cap")
    return made


def test_more_tokens_stand_further_right_and_more_kept_higher(front: ParetoChart) -> None:
    places = [front.place_of(at) for at in range(4)]
    assert [one.x() for one in places] == sorted(one.x() for one in places)
    # a quarter is kept, then three quarters twice, then all
    assert places[0].y() > places[1].y() == places[2].y() > places[3].y()
    assert front.place_of(9) == QPoint(-1, -1)


def test_points_of_the_front_are_filled_and_others_hollow(front: ParetoChart) -> None:
    def middle(variant: int) -> str:
        return picture(front, front.rect()).pixelColor(front.place_of(variant)).name()

    assert [middle(at) for at in (0, 1, 3)] == [LIGHT.link] * 3
    assert middle(2) == LIGHT.base


def test_the_front_is_joined(front: ParetoChart) -> None:
    start, end = front.place_of(1), front.place_of(3)
    image = picture(front, QRect(start.x() + 12, start.y() - 2, end.x() - start.x() - 24, 5))
    assert max(len(columns_of(image, LIGHT.link, y, 60)) for y in range(image.height())) > image.width() * 0.6


def test_a_click_chooses_the_point_under_the_pointer(front: ParetoChart, qtbot: QtBot) -> None:
    with qtbot.waitSignal(front.pointed):
        QTest.mouseMove(front, front.place_of(2))
    assert front.point is not None
    assert front.point.variant == 2
    with qtbot.waitSignal(front.variant_chosen) as chosen:
        QTest.mouseClick(front, LEFT, pos=front.place_of(2))
    assert chosen.args == [2]
    with qtbot.assertNotEmitted(front.variant_chosen):
        QTest.mouseClick(front, LEFT, pos=QPoint(2, 120))


@pytest.mark.parametrize("kind", ["front", "chart"])
def test_the_keys_go_from_point_to_point(kind: str, request: pytest.FixtureRequest, qtbot: QtBot) -> None:
    plot: VariantChart = request.getfixturevalue(kind)
    plot.choose(1)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right):
        QTest.keyClick(plot, key)
    assert plot.point is not None
    assert plot.point.variant == 3
    QTest.keyClick(plot, Qt.Key.Key_Home)
    with qtbot.waitSignal(plot.variant_chosen) as chosen:
        QTest.keyClick(plot, Qt.Key.Key_Return)
    assert chosen.args == [0]


def test_without_points_it_says_why_and_takes_no_keys(qtbot: QtBot, look: Look) -> None:
    made = ParetoChart(look)
    shown(made, qtbot)
    made.set_placeholder("being built…")
    with qtbot.assertNotEmitted(made.variant_chosen):
        QTest.keyClick(made, Qt.Key.Key_Return)
        QTest.mouseClick(made, LEFT, pos=QPoint(200, 100))
    assert made.point is None


def test_the_lines_stand_over_their_values(chart: SweepChart) -> None:
    places = [chart.place_of(at) for at in range(4)]
    steps = [right.x() - left.x() for left, right in pairwise(places)]
    assert max(steps) - min(steps) <= 1, "equal steps of the cap are equally wide"
    image = picture(chart, chart.rect())
    assert image.pixelColor(places[1]).name() == LIGHT.link
    brown = [y for y in range(image.height()) if columns_of(image, LIGHT.warn, y, 30)]
    assert brown, "tokens are drawn, too"


def test_values_without_must_keeps_are_told_by_tokens_alone(qtbot: QtBot, look: Look) -> None:
    made = SweepChart(look)
    shown(made, qtbot)
    bare = [
        one.__class__(one.variant, one.value, one.tokens, None, True) for one in points_over(SWEEP, KEY, 0)
    ]
    made.set_points(bare)
    assert made.place_of(0).y() > made.place_of(3).y() > 0
