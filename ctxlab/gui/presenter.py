"""Shows the active document in the views: its state at once, its runs when they arrive."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, SignalInstance

from ctxlab.engine.judge import must_keeps
from ctxlab.errors import CtxlabError
from ctxlab.gui.befores import choices, current, titled
from ctxlab.gui.document import Document
from ctxlab.gui.error_text import error_text
from ctxlab.gui.models.filter_columns import Marked
from ctxlab.gui.models.stage_lines import fates
from ctxlab.gui.request_marks import RequestMarks
from ctxlab.gui.runs import Run
from ctxlab.gui.status import StatusBar
from ctxlab.gui.view_set import Views
from ctxlab.gui.workspace import Workspace
from ctxlab.model.decision import Fate
from ctxlab.model.trace import Trace


@dataclass(frozen=True, slots=True)
class Target:
    """What the presenter fills: the views and the status bar, in the language of the window."""

    views: Views
    status: StatusBar
    language: str


class Presenter(QObject):
    """Connects views to the active document and to no other.

    `shown` follows each run that was shown, `chosen_changed` each change of the item in focus. `emptied` says
    that nothing of a document is shown any more: another one, or none, is looked at from now on. `moved` says
    that the state or the request is another one than that of the run which is shown, so that what was asked
    of that run is of no use. `recent_profiles` says which profile files were used lately.
    """

    shown = Signal(object)
    failed = Signal(object)
    recovered = Signal()
    emptied = Signal()
    moved = Signal()
    chosen_changed = Signal(str)

    def __init__(
        self,
        target: Target,
        workspace: Workspace,
        recent_profiles: Callable[[], tuple[str, ...]] = tuple,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._views = target.views
        self._status = target.status
        self._language = target.language
        self._workspace = workspace
        self._recent = recent_profiles
        self._document: Document | None = None
        self._chosen: dict[Document, str] = {}
        self.requests = RequestMarks(target.views.request_bar, workspace, self)
        workspace.activated.connect(self._activate)
        workspace.closed.connect(self._forget)
        self._views.panes.item_chosen.connect(self._choose)
        self._empty()

    @property
    def chosen(self) -> str:
        """The root id of the item in focus, or an empty text."""
        return "" if self._document is None else self._chosen.get(self._document, "")

    def choose(self, item_id: str) -> None:
        """Brings the focus to an item, in the panes and in the inspector."""
        if not self._views.panes.choose(item_id):
            self._choose(item_id)

    def say_empty(self) -> None:
        """Says in the panes that no session is open, and what to do."""
        told = self.tr("No session is open. Ctrl+O opens one; or drop a file here.")
        self._views.panes.set_placeholder(told)

    def _activate(self, document: Document | None) -> None:
        old = self._document
        if old is not None:
            for signal, slot in self._links(old):
                signal.disconnect(slot)
        self._document = document
        self._empty()
        self.emptied.emit()
        if document is None:
            return
        for signal, slot in self._links(document):
            signal.connect(slot)
        self._views.panes.set_placeholder("")
        self._views.diff.wait()
        self._views.wire.wait()
        self._show_profile(document)
        self._views.budget.set_state(document.profile, None)
        self.requests.show()
        self._show_befores()
        if document.run is not None:
            self._show_run(document.run)

    def _forget(self, document: Document) -> None:
        self._chosen.pop(document, None)

    def _empty(self) -> None:
        """What all views show while there is nothing."""
        views = self._views
        views.panes.set_profile(None)
        views.panes.set_trace(None)
        self.say_empty()
        views.diff.set_diff(None)
        views.diff.set_before_choices((), None)
        views.wire.set_context(None, None)
        views.inspector.set_item(None, "")
        views.context_bar.set_state(None, None)
        views.budget.set_state(None, None)
        views.must_keeps.set_must_keeps((), ())
        self._status.show_run(None)
        self._status.show_counting(0, 0)
        self._show_pending(pending=False)
        self.requests.show()

    def _links(self, document: Document) -> list[tuple[SignalInstance, Callable[..., object]]]:
        return [
            (document.state_changed, self._show_state),
            (document.run_ready, self._show_run),
            (document.pending, self._show_pending),
            (document.request_changed, self._show_request),
            (document.requests_counted, self.requests.show),
            (document.saved_changed, self._show_saved),
            (document.before_changed, self._show_befores),
            (document.counting, self._status.show_counting),
            (document.failed, self._fail),
        ]

    def _show_state(self) -> None:
        """The caps at once, with the numbers of the last run."""
        self.requests.give_up()
        self.moved.emit()
        document = self._document
        if document is not None:
            self._show_profile(document)
            self._views.budget.set_state(document.profile, document.run.trace if document.run else None)

    def _show_saved(self) -> None:
        if self._document is not None:
            self._show_profile(self._document)
            self._show_befores()

    def _show_profile(self, document: Document) -> None:
        self._views.budget.set_saved(document.saved)
        self._views.panes.set_profile(document.profile, document.saved)

    def _show_request(self) -> None:
        self.moved.emit()
        self.requests.show()
        self._show_befores()

    def _show_befores(self) -> None:
        document = self._document
        if document is not None:
            listed = choices(document, self._recent())
            self._views.diff.set_before_choices(listed, current(document))

    def _show_run(self, run: Run) -> None:
        document = self._document
        if document is None:
            return
        views, trace, profile = self._views, run.trace, run.request.profile
        first = document not in self._chosen
        views.budget.set_state(document.profile, trace)
        usage = run.request.snapshot.request.usage
        views.context_bar.set_state(profile, trace, None if usage is None else usage.occupancy)
        views.context_bar.set_elapsed(run.milliseconds)
        marked = _marked(run)
        views.panes.set_starred({*marked.must, *marked.pinned})
        views.panes.set_marked(marked)
        views.panes.set_trace(trace)
        if first and run.request.counted:
            self._first_look(document, trace)
        self._follow(trace)
        views.inspector.set_item(trace, self.chosen, profile, run.media_tokens())
        views.diff.set_diff(
            titled(run, document, self._language), error_text(run.refused) if run.refused else ""
        )
        views.wire.set_context(trace, profile, run.media_tokens())
        views.must_keeps.set_must_keeps(must_keeps(profile, run.request.marks), trace.must_keeps)
        self._status.show_run(run)
        self.requests.ask(document, run)
        self.recovered.emit()
        self.shown.emit(run)

    def _first_look(self, document: Document, trace: Trace) -> None:
        """Puts the focus on a lost must-keep, else on the first item that left, else on the last."""
        self._chosen[document] = ""
        column = fates(trace)
        leaving = next((p for p, fate in enumerate(column[: len(trace.pool)]) if Fate(fate).leaves), None)
        if max(column, default=0) > Fate.KEPT:
            self._views.panes.filter_bar.changes_only.setChecked(True)
        lost = trace.lost
        stated = [one.since or one.item for one in document.marks.must_keeps if one.id in lost]
        wanted = next((item for item in stated if item), "")
        if not wanted and len(trace.pool):
            wanted = trace.id(len(trace.pool) - 1 if leaving is None else leaving)
        if wanted:
            self.choose(wanted)

    def _follow(self, trace: Trace) -> None:
        """Marks the row of the item in focus in the budget."""
        position = trace.position(self.chosen)
        self._views.budget.follow("" if position is None else trace.row(position).value)

    def _fail(self, error: CtxlabError) -> None:
        document = self._document
        if document is not None and document.run is None:
            self._views.diff.set_diff(None, error_text(error))
        self.failed.emit(error)

    def _show_pending(self, pending: bool) -> None:
        self._views.context_bar.set_pending(pending)
        self._views.budget.set_pending(pending)

    def _choose(self, item_id: str) -> None:
        document = self._document
        if document is None:
            return
        self._chosen[document] = item_id
        run = document.run
        if run is None:
            self._views.inspector.set_item(None, item_id)
        else:
            self._views.inspector.set_item(run.trace, item_id, run.request.profile, run.media_tokens())
            self._follow(run.trace)
        self.chosen_changed.emit(item_id)


def _marked(run: Run) -> Marked:
    """The items that state a must-keep with whether it is lost, and those that are pinned."""
    marks = run.request.marks
    lost = run.trace.lost
    must: dict[str, bool] = {}
    for one in marks.must_keeps:
        item = one.since or one.item
        if item:
            must[item] = must.get(item, False) or one.id in lost
    return Marked(must, frozenset(marks.pins))
