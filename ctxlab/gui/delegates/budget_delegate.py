"""Painters of the budget table: swatch and name, the cap as a knob on a bar of the use, and the editors."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QComboBox, QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ctxlab.gui.delegates.paint import baseline, hatch
from ctxlab.gui.models.budget_entry import parse_cap, stepped
from ctxlab.gui.models.budget_model import SUM, BudgetLine, BudgetModel, Column, overflow_word
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.profile import Overflow

LINE_HEIGHT = 22
MARGIN = 4
SWATCH = 8
KNOB = 5

Index = QModelIndex | QPersistentModelIndex


class CapEditor(QLineEdit):
    """A number that arrow keys step, page keys tenfold. A text that is no cap is marked with its reason."""

    judged = Signal(str)

    def __init__(self, model: BudgetModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.textChanged.connect(self._check)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step on arrows, edit on the rest."""
        steps = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10}.get(
            Qt.Key(event.key())
        )
        if steps is None:
            super().keyPressEvent(event)
            return
        try:
            self.setText(str(stepped(parse_cap(self.text()), steps)))
        except ValueError:
            return
        self.selectAll()

    def _check(self, text: str) -> None:
        reason = self._model.refusal(text)
        self.setAccessibleDescription(reason)
        self.judged.emit(reason)
        if bool(self.property("invalid")) != bool(reason):
            self.setProperty("invalid", bool(reason))
            self.style().polish(self)


class BudgetDelegate(QStyledItemDelegate):
    """Paints the cells of a `BudgetModel` and opens its editors.

    `judged` gives the reason against what stands in an open editor, empty where there is none.
    """

    judged = Signal(str)

    def __init__(self, model: BudgetModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Every line is as high as every other."""
        return QSize(40, LINE_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        rect: QRect = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        theme = self._look.theme
        line = self._model.line(index.row())
        if line is None:
            return
        painter.fillRect(rect, color(theme.chosen if chosen else theme.base))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, color(theme.rule))
        column = Column(index.column())
        if column is Column.BAR and line.row is not None:
            self._bar(painter, rect, line, self._model.cap(index.row()))
            return
        self._text(painter, rect, line, column, index)
        if chosen and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(color(theme.link), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -2))

    def _text(self, painter: QPainter, rect: QRect, line: BudgetLine, column: Column, index: Index) -> None:
        look, theme = self._look, self._look.theme
        strong = (line.row is None and column is not Column.BAR) or (column is Column.KEPT and line.short)
        elider = look.strong if strong else look.text
        text = str(self._model.data(index) or "")
        if column is Column.CAP and line.row is not None:
            cap = self._model.cap(index.row())
            text = text if cap is None else f"{cap:,}"
        ink = theme.text
        if column is Column.KEPT and line.short:
            ink = theme.failed.ink
        elif (
            (line.row is None and column is Column.BAR)
            or (column in (Column.USED, Column.KEPT) and self._model.pending)
            or (line.use is not None and not line.use.of and column in (Column.USED, Column.KEPT))
        ):
            ink = theme.muted
        left = rect.left() + MARGIN
        width = rect.width() - 2 * MARGIN
        if column is Column.NAME and line.row is not None:
            top = rect.top() + (rect.height() - SWATCH) // 2
            painter.fillRect(left, top, SWATCH, SWATCH, color(theme.rows[line.row]))
            left += SWATCH + 2 * MARGIN
            width -= SWATCH + 2 * MARGIN
        shown = elider.cut(text, width, painter.device().devicePixelRatio())
        if shown != text and line.key == SUM and column is Column.BAR:
            shown = self._model.percent()
        if column in (Column.CAP, Column.USED, Column.KEPT):
            left += width - elider.width(shown)
        painter.setFont(elider.font)
        painter.setPen(color(ink))
        painter.drawText(QPoint(left, baseline(rect, elider)), shown)

    def _bar(self, painter: QPainter, rect: QRect, line: BudgetLine, cap: int | None) -> None:
        """The track, what is used in the row's colour (over the cap hatched), and the cap as a ring on it."""
        theme = self._look.theme
        track = bar_rect(rect)
        assert line.row is not None
        ink = theme.rows[line.row]
        painter.fillRect(track, color(theme.track))
        used = 0 if line.use is None else line.use.used
        scale = max(1, line.scale)
        inside = used if cap is None else min(used, cap)
        painter.fillRect(
            QRect(track.left(), track.top(), track.width() * min(inside, scale) // scale, track.height()),
            color(ink),
        )
        if cap is None:
            return
        x = track.left() + track.width() * min(cap, scale) // scale
        if used > cap:
            end = track.left() + track.width() * min(used, scale) // scale
            hatch(
                painter,
                QRect(x, track.top(), end - x, track.height()),
                theme.failed.pill,
                theme.failed.ground,
                4,
            )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(QPen(color(ink), 2))
        painter.setBrush(color(theme.base))
        painter.drawEllipse(QPointF(x, track.center().y() + 0.5), KNOB - 1, KNOB - 1)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A number for caps, a list for overflow rules."""
        line = self._model.line(index.row())
        name = "" if line is None else str(self._model.data(self._model.index(index.row(), Column.NAME)))
        if index.column() == Column.OVERFLOW:
            box = QComboBox(parent)
            for rule in Overflow:
                box.addItem(overflow_word(rule), rule.value)
            box.setAccessibleName(self.tr("overflow of {0}").format(name))
            box.activated.connect(lambda _=0: self._done(box))
            return box
        editor = CapEditor(self._model, parent)
        editor.setAccessibleName(self.tr("cap of {0}").format(name))
        editor.judged.connect(self.judged)
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Put the cell's value into the editor."""
        value = str(self._model.data(index, Qt.ItemDataRole.EditRole))
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findData(value))
        elif isinstance(editor, CapEditor) and not editor.isModified():
            editor.setText(value)
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Hand the editor's value to the model, which takes or refuses it."""
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData())
        elif isinstance(editor, CapEditor):
            model.setData(index, editor.text())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """The editor covers its cell."""
        rect: QRect = option.rect
        if isinstance(editor, QComboBox):
            rect = rect.adjusted(0, 0, max(0, editor.sizeHint().width() - rect.width()), 0)
        editor.setGeometry(rect)

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Enter on a text that is no cap keeps the editor open with its reason; else as ever."""
        if (
            isinstance(editor, CapEditor)
            and isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.KeyPress
        ):
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if enter and editor.property("invalid"):
                line_reason = self._model.refusal(editor.text())
                view = self.parent()
                index = getattr(view, "currentIndex", QModelIndex)()
                self._model.refused.emit(self._model.key(index.row()), line_reason)
                return True
            if enter:
                # at once: Qt would do it later, when the editor may be gone
                self.commitData.emit(editor)
                self.closeEditor.emit(editor)
                return True
        return super().eventFilter(editor, event)

    def _done(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box)


def bar_rect(rect: QRect) -> QRect:
    """The track within a cell."""
    return QRect(rect.left() + MARGIN + KNOB, rect.center().y() - 1, rect.width() - 2 * (MARGIN + KNOB), 4)
