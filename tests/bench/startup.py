"""What `test_bench_startup.py` times in a process of its own: a bare window, or ctxlab's on its sample.

It ends as soon as the window is painted: ctxlab's with its docks in place, the budget filled and the sample's
first rows in the panes.
"""

from __future__ import annotations

import gc
import os
import sys


def bare() -> None:
    """A main window with a label."""
    from PySide6.QtCore import QTimer
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

    class Window(QMainWindow):
        """Ends the process when it was painted."""

        def paintEvent(self, event: QPaintEvent) -> None:
            """Paint, and end in the next turn of the event loop."""
            super().paintEvent(event)
            QTimer.singleShot(0, done)

    app = QApplication([])
    window = Window()
    window.resize(1440, 900)
    window.setCentralWidget(QLabel("x"))
    window.show()
    app.exec()


def whole() -> None:
    """The window as the command opens it without a file, with settings, layout and journal."""
    from ctxlab import __main__ as command

    gc.disable()
    command.need_qt(seen=False)
    from PySide6.QtCore import QTimer

    from ctxlab.gui import app as start

    app = start.application()
    window = start.make_window(app)

    def look(_run: object) -> None:
        views = window.views
        assert all(dock.isVisible() for dock in window.docks.all)
        assert views.budget.budget.rowCount() > 10
        assert all(table.model().rowCount() > 10 for table in views.panes.tables)
        window.after_paint(lambda: QTimer.singleShot(0, done))

    window.presenter.shown.connect(look)
    start.stay_responsive(window)
    window.show()
    start.open_first(window, [], None, None)
    window.protection.offer()
    app.exec()


def done() -> None:
    """Ends the process; what it would tidy up is not measured."""
    os._exit(0)


if __name__ == "__main__":
    {"bare": bare, "whole": whole}[sys.argv[1]]()
