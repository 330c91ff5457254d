"""The header of the budget table: names that stay with the frozen column, and the button for more columns."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QPushButton, QWidget

from ctxlab.gui.delegates.budget_delegate import LINE_HEIGHT, MARGIN
from ctxlab.gui.models.budget_columns import Column
from ctxlab.gui.theme.style import Look, color

#: What the narrowest column takes (pixels).
LEAST = 28


class BudgetHeader(QHeaderView):
    """The names of the columns. That of the rows' names stays in sight when the rest is scrolled.

    `button` stands where the bar has no name: checked while more columns show.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("budgetHeader")
        self._look = look
        self.button = QPushButton(self)
        self.button.setObjectName("budgetMoreColumns")
        self.button.setProperty("role", "link")
        self.button.setCheckable(True)
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.setAccessibleName(self.tr("More columns"))
        self.button.setFixedHeight(LINE_HEIGHT - 2)
        self.button.toggled.connect(self.place_button)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(LEAST)
        self.setHighlightSections(False)
        self.setSectionsClickable(False)
        self.setFixedHeight(LINE_HEIGHT + 2)
        self.sectionResized.connect(self.place_button)

    def place_button(self) -> None:
        """Puts the button over the bar's column with as many words as there is room for."""
        left, width = self.sectionViewportPosition(Column.BAR), self.sectionSize(Column.BAR) - MARGIN
        hidden = left < (self.sectionSize(Column.NAME) if self.offset() else 0)
        if self.button.isChecked():
            words = (self.tr("fewer columns ◂"), self.tr("fewer ◂"), "◂")
        else:
            words = (self.tr("more columns ▸"), self.tr("more ▸"), "▸")
        text = next((word for word in words if self._look.text.width(word) <= width - MARGIN), words[-1])
        self.button.setText(text)
        self.button.setToolTip(self.tr("Tier, limits of items, order, published names, use over sessions"))
        self.button.setGeometry(left + MARGIN, 1, max(1, width - MARGIN), self.button.height())
        hidden = hidden or self.isSectionHidden(Column.BAR)
        self.button.setVisible(self.count() > 0 and self.model().rowCount() > 0 and not hidden)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the names, and that of the first column where it stays."""
        super().paintEvent(event)
        if self.offset() > 0:
            theme, painter = self._look.theme, QPainter(self.viewport())
            self.paintSection(painter, QRect(0, 0, self.sectionSize(Column.NAME), self.height()), Column.NAME)
            painter.fillRect(self.sectionSize(Column.NAME) - 1, 0, 1, self.height(), color(theme.border))
            painter.end()

    def event(self, event: QEvent) -> bool:
        """Keep the button in its place when the header moves."""
        done = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.place_button()
        return done
