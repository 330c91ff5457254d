"""The dialog that compares the provider's counts with ours, and puts what follows into the profile."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from ctxlab.analysis.calibration import SURE_GROWTH, SURE_ROWS, calibrated
from ctxlab.errors import CtxlabError
from ctxlab.gui.background import Topic, Work
from ctxlab.gui.document import Document
from ctxlab.gui.edit_words import differences
from ctxlab.gui.error_text import error_text
from ctxlab.gui.open_places import place_of
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.calibration_dialog import CalibrationDialog
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.model import profile_diff
from ctxlab.model.calibration import Calibration
from ctxlab.model.provenance import CALIBRATE
from ctxlab.profiles.provenance import stamped


class CalibrationDesk(QObject):
    """Opens one dialog at a time, for the chain that is looked at; applying is one undo step.

    `request_chosen` names a request of that chain to look at.
    """

    request_chosen = Signal(int)

    def __init__(self, workspace: Workspace, look: Look, language: str, window: QWidget) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._look = look
        self._language = language
        self._window = window
        self._document: Document | None = None
        self._found: Calibration | None = None
        self.dialog: CalibrationDialog | None = None
        workspace.closed.connect(self._let_go)

    def open(self) -> None:
        """Compares the counts of the active document's session, as far as the provider's are recorded."""
        document = self._workspace.active
        if document is None:
            return
        dialog = self.dialog or self._make()
        if self._document is not None:
            self._document.state_changed.disconnect(self._show)
        self._document = document
        document.state_changed.connect(self._show)
        self._found = Calibration(document.snapshot.request.chain, document.encoding, (), ())
        dialog.show_waiting()
        self._workspace.background.ask(Topic.CALIBRATION, _comparing(document), self._take, self._end)
        dialog.show()
        dialog.activateWindow()

    def _make(self) -> CalibrationDialog:
        dialog = self.dialog = CalibrationDialog(
            self._look, self._language, (SURE_ROWS, SURE_GROWTH), self._window
        )
        dialog.apply_requested.connect(self._apply)
        dialog.request_chosen.connect(self.request_chosen)
        dialog.finished.connect(self._close)
        return dialog

    def _take(self, found: Calibration) -> None:
        self._found = found
        if self.dialog is not None:
            self.dialog.show_found(found, whole=False, applied=False)

    def _end(self, error: CtxlabError | None) -> None:
        if self.dialog is None:
            return
        if error is None:
            self._show()
        else:
            self.dialog.show_failed(error_text(error))

    def _show(self, _revision: int = 0) -> None:
        """All was compared; or the profile changed, by which what follows may be in it or not."""
        document, found, dialog = self._document, self._found, self.dialog
        comparing = self._workspace.background.asks(Topic.CALIBRATION)
        if document is not None and found is not None and dialog is not None and not comparing:
            applied = calibrated(document.profile, found) == document.profile
            dialog.show_found(found, whole=True, applied=applied)

    def _apply(self) -> None:
        document, found = self._document, self._found
        if document is not None and found is not None:
            changed = calibrated(document.profile, found)
            words = differences(document.profile, changed, self._language)
            settings = profile_diff.differences(document.profile, changed)
            place = place_of(self._workspace, document)
            told = stamped(changed, by=CALIBRATE, sessions=[place], changes=settings)
            document.change(told, document.marks, words)

    def _let_go(self, document: Document) -> None:
        if document is self._document and self.dialog is not None:
            self.dialog.reject()

    def _close(self) -> None:
        self._workspace.background.drop(Topic.CALIBRATION)
        if self._document is not None:
            self._document.state_changed.disconnect(self._show)
        self._document = self._found = None
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None


def _comparing(document: Document) -> Work:
    session, profile = document.session, document.profile
    chain = document.snapshot.request.chain

    def work(lab: Lab, unwanted: Callable[[], bool]) -> Generator[Any]:
        yield from lab.calibrations(session, profile, chain=chain, cancelled=unwanted)

    return work
