"""The way of the Tab key through the window: header, left docks, middle, right docks, then back."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ctxlab.gui.view_set import Views
from ctxlab.gui.views.tab_stops import last_stop


def arrange(header: QWidget, views: Views) -> None:
    """Puts the left docks between the header and the middle; the docks were made after the pages.

    All parts have to be in the window already.
    """
    sessions = views.sessions
    left = [
        sessions.search,
        sessions.list,
        sessions.open_button,
        sessions.paste_button,
        views.keeps,
        views.problems,
    ]
    before = last_stop(header)
    views.messages.come_after(before)
    for widget in left:
        QWidget.setTabOrder(before, widget)
        before = widget
