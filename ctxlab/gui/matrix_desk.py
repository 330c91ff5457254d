"""Shows the survival matrix and what it says of each must-keep; a cell leads to its request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QObject

from ctxlab.analysis.asked import FOUND
from ctxlab.gui.background import Topic
from ctxlab.gui.document import Document
from ctxlab.gui.inquiry import Inquiry
from ctxlab.gui.models.constraint_rows import note_of
from ctxlab.gui.models.value_words import value_words
from ctxlab.gui.presenter import Presenter
from ctxlab.gui.survey import Question, Survey, Surveyor
from ctxlab.gui.text import dotted
from ctxlab.gui.view_set import Views
from ctxlab.gui.workspace import Workspace
from ctxlab.model.constraint import Stated
from ctxlab.model.matrix import Cell, Matrix, MatrixRow, Under

translate = QCoreApplication.translate


class MatrixDesk(QObject):
    """Fills the matrix, the list of must-keeps and that of constraints from what surveys find."""

    def __init__(
        self,
        views: Views,
        workspace: Workspace,
        presenter: Presenter,
        inquiry: Inquiry,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._views = views
        self._workspace = workspace
        self._presenter = presenter
        self._inquiry = inquiry
        self._under = Under.PROFILE
        self._surveys: dict[Document, dict[tuple[str, Under], tuple[Question, Survey]]] = {}
        self._others = Surveyor(workspace.background, self, topic=Topic.MATRIX)
        for surveyor in (workspace.survey, self._others):
            surveyor.found.connect(self._take)
            surveyor.ended.connect(self._show)
        workspace.closed.connect(self._forget)
        presenter.shown.connect(self._show)
        presenter.moved.connect(self._others.stop)
        presenter.moved.connect(self._age)
        presenter.emptied.connect(self._show)
        inquiry.changed.connect(self._show_place)
        views.matrix.under_chosen.connect(self._look_under)
        views.matrix.cell_chosen.connect(self._go)
        views.must_keeps.must_keep_chosen.connect(inquiry.ask)
        views.constraints.constraint_chosen.connect(inquiry.ask)

    @property
    def busy(self) -> bool:
        """Whether a matrix is to come that was asked for here."""
        return self._others.busy

    def look(self) -> None:
        """The page came into sight."""
        self._show()
        self._ask_others()

    def _look_under(self, key: str) -> None:
        self._under = Under(key)
        self._show()
        self._ask_others()

    def _ask_others(self) -> None:
        """Asks for the matrix of other contexts than those under the profile, where they are looked at."""
        document = self._workspace.active
        if self._under is Under.PROFILE or document is None or document.run is None:
            return
        if not self._views.matrix.isVisible():
            return
        asked, request = document.run.request, document.snapshot.request
        self._others.ask(
            Question(document.session, asked.profile, asked.marks, request.chain, self._under, request.index)
        )

    def _take(self, question: Question, survey: Survey) -> None:
        for document in self._workspace.documents:
            if document.session is question.session:
                key = (question.chain, question.under)
                self._surveys.setdefault(document, {})[key] = (question, survey)
                self._inquiry.know(document, survey.stated)
        self._show()

    def _show(self, *_told: object) -> None:
        document = self._workspace.active
        self._views.matrix.under.choose(self._under.value)
        self._show_matrix(document)
        self._show_lists(document)

    def _show_matrix(self, document: Document | None) -> None:
        view = self._views.matrix
        found = None if document is None else self._survey(document, self._under)
        if document is None or found is None:
            view.set_matrix(None, {})
            view.set_sent_known(True)
            view.say("" if document is None else self._waiting(document, self._under))
            return
        survey = found[1]
        chain = document.session.chain(document.snapshot.request.chain)
        view.set_sent_known(any(request.sent for request in chain))
        view.set_matrix(survey.matrix, _notes(survey), survey.fresh)
        self._show_place()
        self._age()

    def _age(self) -> None:
        """Says whether what is shown is of another state than that which is looked at."""
        document = self._workspace.active
        found = None if document is None else self._survey(document, self._under)
        if document is None or found is None:
            return
        question, survey = found
        # what was recorded stays as it was, whatever is edited
        of_now = question.profile is document.profile and question.marks is document.marks
        self._views.matrix.rows.set_stale(self._under is Under.PROFILE and not of_now)
        if self._views.matrix.rows.pending:
            self._views.matrix.say(self.tr("being looked up…"))
        else:
            self._views.matrix.say(self._summary(survey.matrix, document.snapshot.request.index))

    def _show_lists(self, document: Document | None) -> None:
        """What is known under the profile, in the list of must-keeps and that of constraints."""
        known = None if document is None else self._survey(document, Under.PROFILE)
        if document is None:
            self._views.constraints.set_found((), {})
            return
        if known is None:
            self._views.constraints.wait(self._waiting(document, Under.PROFILE))
            return
        question, own = known
        if _is_of_now(document, question):
            # what was found of another state would contradict the run that is shown
            self._views.must_keeps.set_cells(_cells_at(own.fresh, document.snapshot.request.index))
        rows = {row.must_keep for row in own.matrix.rows}
        shown = [one for one in own.stated if one.id in rows or not one.constraint.hard]
        known_now = own.fresh if _is_of_now(document, question) else replace(own.matrix, rows=())
        self._views.constraints.set_found(shown, _cells_at(known_now, document.snapshot.request.index))

    def _waiting(self, document: Document, under: Under) -> str:
        """What is said while nothing is known yet; a session that is too long is never looked up."""
        surveyor = self._workspace.survey if under is Under.PROFILE else self._others
        awaited = surveyor.busy or document.run is None or not document.is_current
        return self.tr("being looked up…") if awaited else self.tr("not looked up")

    def _summary(self, matrix: Matrix, request: int) -> str:
        """How many must-keeps are not kept at the request that is looked at; nothing where there are none."""
        cells = _cells_at(matrix, request)
        found = {key: cell for key, cell in cells.items() if key.startswith(FOUND)}
        stated = {key: cell for key, cell in cells.items() if key not in found}
        if not matrix.rows:
            # that there are none is said in their place
            return ""
        parts = [self.tr("{0} of {1} stated").format(*_lost_of(stated))] if stated else []
        parts += [self.tr("{0} of {1} found").format(*_lost_of(found))] if found else []
        words = self.tr("not kept: {0}").format(" + ".join(parts))
        left = len(matrix.left_out)
        more = self.tr("no room for {0} more that were found").format(left) if left else ""
        return dotted([words, *([more] if more else [])])

    def _show_place(self) -> None:
        document, one = self._workspace.active, self._inquiry.one
        if document is not None:
            self._views.matrix.show_place(one.id if one else "", document.snapshot.request.index)

    def _go(self, must_keep: str, request: int) -> None:
        document = self._workspace.active
        if document is None:
            return
        self._inquiry.ask(must_keep)
        if request and request != document.snapshot.request.index:
            document.look_at(request, chain=document.snapshot.request.chain)

    def _survey(self, document: Document, under: Under) -> tuple[Question, Survey] | None:
        return self._surveys.get(document, {}).get((document.snapshot.request.chain, under))

    def _forget(self, document: Document) -> None:
        self._surveys.pop(document, None)
        self._others.forget(document.session)


def _lost_of(cells: Mapping[str, Cell]) -> tuple[int, int]:
    """How many of these are not kept, and how many are judged."""
    verdicts = [cell.verdict for cell in cells.values() if cell.verdict is not None]
    return sum(not verdict.kept for verdict in verdicts), len(verdicts)


def _cells_at(matrix: Matrix, request: int) -> Mapping[str, Cell]:
    """The cells of a request, by must-keep."""
    at = next((place for place, column in enumerate(matrix.columns) if column.request == request), None)
    if at is None:
        return {}
    return {row.must_keep: cell for row in matrix.rows if (cell := row.cells[at]) is not None}


def _notes(survey: Survey) -> Mapping[str, str]:
    """Where each must-keep was said and what it is: `turn 2 · budget ≤ 3,000 CNY`."""
    return {row.must_keep: _note(row, survey) for row in survey.matrix.rows}


def _note(row: MatrixRow, survey: Survey) -> str:
    columns = survey.matrix.columns
    # it is judged from the turn on in which it was said
    turn = next(
        (columns[at].turn for at, cell in enumerate(row.cells) if cell is not None and cell.verdict), None
    )
    said = [] if turn is None or not row.since else [translate("MatrixDesk", "turn {0}").format(turn)]
    one = next((one for one in survey.stated if one.id == row.must_keep or _same(one, row)), None)
    if one is not None:
        said += [note_of(one), *(value_words(value) for value in one.constraint.values)]
    return dotted(said)


def _same(one: Stated, row: MatrixRow) -> bool:
    """Whether a must-keep that the user stated is that constraint."""
    text = one.constraint.text
    return one.item == row.since and (text in row.label or row.label in text)


def _is_of_now(document: Document, question: Question) -> bool:
    """Whether a survey speaks of the state whose run is shown."""
    run = document.run
    if run is None:
        return False
    return question.profile is run.request.profile and question.marks is run.request.marks
