"""The list of what will be replaced in a report: a line a secret, ticked by mouse or space bar."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHeaderView, QWidget

from ctxlab.gui.delegates.text_row_delegate import LINE_HEIGHT
from ctxlab.gui.models.secret_rows import INSTEAD, KIND, PLACES, WORDS, SecretRowsModel, masked
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.line_table import LineTable
from ctxlab.model.redaction import Secret


class SecretTable(LineTable):
    """Shows a `SecretRowsModel`. `looked_at` says that another secret is looked at.

    Space ticks the current line, Ctrl+C copies its words as they are shown.
    """

    looked_at = Signal()

    def __init__(self, look: Look, language: str, parent: QWidget | None = None) -> None:
        super().__init__(LINE_HEIGHT, look, parent)
        self.setObjectName("secretTable")
        self.setAccessibleName(self.tr("What will be replaced"))
        self.rows = SecretRowsModel(language, self)
        self.setModel(self.rows)
        header = self.horizontalHeader()
        header.show()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(WORDS, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(40)
        self.setColumnWidth(KIND, 90)
        self.setColumnWidth(PLACES, 60)
        self.setColumnWidth(INSTEAD, 150)
        self.selectionModel().currentRowChanged.connect(self._look_at)
        look.changed.connect(self.viewport().update)

    def sizeHint(self) -> QSize:
        """Some lines."""
        return QSize(420, 6 * LINE_HEIGHT)

    def current(self) -> Secret | None:
        """The secret that is looked at."""
        return self.rows.secret(self.currentIndex().row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space ticks the line, in whichever column one is; Ctrl+C copies the words."""
        found = self.current()
        if found is not None and event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.rows.toggle(self.currentIndex().row())
            return
        if found is not None and event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(masked(found))
            return
        super().keyPressEvent(event)

    def _look_at(self, _now: QModelIndex, _before: QModelIndex) -> None:
        self.looked_at.emit()
