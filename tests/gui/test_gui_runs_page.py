"""The Runs page: how it is turned to, and tabs beside the monitor."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.runs_page import RunsPage
from ctxlab.gui.theme.style import Look
from ctxlab.gui.view_set import Views


def test_action_and_segment_turn_to_it(window: MainWindow) -> None:
    page = window.pages.runs
    window.commands.runs.trigger()
    assert page.isVisible()
    assert window.tools.pages.current == "runs"
    window.tools.pages.button("tune").click()
    assert not page.isVisible()
    window.tools.pages.button("runs").click()
    assert page.isVisible()
    window.reset_layout()


def test_a_second_tab_brings_the_row_of_tabs_into_sight(qtbot: QtBot, look: Look) -> None:
    views = Views(look, "en")
    page = RunsPage(views)
    qtbot.addWidget(page)
    page.show()
    assert page.tabs.widget(0) is views.monitor
    before = page.tabs.count()
    other = QLabel("other")
    page.add_tab("Other", other)
    assert page.tabs.count() == before + 1
    assert page.tabs.tabBar().isVisible()
    page.show_tab(other)
    assert other.isVisible()
    assert not views.monitor.isVisible()
