"""The curve of one row."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ctxlab.gui.theme.palette import DARK
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.sensitivity_view import SensitivityView
from ctxlab.model.items import Row
from ctxlab.model.sensitivity import Curve

CURVE = Curve(
    Row.HISTORY,
    caps=(0, 1000, 4000, 8002),
    kept=(0, 3, 9, 16),
    tokens=(0, 950, 3980, 7990),
    must_keeps=(2, 2, 4, 5),
    judged=5,
    of=18,
    exact=True,
    now=8000,
)


@pytest.fixture
def view(qtbot: QtBot, look: Look) -> SensitivityView:
    made = SensitivityView(look)
    qtbot.addWidget(made)
    made.resize(900, 260)
    made.set_rows((Row.RECENT, Row.HISTORY), "history")
    made.set_curve(CURVE)
    made.set_now("history", 8000, 8400)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_the_cap_as_it_is_now_is_told_at_first(view: SensitivityView) -> None:
    assert view.said() == "cap 4,000: 9 of 18 items, 3,980 tokens, 4 of 5 must-keeps"
    assert view.chart.accessibleDescription() == view.said()


def test_the_pointer_tells_of_its_step_and_a_click_sets_the_start_of_it(
    qtbot: QtBot, view: SensitivityView
) -> None:
    chart = view.chart
    place = QPoint(chart.x_of(8002) + 3, chart.height() // 2)
    QTest.mouseMove(chart, place)
    assert view.said() == "cap 8,002: 16 of 18 items, 7,990 tokens, 5 of 5 must-keeps"
    with qtbot.waitSignal(view.cap_requested) as asked:
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=place)
    assert asked.args == ["history", 8002]


def test_a_click_on_the_very_pixel_of_a_step_means_that_step(view: SensitivityView) -> None:
    chart = view.chart
    asked: list[int] = []
    view.cap_requested.connect(lambda _row, cap: asked.append(cap))
    for cap in CURVE.caps:
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(chart.x_of(cap), chart.height() // 2))
    assert asked == list(CURVE.caps)


def test_keys_go_from_step_to_step_and_enter_sets(qtbot: QtBot, view: SensitivityView) -> None:
    chart = view.chart
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert view.said().startswith("cap 1,000:")
    for key, cap in (
        (Qt.Key.Key_Home, "0"),
        (Qt.Key.Key_Left, "0"),
        (Qt.Key.Key_PageUp, "4,000"),
        (Qt.Key.Key_Right, "8,002"),
        (Qt.Key.Key_PageDown, "4,000"),
        (Qt.Key.Key_End, "8,002"),
    ):
        QTest.keyClick(chart, key)
        assert view.said().startswith(f"cap {cap}:")
    with qtbot.waitSignal(view.cap_requested) as asked:
        QTest.keyClick(chart, Qt.Key.Key_Return)
    assert asked.args == ["history", 8002]
    QTest.keyClick(chart, Qt.Key.Key_Escape)
    assert view.said().startswith("cap 4,000:")


def test_caps_at_which_must_keeps_enter_are_listed_and_set(qtbot: QtBot, view: SensitivityView) -> None:
    lines = view.caps.rows.lines()
    assert [(line.pill, line.text, line.note) for line in lines] == [
        ("■ 4/5", "4,000", "9 items"),
        ("■ 5/5", "8,002", "16 items"),
    ]
    view.caps.setCurrentIndex(view.caps.rows.index(1, 0))
    assert view.said().startswith("cap 8,002:")
    for act in (
        lambda: QTest.keyClick(view.caps, Qt.Key.Key_Return),
        lambda: QTest.mouseClick(view._set, Qt.MouseButton.LeftButton),
    ):
        with qtbot.waitSignal(view.cap_requested) as asked:
            act()
        assert asked.args == ["history", 8002]
    assert view._set.text() == "Set cap 8,002"


def test_another_row_is_asked_for_and_of_others_nothing_is_told(qtbot: QtBot, view: SensitivityView) -> None:
    view.set_now("recent", 1, 1)
    assert view.said().startswith("cap 4,000:")
    with qtbot.waitSignal(view.row_requested) as asked:
        view.rows.setFocus()
        QTest.keyClick(view.rows, Qt.Key.Key_Up)
    assert asked.args == ["recent"]
    view.set_rows((Row.RECENT, Row.HISTORY), "recent")
    view.set_curve(None)
    assert view.said() == ""
    with qtbot.assertNotEmitted(view.cap_requested):
        QTest.mouseClick(view.chart, Qt.MouseButton.LeftButton, pos=QPoint(300, 100))


def test_what_is_sampled_or_awaited_is_said(view: SensitivityView) -> None:
    from dataclasses import replace

    assert view._kind.text() == "exact"
    view.set_curve(replace(CURVE, exact=False, runs=(0, 4000)))
    assert view._kind.text() == "sampled: true at the marked caps"
    view.set_pending(True)
    assert view._kind.text() == "working it out…"


def test_the_lines_are_painted_in_both_themes(view: SensitivityView, look: Look) -> None:
    chart = view.chart
    for theme in (look.theme, DARK):
        look.set_theme(theme)
        image = chart.grab().toImage()
        x = chart.x_of(8000)
        column = {image.pixelColor(x, y).name() for y in range(image.height())}
        assert color(theme.link).name() in column
        whole = {
            image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, image.height(), 3)
        }
        assert {color(theme.rows[Row.HISTORY]).name(), color(theme.failed.ink).name()} <= whole


def test_a_row_without_a_cap_or_must_keeps_is_shown_too(view: SensitivityView) -> None:
    from dataclasses import replace

    bare = replace(CURVE, judged=0, must_keeps=(0,) * 4, now=None)
    view.set_curve(bare)
    view.set_now("history", None, None)
    assert view.said() == "cap 8,002: 16 of 18 items, 7,990 tokens"
    assert not view.chart.grab().isNull()
