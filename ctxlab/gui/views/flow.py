"""A row of widgets that goes on in the next line where there is no room left."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem


class Flow(QLayout):
    """Asks for no width of its own, so that no words in it widen what it stands in.

    A widget that is aligned right stands at the end of the last line, and is left out where that has no room
    for it: it begins no line. One that is wider than a line is narrowed.
    """

    def __init__(self, spacing: int) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def insert(self, at: int, widget: QWidget) -> None:
        """Puts a widget before that at a place."""
        self.addChildWidget(widget)
        self._items.insert(at, QWidgetItem(widget))
        self.invalidate()

    def addItem(self, item: QLayoutItem, /) -> None:
        """Put an item at the end."""
        self._items.append(item)
        self.invalidate()

    def count(self) -> int:
        """The items, those out of sight too."""
        return len(self._items)

    def itemAt(self, index: int, /) -> QLayoutItem | None:
        """An item; None beyond the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int, /) -> QLayoutItem | None:
        """Takes an item out."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Sideways."""
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        """How many lines there are follows from the width."""
        return True

    def heightForWidth(self, width: int, /) -> int:
        """The height of all lines."""
        return sum(map(_height, self._lines(width))) + self.spacing() * max(0, len(self._lines(width)) - 1)

    def minimumSize(self) -> QSize:
        """One line of any width."""
        return QSize(0, _height(self._seen()))

    def sizeHint(self) -> QSize:
        """All in one line."""
        seen = self._seen()
        wide = sum(item.sizeHint().width() for item in seen) + self.spacing() * max(0, len(seen) - 1)
        return QSize(wide, _height(seen))

    def setGeometry(self, rect: QRect, /) -> None:
        """Place the items."""
        super().setGeometry(rect)
        top = rect.top()
        for item in self._seen():
            # those that stand in no line
            item.setGeometry(QRect())
        for line in self._lines(rect.width()):
            high, left = _height(line), rect.left()
            for item in line:
                hint = item.sizeHint()
                wide = min(hint.width(), rect.width())
                if item.alignment() & Qt.AlignmentFlag.AlignRight:
                    left = rect.left() + rect.width() - wide
                # items of other heights stand in the middle of their line
                at = QPoint(left, top + (high - hint.height()) // 2)
                item.setGeometry(QRect(at, QSize(wide, hint.height())))
                left += wide + self.spacing()
            top += high + self.spacing()

    def _seen(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._seen():
            wide = item.sizeHint().width()
            if not lines or used + self.spacing() + wide > width:
                if lines and item.alignment() & Qt.AlignmentFlag.AlignRight:
                    continue
                lines.append([item])
                used = wide
            else:
                lines[-1].append(item)
                used += self.spacing() + wide
        return lines


def _height(line: list[QLayoutItem]) -> int:
    return max((item.sizeHint().height() for item in line), default=0)
