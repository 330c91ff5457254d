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
        """Take the size that the words need, the width within its own bounds, as far as the screen has it."""
        self.body.activate()
        room = (self._anchor or self).screen().availableGeometry().size()
        wanted = max(self.minimumWidth(), self.body.totalSizeHint().width() + 2)
        wide = min(wanted, self.maximumWidth(), room.width())
        needed = self.body.totalHeightForWidth(wide - 2) if self.body.hasHeightForWidth() else 0
        height = max(needed, self.body.totalMinimumSize().height()) + 2
        whole = height <= room.height()
        self._scroll.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff if whole else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )
        if not whole:
            wide = min(wide + self._scroll.verticalScrollBar().sizeHint().width(), self.maximumWidth())
        self.resize(wide, min(height, room.height()))

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
