"""What desks of one dialog have in common: its document, the errand behind it, and its end."""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from ctxlab.gui.document import Document
from ctxlab.gui.errand import Errand
from ctxlab.gui.exports import Exports
from ctxlab.gui.theme.style import Look
from ctxlab.gui.workspace import Workspace

AnyDialog = TypeVar("AnyDialog", bound=QDialog)


class DialogDesk(QObject, Generic[AnyDialog]):
    """Has one dialog open at a time, which ends with its document. Subclasses say what they follow."""

    def __init__(
        self, workspace: Workspace, exports: Exports, look: Look, language: str, window: QWidget
    ) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._exports = exports
        self._look = look
        self._language = language
        self._window = window
        self._document: Document | None = None
        self.dialog: AnyDialog | None = None
        self.errand = Errand(self)
        workspace.closed.connect(self._let_go)

    def _follow(self, document: Document | None) -> None:
        """Another document, or none, is what the dialog is about."""
        raise NotImplementedError

    def _let_go(self, document: Document) -> None:
        if document is self._document and self.dialog is not None:
            self.dialog.reject()

    def _close(self) -> None:
        self.errand.drop()
        self._follow(None)
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
