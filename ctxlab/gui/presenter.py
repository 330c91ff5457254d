"""Shows the active document in the views of the page: state at once, runs when they arrive."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal, SignalInstance

from ctxlab.engine.judge import must_keeps
from ctxlab.gui.document import Document
from ctxlab.gui.edit_words import differences
from ctxlab.gui.models.stage_lines import fates
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.page import TunePage
from ctxlab.gui.runs import Run
from ctxlab.gui.status import StatusBar
from ctxlab.gui.survey import Question
from ctxlab.gui.views.request_bar import RequestMark
from ctxlab.gui.workspace import Workspace
from ctxlab.model.decision import Fate
from ctxlab.model.diff import ContextDiff
from ctxlab.model.trace import Trace


class Presenter(QObject):
    """Connects views to the active document and to no other. `shown` follows each run that was shown."""

    shown = Signal(object)
    failed = Signal(object)
    recovered = Signal()

    def __init__(
        self,
        page: TunePage,
        status: StatusBar,
        workspace: Workspace,
        language: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._status = status
        self._workspace = workspace
        self._language = language
        self._document: Document | None = None
        self._chosen: dict[Document, str] = {}
        self._lost: dict[Document, frozenset[int]] = {}
        self._asked: Question | None = None
        page.sessions.set_placeholder(self.tr("none: Ctrl+O opens one"))
        workspace.activated.connect(self._activate)
        workspace.listed.connect(self.show_sessions)
        workspace.survey.found.connect(self._take_survey)
        page.panes.item_chosen.connect(self._choose)
        page.sessions.item_chosen.connect(self._switch)
        page.inspector.set_item(None, "")

    @property
    def chosen(self) -> str:
        """The root id of the item in focus, or an empty text."""
        return "" if self._document is None else self._chosen.get(self._document, "")

    def choose(self, item_id: str) -> None:
        """Brings the focus to an item, in the panes and in the inspector."""
        if not self._page.panes.choose(item_id):
            self._choose(item_id)

    def show_sessions(self) -> None:
        """Lists the open documents, with a verdict on those that were run."""
        active = self._document
        rows: list[TextRow] = []
        for at, document in enumerate(self._workspace.documents):
            pill, sign, told = self._verdict(document)
            name = self._workspace.title(document)
            note = "●" if document.changed else ""
            rows.append(TextRow(str(at), pill, name, sign, str(at), note, told))
        self._page.sessions.show_rows(rows)
        if active is not None:
            self._page.sessions.selectRow(list(self._workspace.documents).index(active))

    def _verdict(self, document: Document) -> tuple[str, Sign, str]:
        if document.run is None or not document.run.trace.must_keeps:
            return "", Sign.NEUTRAL, ""
        lost = sum(verdict.lost_at is not None for verdict in document.run.trace.must_keeps)
        if lost:
            return self.tr("{0} lost").format(lost), Sign.BAD, self.tr("{0} must-keeps are lost").format(lost)
        return self.tr("kept"), Sign.GOOD, self.tr("all must-keeps are kept")

    def _activate(self, document: Document) -> None:
        old = self._document
        if old is not None:
            for signal, slot in self._links(old):
                signal.disconnect(slot)
        self._document = document
        for signal, slot in self._links(document):
            signal.connect(slot)
        page = self._page
        page.panes.set_trace(None)
        page.diff.set_diff(None)
        page.inspector.set_item(None, "")
        page.context_bar.set_state(None, None)
        page.budget.set_state(document.profile, None)
        page.must_keeps.set_must_keeps((), ())
        page.problems.set_diagnostics(document.session.diagnostics)
        self._status.show_run(None)
        self._status.show_counting(0, 0)
        self._show_pending(pending=False)
        self._show_requests()
        self.show_sessions()
        if document.run is not None:
            self._show_run(document.run)

    def _links(self, document: Document) -> list[tuple[SignalInstance, Callable[..., object]]]:
        return [
            (document.state_changed, self._show_state),
            (document.run_ready, self._show_run),
            (document.pending, self._show_pending),
            (document.request_changed, self._show_requests),
            (document.requests_counted, self._show_requests),
            (document.saved_changed, self.show_sessions),
            (document.counting, self._status.show_counting),
            (document.failed, self.failed.emit),
        ]

    def _show_state(self) -> None:
        """The caps at once, with the numbers of the last run."""
        self._workspace.survey.stop()
        self._asked = None
        document = self._document
        if document is not None:
            self._page.budget.set_state(document.profile, document.run.trace if document.run else None)

    def _show_run(self, run: Run) -> None:
        document = self._document
        if document is None:
            return
        page, trace, profile = self._page, run.trace, run.request.profile
        first = document not in self._chosen
        page.budget.set_state(document.profile, trace)
        page.context_bar.set_state(profile, trace)
        page.context_bar.set_elapsed(run.milliseconds)
        page.panes.set_starred(_starred(run))
        page.panes.set_trace(trace)
        if first and run.request.counted:
            self._first_look(document, trace)
        page.inspector.set_item(trace, self.chosen, profile)
        page.diff.set_diff(self._titled(run))
        page.must_keeps.set_must_keeps(must_keeps(profile, run.request.marks), trace.must_keeps)
        known = set(trace.diagnostics)
        page.problems.set_diagnostics(
            (*trace.diagnostics, *(one for one in document.session.diagnostics if one not in known))
        )
        self._status.show_run(run)
        self.show_sessions()
        self._survey(document, run)
        self.recovered.emit()
        self.shown.emit(run)

    def _survey(self, document: Document, run: Run) -> None:
        """Asks where must-keeps are lost, once for each state."""
        if not document.is_current:
            return
        asked, profile, marks = self._asked, run.request.profile, run.request.marks
        if asked and asked.session is document.session and asked.profile is profile and asked.marks is marks:
            return
        if must_keeps(profile, marks):
            self._asked = Question(document.session, profile, marks)
            self._workspace.survey.ask(self._asked)
        elif self._lost.pop(document, None):
            self._show_requests()

    def _take_survey(self, question: Question, lost: frozenset[int]) -> None:
        """Keeps the answer, which may come while another document is looked at."""
        for document in self._workspace.documents:
            if document.session is question.session:
                self._lost[document] = lost
        self._show_requests()

    def _titled(self, run: Run) -> ContextDiff:
        """The difference under titles that say what is compared."""
        before, after = run.request.before, run.request.profile
        path = self._document.profile_path if self._document else None
        saved = path.name if path else before.name
        changes = differences(before, after, self._language)
        return replace(
            run.diff,
            before_title=self.tr("{0} as saved").format(saved),
            after_title=changes or self.tr("unchanged"),
        )

    def _first_look(self, document: Document, trace: Trace) -> None:
        """Puts the focus on a lost must-keep, else on the first item that left, else on the last."""
        self._chosen[document] = ""
        column = fates(trace)
        leaving = next((p for p, fate in enumerate(column[: len(trace.pool)]) if Fate(fate).leaves), None)
        if max(column, default=0) > Fate.KEPT:
            self._page.panes.filter_bar.changes_only.setChecked(True)
        lost = {verdict.id for verdict in trace.must_keeps if verdict.lost_at is not None}
        stated = [one.since or one.item for one in document.marks.must_keeps if one.id in lost]
        wanted = next((item for item in stated if item), "")
        if not wanted and len(trace.pool):
            wanted = trace.id(len(trace.pool) - 1 if leaving is None else leaving)
        if wanted:
            self.choose(wanted)

    def _show_pending(self, pending: bool) -> None:
        self._page.context_bar.set_pending(pending)
        self._page.budget.set_pending(pending)

    def _show_requests(self) -> None:
        document = self._document
        if document is not None:
            tokens = document.request_tokens
            lost = self._lost.get(document, frozenset())
            marks = [
                RequestMark(one.index, one.turn, tokens.get(one.index), one.index in lost)
                for one in document.session.chain()
            ]
            self._page.request_bar.set_requests(marks, document.snapshot.request.index)

    def _choose(self, item_id: str) -> None:
        document = self._document
        if document is None:
            return
        self._chosen[document] = item_id
        run = document.run
        trace, profile = (run.trace, run.request.profile) if run else (None, None)
        self._page.inspector.set_item(trace, item_id, profile)

    def _switch(self, key: str) -> None:
        at = int(key)
        if at < len(self._workspace.documents):
            self._workspace.activate(self._workspace.documents[at])


def _starred(run: Run) -> set[str]:
    """The items that state a must-keep, or are pinned."""
    marks = run.request.marks
    return {one.since or one.item for one in marks.must_keeps} - {""} | set(marks.pins)
