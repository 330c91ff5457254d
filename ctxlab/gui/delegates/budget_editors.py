"""The editors of the budget table: a number that steps and judges itself, a list that opens at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from ctxlab.gui.models.budget_entry import parse_cap, stepped

_STEPS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10}


class NumberEditor(QLineEdit):
    """A number that arrow keys step, page keys tenfold. A text that is none is marked with its reason.

    `judged` gives that reason for each text, empty where it is a number.
    """

    judged = Signal(str)

    def __init__(self, refusal: Callable[[str], str], parent: QWidget) -> None:
        super().__init__(parent)
        self._refusal = refusal
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.textChanged.connect(self._check)

    @property
    def reason(self) -> str:
        """Why the text is not taken; empty where it is."""
        return self._refusal(self.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step on arrows, edit on the rest."""
        steps = _STEPS.get(Qt.Key(event.key()))
        if steps is None:
            super().keyPressEvent(event)
            return
        try:
            self.setText(str(stepped(parse_cap(self.text()), steps)))
        except ValueError:
            return
        self.selectAll()

    def _check(self, text: str) -> None:
        reason = self._refusal(text)
        self.setAccessibleDescription(reason)
        self.judged.emit(reason)
        if bool(self.property("invalid")) != bool(reason):
            self.setProperty("invalid", bool(reason))
            self.style().polish(self)


class PopupChoice(QComboBox):
    """A list that opens as soon as it is there; `left` follows when it closes, chosen from or not."""

    left = Signal()

    #: Whether its view has taken it away; it is about to be deleted then.
    gone = False

    def showEvent(self, event: QShowEvent) -> None:
        """Open the list once the box has its place."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self._open)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See the list close; what was chosen is told first."""
        if event.type() is QEvent.Type.Hide and not self.gone:
            QTimer.singleShot(0, self, self._leave)
        return super().eventFilter(watched, event)

    def _open(self) -> None:
        if not self.gone and self.isVisible():
            self.showPopup()
            self.view().window().installEventFilter(self)

    def _leave(self) -> None:
        if not self.gone:
            self.left.emit()
