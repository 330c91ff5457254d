"""Trying the profile in use against another with a model: plan, calls, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QWidget

from ctxlab.analysis.ab import AbPlan, Case, case_of, plan_ab, run_ab
from ctxlab.errors import CancelledError, CtxlabError, ModelError, ProfileError, RequestError
from ctxlab.gui.ask_desk import AskDesk, refusal, sending_of
from ctxlab.gui.asking import Work
from ctxlab.gui.background import PAUSE, Topic
from ctxlab.gui.compare_choices import own_name, profile_of, system_choices
from ctxlab.gui.document import Document
from ctxlab.gui.error_text import error_text
from ctxlab.gui.models.system_choices import OWN
from ctxlab.gui.models.trial_words import TrialForm
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.theme.style import Look
from ctxlab.gui.trial_check import check_of
from ctxlab.gui.views.trial_dialog import TrialDialog
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.llm.endpoint import OPENAI, Endpoint, endpoint_of
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Snapshot
from ctxlab.model.trial import AbResult, Check


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


class TrialDesk(AskDesk[TrialDialog, AbResult]):
    """Opens one dialog at a time."""

    def __init__(self, workspace: Workspace, preferences: Preferences, look: Look, window: QWidget) -> None:
        super().__init__(workspace, preferences, look, window)
        self._endpoint: Endpoint | None = None
        self._matter: _Matter | None = None
        self._cases: Sequence[Case] | None = None
        self._arms = ("", "")
        self._times = 1
        workspace.listed.connect(self._replan)

    def open(self) -> None:
        """Asks what is to be tried on the active session."""
        document = self._workspace.active
        if document is None:
            return
        if self._document is not None and self._document is not document and self._dialog is not None:
            self._dialog.reject()
        dialog = self._dialog
        if dialog is None:
            dialog = self._make_dialog()
            self._document = document
            document.state_changed.connect(self._replan)
            document.request_changed.connect(self._replan)
        self._replan()
        dialog.show()
        dialog.activateWindow()

    def _make_dialog(self) -> TrialDialog:
        dialog = TrialDialog(self._look, OPENAI, self._window)
        self._adopt(dialog)
        self._show_endpoint()
        dialog.fields.edited.connect(self._plan)
        dialog.ask_requested.connect(self._try)
        return dialog

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
        if document is None or dialog is None or self._errand.busy:
            return
        form = dialog.fields.form()
        dialog.fields.show_problems(check_of(form)[1])
        try:
            self._endpoint = endpoint_of(self._preferences.settings.endpoint)
            matter = self._matter_of(document, form)
        except (ModelError, ProfileError) as error:
            dialog.show_refused(refusal(error))
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
            self._dialog.show_refused(error_text(error))

    def _show_plan(self) -> None:
        dialog, cases, endpoint = self._dialog, self._cases, self._endpoint
        if dialog is None or cases is None or endpoint is None:
            return
        if not cases:
            dialog.show_refused(self.tr("None of these sessions has anything in it."))
            return
        form = dialog.fields.form()
        planned = plan_ab(self._arms, cases, max(1, form.times), endpoint).estimate
        check, problems = check_of(form)
        missing = ""
        if check is None and not problems:
            missing = self.tr("Say what an answer holds with, or what breaks it.")
        elif problems:
            missing = self.tr("Mend what is marked above first.")
        dialog.show_trial(len(cases), sending_of(planned), missing)

    def _try(self) -> None:
        dialog, cases, endpoint = self._dialog, self._cases, self._endpoint
        if dialog is None or not cases or endpoint is None:
            return
        form = dialog.fields.form()
        check, problems = check_of(form)
        if check is None or problems:
            return
        plan = plan_ab(self._arms, cases, form.times, endpoint)
        self._times = form.times
        self._start(_trying(plan, endpoint, check), plan.estimate.calls)

    def _ended(self, found: AbResult | BaseException) -> None:
        dialog = self._dialog
        if dialog is None:
            return
        if isinstance(found, AbResult):
            dialog.show_result(found, self._times)
        else:
            dialog.show_failed("" if isinstance(found, CancelledError) else error_text(found))
        # the profile may have been edited while the model was asked
        self._plan()
        if not isinstance(found, AbResult | CtxlabError):
            raise found

    def _close(self) -> None:
        self._workspace.background.drop(Topic.TRIAL)
        if self._document is not None:
            self._document.state_changed.disconnect(self._replan)
            self._document.request_changed.disconnect(self._replan)
        super()._close()
        self._errand.drop()
        self._matter = self._cases = None


def _trying(plan: AbPlan, endpoint: Endpoint, check: Check) -> Work[AbResult]:
    calls = plan.estimate.calls

    def work(cancelled: Callable[[], bool], progress: Callable[[int, int], None]) -> AbResult:
        return run_ab(plan, endpoint, check, cancelled=cancelled, progress=lambda done: progress(done, calls))

    return work


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
