"""A small window under a button that closes by itself: on Esc, or when one clicks elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget


class Popover(QFrame):
    """A framed popup. `closed` follows when it goes; the keys then go back to the button it hung from."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("role", "card")
        self._anchor: QWidget | None = None
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(12, 10, 12, 12)
        self.body.setSpacing(6)

    def show_under(self, anchor: QWidget) -> None:
        """Open below a widget, moved so that it stays on the screen."""
        self._anchor = anchor
        self.adjustSize()
        below = anchor.mapToGlobal(QPoint(0, anchor.height() + 2))
        screen = anchor.screen().availableGeometry()
        x = max(screen.left(), min(below.x(), screen.right() - self.width()))
        y = below.y()
        if y + self.height() > screen.bottom():
            above = anchor.mapToGlobal(QPoint(0, 0)).y() - self.height() - 2
            y = above if above >= screen.top() else max(screen.top(), screen.bottom() - self.height())
        self.move(x, y)
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Give the keys back to where they were."""
        super().closeEvent(event)
        if self._anchor is not None:
            self._anchor.setFocus(Qt.FocusReason.PopupFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        """Say that it went."""
        super().hideEvent(event)
        self.closed.emit()
