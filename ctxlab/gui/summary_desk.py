"""Asking a model for the summaries that runs lack; afterwards the run that is shown is made anew."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QWidget

from ctxlab import explain
from ctxlab.analysis.model_summaries import (
    Asking,
    SummaryAnswer,
    SummaryPlan,
    ask_summaries,
    endpoint_for,
    summary_estimate,
)
from ctxlab.errors import CancelledError, CtxlabError, ModelError
from ctxlab.gui.ask_desk import AskDesk, refusal, sending_of
from ctxlab.gui.background import Topic
from ctxlab.gui.error_text import error_text
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.text import one_line
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.summary_dialog import SummaryDialog
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Counters, Lab
from ctxlab.llm.client import Client
from ctxlab.llm.endpoint import OPENAI, Endpoint, Estimate, endpoint_of
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Snapshot
from ctxlab.model.summary import StoredSummary

#: What a profile chooses so that runs take a model's summaries.
STRATEGY = "model"


@dataclass(frozen=True, slots=True)
class _Wish:
    """For which requests, under what."""

    snapshots: tuple[Snapshot, ...]
    profile: Profile
    marks: Marks


class _Asking:
    """Asks with a Lab of its own; `kept` counts what came, however it ends."""

    def __init__(self, wish: _Wish, plan: SummaryPlan, endpoint: Endpoint, counters: Counters) -> None:
        self.kept = 0
        self._wish, self._plan = wish, plan
        self._endpoint, self._counters = endpoint, counters

    def __call__(self, cancelled: Callable[[], bool], progress: Callable[[int, int], None]) -> SummaryAnswer:
        wish, lab = self._wish, Lab(counters=self._counters)

        def again(passed_over: frozenset[str]) -> SummaryPlan:
            return lab.missing_summaries(
                wish.snapshots, wish.profile, wish.marks, passed_over=passed_over, cancelled=cancelled
            )

        counter = lab.counter_of(wish.profile, wish.snapshots[0].session.model)
        client = Client(self._endpoint)
        asking = Asking(client, wish.profile, counter, self._keep, again, cancelled, progress)
        return ask_summaries(self._plan, asking)

    def _keep(self, one: StoredSummary) -> None:
        self._counters.summaries.add([one])
        self.kept += 1


class SummaryDesk(AskDesk[SummaryDialog, SummaryAnswer]):
    """Opens one dialog at a time."""

    def __init__(
        self, workspace: Workspace, preferences: Preferences, look: Look, language: str, window: QWidget
    ) -> None:
        super().__init__(workspace, preferences, look, window)
        self._language = language
        self._planned: tuple[_Wish, SummaryPlan, Endpoint] | None = None
        self._work: _Asking | None = None

    def open(self) -> None:
        """Says what a model would be asked for at the request that is shown."""
        document = self._workspace.active
        if document is None:
            return
        dialog = self._dialog or self._make_dialog()
        if document is not self._document:
            self._stop()
            self._errand.drop()
            self._document = document
            dialog.show_nothing()
        self._plan()
        dialog.show()
        dialog.activateWindow()

    def _make_dialog(self) -> SummaryDialog:
        dialog = SummaryDialog(self._look, OPENAI, self._window)
        self._adopt(dialog)
        dialog.scope_changed.connect(self._plan)
        dialog.ask_requested.connect(self._ask)
        return dialog

    def _plan(self) -> None:
        """Works out what would be sent, beside the work: it takes a run a request."""
        document, dialog = self._document, self._dialog
        if document is None or dialog is None or self._errand.busy:
            return
        self._planned = None
        self._show_endpoint(document.profile.summarize.model, "summarize.model")
        if document.profile.summarize.strategy != STRATEGY:
            dialog.show_refused(
                self.tr("This profile takes no summaries of a model: choose the strategy model of Summarize.")
            )
            return
        dialog.show_refused(self.tr("Looking for what is missing…"))
        chain = document.snapshot.request.chain
        session = document.session
        every = tuple(session.at(one.index, chain=chain) for one in session.chain(chain))
        wish = _Wish(every if dialog.every else (document.snapshot,), document.profile, document.marks)
        try:
            endpoint = endpoint_for(wish.profile, self._preferences.settings.endpoint, endpoint_of)
        except ModelError as error:
            dialog.show_refused(refusal(error))
            return
        self._workspace.background.ask(
            Topic.SUMMARIES, _planning(wish, endpoint), self._show_plan, self._end_plan
        )

    def _show_plan(self, found: tuple[_Wish, SummaryPlan, Endpoint, Estimate]) -> None:
        wish, plan, endpoint, sent = found
        dialog = self._dialog
        if dialog is None or self._errand.busy:
            return
        if not plan.asks:
            dialog.show_complete()
            return
        self._planned = (wish, plan, endpoint)
        dialog.show_plan(sending_of(sent))

    def _end_plan(self, error: CtxlabError | None) -> None:
        if error is not None and self._dialog is not None:
            self._dialog.show_refused(error_text(error))

    def _ask(self) -> None:
        if self._dialog is None or self._planned is None:
            return
        wish, plan, endpoint = self._planned
        self._planned = None
        self._work = _Asking(wish, plan, endpoint, self._workspace.background.counters)
        self._start(self._work, len(plan.asks))

    def _ended(self, found: SummaryAnswer | BaseException) -> None:
        kept = self._work.kept if self._work is not None else 0
        shown = self._workspace.active
        if kept and shown is not None:
            shown.run_again()
        dialog = self._dialog
        if dialog is None:
            return
        if isinstance(found, SummaryAnswer):
            dialog.show_came(_rows(found), self._failures(found))
        else:
            dialog.show_failed("" if isinstance(found, CancelledError) else error_text(found), kept)
        # what is left may be asked for
        self._plan()
        if not isinstance(found, SummaryAnswer | CtxlabError):
            raise found

    def _failures(self, found: SummaryAnswer) -> list[str]:
        words = ((one.item, explain.diagnostic(one, self._language)) for one in found.notices)
        return [f"{item}: {text}" if item else text for item, text in words]

    def _close(self) -> None:
        """What was asked is given up, but for what came; the clock sees to that."""
        self._workspace.background.drop(Topic.SUMMARIES)
        self._planned = None
        super()._close()


def _rows(found: SummaryAnswer) -> list[TextRow]:
    return [TextRow(one.key, "Σ", one_line(one.text, 400), Sign.GOOD, told=one.model) for one in found.taken]


def _planning(wish: _Wish, endpoint: Endpoint) -> Callable[[Lab, Callable[[], bool]], Generator[Any]]:
    def work(lab: Lab, unwanted: Callable[[], bool]) -> Generator[Any]:
        plan = lab.missing_summaries(wish.snapshots, wish.profile, wish.marks, cancelled=unwanted)
        counter = lab.counter_of(wish.profile, wish.snapshots[0].session.model)
        yield wish, plan, endpoint, summary_estimate(plan, endpoint, counter)

    return work
