"""What a row of the budget may be told, in one wide window under the table."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QWidget

from ctxlab.gui.delegates.budget_delegate import BudgetDelegate
from ctxlab.gui.models.budget_columns import MORE, Column
from ctxlab.gui.models.budget_model import BudgetModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.budget_grid import BudgetGrid
from ctxlab.gui.views.budget_layout import BudgetLayout
from ctxlab.gui.views.budget_note import CellNote
from ctxlab.gui.views.popover import Popover

#: Around the grid (pixels).
MARGIN = 6
#: What the table beside it shows at any width, or cannot be moved here.
BESIDE = (Column.BAR, Column.USED, Column.KEPT)


class MoreColumns(Popover):
    """A grid over the model of a table, which takes its wishes and shows what becomes of them."""

    def __init__(self, model: BudgetModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("budgetMore")
        self.setAccessibleName(self.tr("Budget, all columns"))
        grid = self.grid = BudgetGrid(model, look)
        grid.setObjectName("budgetMoreTable")
        grid.setAccessibleName(self.accessibleName())
        grid.setFrameShape(QFrame.Shape.NoFrame)
        delegate = BudgetDelegate(model, look, grid)
        grid.setItemDelegate(delegate)
        self._layout = BudgetLayout(grid, model, look)
        self._note = CellNote(grid)
        delegate.judged.connect(self._judge)
        delegate.closeEditor.connect(self._editor_closed)
        model.refused.connect(self._refuse)
        self.body.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        self.body.addWidget(grid)

    def open_under(self, anchor: QWidget, row: str) -> None:
        """Show the columns as they are now, with the focus on a row of the budget."""
        grid = self.grid
        self._layout.show(MORE)
        self._layout.fit()
        for column in Column:
            if column in BESIDE or not any(line.texts[column] for line in grid.budget.lines if line.row):
                grid.setColumnHidden(column, True)
        room = anchor.screen().availableGeometry().width()
        grid.setFixedWidth(min(self._layout.needed(), room - 2 * MARGIN))
        high = grid.head.height() + sum(map(grid.rowHeight, range(grid.budget.rowCount())))
        # a line of room for what is said under the last one
        grid.setFixedHeight(high + grid.head.height())
        self.show_under(anchor)
        at = max(0, grid.budget.row_of(row))
        grid.setCurrentIndex(grid.budget.index(at, Column.OVERFLOW))
        grid.setFocus()

    def _judge(self, reason: str) -> None:
        self._say(reason, of_editor=True)

    def _editor_closed(self, _editor: QWidget) -> None:
        self._note.editor_closed()

    def _refuse(self, _row: str, reason: str) -> None:
        self._say(reason, of_editor=False)

    def _say(self, reason: str, *, of_editor: bool) -> None:
        if self.isVisible():
            self._note.say(self.grid.visualRect(self.grid.currentIndex()), reason, of_editor=of_editor)
