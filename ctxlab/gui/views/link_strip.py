"""The strip between two panes in their own order: a curve from each item's line to its line in the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ctxlab.gui.delegates.stage_delegate import LINE_HEIGHT
from ctxlab.gui.models.stage_own_lines import GONE
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.stage_table import OwnTable

WIDTH = 28
NARROW = 16
#: Positions of one fold that are followed; a longer one leads to few lines, and all of those are near.
FOLLOWED = 400


@dataclass(frozen=True, slots=True)
class Link:
    """A curve: the heights of its ends in pixels of the strip, and what it leads to."""

    left: float
    right: float
    chosen: bool
    gone: bool


class LinkStrip(QWidget):
    """Curves for lines that both panes show; the chosen item's is strong and may lead out of sight."""

    def __init__(self, left: OwnTable, right: OwnTable, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left = left
        self._right = right
        self._look = look
        self._chosen = ""
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Lines from each item to the same item in the next pane"))
        for table in (left, right):
            table.verticalScrollBar().valueChanged.connect(self.update)
            table.own.rowsInserted.connect(self.update)
            table.own.rowsRemoved.connect(self.update)
            table.own.modelReset.connect(self.update)
        look.changed.connect(self.update)

    def set_chosen(self, item_id: str) -> None:
        """Draw this item's curve strong."""
        if item_id != self._chosen:
            self._chosen = item_id
            self.update()

    def set_narrow(self, narrow: bool) -> None:
        """Take less room, where panes have little."""
        self.setFixedWidth(NARROW if narrow else WIDTH)

    def sizeHint(self) -> QSize:
        """Its width; as high as there is room."""
        return QSize(self.width(), LINE_HEIGHT)

    def links(self) -> list[Link]:
        """The curves to draw, the chosen item's last, so that it lies over the others."""
        found = [link for row in self._seen(self._left) for link in self._from(row)]
        focus = self._focus()
        return found if focus is None else [*found, focus]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the curves."""
        theme = self._look.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(theme.base))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pens = {
            False: QPen(color(theme.muted), 1.0),
            True: QPen(color(theme.missing), 1.0),
        }
        strong = QPen(color(theme.link), 2.0)
        width = float(self.width())
        for link in self.links():
            path = QPainterPath(QPointF(0.0, link.left))
            bend = width * 0.55
            path.cubicTo(bend, link.left, width - bend, link.right, width, link.right)
            painter.setPen(strong if link.chosen else pens[link.gone])
            painter.drawPath(path)
        painter.end()

    def _seen(self, table: OwnTable) -> range:
        """The rows of a table that are in sight."""
        top = table.rowAt(0)
        bottom = table.rowAt(table.viewport().height() - 1)
        if top < 0:
            return range(0)
        return range(top, (table.own.rowCount() if bottom < 0 else bottom + 1))

    def _from(self, row: int) -> Iterator[Link]:
        """Curves from a line of the left pane to those lines of the right one that are in sight."""
        right = self._right
        seen = self._seen(right)
        positions = self._left.own.positions_at(row)
        followed = positions[:: max(1, len(positions) // FOLLOWED)]
        for target in sorted({right.own.row_at(position) for position in followed}):
            if target in seen:
                gone = right.own.key(target).startswith(GONE)
                yield Link(_middle(self._left, row), _middle(right, target), False, gone)

    def _focus(self) -> Link | None:
        """The chosen item's curve, where one of its ends is in sight."""
        left, right = self._left.own.row_for(self._chosen), self._right.own.row_for(self._chosen)
        if left < 0 or right < 0:
            return None
        if left not in self._seen(self._left) and right not in self._seen(self._right):
            return None
        ends = [_middle(self._left, left), _middle(self._right, right)]
        # far beyond the edge a curve would only be steeper
        first, last = (min(max(end, -2.0 * LINE_HEIGHT), self.height() + 2.0 * LINE_HEIGHT) for end in ends)
        return Link(first, last, True, False)


def _middle(table: OwnTable, row: int) -> float:
    """The middle of a line, as a height in the strip beside the table."""
    return table.viewport().y() + table.rowViewportPosition(row) + LINE_HEIGHT / 2
