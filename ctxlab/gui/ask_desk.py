"""What desks have in common that ask a model: one dialog, the endpoint in it, and the wait."""

from __future__ import annotations

import os
from typing import Generic, TypeVar

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QWidget

from ctxlab.errors import ModelError
from ctxlab.gui.asking import Work
from ctxlab.gui.document import Document
from ctxlab.gui.errand import Errand
from ctxlab.gui.error_text import error_text
from ctxlab.gui.models.sending import Sending
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.ask_dialog import AskDialog
from ctxlab.gui.workspace import Workspace
from ctxlab.llm.endpoint import ADDRESS, NAME, Estimate
from ctxlab.llm.keys import key_of

#: What an endpoint says without a model's name.
_NO_MODEL = "fault.none_chosen"

Dialog = TypeVar("Dialog", bound=AskDialog)
Answer = TypeVar("Answer")


class AskDesk(QObject, Generic[Dialog, Answer]):
    """Opens one dialog at a time, for one document. Others say what is planned, asked and done with it."""

    def __init__(self, workspace: Workspace, preferences: Preferences, look: Look, window: QWidget) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._preferences = preferences
        self._look = look
        self._window = window
        self._dialog: Dialog | None = None
        self._document: Document | None = None
        self._errand = Errand(self)
        self._errand.progressed.connect(self._show_progress)
        self._errand.ended.connect(self._end)
        workspace.closed.connect(self._let_go)

    @property
    def dialog(self) -> Dialog | None:
        """The dialog that is open."""
        return self._dialog

    def _plan(self) -> None:
        """Works out what would be sent."""
        raise NotImplementedError

    def _ended(self, found: Answer | BaseException) -> None:
        """Shows what came of the calls, or why nothing did."""
        raise NotImplementedError

    def _adopt(self, dialog: Dialog) -> None:
        """Takes a new dialog on."""
        self._dialog = dialog
        dialog.edited.connect(self._edit)
        dialog.stop_requested.connect(self._stop)
        dialog.finished.connect(self._close)

    def _show_endpoint(self, named: str = "", by: str = "") -> None:
        """Shows where would be asked; `named` is a model that comes before all others, `by` what names it."""
        dialog, settings = self._dialog, self._preferences.settings.endpoint
        if dialog is None:
            return
        dialog.show_endpoint(
            os.environ.get(ADDRESS, settings.address),
            named or os.environ.get(NAME, settings.name),
            settings.key,
            has_key=bool(key_of(settings)),
        )
        dialog.fix(*(variable if variable in os.environ else "" for variable in (ADDRESS, NAME)))
        if named:
            dialog.fix_name(by)

    def _edit(self, address: str, name: str) -> None:
        """Keeps what was entered; what decides otherwise, such as the environment, is no setting."""
        settings, dialog = self._preferences.settings.endpoint, self._dialog
        if dialog is None:
            return
        entered = (("address", address, dialog.address), ("name", name, dialog.name))
        changes = {
            key: value
            for key, value, field in entered
            if not field.isReadOnly() and value != getattr(settings, key)
        }
        if changes:
            self._preferences.set_endpoint(settings.model_copy(update=changes))
            self._plan()

    def _start(self, work: Work[Answer], calls: int) -> None:
        """Asks; `_ended` is called with what came of it."""
        if self._dialog is not None:
            self._dialog.show_waiting(0, calls)
        self._errand.start(work, calls)

    def _show_progress(self, done: int, calls: int) -> None:
        if self._dialog is not None:
            self._dialog.show_waiting(done, calls)

    def _end(self, found: Answer | BaseException) -> None:
        self._ended(found)

    def _stop(self) -> None:
        """Breaks the calls off; that they are is told once they are."""
        self._errand.stop()

    def _close(self) -> None:
        """What was asked is given up, and the next time begins anew."""
        self._stop()
        if self._dialog is not None:
            self._dialog.deleteLater()
        self._dialog = self._document = None

    def _let_go(self, document: Document) -> None:
        if document is self._document and self._dialog is not None:
            self._dialog.reject()


def refusal(error: BaseException) -> str:
    """Why nothing can be sent, as it is said in a dialog that has a field for the model."""
    if isinstance(error, ModelError) and error.said is not None and error.said.key == _NO_MODEL:
        return QCoreApplication.translate("AskDesk", "Enter a model above.")
    return error_text(error)


def sending_of(planned: Estimate) -> Sending:
    """What is planned, as dialogs show it."""
    return Sending(planned.calls, planned.tokens_in, planned.tokens_out, planned.cost, planned.currency)
