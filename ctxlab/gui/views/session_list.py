"""The list of open sessions: fixed lines, folders that fold, what keys and menu do to a session."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QWidget

from ctxlab.gui.delegates.session_delegate import LINE_HEIGHT, MARGIN, SessionDelegate
from ctxlab.gui.models.session_rows import SessionRowsModel
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.line_table import LineTable


class SessionList(LineTable):
    """Shows a `SessionRowsModel`; Return or a click shows a session, Delete closes it."""

    session_chosen = Signal(str)
    close_requested = Signal(str)
    close_others_requested = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(LINE_HEIGHT, look, parent)
        self.setObjectName("sessionsList")
        self.setAccessibleName(self.tr("Sessions"))
        self.rows = SessionRowsModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(SessionDelegate(self.rows, look, self))
        self.clicked.connect(self._choose)
        look.changed.connect(self.viewport().update)

    def set_active(self, key: str) -> None:
        """Show which session is looked at, and bring it into sight."""
        if key != self.rows.active:
            self.rows.set_active(key)
            self.find_active()

    def find_active(self) -> None:
        """Bring the keys to the session that is looked at, where it is among the lines."""
        row = self.rows.row_of(self.rows.active)
        if row >= 0:
            self.selectRow(row)
            self.scrollTo(self.rows.index(row, 0))

    def choose_first(self) -> None:
        """Bring the keys to the first session among the lines."""
        rows = self.rows
        found = (row for row in range(rows.rowCount()) if rows.entry(rows.key(row)) is not None)
        self.selectRow(next(found, 0))

    def keys_in_sight(self) -> Sequence[str]:
        """The keys of the lines that can be seen, from the top."""
        first = max(self.rowAt(0), 0)
        last = self.rowAt(self.viewport().height() - 1)
        until = self.rows.rowCount() if last < 0 else last + 1
        return [self.rows.key(row) for row in range(first, until)] if self.isVisible() else []

    def menu(self, key: str) -> QMenu:
        """What can be done to a session, as a menu that goes when it is closed."""
        menu = QMenu(self)
        menu.setObjectName("sessionMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        entry = self.rows.entry(key)
        if entry is None:
            return menu
        show = menu.addAction(self.tr("&Show"))
        show.triggered.connect(lambda: self.session_chosen.emit(key))
        menu.addSeparator()
        close = menu.addAction(self.tr("&Close"))
        close.setShortcut(Qt.Key.Key_Delete)
        close.triggered.connect(lambda: self.close_requested.emit(key))
        others = menu.addAction(self.tr("Close &others"))
        others.setEnabled(self.rows.total > 1)
        others.triggered.connect(lambda: self.close_others_requested.emit(key))
        menu.addSeparator()
        path, name = entry.path, entry.name
        copy_path = menu.addAction(self.tr("Copy &path"))
        copy_path.triggered.connect(lambda: QGuiApplication.clipboard().setText(path))
        copy_name = menu.addAction(self.tr("Copy &name"))
        copy_name.triggered.connect(lambda: QGuiApplication.clipboard().setText(name))
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the line under the mouse, or of the line with the keys."""
        by_keys = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_keys else self.indexAt(event.pos())
        if self.rows.entry(self.rows.key(index.row())) is None:
            return
        at = self.visualRect(index).center() if by_keys else event.pos()
        self.menu(self.rows.key(index.row())).popup(self.viewport().mapToGlobal(QPoint(at)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete closes, Left and Right fold, Space and Return show; all else moves."""
        key = self.rows.key(self.currentIndex().row())
        pressed = event.key()
        folder = bool(key) and self.rows.entry(key) is None
        if pressed == Qt.Key.Key_Delete and key and not folder:
            self.close_requested.emit(key)
        elif pressed in (Qt.Key.Key_Left, Qt.Key.Key_Right) and folder:
            self.rows.fold(key, pressed == Qt.Key.Key_Left)
        elif pressed in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and key:
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines, or what an empty list says, on as many lines as it needs."""
        text, self._placeholder = self._placeholder, ""
        super().paintEvent(event)
        self._placeholder = text
        if text and not self.rows.rowCount():
            painter = QPainter(self.viewport())
            painter.setFont(self._look.font)
            painter.setPen(color(self._look.theme.muted))
            room = self.viewport().rect().adjusted(MARGIN, 4, -MARGIN, -4)
            painter.drawText(QRect(room), int(Qt.TextFlag.TextWordWrap), text)
            painter.end()

    def _choose(self, index: QModelIndex) -> None:
        key = self.rows.key(index.row())
        if self.rows.entry(key) is not None:
            self.session_chosen.emit(key)
        elif key:
            self.rows.fold(key)
