"""The last net: an exception that nobody caught ends in one dialog with details to copy, never in a crash."""

from __future__ import annotations

import platform
import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from ctxlab import __version__
from ctxlab.gui.text import shown_text
from ctxlab.gui.views.labels import plain_label

#: Further errors while the dialog is open are added to it, up to this many characters.
MOST_DETAILS = 100_000


class ErrorDialog(QDialog):
    """Says that something went wrong in ctxlab itself, with the details that a report needs."""

    def __init__(self, details: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("errorDialog")
        self.setWindowTitle(self.tr("Something went wrong"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        said = plain_label(
            self.tr("ctxlab made a mistake. Your files are as they were; what you see may be out of date.")
        )
        said.setWordWrap(True)
        self.details = QPlainTextEdit()
        self.details.setObjectName("errorDetails")
        self.details.setAccessibleName(self.tr("Details of the error"))
        self.details.setReadOnly(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = QPushButton(self.tr("Copy details"))
        copy.setObjectName("copyDetails")
        buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(said)
        layout.addWidget(self.details, 1)
        layout.addWidget(buttons)
        self.resize(640, 380)
        self.add(details)

    def add(self, details: str) -> None:
        """Adds the details of another error."""
        whole = self.details.toPlainText()
        joined = f"{whole}\n\n{details}" if whole else details
        self.details.setPlainText(shown_text(joined[:MOST_DETAILS]).text)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details.toPlainText())


class ErrorCatcher(QObject):
    """Takes over the hooks of uncaught exceptions, of every thread, until `remove`.

    `caught` brings the details on the thread of the window; `show` opens the dialog for them.
    """

    caught = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.errors: list[str] = []
        self._dialog: ErrorDialog | None = None
        self._hooks = (sys.excepthook, threading.excepthook)

    def install(self) -> None:
        """Takes over the hooks."""
        self._hooks = (sys.excepthook, threading.excepthook)
        sys.excepthook = self._hook
        threading.excepthook = lambda args: self._hook(
            args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback
        )

    def remove(self) -> None:
        """Gives the hooks back."""
        sys.excepthook, threading.excepthook = self._hooks

    def show(self, details: str, parent: QWidget | None = None) -> ErrorDialog:
        """Shows the details; a dialog that is open takes them in."""
        if self._dialog is None:
            self._dialog = ErrorDialog(details, parent)
            self._dialog.finished.connect(self._forget)
            self._dialog.open()
        else:
            self._dialog.add(details)
        return self._dialog

    def _forget(self) -> None:
        self._dialog = None

    def _hook(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            ask: Callable[[], None] | None = getattr(QGuiApplication.instance(), "quit", None)
            if ask is not None:
                ask()
            return
        details = details_of(kind, error, trace)
        self.errors.append(details)
        self.caught.emit(details)


def details_of(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> str:
    """What a report of this error needs: versions and where it happened."""
    told = "".join(traceback.format_exception(kind, error, trace)).strip()
    versions = f"ctxlab {__version__}, Python {platform.python_version()}, Qt {qVersion()}, {sys.platform}"
    return f"{versions}\n{told}"
