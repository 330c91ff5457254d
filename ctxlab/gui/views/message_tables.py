"""The two tables of the messages view: messages to be read, and the JSON that goes out."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from ctxlab.gui.delegates.message_delegate import (
    HEAD_LEFT,
    JSON_LEFT,
    MessageDelegate,
    RawDelegate,
)
from ctxlab.gui.models.message_layout import LINE_HEIGHT
from ctxlab.gui.models.message_rows import MessageRowsModel, RowKind
from ctxlab.gui.models.raw_rows import RawRowsModel
from ctxlab.gui.models.section_rows import SectionRowsModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.line_table import LineTable

#: Room behind the widest line of JSON for the offer to show more of it (pixels).
_MORE_ROOM = 320
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _SectionTable(LineTable):
    """What both tables share: `section_moved` says that the current row came into another section.

    `copy_wanted` asks for the current section as JSON.
    """

    section_moved = Signal(int)
    copy_wanted = Signal()

    def __init__(self, model: SectionRowsModel[Any], look: Look, parent: QWidget | None = None) -> None:
        super().__init__(LINE_HEIGHT, look, parent)
        self._sections = model
        self._quiet = False
        self._key = ""
        self.setModel(model)
        self.selectionModel().currentRowChanged.connect(self._moved)
        model.modelReset.connect(self._restore)
        look.changed.connect(self.viewport().update)

    @property
    def section(self) -> int:
        """The section of the current row, or -1."""
        return self._sections.place(self.currentIndex().row())[0]

    def go_to(self, row: int, *, quiet: bool = True) -> None:
        """Make a row the current one and bring it into sight; `quiet` tells nobody."""
        index = self._sections.index(row, 0)
        place = self.visualRect(index)
        along = self.horizontalScrollBar().value()
        self._quiet = quiet
        self.setCurrentIndex(index)
        self._quiet = False
        if not 0 <= place.top() <= place.bottom() < self.viewport().height():
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        # the one column may be far wider than the table: its middle is of no interest
        self.horizontalScrollBar().setValue(along)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+C copies the section; Enter does what the row offers."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
        elif event.key() in _ENTER and self.currentIndex().isValid():
            self._offer(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def _offer(self, row: int) -> None:
        """Do what a row offers."""

    def _moved(self, current: QModelIndex, _previous: QModelIndex) -> None:
        section = self._sections.place(current.row())[0]
        if section < 0:
            return
        key = self._sections.keys[section]
        told = key != self._key and not self._quiet
        self._key = key
        if told:
            self.section_moved.emit(section)

    def _restore(self) -> None:
        """After a reset: the section that was current is so again, where it is still there."""
        section = self._sections.section_of(self._key)
        if section >= 0:
            self.go_to(self._sections.first_row(section))


class MessageTable(_SectionTable):
    """Messages to be read. Enter, Space or a click on its arrow open and close one; → opens, ← closes."""

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        self.rows = MessageRowsModel(look.font, language=language)
        super().__init__(self.rows, look, parent)
        self.rows.setParent(self)
        self.painter_ = MessageDelegate(self.rows, look, self)
        self.setItemDelegate(self.painter_)
        self.rows.thumbnails.ready.connect(self.viewport().update)

    def fit(self) -> None:
        """Wrap for the width that there is now."""
        self.rows.set_width(self.viewport().width())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space opens and closes; → opens, ← goes to the head and then closes."""
        row = self.currentIndex().row()
        section, at = self.rows.place(row)
        if section < 0 or event.key() not in (Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right):
            super().keyPressEvent(event)
            return
        opened = self.rows.is_open(section)
        if event.key() == Qt.Key.Key_Left and at > 0:
            self.go_to(self.rows.first_row(section))
        elif event.key() == Qt.Key.Key_Space or opened == (event.key() == Qt.Key.Key_Left):
            self._toggle(section)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on an arrow opens or closes; one on the offer of more shows more."""
        super().mousePressEvent(event)
        row = self.rowAt(event.position().toPoint().y())
        cell = self.rows.cell(row)
        if cell is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if cell.kind is RowKind.MORE or (cell.kind is RowKind.HEAD and event.position().x() < HEAD_LEFT):
            self._offer(row)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click on a head opens or closes."""
        row = self.rowAt(event.position().toPoint().y())
        cell = self.rows.cell(row)
        if cell is not None and cell.kind is RowKind.HEAD and event.position().x() >= HEAD_LEFT:
            self._offer(row)

    def _offer(self, row: int) -> None:
        section, at = self.rows.place(row)
        cell = self.rows.cell(row)
        if cell is not None and cell.kind is RowKind.MORE:
            self.rows.show_more(section)
        elif at == 0:
            self._toggle(section)

    def _toggle(self, section: int) -> None:
        self.rows.toggle(section)
        self.go_to(self.rows.first_row(section))


class RawTable(_SectionTable):
    """Lines of JSON, with a scroll bar where they are wider than the table.

    Enter or a double click on a cut line shows more of it.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        self.rows = RawRowsModel()
        super().__init__(self.rows, look, parent)
        self.rows.setParent(self)
        self.painter_ = RawDelegate(self.rows, look, self)
        self.setItemDelegate(self.painter_)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAutoScroll(False)
        # rows are measured while they are painted: the column is widened afterwards
        self.rows.widened.connect(self._widen, Qt.ConnectionType.QueuedConnection)
        self.doubleClicked.connect(self._open)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines are at least as wide as the table."""
        super().resizeEvent(event)
        self._widen()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """← and → scroll along the line."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if not step:
            super().keyPressEvent(event)
            return
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() + step * 8 * self._look.fixed.metrics.averageCharWidth())

    def reveal(self, wanted: re.Pattern[str]) -> None:
        """Scroll along the current line to what is found in it."""
        cell = self.rows.cell(self.currentIndex().row())
        found = None if cell is None else wanted.search(cell.text)
        if cell is None or found is None:
            return
        # the line may have been measured a moment ago
        self._widen()
        self.updateGeometries()
        bar, room = self.horizontalScrollBar(), self.viewport().width()
        metrics = self._look.fixed.metrics
        start = JSON_LEFT + metrics.horizontalAdvance(cell.text[: found.start()])
        end = start + metrics.horizontalAdvance(found[0])
        if start < bar.value() or end > bar.value() + room:
            bar.setValue(0 if end < room else start - room // 2)

    def _open(self, index: QModelIndex) -> None:
        self._offer(index.row())

    def _widen(self) -> None:
        needed = JSON_LEFT + self.rows.columns * self._look.fixed.metrics.averageCharWidth() + _MORE_ROOM
        least = self.viewport().width()
        self.setColumnWidth(0, max(least, needed if self.rows.columns else 0))

    def _offer(self, row: int) -> None:
        self.rows.show_more(row)
