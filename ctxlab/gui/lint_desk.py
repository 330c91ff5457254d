"""Lints the document that is looked at, beside the work and least urgently, and applies cures."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from typing import Any

from PySide6.QtCore import QObject, QTimer

from ctxlab.analysis.lint import OVER_REQUESTS, Question, applied, as_problems, lint
from ctxlab.engine.pipeline import Kept
from ctxlab.errors import CtxlabError
from ctxlab.explain.problems import cure as cure_words
from ctxlab.explain.rescue import changes
from ctxlab.gui.background import PAUSE, Topic
from ctxlab.gui.document import Document
from ctxlab.gui.models.problem_rows import RESCUE
from ctxlab.gui.models.stage_cells import label_of
from ctxlab.gui.presenter import Presenter
from ctxlab.gui.runs import Run
from ctxlab.gui.view_set import Views
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.model.lint import Linted, Problem, keyed, ranked
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session, Snapshot

#: An edit is left in peace for so long (ms) before what it changed is looked at.
IDLE_MS = 300

#: Requests times items up to which all gathered requests are kept, so that an edit need not gather again.
_KEPT_WORK = 100_000
_RUNS_KEPT = 8

_State = tuple[Snapshot, Profile, Marks]


class LintDesk(QObject):
    """Fills the problems view; each new run of the state that is looked at asks anew.

    While an answer is being made, what was found over all requests before stands until it is known anew.
    `tell` says in words what an applied cure did, or why it was not applied.
    """

    def __init__(
        self,
        views: Views,
        workspace: Workspace,
        presenter: Presenter,
        language: str,
        tell: Callable[[str], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._view = views.problems
        self._workspace = workspace
        self._presenter = presenter
        self._language = language
        self._tell = tell
        self._document: Document | None = None
        self._state: _State | None = None
        self._complete = False
        self._summaries: Hashable = 0
        self._problems: tuple[Problem, ...] = ()
        self._lab: tuple[Session, Lab] | None = None
        self._idle = QTimer(self, singleShot=True, interval=IDLE_MS)
        self._idle.timeout.connect(self._ask)
        presenter.shown.connect(self._take_run)
        presenter.emptied.connect(self._empty)
        presenter.moved.connect(self._give_up)
        presenter.failed.connect(self._end)
        workspace.closed.connect(self._forget)
        self._view.cure_requested.connect(self.apply)

    @property
    def busy(self) -> bool:
        """Whether an answer is to come that was not asked for yet."""
        return self._idle.isActive()

    def apply(self, key: str) -> None:
        """Makes the edit that a cure is, undoably; not where the state is another than it was tried on."""
        document = self._workspace.active
        if document is None:
            return
        if self._state != (document.snapshot, document.profile, document.marks):
            self._tell(self.tr("Edited meanwhile: problems are looked for anew."))
            return
        name, _, number = key.rpartition(" #")
        found = keyed(ranked(self._problems)).get(name)
        if number == RESCUE and found is not None and found.rescue is not None:
            best = found.rescue
            words = changes(best, self._language)
            document.change(best.profile, best.marks, words)
            self._tell(words)
            return
        if found is None or not number.isdecimal() or int(number) >= len(found.cures):
            return
        cure = found.cures[int(number)]
        words = cure_words(cure, self._language)
        document.change(applied(document.profile, cure), document.marks, words)
        self._tell(words)

    def _take_run(self, run: Run) -> None:
        document = self._workspace.active
        if document is not None and document.is_current and run is document.run:
            self._document = document
            self._idle.start()

    def _give_up(self) -> None:
        self._idle.stop()
        self._workspace.background.drop(Topic.LINT)

    def _empty(self) -> None:
        """Another document is looked at, or none: until it is linted, what its reader noticed is shown."""
        self._give_up()
        self._state = None
        document = self._document = self._workspace.active
        self._problems = tuple(as_problems(document.session.diagnostics)) if document else ()
        self._view.say_whether(looking=document is not None)
        self._view.set_problems(ranked(self._problems))

    def _forget(self, document: Document) -> None:
        if self._lab is not None and self._lab[0] is document.session:
            self._lab = None

    def _ask(self) -> None:
        document = self._document
        if document is None or not document.is_current:
            return
        state = (document.snapshot, document.profile, document.marks)
        summaries = self._workspace.background.counters.summaries.generation
        if state == self._state and self._complete and summaries == self._summaries:
            return
        self._summaries = summaries
        self._workspace.background.ask(Topic.LINT, self._work(state), self._take, self._end)

    def _work(self, state: _State) -> Callable[[Lab, Callable[[], bool]], Generator[Any]]:
        def steps(lab: Lab, unwanted: Callable[[], bool]) -> Generator[Any]:
            own = self._own_lab(state[0].session, lab)
            told: tuple[Problem, ...] | None = None
            for linted in lint(Question(*state), own, unwanted):
                if linted.problems == told and not linted.complete:
                    yield PAUSE
                else:
                    told = linted.problems
                    yield state, linted

        return steps

    def _own_lab(self, session: Session, lab: Lab) -> Lab:
        """The Lab of this session's lints; so many runs would push out what the other topics keep."""
        known = self._lab
        if known is not None and known[0] is session:
            return known[1]
        requests = len(session.requests)
        many = requests if requests * len(session.items) <= _KEPT_WORK else 1
        own = lab.another(Kept(gathers=many, runs=_RUNS_KEPT, judged=many))
        self._lab = (session, own)
        return own

    def _take(self, answer: tuple[_State, Linted]) -> None:
        state, linted = answer
        found = linted.problems
        if not linted.complete:
            known = {one.name for one in found}
            old = (one for one in self._problems if one.code in OVER_REQUESTS and one.name not in known)
            found = ranked((*found, *old))
        self._state, self._problems, self._complete = state, found, linted.complete
        run = self._document.run if self._document else None
        trace = run.trace if run else None
        self._view.say_whether(looking=not linted.complete)
        self._view.set_problems(found, (lambda item: label_of(trace, item)) if trace else None)

    def _end(self, error: CtxlabError | None) -> None:
        """What keeps a request from being built is told where the run that is shown fails."""
        if error is not None:
            self._view.say_unknown()
