"""Fills the Investigate page: the verdict on the item in focus, its cards, the context of before."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from ctxlab.engine.judge import must_keeps
from ctxlab.errors import CtxlabError
from ctxlab.gui.advice import Advice
from ctxlab.gui.advisor import Advisor
from ctxlab.gui.background import Topic
from ctxlab.gui.models.case_file import Stated, case_file
from ctxlab.gui.models.text_rows import Sign
from ctxlab.gui.presenter import Presenter
from ctxlab.gui.runs import Run
from ctxlab.gui.view_set import Views
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.model.diff import ContextDiff


class Investigation(QObject):
    """Shows what the last run says of the item in focus; compares only while its page is in sight."""

    def __init__(
        self,
        views: Views,
        workspace: Workspace,
        presenter: Presenter,
        advisor: Advisor,
        language: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._views = views
        self._workspace = workspace
        self._presenter = presenter
        self._advisor = advisor
        self._language = language
        self._compared: Run | None = None
        presenter.shown.connect(self._take_run)
        presenter.chosen_changed.connect(self._show_case)
        presenter.emptied.connect(self._empty)
        presenter.moved.connect(self._give_up)
        advisor.advised.connect(self._offer)
        workspace.survey.found.connect(self._show_first_lost)
        self._show_case()

    def look(self) -> None:
        """The page came into sight."""
        self._show_case()
        self._compare()

    def _empty(self) -> None:
        """Another document is looked at, or none: what is known of the last one goes."""
        self._give_up()
        self._views.neighbours.set_diff(None)
        self._show_case()

    def _give_up(self) -> None:
        """Takes no difference any more that was asked of another state or request; the next run asks anew."""
        self._compared = None
        self._workspace.background.drop(Topic.NEIGHBOURS)

    def _take_run(self, _run: Run) -> None:
        self._show_case()
        self._compare()

    def _show_case(self, _item: str = "") -> None:
        if not self._views.verdict.isVisible():
            # the page is filled when it is turned to: an edit on the other one does not wait for it
            return
        run, item = self._run(), self._presenter.chosen
        self._show_first_lost()
        position = run.trace.position(item) if run else None
        if run is None or position is None:
            self._views.verdict.show_verdict("", Sign.NEUTRAL, "", "")
            self._views.verdict.offer(())
            self._views.cards.show_cards(())
            return
        profile = run.request.profile
        verdicts = {verdict.id: verdict for verdict in run.trace.must_keeps}
        stated = [
            Stated(one.label, verdicts[one.id].lost_at)
            for one in must_keeps(profile, run.request.marks)
            if item in (one.since, one.item) and one.id in verdicts
        ]
        held = [one.label for one in self._advisor.in_the_way]
        found = case_file(run.trace, position, self._language, profile, stated, held)
        self._views.verdict.show_verdict(found.pill, found.sign, found.sentence, found.under)
        self._views.cards.show_cards(found.cards)

    def _show_first_lost(self, *_told: object) -> None:
        first = self._presenter.requests.first_lost()
        document = self._workspace.active
        here = document.snapshot.request.index if document else None
        self._views.verdict.show_first_lost(None if first == here else first)

    def _offer(self, advice: Advice) -> None:
        self._views.verdict.offer([(one.key, one.words) for one in advice.remedies if one.enabled])
        self._show_case()

    def _run(self) -> Run | None:
        document = self._workspace.active
        return document.run if document else None

    def _compare(self) -> None:
        """Asks for the difference to the context of the request before, once for each run."""
        run, view = self._run(), self._views.neighbours
        if run is None or run is self._compared or not view.isVisible():
            return
        self._compared = run
        asked = run.request
        chain = asked.snapshot.session.chain(asked.snapshot.request.chain)
        earlier = [one for one in chain if one.index < asked.snapshot.request.index]
        if not earlier:
            view.set_diff(None, self.tr("This is the first request."))
            return
        before = asked.snapshot.session.at(earlier[-1].index, chain=earlier[-1].chain)
        titles = (
            self.tr("request {0}").format(before.request.index),
            self.tr("request {0}").format(asked.snapshot.request.index),
        )

        def work(lab: Lab, unwanted: Callable[[], bool]) -> Generator[Any]:
            trace = lab.build(before, asked.profile, marks=asked.marks, cancelled=unwanted)
            diff = lab.compare(trace, run.trace)
            yield replace(diff, before_title=titles[0], after_title=titles[1])

        self._workspace.background.ask(Topic.NEIGHBOURS, work, self._show_diff, self._end)

    def _show_diff(self, diff: ContextDiff) -> None:
        self._views.neighbours.set_diff(diff)

    def _end(self, error: CtxlabError | None) -> None:
        if error is not None:
            self._compared = None
            self._views.neighbours.set_diff(None, str(error))
