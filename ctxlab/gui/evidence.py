"""Fills the evidence of the Investigate page: differences beside the run, and the context itself."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from ctxlab.errors import CtxlabError
from ctxlab.gui.background import Topic
from ctxlab.gui.error_text import error_text
from ctxlab.gui.runs import Run
from ctxlab.gui.views.evidence_pane import Evidence, EvidencePane
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.model.diff import ContextDiff
from ctxlab.model.forensic import Basis
from ctxlab.model.session import Snapshot


class EvidenceDesk(QObject):
    """Shows what the last run rests on; compares only while the pane is in sight."""

    def __init__(self, pane: EvidencePane, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._workspace = workspace
        self._compared: tuple[Run, Evidence] | None = None
        pane.evidence_chosen.connect(self._turn)

    def show_run(self, run: Run) -> None:
        """Shows what another run rests on."""
        snapshot = run.request.snapshot
        before = _before(snapshot)
        self._pane.name_requests(before.request.index if before else None, snapshot.request.index)
        self._pane.set_sent_known(bool(snapshot.request.sent))
        self._pane.context.set_context(run.trace, run.request.profile, run.media_tokens())
        self._compare(run)

    def empty(self) -> None:
        """Another document is looked at, or none: what is known of the last one goes."""
        self.give_up()
        self._pane.name_requests(None, None)
        self._pane.set_sent_known(True)
        if self._workspace.active is None:
            self._pane.difference.set_diff(None)
            self._pane.context.set_context(None, None)
        else:
            self._pane.difference.wait()
            self._pane.context.wait()

    def give_up(self) -> None:
        """Takes no difference any more that was asked of another state or request; the next run asks anew."""
        self._compared = None
        self._workspace.background.drop(Topic.NEIGHBOURS)

    def _turn(self, _key: str) -> None:
        document = self._workspace.active
        if document is not None and document.run is not None:
            self._compare(document.run)

    def _compare(self, run: Run) -> None:
        """Asks for the difference that is looked at, once for each run."""
        view, wanted = self._pane.difference, self._pane.current
        if wanted is Evidence.CONTEXT or not view.isVisible() or self._compared == (run, wanted):
            return
        self._compared = (run, wanted)
        asked = run.request
        before = _before(asked.snapshot)
        after = self.tr("request {0}").format(asked.snapshot.request.index)
        if wanted is Evidence.NEIGHBOURS and before is None:
            view.set_diff(None, self.tr("This is the first request."))
            return

        def work(lab: Lab, unwanted: Callable[[], bool]) -> Generator[Any]:
            fates = None
            if wanted is Evidence.SENT or before is None:
                trace = lab.sent(asked.snapshot, like=asked.profile)
                fates = lab.forensic(asked.snapshot, basis=Basis.SENT, counted=False)
                title = self.tr("really sent")
            else:
                trace = lab.build(before, asked.profile, marks=asked.marks, cancelled=unwanted)
                title = self.tr("request {0}").format(before.request.index)
            found = lab.compare(trace, run.trace, fates=fates)
            yield replace(found, before_title=title, after_title=after)

        self._workspace.background.ask(Topic.NEIGHBOURS, work, self._show_diff, self._end)

    def _show_diff(self, diff: ContextDiff) -> None:
        self._pane.difference.set_diff(diff)

    def _end(self, error: CtxlabError | None) -> None:
        if error is not None:
            self._compared = None
            self._pane.difference.set_diff(None, error_text(error))


def _before(snapshot: Snapshot) -> Snapshot | None:
    """The request before, of the same chain."""
    chain = snapshot.session.chain(snapshot.request.chain)
    earlier = [one for one in chain if one.index < snapshot.request.index]
    return snapshot.session.at(earlier[-1].index, chain=earlier[-1].chain) if earlier else None
