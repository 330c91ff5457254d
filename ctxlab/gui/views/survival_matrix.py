"""The survival matrix: which must-keep stood in the context of which request, and how."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ctxlab.gui.delegates.matrix_delegate import (
    MARGIN,
    ROW_HEIGHT,
    SIGNED_FROM,
    ColumnHeads,
    MatrixDelegate,
    RowHeads,
    paint_cell,
)
from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.models.matrix_model import MatrixModel, PaintedCell
from ctxlab.gui.models.survived_words import word
from ctxlab.gui.text import listed, tooltip
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.labels import ElidedLabel, plain_label
from ctxlab.gui.views.plain_table import PlainTable
from ctxlab.gui.views.segments import Segments
from ctxlab.model.constraint import Survived
from ctxlab.model.matrix import Matrix, Under

#: Widths of a cell (pixels): as wide as there is room for, within these.
_NARROWEST, _WIDEST = SIGNED_FROM, 32
#: The room before the rows: a share of the width, within these (pixels).
_HEAD_SHARE, _HEAD_LEAST, _HEAD_MOST = 0.24, 150, 300
#: Rows that are in sight: as many at least, where there are, and more than those are scrolled.
_ROWS_LEAST, _ROWS_SHOWN = 5, 8


class SurvivalMatrix(QFrame):
    """Must-keeps x requests with a legend, and the choice of which contexts it speaks of.

    `cell_chosen(must_keep, request)` tells which cell a person went to, `under_chosen(key)` which contexts
    are asked about (`model.matrix.Under`).
    """

    cell_chosen = Signal(str, int)
    under_chosen = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("survivalMatrix")
        self.setAccessibleName(self.tr("Survival matrix"))
        self.rows = MatrixModel(language, self)
        self.table = MatrixTable(look, self.rows)
        self.table.setAccessibleName(self.tr("Must-keeps by request"))
        self.table.cell_chosen.connect(self.cell_chosen)
        self.under = Segments(
            "matrixUnder",
            self.tr("Contexts"),
            (
                (Under.PROFILE.value, self.tr("Under the profile")),
                (Under.RECORDED.value, self.tr("As recorded")),
                (Under.SENT.value, self.tr("Really sent")),
            ),
            tabs=True,
        )
        self.under.chosen.connect(self.under_chosen)
        self._title = plain_label(self.tr("Must keep"), "title")
        self._said = ElidedLabel(look)
        self._legend = MatrixLegend(look)
        self.empty = plain_label(
            self.tr("None stated, and no rule finds a constraint. Select words in an item and press Ctrl+M."),
            "muted",
        )
        self.empty.setContentsMargins(MARGIN, 4, MARGIN, 8)
        self.empty.setWordWrap(True)
        head = QHBoxLayout()
        head.setContentsMargins(MARGIN, 6, MARGIN, 2)
        head.setSpacing(12)
        head.addWidget(self._title)
        head.addWidget(self._said, 1)
        head.addWidget(self.under)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 6)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(self.empty)
        self._cells = _WholeRows(self.table)
        layout.addWidget(self._cells, 1)
        layout.addWidget(self._legend)
        # while there are no cells the title stays above
        layout.addStretch(0)
        self.set_matrix(None, {})

    def set_matrix(
        self, matrix: Matrix | None, notes: Mapping[str, str], fresh: Matrix | None = None
    ) -> None:
        """Show a matrix; `notes` stand beneath the must-keeps, by their ids.

        In `fresh` those cells are None for which a newer answer is awaited; they show as to come.
        """
        self.rows.set_matrix(matrix, notes, fresh)
        self.table.fit()
        self._cells.fit()
        shown = matrix is not None and bool(matrix.rows)
        self._cells.setVisible(shown)
        self._legend.setVisible(shown)
        self.empty.setVisible(matrix is not None and not shown)
        if matrix is not None:
            self.under.choose(matrix.under.value)

    def set_sent_known(self, known: bool) -> None:
        """Say whether it was recorded what was really sent."""
        button = self.under.button(Under.SENT.value)
        button.setEnabled(known)
        button.setToolTip("" if known else self.tr("It was not recorded what was really sent."))

    def say(self, words: str) -> None:
        """What stands beside the title: how many are lost, or what is to come."""
        self._said.setText(words)

    def show_place(self, must_keep: str, request: int) -> None:
        """Mark the cell that is looked at; nobody is told."""
        self.rows.set_request(request)
        self.table.show_place(self.rows.row_of(must_keep), self.rows.column_of(request))


class _WholeRows(QWidget):
    """The room of the cells, of which they take what whole rows need: none is cut through."""

    def __init__(self, table: MatrixTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._inside = QVBoxLayout(self)
        self._inside.addWidget(table)
        self.fit()

    def fit(self) -> None:
        """Leaves free what is no whole row."""
        self._inside.setContentsMargins(0, 0, 0, max(0, self.height() - self._table.whole(self.height())))

    def sizeHint(self) -> QSize:
        """As the table says, whatever is left free now."""
        return self._table.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """As the table says."""
        return self._table.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the height out anew."""
        super().resizeEvent(event)
        self.fit()


class MatrixTable(PlainTable):
    """The cells. Arrow keys and clicks go to a cell; going there is what chooses it."""

    cell_chosen = Signal(str, int)

    def __init__(self, look: Look, rows: MatrixModel, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.setObjectName("matrixTable")
        self._rows = rows
        self.setModel(rows)
        self._heads = RowHeads(look, self)
        self.setVerticalHeader(self._heads)
        self.setHorizontalHeader(ColumnHeads(look, self))
        self.setItemDelegate(MatrixDelegate(look, self))
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._heads.sectionClicked.connect(self._choose_row)
        look.changed.connect(self.viewport().update)

    def sizeHint(self) -> QSize:
        """As high as its rows, up to some."""
        return QSize(400, self._high(min(self._rows.rowCount(), _ROWS_SHOWN)))

    def minimumSizeHint(self) -> QSize:
        """Some rows at least, where there are so many."""
        return QSize(300, self._high(min(self._rows.rowCount(), _ROWS_LEAST)))

    def _high(self, rows: int) -> int:
        """The height in which so many rows are whole (pixels)."""
        bar = self.horizontalScrollBar()
        below = bar.sizeHint().height() if bar.maximum() else 0
        return ColumnHeads.HEIGHT + rows * ROW_HEIGHT + below + 2 * self.frameWidth()

    def whole(self, height: int) -> int:
        """Of a height, what whole rows take (pixels)."""
        rows = max(0, height - self._high(0)) // ROW_HEIGHT
        return self._high(min(rows, self._rows.rowCount()))

    def fit(self) -> None:
        """Shares the width out between the words and the cells."""
        whole = self.width()
        head = max(_HEAD_LEAST, min(_HEAD_MOST, int(whole * _HEAD_SHARE)))
        self._heads.set_width(head)
        room = whole - head - self.verticalScrollBar().sizeHint().width() - MARGIN
        here = self._here()
        # a cell without room for its sign would tell by its colour alone
        self._rows.set_room(room // _NARROWEST)
        if here is not None and not self.currentIndex().isValid():
            self.show_place(self._rows.row_of(here[0]), self._rows.column_of(here[1]))
        count = max(1, self._rows.columnCount())
        width = max(_NARROWEST, min(_WIDEST, room // count))
        self.horizontalHeader().setDefaultSectionSize(width)
        self.updateGeometry()

    def _here(self) -> tuple[str, int] | None:
        """The must-keep and the request of the cell that is marked."""
        index = self.currentIndex()
        row = self._rows.row(index.row())
        return None if row is None else (row.must_keep, self._rows.request_of(index.row(), index.column()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width out anew."""
        super().resizeEvent(event)
        self.fit()

    def show_place(self, row: int, column: int) -> None:
        """Mark a cell without choosing it; a row of -1 marks none."""
        index = self._rows.index(row, column) if row >= 0 and column >= 0 else QModelIndex()
        chosen = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, chosen)
        if index.isValid():
            self.scrollTo(index)
        else:
            self.clearSelection()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys, Home and End go to another cell and choose it; F takes the row's first loss."""
        before = self.currentIndex()
        if event.key() == Qt.Key.Key_F and not event.modifiers():
            self._to_first_loss(before.row())
        else:
            super().keyPressEvent(event)
        if self.currentIndex() != before:
            self._tell(self.currentIndex())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click chooses the cell under it."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and index.isValid():
            self._tell(index)

    def _choose_row(self, row: int) -> None:
        """A click on a must-keep itself asks about its first loss, else about the request looked at."""
        if not self._to_first_loss(row):
            column = max(self.currentIndex().column(), 0)
            self.show_place(row, column)
        self._tell(self.currentIndex())

    def _to_first_loss(self, row: int) -> bool:
        one = self._rows.row(row)
        matrix = self._rows.matrix
        if one is None or matrix is None or one.first_loss is None:
            return False
        self.show_place(row, self._rows.column_of(matrix.columns[one.first_loss].request))
        return True

    def _tell(self, index: QModelIndex) -> None:
        one = self._rows.row(index.row())
        if one is not None:
            self.cell_chosen.emit(one.must_keep, self._rows.request_of(index.row(), index.column()))


class MatrixLegend(QWidget):
    """What the colours and signs mean, in few words where there is little room; the tooltip has all."""

    BOX = 16

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        entries = [(PaintedCell(verdict, made=True), word(verdict)) for verdict in _ORDER]
        first = PaintedCell(Survived.LOST, made=True, first_loss=True)
        entries.append((first, self.tr("first loss")))
        deep = PaintedCell(Survived.VERBATIM, made=True, deep=True)
        whole = [*entries, (deep, self.tr("deep: over 40 % of the context follows it"))]
        short = [*entries, (deep, self.tr("deep"))]
        # entries and the gaps between them: the first for which there is room
        self._choices = ((whole, 14), (short, 14), (short, 7))
        words = [said for _cell, said in whole]
        words[-1] += self.tr(", and it is not of the system part at the head")
        self.setAccessibleName(listed(words))
        self.setToolTip(tooltip("\n".join(words)))
        self.setFixedHeight(24)
        look.changed.connect(self.update)

    def shown(self) -> list[str]:
        """The words that are painted, in order."""
        return [said for _x, _cell, said in self._placed()]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the entries."""
        look = self._look
        painter = QPainter(self)
        top = (self.height() - self.BOX) // 2
        for x, cell, said in self._placed():
            paint_cell(painter, QRectF(x, top, self.BOX, self.BOX), cell, look)
            painter.setFont(look.small)
            painter.setPen(color(look.theme.muted))
            painter.drawText(x + self.BOX + 6, baseline(self.rect(), look.fine), said)
        painter.end()

    def _placed(self) -> list[tuple[int, PaintedCell, str]]:
        """The entries for which there is room, with their left edges."""
        placed: list[tuple[int, PaintedCell, str]] = []
        for entries, gap in self._choices:
            placed, x = [], MARGIN
            for cell, said in entries:
                width = self.BOX + 6 + self._look.fine.width(said)
                if x + width <= self.width() - MARGIN:
                    placed.append((x, cell, said))
                x += width + gap
            if len(placed) == len(entries):
                break
        return placed


_ORDER = (
    Survived.VERBATIM,
    Survived.REWORDED,
    Survived.WEAKENED,
    Survived.CHANGED,
    Survived.LOST,
    Survived.UNSURE,
)
