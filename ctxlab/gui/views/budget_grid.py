"""A table whose first column stays in sight when the others are scrolled."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from ctxlab.gui.delegates.budget_delegate import LINE_HEIGHT
from ctxlab.gui.models.budget_columns import Column
from ctxlab.gui.models.budget_lines import NOTE
from ctxlab.gui.models.budget_model import BudgetModel
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.budget_header import BudgetHeader

Index = QModelIndex | QPersistentModelIndex


class BudgetGrid(QTableView):
    """The lines of a `BudgetModel`, each as high as the others. The names of rows are always in sight."""

    def __init__(self, model: BudgetModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.budget = model
        if model.parent() is None:
            model.setParent(self)
        self._look = look
        self.head = BudgetHeader(look, self)
        self.setHorizontalHeader(self.head)
        self.setModel(model)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.SelectedClicked
        )
        vertical = self.verticalHeader()
        vertical.hide()
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical.setMinimumSectionSize(LINE_HEIGHT)
        vertical.setDefaultSectionSize(LINE_HEIGHT)
        self.horizontalScrollBar().valueChanged.connect(self._scrolled)

    @property
    def held_width(self) -> int:
        """Pixels at the left that the names cover; 0 where nothing is scrolled."""
        return self.columnWidth(Column.NAME) if self.horizontalScrollBar().value() > 0 else 0

    def indexAt(self, pos: QPoint) -> QModelIndex:
        """What is seen at a place: the names cover what is scrolled behind them."""
        if pos.x() < self.held_width:
            row = self.rowAt(pos.y())
            return self.budget.index(row, Column.NAME) if row >= 0 else QModelIndex()
        return super().indexAt(pos)

    def visualRect(self, index: Index) -> QRect:
        """Where a cell is seen."""
        rect = super().visualRect(index)
        if self.held_width and index.column() == Column.NAME and self.budget.key(index.row()) != NOTE:
            rect.moveLeft(0)
        return rect

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """Bring a cell out from behind the names; a name is always in sight."""
        bar = self.horizontalScrollBar()
        before = bar.value()
        super().scrollTo(index, hint)
        if index.column() == Column.NAME:
            bar.setValue(before)
            return
        behind = self.columnWidth(Column.NAME) - self.columnViewportPosition(index.column())
        if bar.value() > 0 and behind > 0:
            bar.setValue(bar.value() - behind)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells, and the names over what is scrolled behind them."""
        super().paintEvent(event)
        width = self.held_width
        if not width:
            return
        painter = QPainter(self.viewport())
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        current, delegate = self.currentIndex(), self.itemDelegate()
        for row, key in enumerate(self.budget.keys):
            option.rect = QRect(0, self.rowViewportPosition(row), width, self.rowHeight(row))
            if key == NOTE or not event.region().intersects(option.rect):
                continue
            index = self.budget.index(row, Column.NAME)
            option.state = QStyle.StateFlag.State_Enabled
            if self.selectionModel().isSelected(index):
                option.state |= QStyle.StateFlag.State_Selected
            if current == index and self.hasFocus():
                option.state |= QStyle.StateFlag.State_HasFocus
            delegate.paint(painter, option, index)
            painter.fillRect(
                width - 1, option.rect.top(), 1, option.rect.height(), color(self._look.theme.border)
            )
        painter.end()

    def _scrolled(self) -> None:
        """What stays in its place would be carried along by a scroll: all is painted anew."""
        self.viewport().update()
        self.head.viewport().update()
        self.head.place_button()
