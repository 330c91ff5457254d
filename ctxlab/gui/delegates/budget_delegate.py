"""Painters of the budget table: swatch and name, numbers, boxes, the bar; and which editor opens where."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from ctxlab.gui.delegates.budget_bar import KNOB, MARGIN, bar_rect, draw_bar, mark_at
from ctxlab.gui.delegates.budget_editors import NumberEditor, PopupChoice
from ctxlab.gui.delegates.line_delegate import LineDelegate
from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.models.budget_columns import CHOICES, RIGHT, Column, header
from ctxlab.gui.models.budget_head import SOFT_LIMIT
from ctxlab.gui.models.budget_lines import LIMIT, NOTE, SUM, BudgetLine, amount
from ctxlab.gui.models.budget_model import BudgetModel
from ctxlab.gui.models.budget_words import choices
from ctxlab.gui.text import tooltip
from ctxlab.gui.theme.style import Look, color

__all__ = ["FOLDED", "INDENT", "KNOB", "LINE_HEIGHT", "MARGIN", "UNFOLDED", "BudgetDelegate", "bar_rect"]

LINE_HEIGHT = 22
SWATCH = 8
#: Where names of rows and of the limit's parts begin (pixels).
INDENT = SWATCH + 2 * MARGIN
BOX = 12
DOT = 2
FOLDED = "▸"
UNFOLDED = "▾"
#: How near to a tick the mouse has to be for its name (pixels).
HOVER = 4

Index = QModelIndex | QPersistentModelIndex


class BudgetDelegate(LineDelegate):
    """Paints the cells of a `BudgetModel` and opens its editors.

    `judged` gives the reason against what stands in an open editor, empty where there is none.
    """

    judged = Signal(str)

    def __init__(self, model: BudgetModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, QSize(40, LINE_HEIGHT), parent)
        self._model = model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        rect: QRect = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        theme = self._look.theme
        line = self._model.line(index.row())
        if line is None:
            return
        painter.fillRect(rect, color(theme.chosen if chosen else theme.base))
        if line.key == NOTE:
            self._note(painter, rect, line)
            return
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, color(theme.rule))
        column = Column(index.column())
        if column is Column.BAR and line.row is not None:
            draw_bar(painter, rect, line, self._model.cap(index.row()), self._model.ticks(line.row), theme)
        elif line.checked(column) is not None:
            self._box(painter, rect, line, column)
        else:
            self._text(painter, rect, line, column, self._model.cap(index.row()))
        if column in line.differs:
            self._dot(painter, rect, line, column)
        if chosen and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(color(theme.link), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -2))

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A number, or a list for what is chosen from one."""
        line = self._model.line(index.row())
        name = "" if line is None else line.texts[Column.NAME]
        row, column = index.row(), Column(index.column())
        label = name if line is None or line.field else self.tr("{0} of {1}").format(header(column), name)
        if column in CHOICES:
            box = PopupChoice(parent)
            for value, word in choices(column):
                box.addItem(word, str(value))
            box.setAccessibleName(label)
            box.activated.connect(lambda _=0: self._done(box))
            box.left.connect(lambda: self._leave(box))
            return box
        editor = NumberEditor(lambda text: self._model.refusal(text, row, column), parent)
        editor.setAccessibleName(label)
        editor.judged.connect(self.judged)
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Put the cell's value into the editor."""
        value = str(self._model.data(index, Qt.ItemDataRole.EditRole))
        if isinstance(editor, PopupChoice):
            editor.setCurrentIndex(editor.findData(value))
        elif isinstance(editor, NumberEditor) and not editor.isModified():
            editor.setText(value)
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Hand the editor's value to the model, which takes or refuses it."""
        if isinstance(editor, PopupChoice):
            model.setData(index, editor.currentData())
        elif isinstance(editor, NumberEditor):
            model.setData(index, editor.text())

    def destroyEditor(self, editor: QWidget, index: Index) -> None:
        """An editor goes; a list that is just closing must not close it again."""
        if isinstance(editor, PopupChoice):
            editor.gone = True
        super().destroyEditor(editor, index)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """The editor covers its cell."""
        rect: QRect = option.rect
        if isinstance(editor, PopupChoice):
            rect = rect.adjusted(0, 0, max(0, editor.sizeHint().width() - rect.width()), 0)
        editor.setGeometry(rect)

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """A click anywhere in the cell of a box, or Space, changes it."""
        line = self._model.line(index.row())
        checked = None if line is None else line.checked(Column(index.column()))
        if checked is None:
            return False
        pressed = isinstance(event, QMouseEvent) and event.type() is QEvent.Type.MouseButtonRelease
        if isinstance(event, QMouseEvent) and pressed and event.button() is Qt.MouseButton.LeftButton:
            return self.toggle(index)
        keyed = isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress
        if isinstance(event, QKeyEvent) and keyed and event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Select):
            return self.toggle(index)
        return False

    def toggle(self, index: Index) -> bool:
        """Ask for the other state of a cell's box; whether there is a box."""
        line = self._model.line(index.row())
        checked = None if line is None else line.checked(Column(index.column()))
        if checked is None:
            return False
        wanted = Qt.CheckState.Unchecked if checked else Qt.CheckState.Checked
        return self._model.setData(index, wanted, Qt.ItemDataRole.CheckStateRole)

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Name the tick under the mouse; elsewhere say what the cell says."""
        line = self._model.line(index.row()) if index.isValid() else None
        if event.type() is QEvent.Type.ToolTip and line is not None and index.column() == Column.BAR:
            words = self.words_at(option.rect, line, event.pos().x())
            if words:
                QToolTip.showText(event.globalPos(), tooltip(words), view)
                return True
        return super().helpEvent(event, view, option, index)

    def words_at(self, rect: QRect, line: BudgetLine, x: float) -> str:
        """What the tick at a place of a bar's cell says, and how many it stands for; empty beside ticks."""
        mark = mark_at(rect, line, self._model.ticks(line.row), x, HOVER)
        if mark is None:
            return ""
        words = self._model.tick_words(mark.tick)
        if mark.more:
            words += "\n" + self.tr("and {0} more close to it").format(f"{mark.more:,}")
        return words

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Enter on a text that is no number keeps the editor open with its reason; else as ever."""
        if (
            isinstance(editor, NumberEditor)
            and isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ):
            # at once: Qt would do it later, when the editor may be gone
            reason = editor.reason
            self.commitData.emit(editor)
            if not reason:
                self.closeEditor.emit(editor)
            return True
        return super().eventFilter(editor, event)

    def _done(self, box: PopupChoice) -> None:
        box.gone = True
        self.commitData.emit(box)
        self.closeEditor.emit(box)

    def _leave(self, box: PopupChoice) -> None:
        box.gone = True
        self.closeEditor.emit(box)

    def _text(
        self, painter: QPainter, rect: QRect, line: BudgetLine, column: Column, cap: int | None
    ) -> None:
        look, theme = self._look, self._look.theme
        end = line.key in (LIMIT, SUM)
        strong = (end and column is not Column.BAR) or _stands_out(line, column)
        elider = look.strong if strong else look.text
        text = line.texts[column]
        if column is Column.CAP and line.row is not None:
            text = amount(cap)
        left, width = rect.left() + MARGIN, rect.width() - 2 * MARGIN
        if column is Column.NAME and not end:
            if line.row is not None:
                top = rect.top() + (rect.height() - SWATCH) // 2
                painter.fillRect(left, top, SWATCH, SWATCH, color(theme.rows[line.row]))
            left, width = left + INDENT, width - INDENT
        if line.key == LIMIT and column is Column.BAR:
            sign = UNFOLDED if self._model.unfolded else FOLDED
            width -= elider.width(f" {sign}")
            text = elider.cut(text, width, painter.device().devicePixelRatio()) + f" {sign}"
            width += elider.width(f" {sign}")
        shown = elider.cut(text, width, painter.device().devicePixelRatio())
        if shown != text and line.key == SUM and column is Column.BAR:
            shown = self._model.percent()
        if column in RIGHT:
            left += width - elider.width(shown)
        painter.setFont(elider.font)
        painter.setPen(color(self._ink(line, column)))
        painter.drawText(QPoint(left, baseline(rect, elider)), shown)

    def _ink(self, line: BudgetLine, column: Column) -> str:
        """The colour of a cell's text: red for what went wrong, muted where it weighs little."""
        theme = self._look.theme
        run = column in (Column.USED, Column.KEPT)
        if _stands_out(line, column):
            return theme.failed.ink
        idle = line.use is not None and not line.use.of
        unused = column is Column.ITEM_ACTION and line.budget.per_item is None
        beside = line.row is None and column is Column.BAR
        part = bool(line.field) and column is Column.NAME
        if beside or part or unused or (run and (idle or self._model.pending)):
            return theme.muted
        return theme.muted if column is Column.PUBLISHED else theme.text

    def _box(self, painter: QPainter, rect: QRect, line: BudgetLine, column: Column) -> None:
        """A box with its tick, and the word beside it where there is one."""
        look, theme = self._look, self._look.theme
        checked = bool(line.checked(column))
        box = QRect(rect.left() + MARGIN, rect.top() + (rect.height() - BOX) // 2, BOX, BOX)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(QPen(color(theme.accent if checked else theme.muted), 1))
        painter.setBrush(color(theme.accent if checked else theme.base))
        painter.drawRoundedRect(box.adjusted(0, 0, -1, -1), 3, 3)
        if checked:
            painter.setPen(QPen(color(theme.on_accent), 1.6))
            x, y = box.left(), box.top()
            painter.drawPolyline([QPoint(x + 3, y + 6), QPoint(x + 5, y + 8), QPoint(x + 9, y + 3)])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if line.field == SOFT_LIMIT:
            left = box.right() + 2 + MARGIN
            shown = look.text.cut(
                line.texts[column], rect.right() - left, painter.device().devicePixelRatio()
            )
            painter.setFont(look.font)
            painter.setPen(color(theme.text))
            painter.drawText(QPoint(left, baseline(rect, look.text)), shown)

    def _dot(self, painter: QPainter, rect: QRect, line: BudgetLine, column: Column) -> None:
        """The sign of what is not as it was saved, at that end of the text where cells have room."""
        x = rect.left() + DOT + 1
        if column not in RIGHT:
            box = 0 if line.checked(column) is None else BOX + MARGIN + 2
            words = "" if line.row is not None and box else line.texts[column]
            x = min(x + MARGIN + box + self._look.text.width(words), rect.right() - DOT)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color(self._look.theme.link))
        painter.drawEllipse(QPoint(x, rect.top() + DOT + 4), DOT, DOT)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _note(self, painter: QPainter, rect: QRect, line: BudgetLine) -> None:
        """Small words over several lines, within what is in sight."""
        view = self.parent()
        sight = view.viewport().rect() if isinstance(view, QAbstractItemView) else rect
        room = QRect(sight.left() + MARGIN, rect.top(), sight.width() - 2 * MARGIN, rect.height())
        painter.setFont(self._look.small)
        painter.setPen(color(self._look.theme.muted))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(room, int(flags), line.texts[Column.NAME])


def _stands_out(line: BudgetLine, column: Column) -> bool:
    """Whether a number tells of items turned away, or of a row that holds more than it may."""
    return (column is Column.KEPT and line.short) or (column is Column.USED and line.over)


def note_height(text: str, width: int, look: Look) -> int:
    """How high the note's line has to be for a view of that width (pixels)."""
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
    room = QRect(0, 0, max(1, width - 2 * MARGIN), 1000)
    return look.fine.metrics.boundingRect(room, int(flags), text).height() + 2 * MARGIN
