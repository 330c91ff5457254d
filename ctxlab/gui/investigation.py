"""Fills the Investigate page: the verdict on what is asked about, its cards, the evidence."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from ctxlab.errors import CtxlabError
from ctxlab.gui.advice import Advice
from ctxlab.gui.advisor import Advisor
from ctxlab.gui.background import Topic
from ctxlab.gui.error_text import error_text
from ctxlab.gui.evidence import EvidenceDesk
from ctxlab.gui.inquiry import Inquiry
from ctxlab.gui.models.case_file import CaseFile, case_file
from ctxlab.gui.models.constraint_rows import sign_of
from ctxlab.gui.models.stage_cells import label_of, words_of
from ctxlab.gui.models.survived_words import signed, told
from ctxlab.gui.models.text_rows import Sign
from ctxlab.gui.presenter import Presenter
from ctxlab.gui.runs import Run
from ctxlab.gui.view_set import Views
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.model.cause import Diagnosis
from ctxlab.model.marks import MustKeep
from ctxlab.model.matrix import Cell, Under
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin


@dataclass(frozen=True, slots=True, eq=False)
class _Answer:
    """What is told of a must-keep in a run."""

    found: Diagnosis
    trace: Trace
    profile: Profile


class Investigation(QObject):
    """Shows what became of what is asked about; asks and compares only while its page is in sight.

    `answered` brings the `Diagnosis` that is shown.
    """

    answered = Signal(object)

    def __init__(
        self,
        views: Views,
        workspace: Workspace,
        presenter: Presenter,
        advisor: Advisor,
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
        self._under = Under.PROFILE
        self._asked: tuple[Run, MustKeep, Under] | None = None
        self._evidence = EvidenceDesk(views.evidence, workspace, self)
        presenter.shown.connect(self._take_run)
        presenter.emptied.connect(self._empty)
        presenter.moved.connect(self._give_up)
        inquiry.changed.connect(self._ask)
        advisor.advised.connect(self._offer)
        workspace.survey.found.connect(self._show_first_lost)
        views.matrix.under_chosen.connect(self._look_under)
        self._show(None)

    @property
    def under(self) -> Under:
        """Which contexts are asked about."""
        return self._under

    def look(self) -> None:
        """The page came into sight."""
        run = self._run()
        if run is not None:
            self._evidence.show_run(run)
        self._ask()

    def _look_under(self, key: str) -> None:
        self._under = Under(key)
        self._ask()

    def _empty(self) -> None:
        """Another document is looked at, or none: what is known of the last one goes."""
        self._evidence.empty()
        self._asked = None
        self._workspace.background.drop(Topic.CASE)
        self._show(None)

    def _give_up(self) -> None:
        """What was asked of another state or request is of no use; the next run asks anew."""
        self._asked = None
        self._workspace.background.drop(Topic.CASE)
        self._evidence.give_up()

    def _take_run(self, run: Run) -> None:
        self._evidence.show_run(run)
        self._ask()

    def _ask(self) -> None:
        if not self._views.verdict.isVisible():
            # the page is filled when it is turned to: an edit on the other one does not wait for it
            return
        self._show_first_lost()
        run, one = self._run(), self._inquiry.one
        if run is None or one is None:
            self._workspace.background.drop(Topic.CASE)
            self._show(None)
            return
        if self._asked == (run, one, self._under):
            return
        self._asked = (run, one, self._under)
        if self._under is Under.SENT:
            self._workspace.background.drop(Topic.CASE)
            self._show_sent(one)
            return
        asked, recorded = run.request, self._under is Under.RECORDED
        profile = _recorded(asked.profile) if recorded else asked.profile

        def work(lab: Lab, unwanted: Callable[[], bool]) -> Generator[Any]:
            trace = lab.build(asked.snapshot, profile, marks=asked.marks, cancelled=unwanted)
            found = lab.diagnose(asked.snapshot, profile, asked.marks, one, cancelled=unwanted)
            yield _Answer(found, trace, profile)

        self._workspace.background.ask(Topic.CASE, work, self._take, self._end)

    def _take(self, answer: _Answer) -> None:
        asked = self._asked
        if asked is None:
            return
        found, trace = answer.found, answer.trace
        # where its row stopped is said by its own sentence: such an item holds nothing
        holding = [one for one in found.displaced_by if one.tokens or not one.blocks]
        self._show(
            case_file(
                trace,
                found,
                asked[1].label if not asked[1].item else words_of(trace, asked[1].item),
                self._language,
                answer.profile,
                recorded=asked[2] is Under.RECORDED,
                displaced=[
                    self.tr("{0} ({1})").format(label_of(trace, one.item), f"{one.tokens:,}")
                    for one in holding
                ],
            )
        )
        self.answered.emit(found)

    def _end(self, error: CtxlabError | None) -> None:
        if error is not None:
            self._asked = None
            self._show(CaseFile("", Sign.NEUTRAL, error_text(error), "", ()))

    def _show_sent(self, one: MustKeep) -> None:
        """What was sent passed through no stages of ours: the matrix has its verdict."""
        rows, document = self._views.matrix.rows, self._workspace.active
        request = document.snapshot.request.index if document else 0
        cell = rows.cell(rows.row_of(one.id), rows.column_of(request))
        if cell is None or cell.verdict is None:
            self._show(CaseFile("", Sign.NEUTRAL, told(Cell(), self._language), self.tr("really sent"), ()))
            return
        sentence = self.tr("“{0}” in what was really sent at request {1}: {2}").format(
            one.label, request, told(cell, self._language)
        )
        self._show(
            CaseFile(signed(cell.verdict), sign_of(cell.verdict), sentence, self.tr("really sent"), ())
        )

    def _show(self, case: CaseFile | None) -> None:
        if case is None:
            case = CaseFile("", Sign.NEUTRAL, "", "", ())
            self._views.verdict.offer(())
        self._views.verdict.show_verdict(case.pill, case.sign, case.sentence, case.under)
        self._views.cards.show_cards(case.cards)

    def _show_first_lost(self, *_told: object) -> None:
        first = self._presenter.requests.first_lost()
        document = self._workspace.active
        here = document.snapshot.request.index if document else None
        self._views.verdict.show_first_lost(None if first == here else first)

    def _offer(self, advice: Advice) -> None:
        """What would keep it changes the profile: it is offered where that is what is asked about."""
        offers = [(one.key, one.words) for one in advice.remedies if one.enabled]
        self._views.verdict.offer(offers if self._under is Under.PROFILE else ())

    def _run(self) -> Run | None:
        document = self._workspace.active
        return document.run if document else None


def _recorded(like: Profile) -> Profile:
    """What shows a context as the recorder had it, counted as the profile counts."""
    return builtin("as-recorded").with_parts(tokens=like.tokens)
