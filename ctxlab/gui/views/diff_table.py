"""The lines of a diff: stepping through changes, opening folds and messages, copying."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget

from ctxlab.gui.delegates.diff_delegate import (
    LINE_HEIGHT,
    MARGIN,
    MARK_LEFT,
    DiffDelegate,
    halves,
    text_left,
)
from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.models.diff_model import DiffModel
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.line_table import LineTable
from ctxlab.model.diff import DiffKind

#: A width that stays so long (ms) is one to break texts at.
SETTLED_MS = 40


class DiffTable(LineTable):
    """The lines. F7 and Shift+F7 go to the next and the previous change, Enter opens a fold or a message.

    `asked` gives the item of a message of which a person wants to know why it was dropped, `whole_asked` the
    number of a message of the context after that is to be shown whole, `room_changed` how wide the lines are.
    """

    asked = Signal(str)
    whole_asked = Signal(int)
    room_changed = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(LINE_HEIGHT, look, parent)
        self._hint = ""
        self.lines = DiffModel(self, language=language)
        self.setModel(self.lines)
        self.setItemDelegate(DiffDelegate(self.lines, look, self))
        self._pressed_open = False
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settled.timeout.connect(self._tell_room)
        self.doubleClicked.connect(self._double_clicked)
        look.changed.connect(self.viewport().update)

    def set_hint(self, text: str) -> None:
        """What is said below the lines, where there is room."""
        if text != self._hint:
            self._hint = text
            self.viewport().update()

    def set_split(self, split: bool) -> None:
        """Show both sides beside each other, or one below the other; the chosen message stays chosen."""
        current = self.currentIndex()
        message = self.lines.line(current.row()).message if current.isValid() else ""
        self.lines.set_split(split)
        self._tell_room()
        row = self.lines.row_of_message(message) if message else -1
        if row >= 0 and self.currentIndex().row() != row:
            self.setCurrentIndex(self.lines.index(row, 0))

    def open(self, row: int) -> None:
        """Open a fold, open or close a message, or ask for the whole of one that goes on."""
        block = self.lines.block(row)
        if self.lines.is_rest(row) and block is not None and block.after is not None:
            self.whole_asked.emit(block.after)
            return
        line = self.lines.line(row) if 0 <= row < self.lines.rowCount() else None
        if line is None:
            return
        if self._settled.isActive():
            self._settled.stop()
            self._tell_room()
        closing = line.detail >= 0
        self.lines.toggle(row)
        if closing:
            self.setCurrentIndex(self.lines.index(max(0, self.lines.row_of_message(line.message)), 0))
        elif not self.currentIndex().isValid():
            self.setCurrentIndex(self.lines.index(row, 0))

    def step(self, direction: int) -> bool:
        """Go to the next (1) or previous (-1) change; whether there is one."""
        current = self.currentIndex()
        start = current.row() if current.isValid() else (-1 if direction > 0 else self.lines.rowCount())
        row = self.lines.next_change(start, direction)
        if row < 0:
            return False
        self.setCurrentIndex(self.lines.index(row, 0))
        self.scrollTo(self.lines.index(row, 0), QAbstractItemView.ScrollHint.PositionAtCenter)
        return True

    def copy(self, *, before: bool = False) -> bool:
        """Put the chosen message's text on the clipboard; whether there was one."""
        text = self.lines.text(self.currentIndex().row(), before=before)
        if text:
            QGuiApplication.clipboard().setText(text)
        return bool(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens; Right opens and Left closes a message; F7 steps through changes; Ctrl+C copies."""
        row = self.currentIndex().row()
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open(row)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and row >= 0:
            if self.lines.is_open(row) is (key == Qt.Key.Key_Left):
                self.open(row)
        elif key == Qt.Key.Key_F7:
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on a fold opens it, one on a triangle opens its message."""
        super().mousePressEvent(event)
        self._pressed_open = False
        index = self.indexAt(event.position().toPoint())
        if event.button() is not Qt.MouseButton.LeftButton or not index.isValid():
            return
        cell = self.lines.cell(index.row())
        if cell is None:
            return
        room = self.visualRect(index)
        edge = halves(room)[1].left() if self.lines.split and cell.before is None else room.left()
        on_sign = cell.opened is not None and edge <= event.position().x() < edge + MARK_LEFT
        if on_sign or (cell.fold and not cell.detail):
            self._pressed_open = True
            self.open(index.row())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with the message."""
        index = self.indexAt(event.pos())
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        if by_key:
            index = self.currentIndex()
        if not index.isValid():
            return
        self.setCurrentIndex(index)
        at = (
            self.visualRect(index).center()
            if event.reason() is QContextMenuEvent.Reason.Keyboard
            else event.pos()
        )
        menu = self.menu(index.row())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.viewport().mapToGlobal(at))

    def menu(self, row: int) -> QMenu:
        """The menu of a line."""
        menu = QMenu(self)
        block = self.lines.block(row)
        words = self.tr("Close message") if self.lines.is_open(row) else self.tr("Open")
        self._add(menu, "diffOpen", words).triggered.connect(lambda: self.open(row))
        if block is None:
            return menu
        keys = QKeySequence(QKeySequence.StandardKey.Copy).toString(QKeySequence.SequenceFormat.NativeText)
        copy = self._add(menu, "diffCopy", "\t".join((self.tr("Copy message"), keys)))
        copy.triggered.connect(lambda _on=False: self.copy())
        if block.kind is DiffKind.CHANGED:
            old = self._add(menu, "diffCopyBefore", self.tr("Copy message before"))
            old.triggered.connect(lambda _on=False: self.copy(before=True))
        if block.reason is not None and block.items:
            dropped, changed = self.tr("Why was it dropped"), self.tr("Why was it changed")
            words = {DiffKind.REMOVED: dropped, DiffKind.CHANGED: changed}.get(
                block.kind, self.tr("Why is it kept")
            )
            self._add(menu, "diffWhy", words).triggered.connect(lambda: self.asked.emit(block.items[0]))
        return menu

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Opened texts are broken anew at another width, once it stays."""
        super().resizeEvent(event)
        self.room_changed.emit(self.viewport().width())
        self._settled.start()

    def changeEvent(self, event: QEvent) -> None:
        """Another font breaks opened texts anew."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._tell_room()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines, and the hint below them."""
        super().paintEvent(event)
        top = LINE_HEIGHT * self.lines.rowCount()
        if not self._hint or not top or top + 2 * LINE_HEIGHT > self.viewport().height():
            return
        room = QRect(MARGIN, top + LINE_HEIGHT // 2, self.viewport().width() - 2 * MARGIN, LINE_HEIGHT)
        painter = QPainter(self.viewport())
        painter.setFont(self._look.font)
        painter.setPen(color(self._look.theme.muted))
        shown = self._look.text.cut(self._hint, room.width(), self.devicePixelRatioF())
        x = room.left() + (room.width() - self._look.text.width(shown)) // 2
        painter.drawText(QPoint(x, baseline(room, self._look.text)), shown)
        painter.end()

    def _double_clicked(self, index: QModelIndex) -> None:
        """Opens a message, unless the first click has opened something already."""
        if not self._pressed_open:
            self.open(index.row())

    def _add(self, menu: QMenu, name: str, words: str) -> QAction:
        action = menu.addAction(words)
        action.setObjectName(name)
        return action

    def _tell_room(self) -> None:
        width = self.viewport().width()
        self.room_changed.emit(width)
        if self.lines.split:
            width = halves(QRect(0, 0, width, LINE_HEIGHT))[0].width()
        self.lines.set_room(self._look.font, width - text_left(unified=not self.lines.split) - MARGIN)
