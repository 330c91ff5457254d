"""Asking a model for constraints that the rules missed, and marking what it found as one edit."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from threading import Event, Thread
from typing import Any

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from ctxlab.analysis.model_constraints import ModelAnswer, ModelQuestion, ask_model, model_question
from ctxlab.errors import CancelledError, CtxlabError, ModelError
from ctxlab.gui.background import Topic
from ctxlab.gui.document import Document
from ctxlab.gui.models.constraint_rows import marked_rows
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.ask_dialog import Sending
from ctxlab.gui.views.model_dialog import ModelDialog
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.llm.endpoint import ADDRESS, NAME, OPENAI, Endpoint, endpoint_of
from ctxlab.llm.keys import key_of
from ctxlab.model import marks_edit
from ctxlab.model.marks import Marks
from ctxlab.model.session import Session

#: What tokens are estimated with, whatever the model: the figure is marked as one.
_ENCODING = "o200k_base"
_GLANCE_MS = 50


class _Asking(Thread):
    """Asks a model on a thread of its own, until `stop` is set. `done` counts calls, `result` is the end."""

    def __init__(self, question: ModelQuestion, endpoint: Endpoint) -> None:
        super().__init__(name="ctxlab-asking", daemon=True)
        self.question = question
        self.stop = Event()
        self.done = 0
        self.result: ModelAnswer | BaseException | None = None
        self._endpoint = endpoint

    def run(self) -> None:
        """Asks."""
        try:
            self.result = ask_model(
                self.question, self._endpoint, cancelled=self.stop.is_set, progress=self._count
            )
        except BaseException as error:  # noqa: BLE001  # told on the thread of the window
            self.result = error

    def _count(self, done: int) -> None:
        self.done = done


class ModelDesk(QObject):
    """Opens one dialog at a time. `done` names the edit that was made."""

    done = Signal(str)

    def __init__(self, workspace: Workspace, preferences: Preferences, look: Look, window: QWidget) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._preferences = preferences
        self._look = look
        self._window = window
        self._dialog: ModelDialog | None = None
        self._document: Document | None = None
        self._endpoint: Endpoint | None = None
        self._question: ModelQuestion | None = None
        self._answer: ModelAnswer | None = None
        self._asking: _Asking | None = None
        self._clock = QTimer(self, interval=_GLANCE_MS)
        self._clock.timeout.connect(self._follow)
        workspace.closed.connect(self._let_go)

    @property
    def dialog(self) -> ModelDialog | None:
        """The dialog that is open."""
        return self._dialog

    def open(self) -> None:
        """Says what a model would be asked about the active session."""
        document = self._workspace.active
        if document is None:
            return
        if self._dialog is None:
            self._dialog = self._make_dialog()
        if document is not self._document:
            self._give_up()
            self._document = document
            self._dialog.show_nothing()
        self._plan()
        self._dialog.show()
        self._dialog.activateWindow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The dialog goes when the window is closed."""
        if watched is self._window and event.type() is QEvent.Type.Hide and self._dialog is not None:
            self._dialog.reject()
        return super().eventFilter(watched, event)

    def _make_dialog(self) -> ModelDialog:
        dialog = ModelDialog(self._look, OPENAI, self._window)
        settings = self._preferences.settings.endpoint
        dialog.show_endpoint(
            os.environ.get(ADDRESS, settings.address),
            os.environ.get(NAME, settings.name),
            settings.key,
            has_key=bool(key_of(settings)),
        )
        dialog.fix(*(variable if variable in os.environ else "" for variable in (ADDRESS, NAME)))
        dialog.edited.connect(self._edit)
        dialog.ask_requested.connect(self._ask)
        dialog.stop_requested.connect(self._stop)
        dialog.mark_requested.connect(self._mark)
        dialog.finished.connect(self._close)
        # a dialog does not go with its window by itself
        self._window.installEventFilter(self)
        return dialog

    def _edit(self, address: str, name: str) -> None:
        settings = self._preferences.settings.endpoint
        if (address, name) != (settings.address, settings.name):
            self._preferences.set_endpoint(settings.model_copy(update={"address": address, "name": name}))
            self._plan()

    def _plan(self) -> None:
        """Works out what would be sent, beside the work: counting a long session takes a moment."""
        document, dialog = self._document, self._dialog
        if document is None or dialog is None:
            return
        self._question = None
        try:
            self._endpoint = endpoint_of(self._preferences.settings.endpoint)
        except ModelError as error:
            dialog.show_refused(str(error))
            return
        work = _planning(document.session, document.marks, self._endpoint)
        self._workspace.background.ask(Topic.QUESTION, work, self._show_plan, self._end_plan)

    def _show_plan(self, question: ModelQuestion) -> None:
        self._question = question
        if self._dialog is None or self._answer is not None:
            return
        if not question.calls:
            self._dialog.show_refused(self.tr("Nobody states anything in this session."))
            return
        sent = question.estimate
        self._dialog.show_plan(Sending(sent.calls, sent.tokens_in, sent.tokens_out, sent.cost, sent.currency))

    def _end_plan(self, error: CtxlabError | None) -> None:
        if error is not None and self._dialog is not None:
            self._dialog.show_refused(str(error))

    def _ask(self) -> None:
        document, question, endpoint, dialog = self._document, self._question, self._endpoint, self._dialog
        if document is None or question is None or endpoint is None or dialog is None:
            return
        self._give_up()
        dialog.show_waiting(0, len(question.calls))
        self._asking = _Asking(question, endpoint)
        self._asking.start()
        self._clock.start()

    @Slot()
    def _follow(self) -> None:
        """How far the thread is that asks: it knows nothing of the window, which may go at any time."""
        asking, dialog = self._asking, self._dialog
        if asking is None or dialog is None:
            self._clock.stop()
        elif asking.result is None:
            dialog.show_waiting(asking.done, len(asking.question.calls))
        else:
            self._clock.stop()
            self._asking = None
            self._end(asking.result)

    def _end(self, found: ModelAnswer | BaseException) -> None:
        dialog, document = self._dialog, self._document
        if dialog is None or document is None:
            return
        if isinstance(found, ModelAnswer):
            self._answer = found if found.marks else None
            texts = {item.id: item.text for item in document.session.items}
            failed = [str(error) for error in found.failed]
            dialog.show_found(marked_rows(found.marks, texts), found.known, len(found.doubted), failed)
        elif isinstance(found, CancelledError):
            dialog.show_failed("")
        else:
            dialog.show_failed(str(found))
            if not isinstance(found, CtxlabError):
                raise found

    def _mark(self) -> None:
        document, answer = self._document, self._answer
        if document is None or answer is None:
            return
        marks = marks_edit.with_found(document.marks, answer.marks)
        words = self._words(len(answer.marks))
        document.change(document.profile, marks, words)
        self.done.emit(words)
        if self._dialog is not None:
            self._dialog.accept()

    def _words(self, count: int) -> str:
        if count == 1:
            return self.tr("Mark a constraint that a model found")
        return self.tr("Mark {0} constraints that a model found").format(count)

    def _stop(self) -> None:
        """Breaks the calls off; that they are is told once they are."""
        if self._asking is not None:
            self._asking.stop.set()

    def _give_up(self) -> None:
        self._stop()
        self._asking = self._answer = None

    def _close(self) -> None:
        """What was asked is given up, and the next time begins anew."""
        self._give_up()
        self._workspace.background.drop(Topic.QUESTION)
        if self._dialog is not None:
            self._dialog.deleteLater()
        self._dialog = self._document = None

    def _let_go(self, document: Document) -> None:
        if document is self._document and self._dialog is not None:
            self._dialog.reject()


def _planning(
    session: Session, marks: Marks, endpoint: Endpoint
) -> Callable[[Lab, Callable[[], bool]], Generator[Any]]:
    def work(lab: Lab, _unwanted: Callable[[], bool]) -> Generator[Any]:
        stated = lab.stated(session, marks)
        yield model_question(session, marks, stated, endpoint, lab.counter(_ENCODING))

    return work
