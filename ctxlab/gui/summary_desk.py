"""Asking a model for the summaries that runs lack; afterwards the run that is shown is made anew."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any

from PySide6.QtCore import QEvent, QObject, QTimer, Slot
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
from ctxlab.gui.background import Topic
from ctxlab.gui.document import Document
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.text import one_line
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.ask_dialog import Sending
from ctxlab.gui.views.summary_dialog import SummaryDialog
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Counters, Lab
from ctxlab.llm.client import Client
from ctxlab.llm.endpoint import ADDRESS, NAME, OPENAI, Endpoint, Estimate, endpoint_of
from ctxlab.llm.keys import key_of
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Snapshot
from ctxlab.model.summary import StoredSummary

#: What a profile chooses so that runs take a model's summaries.
STRATEGY = "model"
_GLANCE_MS = 50


@dataclass(frozen=True, slots=True)
class _Wish:
    """For which requests, under what."""

    snapshots: tuple[Snapshot, ...]
    profile: Profile
    marks: Marks


class _Asking(Thread):
    """Asks on a thread of its own, with a Lab of its own, until `stop` is set. `result` is the end."""

    def __init__(self, wish: _Wish, plan: SummaryPlan, endpoint: Endpoint, counters: Counters) -> None:
        super().__init__(name="ctxlab-summaries", daemon=True)
        self.stop = Event()
        self.done, self.calls = 0, len(plan.asks)
        self.kept = 0
        self.result: SummaryAnswer | BaseException | None = None
        self._wish, self._plan = wish, plan
        self._endpoint, self._counters = endpoint, counters

    def run(self) -> None:
        """Asks."""
        wish, lab = self._wish, Lab(counters=self._counters)

        def again(passed_over: frozenset[str]) -> SummaryPlan:
            return lab.missing_summaries(
                wish.snapshots,
                wish.profile,
                wish.marks,
                passed_over=passed_over,
                cancelled=self.stop.is_set,
            )

        asking = Asking(
            Client(self._endpoint),
            wish.profile,
            lab.counter(wish.profile.tokens.encoding.value),
            self._keep,
            again,
            self.stop.is_set,
            self._count,
        )
        try:
            self.result = ask_summaries(self._plan, asking)
        except BaseException as error:  # noqa: BLE001  # told on the thread of the window
            self.result = error

    def _keep(self, one: StoredSummary) -> None:
        self._counters.summaries.add([one])
        self.kept += 1

    def _count(self, done: int, calls: int) -> None:
        self.done, self.calls = done, calls


class SummaryDesk(QObject):
    """Opens one dialog at a time."""

    def __init__(
        self, workspace: Workspace, preferences: Preferences, look: Look, language: str, window: QWidget
    ) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._preferences = preferences
        self._look = look
        self._language = language
        self._window = window
        self._dialog: SummaryDialog | None = None
        self._document: Document | None = None
        self._planned: tuple[_Wish, SummaryPlan, Endpoint] | None = None
        self._asking: _Asking | None = None
        self._clock = QTimer(self, interval=_GLANCE_MS)
        self._clock.timeout.connect(self._follow)
        workspace.closed.connect(self._let_go)

    @property
    def dialog(self) -> SummaryDialog | None:
        """The dialog that is open."""
        return self._dialog

    def open(self) -> None:
        """Says what a model would be asked for at the request that is shown."""
        document = self._workspace.active
        if document is None:
            return
        if self._dialog is None:
            self._dialog = self._make_dialog()
        if document is not self._document:
            self._stop()
            self._asking, self._document = None, document
            self._dialog.show_nothing()
        self._plan()
        self._dialog.show()
        self._dialog.activateWindow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The dialog goes when the window is closed."""
        if watched is self._window and event.type() is QEvent.Type.Hide and self._dialog is not None:
            self._dialog.reject()
        return super().eventFilter(watched, event)

    def _make_dialog(self) -> SummaryDialog:
        dialog = SummaryDialog(self._look, OPENAI, self._window)
        dialog.edited.connect(self._edit)
        dialog.scope_changed.connect(self._plan)
        dialog.ask_requested.connect(self._ask)
        dialog.stop_requested.connect(self._stop)
        dialog.finished.connect(self._close)
        # a dialog does not go with its window by itself
        self._window.installEventFilter(self)
        return dialog

    def _show_endpoint(self, dialog: SummaryDialog, profile: Profile) -> None:
        settings, named = self._preferences.settings.endpoint, profile.summarize.model
        dialog.show_endpoint(
            os.environ.get(ADDRESS, settings.address),
            named or os.environ.get(NAME, settings.name),
            settings.key,
            has_key=bool(key_of(settings)),
        )
        by = "summarize.model" if named else NAME if NAME in os.environ else ""
        dialog.fix(ADDRESS if ADDRESS in os.environ else "", by)

    def _edit(self, address: str, name: str) -> None:
        settings, dialog = self._preferences.settings.endpoint, self._dialog
        if dialog is None:
            return
        changes = {
            key: value
            for key, value, field in (("address", address, dialog.address), ("name", name, dialog.name))
            if not field.isReadOnly() and value != getattr(settings, key)
        }
        if changes:
            self._preferences.set_endpoint(settings.model_copy(update=changes))
            self._plan()

    def _plan(self) -> None:
        """Works out what would be sent, beside the work: it takes a run a request."""
        document, dialog = self._document, self._dialog
        if document is None or dialog is None or self._asking is not None:
            return
        self._planned = None
        self._show_endpoint(dialog, document.profile)
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
            dialog.show_refused(str(error))
            return
        self._workspace.background.ask(
            Topic.SUMMARIES, _planning(wish, endpoint), self._show_plan, self._end_plan
        )

    def _show_plan(self, found: tuple[_Wish, SummaryPlan, Endpoint, Estimate]) -> None:
        wish, plan, endpoint, sent = found
        dialog = self._dialog
        if dialog is None or self._asking is not None:
            return
        if not plan.asks:
            dialog.show_complete()
            return
        self._planned = (wish, plan, endpoint)
        dialog.show_plan(Sending(sent.calls, sent.tokens_in, sent.tokens_out, sent.cost, sent.currency))

    def _end_plan(self, error: CtxlabError | None) -> None:
        if error is not None and self._dialog is not None:
            self._dialog.show_refused(str(error))

    def _ask(self) -> None:
        dialog, planned = self._dialog, self._planned
        if dialog is None or planned is None:
            return
        wish, plan, endpoint = planned
        self._planned = None
        dialog.show_waiting(0, len(plan.asks))
        self._asking = _Asking(wish, plan, endpoint, self._workspace.background.counters)
        self._asking.start()
        self._clock.start()

    @Slot()
    def _follow(self) -> None:
        """How far the thread is that asks: it knows nothing of the window, which may go at any time."""
        asking, dialog = self._asking, self._dialog
        if asking is None:
            self._clock.stop()
        elif asking.result is not None:
            self._clock.stop()
            self._asking = None
            self._end(asking.result, asking.kept)
        elif dialog is not None:
            dialog.show_waiting(asking.done, asking.calls)

    def _end(self, found: SummaryAnswer | BaseException, kept: int) -> None:
        shown = self._workspace.active
        if kept and shown is not None:
            shown.run_again()
        dialog = self._dialog
        if dialog is None:
            return
        if isinstance(found, SummaryAnswer):
            dialog.show_came(_rows(found), self._failures(found))
        else:
            dialog.show_failed("" if isinstance(found, CancelledError) else str(found), kept)
        # what is left may be asked for
        self._plan()
        if not isinstance(found, SummaryAnswer | CtxlabError):
            raise found

    def _failures(self, found: SummaryAnswer) -> list[str]:
        words = ((one.item, explain.diagnostic(one, self._language)) for one in found.notices)
        return [f"{item}: {text}" if item else text for item, text in words]

    def _stop(self) -> None:
        """Breaks the calls off; that they are is told once they are."""
        if self._asking is not None:
            self._asking.stop.set()

    def _close(self) -> None:
        """What was asked is given up, but for what came; the clock sees to that."""
        self._stop()
        self._workspace.background.drop(Topic.SUMMARIES)
        if self._dialog is not None:
            self._dialog.deleteLater()
        self._dialog = self._document = self._planned = None

    def _let_go(self, document: Document) -> None:
        if document is self._document and self._dialog is not None:
            self._dialog.reject()


def _rows(found: SummaryAnswer) -> list[TextRow]:
    return [TextRow(one.key, "Σ", one_line(one.text, 400), Sign.GOOD, told=one.model) for one in found.taken]


def _planning(wish: _Wish, endpoint: Endpoint) -> Callable[[Lab, Callable[[], bool]], Generator[Any]]:
    def work(lab: Lab, unwanted: Callable[[], bool]) -> Generator[Any]:
        plan = lab.missing_summaries(wish.snapshots, wish.profile, wish.marks, cancelled=unwanted)
        counter = lab.counter(wish.profile.tokens.encoding.value)
        yield wish, plan, endpoint, summary_estimate(plan, endpoint, counter)

    return work
