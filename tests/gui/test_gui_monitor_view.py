"""The monitor as a whole: what it shows, what it asks for, and when it can."""

from __future__ import annotations

import pytest
from helpers.builds import figures, recorded
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.analysis.monitor import summary
from ctxlab.gui.theme.palette import DARK
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.monitor_view import BY_REQUEST, Monitored, MonitorView
from ctxlab.model.recorded import RecordedBuild

AT = 1_780_000_000.0
BUILDS = tuple(
    recorded(n, figures("ab"[n % 2], request=n, counted=1000 * n, limit=9000), AT + n) for n in (4, 3, 2, 1)
)


def monitored(builds: tuple[RecordedBuild, ...] = BUILDS, session: str = "") -> Monitored:
    chosen = tuple(one for one in builds if session in ("", one.figures.session))
    return Monitored(chosen, summary(chosen), (("a", "about a"), ("b", "about b")), session)


@pytest.fixture
def view(qtbot: QtBot, look: Look) -> MonitorView:
    made = MonitorView(look)
    qtbot.addWidget(made)
    made.resize(700, 620)
    made.say_empty("nothing is recorded")
    made.show()
    qtbot.waitExposed(made)
    return made


def test_without_builds_it_says_so(view: MonitorView) -> None:
    assert view.empty.isVisible()
    assert view.empty.text() == "nothing is recorded"
    assert not view.table.isVisible()


def test_it_shows_cards_bars_and_lines(view: MonitorView) -> None:
    view.show_monitored(monitored())
    assert not view.empty.isVisible()
    assert [figure for _, figure, _ in view.cards.texts()] == ["–", "2,500", "0.0 %", "4"]
    assert list(view.rows.keys) == ["4", "3", "2", "1"]
    assert view.table.current == 4
    assert view.said().startswith("2026-05-2")
    assert "about a · request 4 · p · 4,000 tokens" in view.said()
    assert "system prompt 400, conversation 2,666" in view.said()
    assert view.chart.accessibleDescription() == view.said()


def test_sessions_can_be_chosen_and_the_first_line_has_the_focus(qtbot: QtBot, view: MonitorView) -> None:
    view.show_monitored(monitored())
    titles = [view.sessions.itemText(at) for at in range(view.sessions.count())]
    assert titles == ["All sessions", "about a", "about b"]
    with qtbot.waitSignal(view.session_requested) as asked:
        view.sessions.activated.emit(2)
    assert asked.args == ["b"]
    view.show_monitored(monitored(session="b"))
    assert view.sessions.currentText() == "about b"
    assert (view.table.current, view.table.chosen) == (3, [3])


def test_bars_and_lines_point_at_each_other(view: MonitorView) -> None:
    view.show_monitored(monitored())
    QTest.mouseClick(view.chart, Qt.MouseButton.LeftButton, pos=view.chart.center_of(2))
    assert view.table.current == 2
    QTest.mouseMove(view.chart, view.chart.center_of(1))
    assert "request 1 ·" in view.said()
    QTest.mouseMove(view.chart, view.chart.rect().topRight())
    view.table.choose(3)
    assert view.chart.bar is not None
    assert view.chart.bar.build == 3


def test_over_requests_the_bars_are_those_of_the_session_in_focus(view: MonitorView) -> None:
    view.show_monitored(monitored())
    view.ways.button(BY_REQUEST).click()
    assert view.chart.center_of(4).x() > view.chart.center_of(2).x() > 0
    assert view.chart.center_of(3).x() < 0
    view.table.choose(3)
    assert view.chart.center_of(3).x() > view.chart.center_of(1).x() > 0


def test_each_button_asks_for_the_build_in_focus(qtbot: QtBot, view: MonitorView) -> None:
    view.show_monitored(monitored())
    view.set_active("a")
    view.table.choose(2)
    for button, signal in (
        (view.open_button, view.open_requested),
        (view.compare_button, view.compare_requested),
        (view.restore_button, view.restore_requested),
        (view.export_button, view.export_requested),
    ):
        assert button.isEnabled()
        with qtbot.waitSignal(signal) as asked:
            button.click()
        assert asked.args == [2]
    view.table.selectAll()
    with qtbot.waitSignal(view.delete_requested) as asked:
        view.delete_button.click()
    assert asked.args == [[4, 3, 2, 1]]
    assert not view.open_button.isEnabled()


def test_what_cannot_be_done_cannot_be_pressed(view: MonitorView) -> None:
    gone = recorded(5, figures("a"), AT + 9, kept=False)
    view.show_monitored(monitored((gone, *BUILDS)))
    view.set_active("a")
    view.table.choose(5)
    assert [one.isEnabled() for one in view.findChildren(QPushButton)] == [False, False, False, False, True]
    view.table.choose(3)
    assert view.open_button.isEnabled()
    assert not view.restore_button.isEnabled()
    assert "open the build instead" in view.restore_button.toolTip()
    view.set_active("b")
    assert view.restore_button.isEnabled()
    view.set_active("")
    assert [view.compare_button.isEnabled(), view.restore_button.isEnabled()] == [False, False]


def test_the_menu_of_a_line_does_what_the_buttons_do(qtbot: QtBot, view: MonitorView) -> None:
    view.show_monitored(monitored())
    view.table.customContextMenuRequested.emit(view.table.rect().center())
    menu = view.findChild(QMenu, "buildMenu")
    assert menu is not None
    words = [action.text() for action in menu.actions()]
    assert words == ["Open", "Compare with shown", "Restore profile and marks", "Export…", "Delete…"]
    with qtbot.waitSignal(view.open_requested):
        menu.actions()[0].trigger()
    menu.close()


def test_further_builds_leave_the_focus_where_it_is(view: MonitorView) -> None:
    view.show_monitored(monitored())
    view.table.choose(2)
    view.show_monitored(monitored((recorded(9, figures("a"), AT + 99), *BUILDS)))
    assert (view.table.current, view.table.chosen) == (2, [2])
    view.show_monitored(monitored(BUILDS[:2]))
    assert view.table.current in (3, 4)
    assert view.table.chosen_count == 1


def test_it_is_painted_in_the_dark_too(view: MonitorView, look: Look) -> None:
    view.show_monitored(monitored())
    look.set_theme(DARK)
    view.grab()


def test_everything_has_a_name(view: MonitorView) -> None:
    for one in (view, view.sessions, view.cards, view.ways, view.legend, view.chart, view.table):
        assert one.objectName()
        view.show_monitored(monitored())
        assert one.accessibleName()
    assert all(card.accessibleName() for card in view.cards.cards)
