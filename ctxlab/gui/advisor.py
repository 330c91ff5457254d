"""Asks beside the work what each shown run leaves open: ticks, a row's curve, what would keep an item."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from ctxlab.errors import CtxlabError
from ctxlab.gui.advice import Advice, Highlights, InTheWay, Matter, advise
from ctxlab.gui.background import Topic
from ctxlab.gui.error_text import error_text
from ctxlab.gui.inquiry import Inquiry
from ctxlab.gui.models.remedies import DisplacerLine
from ctxlab.gui.models.stage_cells import label_of
from ctxlab.gui.presenter import Presenter
from ctxlab.gui.runs import Run
from ctxlab.gui.view_set import Views
from ctxlab.gui.views.messages_view import MessagesView
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.sensitivity import Curve, Tick
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Trace
from ctxlab.model.wire_view import Finding, built_view

_Steps = Generator[Any]


class Advisor(QObject):
    """Fills the views with answers; each new run of the state that is looked at asks anew.

    `advised` brings the `Advice` on the item in focus.
    """

    advised = Signal(object)

    def __init__(
        self,
        views: Views,
        workspace: Workspace,
        presenter: Presenter,
        inquiry: Inquiry,
        language: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._views = views
        self._workspace = workspace
        self._presenter = presenter
        self._inquiry = inquiry
        self._language = language
        self._row = Row.HISTORY
        self._advice = Advice(())
        self._matter: Matter | None = None
        self._in_the_way: tuple[DisplacerLine, ...] = ()
        self._curve_of: tuple[object, ...] = ()
        self._ticks_of: Snapshot | None = None
        presenter.shown.connect(self._take_run)
        inquiry.changed.connect(self._ask_item)
        presenter.emptied.connect(self._empty)
        presenter.moved.connect(self._give_up)
        views.sensitivity.row_requested.connect(self.show_row)
        views.sensitivity.shown.connect(self.ask_curve)
        for view in (views.wire, views.evidence.context):
            view.view_requested.connect(partial(self._ask_wire, view))

    @property
    def advice(self) -> Advice:
        """What is known of the item in focus."""
        return self._advice

    @property
    def in_the_way(self) -> tuple[DisplacerLine, ...]:
        """The items that hold the tokens which the item in focus needed."""
        return self._in_the_way

    def remedy(self, key: str) -> tuple[Profile, Marks, str] | None:
        """What a remedy makes of the state, and its words; None where there is no such remedy.

        There is none either once the state, or the request, is another one than that in which the remedy was
        found: it would take back what was edited since. What would keep the item is then asked anew.
        """
        document, matter = self._workspace.active, self._matter
        if document is None or matter is None:
            return None
        now = (document.snapshot, document.profile, document.marks)
        if now != (matter.snapshot, matter.profile, matter.marks):
            self._ask_item()
            return None
        edit = next((one for one in self._advice.edits if one[0] == key), None)
        words = next((one.words for one in self._advice.remedies if one.key == key), "")
        return None if edit is None else (edit[1], edit[2], words)

    def show_row(self, row: str) -> None:
        """Shows the curve of another row."""
        self._row = Row(row)
        self._curve_of = ()
        self.ask_curve()

    def ask_curve(self) -> None:
        """Asks for the row's curve, if its view is in sight: it takes up to 64 runs."""
        run = self._run()
        view = self._views.sensitivity
        if run is None:
            # the run of the state is on its way; until then the last curve stays
            return
        profile, marks, row = run.request.profile, run.request.marks, self._row
        view.set_rows(profile.table(), row.value)
        document = self._workspace.active
        saved = document.saved.row(row).cap if document else None
        view.set_now(row.value, profile.row(row).cap, saved)
        asked = _curve_key(run.request.snapshot, profile, marks, row)
        if self._is_known(asked):
            return
        # what was true of another state is worse than nothing
        view.set_curve(None)
        if not view.isVisible():
            self._curve_of = ()
            return
        self._curve_of = asked
        view.set_pending(True)

        def work(lab: Lab, unwanted: Callable[[], bool]) -> _Steps:
            yield from lab.curves(run.request.snapshot, profile, marks, row, cancelled=unwanted)

        self._workspace.background.ask(Topic.CURVE, work, self._take_curve, self._end_curve)

    def _is_known(self, asked: tuple[object, ...]) -> bool:
        """Whether the curve was asked for already: it does not depend on the row's own cap."""
        old = self._curve_of
        return bool(old) and old[0] is asked[0] and old[1:] == asked[1:]

    def _run(self) -> Run | None:
        document = self._workspace.active
        return document.run if document is not None and document.is_current else None

    def _empty(self) -> None:
        """Nothing is known, and nothing that was asked is wanted any more."""
        self._ticks_of = None
        self._advice, self._matter, self._in_the_way = Advice(()), None, ()
        self._views.budget.set_ticks({})
        self._views.sensitivity.set_rows((), "")
        self._views.sensitivity.set_curve(None)
        self._drop_curve()
        for topic in (Topic.TICKS, Topic.ITEM, Topic.MESSAGES):
            self._workspace.background.drop(topic)

    def _give_up(self) -> None:
        """Takes no answer any more that was asked of another state or request; the next run asks anew."""
        document, background = self._workspace.active, self._workspace.background
        if document is None:
            return
        for topic in (Topic.TICKS, Topic.ITEM):
            background.drop(topic)
        if document.snapshot is not self._ticks_of:
            # those of another request would be snapped to: other items, other caps
            self._ticks_of = None
            self._views.budget.set_ticks({})
        if background.asks(Topic.CURVE) and not self._is_known(
            _curve_key(document.snapshot, document.profile, document.marks, self._row)
        ):
            self._drop_curve()

    def _drop_curve(self) -> None:
        self._curve_of = ()
        self._workspace.background.drop(Topic.CURVE)
        self._views.sensitivity.set_pending(False)

    def _take_run(self, run: Run) -> None:
        if run is not self._run():
            return
        self._ask_ticks(run)
        self._ask_item()
        self.ask_curve()

    def _ask_ticks(self, run: Run) -> None:
        asked, trace = run.request, run.trace
        self._ticks_of = asked.snapshot

        def work(lab: Lab, unwanted: Callable[[], bool]) -> _Steps:
            yield lab.ticks(asked.snapshot, asked.profile, asked.marks, cancelled=unwanted)

        def take(ticks: Mapping[Row, Sequence[Tick]]) -> None:
            self._views.budget.set_ticks(ticks, lambda item: label_of(trace, item))

        self._workspace.background.ask(Topic.TICKS, work, take, self._end_ticks)

    def _ask_item(self) -> None:
        run, item, one = self._run(), self._presenter.chosen, self._inquiry.one
        self._advice, self._matter, self._in_the_way = Advice(()), None, ()
        if run is None or one is None:
            self._workspace.background.drop(Topic.ITEM)
            self._views.inspector.clear_remedies()
            self.advised.emit(self._advice)
            return
        asked = run.request
        self._matter = Matter(item, one, asked.snapshot, asked.profile, asked.marks, self._language)
        self._workspace.background.ask(Topic.ITEM, advise(self._matter), self._take_answer, self._end_item)

    def _take_answer(self, answer: Highlights | InTheWay | Advice) -> None:
        inspector = self._views.inspector
        if isinstance(answer, Highlights):
            inspector.set_highlights(answer.spans)
            return
        if isinstance(answer, InTheWay):
            self._in_the_way = answer.displacers
            inspector.set_displaced(answer.displacers)
            if answer.looking:
                inspector.set_remedies_pending()
            return
        self._advice = answer
        if answer.remedies:
            inspector.set_remedies(answer.remedies)
        elif answer.reason:
            inspector.set_remedies_none(answer.reason)
        elif not answer.looking:
            inspector.clear_remedies()
        self.advised.emit(answer)

    def _ask_wire(self, view: MessagesView, trace: Trace, wire: str) -> None:
        """The messages of a run in a wire format, with what its API would refuse."""
        document = self._workspace.active
        recorded = document.session.wire if document else ""

        def work(lab: Lab, _unwanted: Callable[[], bool]) -> _Steps:
            yield lab.wire_view(trace, wire, recorded=recorded or "openai-chat")

        take = partial(view.set_wire_view, trace)
        self._workspace.background.ask(Topic.MESSAGES, work, take, partial(self._end_wire, view, trace))

    def _end_ticks(self, error: CtxlabError | None) -> None:
        if error is not None:
            self._views.budget.set_ticks({})

    def _end_item(self, error: CtxlabError | None) -> None:
        if error is not None:
            self._views.inspector.set_remedies_none(error_text(error))

    def _end_wire(self, view: MessagesView, trace: Trace, error: CtxlabError | None) -> None:
        if error is not None:
            told = Finding("unchecked", numbers=(("reason", error_text(error)),), severity="warning")
            view.set_wire_view(trace, replace(built_view(trace), findings=(told,)))

    def _take_curve(self, curve: Curve) -> None:
        self._views.sensitivity.set_curve(curve)

    def _end_curve(self, error: CtxlabError | None) -> None:
        self._views.sensitivity.set_pending(False)
        if error is not None:
            # nothing was answered: it may be asked again
            self._curve_of = ()


def _curve_key(snapshot: Snapshot, profile: Profile, marks: Marks, row: Row) -> tuple[object, ...]:
    """All that a row's curve follows from; the row's own cap is not among it."""
    return snapshot, profile.set(f"budget.{row.value}.cap", 0), marks, row
