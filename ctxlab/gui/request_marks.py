"""The requests of the document that is looked at, as bars: their tokens, and where a must-keep is missing."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject

from ctxlab.analysis.asked import FOUND
from ctxlab.engine.judge import must_keeps
from ctxlab.gui.document import Document
from ctxlab.gui.runs import Run
from ctxlab.gui.survey import Question, Survey
from ctxlab.gui.views.request_bar import RequestBar, RequestMark
from ctxlab.gui.workspace import Workspace
from ctxlab.model.constraint import Survived
from ctxlab.model.matrix import Matrix

_MISSING = frozenset({Survived.WEAKENED, Survived.CHANGED, Survived.LOST})


class RequestMarks(QObject):
    """Fills a `RequestBar`, and asks for each new state at which requests must-keeps are lost."""

    def __init__(self, bar: RequestBar, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bar = bar
        self._workspace = workspace
        # by document and chain: each chain numbers its requests from 1
        self._lost: dict[Document, dict[str, frozenset[int]]] = {}
        self._asked: Question | None = None
        workspace.survey.found.connect(self._take)
        workspace.closed.connect(self._forget)

    def show(self) -> None:
        """Shows the requests of the active document."""
        document = self._workspace.active
        if document is None:
            self._bar.set_requests((), 0)
            self._bar.set_chains((), "")
            self._bar.set_branches((), 0)
            return
        request = document.snapshot.request
        # only those of the conversation are counted
        tokens: Mapping[int, int] = {} if request.chain else document.request_tokens
        lost = self._lost_of(document)
        marks = [
            RequestMark(one.index, one.turn, tokens.get(one.index), one.index in lost) for one in document.way
        ]
        self._bar.set_requests(marks, request.index)
        self._bar.set_chains(self._workspace.chains(document), request.chain)
        parted = [] if request.chain else [branch.parted.index for branch in document.branches]
        self._bar.set_branches(parted, document.branch)

    def first_lost(self) -> int | None:
        """The first request that lacks a must-keep, of the chain that is looked at, as far as it is known."""
        document = self._workspace.active
        return min(self._lost_of(document), default=None) if document else None

    def give_up(self) -> None:
        """The state is about to change: an answer to the last question would be of no use."""
        self._workspace.survey.stop()
        self._asked = None

    def ask(self, document: Document, run: Run) -> None:
        """Asks what became of must-keeps on the chain that is looked at, once for each state."""
        if not document.is_current:
            return
        profile, marks = run.request.profile, run.request.marks
        request = document.snapshot.request
        question = Question(document.session, profile, marks, request.chain, focus=request.index)
        asked = self._asked
        if asked and asked.asks_of(question) and asked.profile is profile and asked.marks is marks:
            return
        self._asked = question
        if not must_keeps(profile, marks) and document in self._lost:
            del self._lost[document]
            self.show()
        self._workspace.survey.ask(question)

    def _take(self, question: Question, survey: Survey) -> None:
        """Keeps the answer, which may come while another document is looked at."""
        for document in self._workspace.documents:
            if document.session is question.session:
                self._lost.setdefault(document, {})[question.chain] = lacking(survey.matrix)
        self.show()

    def _lost_of(self, document: Document) -> frozenset[int]:
        chain = document.snapshot.request.chain
        return self._lost.get(document, {}).get(chain, frozenset())

    def _forget(self, document: Document) -> None:
        self._lost.pop(document, None)
        if self._asked is not None and self._asked.session is document.session:
            self._asked = None


def lacking(matrix: Matrix) -> frozenset[int]:
    """The requests (1-based) whose context lacks a must-keep, or has it weaker or changed.

    A constraint that was only found is none yet.
    """
    rows = (row for row in matrix.rows if not row.must_keep.startswith(FOUND))
    return frozenset(
        column.request
        for row in rows
        for column, cell in zip(matrix.columns, row.cells, strict=True)
        if cell is not None and cell.verdict in _MISSING
    )
