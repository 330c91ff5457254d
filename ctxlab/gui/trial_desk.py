"""Trying the profile in use against another with a model: plan, calls, and what came of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any

from PySide6.QtCore import QEvent, QObject, QTimer, Slot
from PySide6.QtWidgets import QWidget

from ctxlab.analysis.ab import AbPlan, Case, case_of, plan_ab, run_ab
from ctxlab.errors import CancelledError, CtxlabError, ModelError, ProfileError, RequestError
from ctxlab.gui.background import PAUSE, Topic
from ctxlab.gui.compare_choices import own_name, profile_of, system_choices
from ctxlab.gui.document import Document
from ctxlab.gui.models.system_choices import OWN
from ctxlab.gui.models.trial_words import TrialCost, TrialForm
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.theme.style import Look
from ctxlab.gui.trial_check import check_of
from ctxlab.gui.views.trial_dialog import TrialDialog
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.llm.endpoint import ADDRESS, NAME, OPENAI, Endpoint, endpoint_of
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Snapshot
from ctxlab.model.trial import AbResult, Check

_GLANCE_MS = 50


@dataclass(frozen=True, slots=True)
class _Matter:
    """What is tried: requests by the titles of their sessions, under two profiles."""

    sessions: tuple[tuple[str, Snapshot, Marks], ...]
    first: Profile
    second: Profile

    def same(self, other: _Matter | None) -> bool:
        """Whether both lead to the same contexts."""
        if other is None or len(self.sessions) != len(other.sessions):
            return False
        pairs = zip(self.sessions, other.sessions, strict=True)
        alike = all(one[1] is two[1] and one[::2] == two[::2] for one, two in pairs)
        return alike and (self.first, self.second) == (other.first, other.second)


class _Trying(Thread):
    """Asks a model on a thread of its own, until `stop` is set. `done` counts calls, `result` is the end."""

    def __init__(self, plan: AbPlan, endpoint: Endpoint, check: Check) -> None:
        super().__init__(name="ctxlab-trying", daemon=True)
        self.plan = plan
        self.stop = Event()
        self.done = 0
        self.result: AbResult | BaseException | None = None
        self._endpoint = endpoint
        self._check = check

    def run(self) -> None:
        """Asks."""
        try:
            self.result = run_ab(
                self.plan, self._endpoint, self._check, cancelled=self.stop.is_set, progress=self._count
            )
        except BaseException as error:  # noqa: BLE001  # told on the thread of the window
            self.result = error

    def _count(self, done: int) -> None:
        self.done = done


class TrialDesk(QObject):
    """Opens one dialog at a time."""

    def __init__(self, workspace: Workspace, preferences: Preferences, look: Look, window: QWidget) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._preferences = preferences
        self._look = look
        self._window = window
        self._dialog: TrialDialog | None = None
        self._document: Document | None = None
        self._endpoint: Endpoint | None = None
        self._matter: _Matter | None = None
        self._cases: Sequence[Case] | None = None
        self._arms = ("", "")
        self._trying: _Trying | None = None
        self._clock = QTimer(self, interval=_GLANCE_MS)
        self._clock.timeout.connect(self._follow)
        workspace.closed.connect(self._let_go)
        workspace.listed.connect(self._replan)

    @property
    def dialog(self) -> TrialDialog | None:
        """The dialog that is open."""
        return self._dialog

    def open(self) -> None:
        """Asks what is to be tried on the active session."""
        document = self._workspace.active
        if document is None:
            return
        if self._document is not None and self._document is not document and self._dialog is not None:
            self._dialog.reject()
        if self._dialog is None:
            self._dialog = self._make_dialog()
            self._document = document
            document.state_changed.connect(self._replan)
            document.request_changed.connect(self._replan)
        self._replan()
        self._dialog.show()
        self._dialog.activateWindow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The dialog goes when the window is closed."""
        if watched is self._window and event.type() is QEvent.Type.Hide and self._dialog is not None:
            self._dialog.reject()
        return super().eventFilter(watched, event)

    def _make_dialog(self) -> TrialDialog:
        dialog = TrialDialog(self._look, OPENAI, self._window)
        settings = self._preferences.settings.endpoint
        dialog.show_endpoint(
            os.environ.get(ADDRESS, settings.address),
            os.environ.get(NAME, settings.name),
            settings.key,
            has_key=bool(os.environ.get(settings.key)),
        )
        dialog.fix(*(variable if variable in os.environ else "" for variable in (ADDRESS, NAME)))
        dialog.edited.connect(self._plan)
        dialog.endpoint_edited.connect(self._edit_endpoint)
        dialog.try_requested.connect(self._try)
        dialog.stop_requested.connect(self._stop)
        dialog.finished.connect(self._close)
        # a dialog does not go with its window by itself
        self._window.installEventFilter(self)
        return dialog

    def _edit_endpoint(self, address: str, name: str) -> None:
        settings = self._preferences.settings.endpoint
        if (address, name) != (settings.address, settings.name):
            self._preferences.set_endpoint(settings.model_copy(update={"address": address, "name": name}))
            self._plan()

    def _replan(self, *_told: object) -> None:
        """What can be chosen may be other than it was, and what would be sent."""
        document, dialog = self._document, self._dialog
        if document is None or dialog is None:
            return
        choices = system_choices(document, self._preferences.settings.recent_profiles)
        others = [choice for choice in choices if choice.key != OWN]
        dialog.fields.set_profiles(others, own_name(document))
        dialog.fields.set_sessions(len(self._workspace.documents))
        self._plan()

    def _plan(self) -> None:
        """Works out what would be sent, beside the work: building long sessions takes a moment."""
        document, dialog = self._document, self._dialog
        if document is None or dialog is None or self._trying is not None:
            return
        form = dialog.fields.form()
        dialog.fields.show_problems(check_of(form)[1])
        try:
            self._endpoint = endpoint_of(self._preferences.settings.endpoint)
            matter = self._matter_of(document, form)
        except (ModelError, ProfileError) as error:
            dialog.show_refused(str(error))
            return
        if matter.same(self._matter) and self._cases is not None:
            self._show_plan()
            return
        self._matter, self._cases = matter, None
        dialog.show_planning()
        work = _building(matter)
        self._workspace.background.ask(Topic.TRIAL, work, self._take_cases, self._end_building)

    def _matter_of(self, document: Document, form: TrialForm) -> _Matter:
        work = self._workspace
        documents = work.documents if form.everywhere else (document,)
        sessions = tuple((work.title(one), one.snapshot, one.marks) for one in documents if one.session.items)
        self._arms = (self._named(document, form.against), own_name(document))
        return _Matter(sessions, profile_of(document, form.against), document.profile)

    def _named(self, document: Document, key: str) -> str:
        choices = system_choices(document, self._preferences.settings.recent_profiles)
        return next((choice.name for choice in choices if choice.key == key), key)

    def _take_cases(self, cases: Sequence[Case]) -> None:
        self._cases = cases
        self._show_plan()

    def _end_building(self, error: CtxlabError | None) -> None:
        if error is not None and self._dialog is not None:
            self._matter = None
            self._dialog.show_refused(str(error))

    def _show_plan(self) -> None:
        dialog, cases, endpoint = self._dialog, self._cases, self._endpoint
        if dialog is None or cases is None or endpoint is None:
            return
        if not cases:
            dialog.show_refused(self.tr("None of these sessions has anything in it."))
            return
        form = dialog.fields.form()
        sent = plan_ab(self._arms, cases, max(1, form.times), endpoint).estimate
        cost = TrialCost(len(cases), sent.calls, sent.tokens_in, sent.tokens_out, sent.cost, sent.currency)
        check, problems = check_of(form)
        missing = ""
        if check is None and not problems:
            missing = self.tr("Say what an answer holds with, or what breaks it.")
        elif problems:
            missing = self.tr("Mend what is marked above first.")
        dialog.show_plan(cost, missing)

    def _try(self) -> None:
        dialog, cases, endpoint = self._dialog, self._cases, self._endpoint
        if dialog is None or not cases or endpoint is None:
            return
        form = dialog.fields.form()
        check, problems = check_of(form)
        if check is None or problems:
            return
        plan = plan_ab(self._arms, cases, form.times, endpoint)
        dialog.show_waiting(0, plan.estimate.calls)
        self._trying = _Trying(plan, endpoint, check)
        self._trying.start()
        self._clock.start()

    @Slot()
    def _follow(self) -> None:
        """How far the thread is that asks: it knows nothing of the window, which may go at any time."""
        trying, dialog = self._trying, self._dialog
        if trying is None or dialog is None:
            self._clock.stop()
        elif trying.result is None:
            dialog.show_waiting(trying.done, trying.plan.estimate.calls)
        else:
            self._clock.stop()
            self._trying = None
            self._end(dialog, trying.result, trying.plan.times)
            # the profile may have been edited while the model was asked
            self._plan()

    def _end(self, dialog: TrialDialog, found: AbResult | BaseException, times: int) -> None:
        if isinstance(found, AbResult):
            dialog.show_result(found, times)
        elif isinstance(found, CancelledError):
            dialog.show_failed("")
        else:
            dialog.show_failed(str(found))
            if not isinstance(found, CtxlabError):
                raise found

    def _stop(self) -> None:
        """Breaks the calls off; that they are is told once they are."""
        if self._trying is not None:
            self._trying.stop.set()

    def _close(self) -> None:
        """What was asked is given up, and the next time begins anew."""
        self._stop()
        self._workspace.background.drop(Topic.TRIAL)
        if self._document is not None:
            self._document.state_changed.disconnect(self._replan)
            self._document.request_changed.disconnect(self._replan)
        if self._dialog is not None:
            self._dialog.deleteLater()
        self._dialog = self._document = self._trying = self._matter = self._cases = None

    def _let_go(self, document: Document) -> None:
        if document is self._document and self._dialog is not None:
            self._dialog.reject()


def _building(matter: _Matter) -> Callable[[Lab, Callable[[], bool]], Generator[Any]]:
    def work(lab: Lab, unwanted: Callable[[], bool]) -> Generator[Any]:
        cases: list[Case] = []
        for title, snapshot, marks in matter.sessions:
            try:
                first, second = (
                    lab.build(snapshot, profile, marks=marks, cancelled=unwanted)
                    for profile in (matter.first, matter.second)
                )
            except CancelledError:
                raise
            except CtxlabError as error:
                raise RequestError(f"{title}: {error}") from None
            cases.append(case_of(title, first, second))
            yield PAUSE
        yield tuple(cases)

    return work
