"""What waits at the start until the first run is on the screen: counting, and the search for garbage."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from ctxlab.gui.collector import Collector
from ctxlab.gui.main_window import MainWindow
from ctxlab.model.profile import Encoding

#: A window that has shown no run by then (ms) has none to show: what waits begins all the same.
PATIENCE_MS = 2_000

#: What waits begins this long (ms) after the first run was painted, so that all of it is on the screen.
BREATH_MS = 50


class Starting(QObject):
    """Lets the first view have the processor to itself; it is drawn with known counts and estimates.

    Then the vocabulary is loaded, whose building stops all threads for a moment, and counting begins.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._counting = window.workspace.counting
        self._counting.hold()
        self._begun = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._begun.timeout.connect(self._begin)
        self._begun.start()
        window.presenter.shown.connect(self._on_shown)

    def _on_shown(self, _run: object) -> None:
        self._window.presenter.shown.disconnect(self._on_shown)
        # children are painted after the window itself, in the same turn of the event loop
        self._window.after_paint(self._on_painted)

    def _on_painted(self) -> None:
        if self._begun.isActive():
            self._begun.start(BREATH_MS)

    def _begin(self) -> None:
        Collector(self._window)
        self._counting.go()
        self._counting.warm_up(Encoding.O200K.value)
