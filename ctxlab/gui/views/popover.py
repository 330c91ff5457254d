"""A small window under a button that closes by itself: on Esc, or when one clicks elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget


class Popover(QFrame):
    """A framed popup. `closed` follows when it goes; the keys then go back to the button it hung from.

    What is put into `body` scrolls where the screen has no room for all of it.
    """

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("role", "card")
        self._anchor: QWidget | None = None
        self._inside = QWidget()
        self._inside.setObjectName("popoverBody")
        self.body = QVBoxLayout(self._inside)
        self.body.setContentsMargins(12, 10, 12, 12)
        self.body.setSpacing(6)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(self._inside)
        # the card's own ground shows through
        self._scroll.viewport().setAutoFillBackground(False)
        self._inside.setAutoFillBackground(False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 1, 1, 1)
        outer.addWidget(self._scroll)

    def show_under(self, anchor: QWidget) -> None:
        """Open below a widget, moved so that it stays on the screen."""
        self._anchor = anchor
        self.fit()
        below = anchor.mapToGlobal(QPoint(0, anchor.height() + 2))
        screen = anchor.screen().availableGeometry()
        x = max(screen.left(), min(below.x(), screen.right() - self.width()))
        y = below.y()
        if y + self.height() > screen.bottom():
            above = anchor.mapToGlobal(QPoint(0, 0)).y() - self.height() - 2
            y = above if above >= screen.top() else max(screen.top(), screen.bottom() - self.height())
        self.move(x, y)
        self.show()

    def fit(self) -> None:
        """Take the height that the words need at this width, as far as the screen has it."""
        self.body.activate()
        width = self.width() - 2
        room = (self._anchor or self).screen().availableGeometry().height()
        needed = self.body.totalHeightForWidth(width) if self.body.hasHeightForWidth() else 0
        height = max(needed, self.body.totalMinimumSize().height()) + 2
        self._scroll.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff if height <= room else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )
        self.resize(self.width(), min(height, room))

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
