"""The parts of the window that F6 goes through, and where the keys go when a part is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from ctxlab.gui.view_set import Views


class Areas:
    """Parts in the order of the eye: each what takes the keys now, and the whole that it stands for."""

    def __init__(self, parts: Sequence[tuple[Callable[[], QWidget], QWidget]]) -> None:
        self._parts = tuple(parts)

    def go(self, step: int) -> None:
        """Brings the keys to the next part in sight (1) or to the one before (-1), round and round."""
        focus = QApplication.focusWidget()
        held = next((at for at, (_, whole) in enumerate(self._parts) if _has(whole, focus)), None)
        count = len(self._parts)
        start = (-1 if step > 0 else 0) if held is None else held
        for further in range(1, count + 1):
            target = self._parts[(start + step * further) % count][0]()
            if target.isVisible() and target.isEnabled():
                if not target.isActiveWindow():
                    # that of a dock that floats, or the main one again
                    target.activateWindow()
                target.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return


def _has(area: QWidget, focus: QWidget | None) -> bool:
    return focus is not None and (area is focus or area.isAncestorOf(focus))


def areas_of(views: Views) -> Areas:
    """The parts of the window, in the order of the eye."""
    return Areas(
        [
            (lambda: views.request_bar.bars, views.request_bar),
            (lambda: views.sessions.list, views.sessions),
            (lambda: views.must_keeps.table, views.must_keeps),
            (lambda: views.constraints.table, views.constraints),
            (lambda: views.problems, views.problems),
            (lambda: views.panes.filter_bar.field, views.panes.filter_bar),
            # another table takes the keys when the arrangement or the form is another one
            (lambda: views.panes.tables[0], views.panes),
            (lambda: views.diff.table, views.diff),
            (lambda: views.wire.table, views.wire),
            (lambda: views.sensitivity.rows, views.sensitivity),
            (lambda: views.violation.field, views.violation),
            (lambda: views.matrix.table, views.matrix),
            (lambda: views.evidence.difference.table, views.evidence.difference),
            (lambda: views.evidence.context.table, views.evidence.context),
            (lambda: views.sweep.setup.start, views.sweep.setup),
            (lambda: views.sweep.results.front, views.sweep.results.front),
            (lambda: views.sweep.results.table, views.sweep.results.table),
            (lambda: views.sweep.results.grid, views.sweep.results.grid),
            (lambda: views.solve.start, views.solve),
            (lambda: views.sweep_sessions.table, views.sweep_sessions),
            (lambda: views.monitor.chart, views.monitor.chart),
            (lambda: views.monitor.table, views.monitor.table),
            (lambda: views.compare.table, views.compare.table),
            (lambda: views.compare.contexts.difference.table, views.compare.contexts),
            (lambda: views.budget, views.budget),
            (lambda: views.inspector.text, views.inspector),
        ]
    )
