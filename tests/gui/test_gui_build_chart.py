"""The bars of recorded builds: their order, what shares a place, and how one is pointed out."""

from __future__ import annotations

import pytest
from helpers.builds import figures, recorded
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.build_bars import Bar, bars_by_request, bars_by_run, piles, scale_top
from ctxlab.gui.theme.palette import DARK
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.build_chart import BuildChart

BUILDS = [
    recorded(4, figures("a", request=2, counted=4000, limit=6000, must_keeps=1, lost=("m",))),
    recorded(3, figures("a", request=1, counted=3000, limit=6000)),
    recorded(2, figures("b", request=1, counted=9000, limit=99_000)),
    recorded(1, figures("a", request=1, counted=1000, limit=6000)),
]


def test_over_time_the_oldest_comes_first() -> None:
    assert [one.build for one in bars_by_run(BUILDS)] == [1, 2, 3, 4]
    assert [one.lost for one in bars_by_run(BUILDS)] == [0, 0, 0, 1]


def test_over_requests_the_last_build_of_each_stands_for_it() -> None:
    assert [(one.build, one.label) for one in bars_by_request(BUILDS, "a")] == [(3, "1"), (4, "2")]
    assert [one.build for one in bars_by_request(BUILDS, "b")] == [2]
    assert bars_by_request(BUILDS, "b", "side") == ()


def bar(build: int, total: int, lost: int = 0) -> Bar:
    return Bar(build, "", (), 0, total, None, lost)


@given(st.lists(st.integers(0, 10**6), max_size=300), st.integers(1, 400))
def test_piles_hold_each_bar_once_and_show_the_highest(totals: list[int], most: int) -> None:
    bars = [bar(at, total, lost=total % 7 == 0) for at, total in enumerate(totals)]
    found = piles(bars, most)
    assert [one for pile in found for one in pile.bars] == bars
    assert len(found) <= most
    for pile in found:
        assert pile.top.total == max(one.total for one in pile.bars)
        assert pile.lost == any(one.lost for one in pile.bars)
    assert scale_top(bars) > max(totals, default=0)


def test_a_near_limit_is_on_the_scale_and_a_far_one_is_told() -> None:
    assert scale_top(bars_by_request(BUILDS, "a")) > 6000
    assert scale_top(bars_by_request(BUILDS, "b")) < 99_000


@pytest.fixture
def chart(qtbot: QtBot, look: Look) -> BuildChart:
    made = BuildChart(look)
    qtbot.addWidget(made)
    made.resize(600, 200)
    made.set_bars(bars_by_run(BUILDS))
    made.show()
    qtbot.waitExposed(made)
    return made


def test_a_click_chooses_the_bar_under_the_pointer(qtbot: QtBot, chart: BuildChart) -> None:
    with qtbot.waitSignal(chart.pointed):
        QTest.mouseMove(chart, chart.center_of(3))
    assert chart.bar is not None
    assert chart.bar.build == 3
    with qtbot.waitSignal(chart.bar_chosen) as chosen:
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=chart.center_of(3))
    assert chosen.args == [3]
    with qtbot.assertNotEmitted(chart.bar_chosen):
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(590, 100))


def test_the_keys_go_from_bar_to_bar(qtbot: QtBot, chart: BuildChart) -> None:
    chart.choose(2)

    def told() -> int:
        return chart.bar.build if chart.bar is not None else 0

    assert told() == 2
    seen = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Home):
        QTest.keyClick(chart, key)
        seen.append(told())
    assert seen == [3, 4, 4, 3, 1]
    QTest.keyClick(chart, Qt.Key.Key_End)
    with qtbot.waitSignal(chart.bar_chosen) as chosen:
        QTest.keyClick(chart, Qt.Key.Key_Return)
    assert chosen.args == [4]


@pytest.mark.parametrize("dark", [False, True])
def test_bars_have_the_colours_of_their_sources_and_losses_a_red_square(
    qtbot: QtBot, chart: BuildChart, look: Look, dark: bool
) -> None:
    if dark:
        look.set_theme(DARK)
    image = chart.grab().toImage()
    place = chart.center_of(4)
    column = {image.pixelColor(place.x(), y).name() for y in range(chart.height())}
    theme = look.theme
    from ctxlab.model.items import Row

    assert color(theme.rows[Row.RECENT]).name() in column
    assert color(theme.rows[Row.SYSTEM_PROMPT]).name() in column
    assert color(theme.failed.ink).name() in column
    other = {image.pixelColor(chart.center_of(3).x(), y).name() for y in range(chart.height())}
    assert color(theme.failed.ink).name() not in other


def test_without_bars_it_says_so_and_keys_do_nothing(qtbot: QtBot, look: Look) -> None:
    made = BuildChart(look)
    qtbot.addWidget(made)
    made.set_placeholder("nothing here")
    made.show()
    QTest.keyClick(made, Qt.Key.Key_Right)
    QTest.keyClick(made, Qt.Key.Key_Return)
    assert made.bar is None
    made.grab()


def test_of_ten_thousand_bars_neighbours_share_a_place(chart: BuildChart) -> None:
    many = [recorded(n, figures("s", counted=n, lost=("m",) if n == 5000 else ())) for n in range(1, 10_001)]
    chart.set_bars(bars_by_run(many))
    assert 0 < chart.center_of(5000).x() < chart.width()
    chart.grab()
