"""Asking a model for constraints that the rules missed, and marking what it found as one edit."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ctxlab.analysis.model_constraints import ModelAnswer, ModelQuestion, ask_model, model_question
from ctxlab.errors import CancelledError, CtxlabError, ModelError
from ctxlab.gui.ask_desk import AskDesk, refusal, sending_of
from ctxlab.gui.asking import Work
from ctxlab.gui.background import Topic
from ctxlab.gui.error_text import error_text
from ctxlab.gui.models.constraint_rows import marked_rows
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.model_dialog import ModelDialog
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.llm.endpoint import OPENAI, Endpoint, endpoint_of
from ctxlab.model import marks_edit
from ctxlab.model.marks import Marks
from ctxlab.model.session import Session

#: What tokens are estimated with, whatever the model: the figure is marked as one.
_ENCODING = "o200k_base"


class ModelDesk(AskDesk[ModelDialog, ModelAnswer]):
    """Opens one dialog at a time. `done` names the edit that was made."""

    done = Signal(str)

    def __init__(self, workspace: Workspace, preferences: Preferences, look: Look, window: QWidget) -> None:
        super().__init__(workspace, preferences, look, window)
        self._endpoint: Endpoint | None = None
        self._question: ModelQuestion | None = None
        self._answer: ModelAnswer | None = None

    def open(self) -> None:
        """Says what a model would be asked about the active session."""
        document = self._workspace.active
        if document is None:
            return
        dialog = self._dialog or self._make_dialog()
        if document is not self._document:
            self._give_up()
            self._document = document
            dialog.show_nothing()
        self._plan()
        dialog.show()
        dialog.activateWindow()

    def _make_dialog(self) -> ModelDialog:
        dialog = ModelDialog(self._look, OPENAI, self._window)
        self._adopt(dialog)
        self._show_endpoint()
        dialog.ask_requested.connect(self._ask)
        dialog.mark_requested.connect(self._mark)
        return dialog

    def _plan(self) -> None:
        """Works out what would be sent, beside the work: counting a long session takes a moment."""
        document, dialog = self._document, self._dialog
        if document is None or dialog is None:
            return
        self._question = None
        try:
            self._endpoint = endpoint_of(self._preferences.settings.endpoint)
        except ModelError as error:
            dialog.show_refused(refusal(error))
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
        self._dialog.show_plan(sending_of(question.estimate))

    def _end_plan(self, error: CtxlabError | None) -> None:
        if error is not None and self._dialog is not None:
            self._dialog.show_refused(error_text(error))

    def _ask(self) -> None:
        question, endpoint = self._question, self._endpoint
        if self._document is None or question is None or endpoint is None:
            return
        self._give_up()
        self._start(_asking(question, endpoint), len(question.calls))

    def _ended(self, found: ModelAnswer | BaseException) -> None:
        dialog, document = self._dialog, self._document
        if dialog is None or document is None:
            return
        if isinstance(found, ModelAnswer):
            self._answer = found if found.marks else None
            texts = {item.id: item.text for item in document.session.items}
            failed = [error_text(error) for error in found.failed]
            dialog.show_found(marked_rows(found.marks, texts), found.known, len(found.doubted), failed)
        elif isinstance(found, CancelledError):
            dialog.show_failed("")
        else:
            dialog.show_failed(error_text(found))
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

    def _give_up(self) -> None:
        self._stop()
        self._errand.drop()
        self._answer = None

    def _close(self) -> None:
        self._give_up()
        self._workspace.background.drop(Topic.QUESTION)
        super()._close()


def _asking(question: ModelQuestion, endpoint: Endpoint) -> Work[ModelAnswer]:
    calls = len(question.calls)

    def work(cancelled: Callable[[], bool], progress: Callable[[int, int], None]) -> ModelAnswer:
        return ask_model(question, endpoint, cancelled=cancelled, progress=lambda done: progress(done, calls))

    return work


def _planning(
    session: Session, marks: Marks, endpoint: Endpoint
) -> Callable[[Lab, Callable[[], bool]], Generator[Any]]:
    def work(lab: Lab, _unwanted: Callable[[], bool]) -> Generator[Any]:
        stated = lab.stated(session, marks)
        yield model_question(session, marks, stated, endpoint, lab.counter(_ENCODING))

    return work
