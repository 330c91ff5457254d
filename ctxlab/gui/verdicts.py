"""A verdict on every open session, which follows each edit: the one looked at first, then those in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from ctxlab.analysis.row_stats import row_stats
from ctxlab.engine.judge import must_keeps
from ctxlab.errors import CtxlabError
from ctxlab.gui.background import Topic
from ctxlab.gui.document import Document
from ctxlab.gui.judging import MOST_ITEMS, Answer, Case, Shelf, judging, verdict_of
from ctxlab.gui.models.session_rows import UNJUDGED, SessionVerdict
from ctxlab.gui.runs import Run
from ctxlab.gui.workspace import Workspace
from ctxlab.model.row_stats import RowStats

#: Edits that follow each other within so long (ms) are judged once.
_PATIENCE_MS = 30

#: A verdict that is older than the state is shown for so long (ms) before it is taken back.
_STALE_MS = 400


class Verdicts(QObject):
    """Judges all documents of a workspace at the request that each looks at, under its profile as edited.

    Sessions under the same saved profile are judged by it as it was edited last, in whichever of them
    (`Workspace.sharing`); must-keeps are the profile's rules and the session's own marks.

    `judged(key, verdict)` brings one verdict after the other, None where one is not known any more.
    `stats_changed` brings what rows ask for over all sessions as a tuple of `RowStats`; `idle` says that all
    are judged.
    """

    judged = Signal(str, object)
    stats_changed = Signal(object)
    idle = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._shelf = Shelf()
        self._known: dict[str, Answer] = {}
        self._asked: dict[str, Case] = {}
        self._stats: tuple[RowStats, ...] = ()
        self._in_sight: Callable[[], Sequence[str]] = tuple
        self._watched: Document | None = None
        self._soon = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._soon.timeout.connect(self._ask)
        self._stale = QTimer(self, singleShot=True, interval=_STALE_MS)
        self._stale.timeout.connect(self._take_back)
        workspace.activated.connect(self._watch)
        workspace.listed.connect(self._soon.start)
        workspace.closed.connect(self._forget)

    @property
    def busy(self) -> bool:
        """Whether a verdict is to come."""
        return self._soon.isActive() or self._workspace.background.asks(Topic.VERDICTS)

    @property
    def stats(self) -> tuple[RowStats, ...]:
        """What rows ask for over the sessions that were judged."""
        return self._stats

    def verdict(self, document: Document) -> SessionVerdict | None:
        """The verdict on a document, if it is known."""
        known = self._known.get(self._workspace.key(document))
        return None if known is None else known.verdict

    def look_first_at(self, in_sight: Callable[[], Sequence[str]]) -> None:
        """Says what tells the keys of the documents that are in sight, which are judged before the others."""
        self._in_sight = in_sight

    def _watch(self, document: Document | None) -> None:
        old, self._watched = self._watched, document
        if old is not None:
            old.run_ready.disconnect(self._take_run)
            for signal in (old.state_changed, old.saved_changed, old.request_changed):
                signal.disconnect(self._later)
        if document is not None:
            document.run_ready.connect(self._take_run)
            for signal in (document.state_changed, document.saved_changed, document.request_changed):
                signal.connect(self._later)
        self._soon.start()

    def _later(self, _number: int = 0) -> None:
        """Asks when nothing more has happened for a moment; a timer would take a number for its interval."""
        self._soon.start()

    def _take_run(self, _run: Run) -> None:
        """The one that is looked at is judged by the run that is shown, at once."""
        document = self._watched
        if document is None or not document.is_current:
            return
        case = self._case(document)
        known = self._known.get(case.key)
        if case.trace is not None and (known is None or not known.case.same(case)):
            self._show(Answer(case, verdict_of(case.trace)))
        self._soon.start()

    def _case(self, document: Document) -> Case:
        work = self._workspace
        profile = work.sharing.profile(document)
        # a document that is not looked at may lag behind what its profile was edited to elsewhere
        up_to_date = profile is document.profile and document.is_current
        trace = document.run.trace if document.run is not None and up_to_date else None
        return Case(work.key(document), document.snapshot, profile, document.marks, trace)

    def _ask(self) -> None:
        """Asks for all that is not known, unless just that is asked for already."""
        work = self._workspace
        cases = {work.key(document): self._case(document) for document in work.documents}
        asked = {case.key: case for case in self._worth_a_build(tuple(cases.values()))}
        active = work.active
        if active is not None and not active.is_current:
            # its own run is on the way, and tells
            asked.pop(work.key(active), None)
        if _alike(asked, self._asked):
            return
        self._asked = asked
        if not asked:
            self._stale.stop()
            work.background.drop(Topic.VERDICTS)
            self._finish()
            return
        self._stale.start()
        order = self._in_order(asked)
        work.background.ask(
            Topic.VERDICTS, judging(order, frozenset(cases), self._shelf), self._take, self._end
        )

    def _worth_a_build(self, cases: Sequence[Case]) -> Iterator[Case]:
        """What is not known of these.

        Sessions without must-keeps are judged at once, and built for the statistics as far as there is room.
        """
        room = MOST_ITEMS
        for case in cases:
            judged = bool(must_keeps(case.profile, case.marks))
            if not judged:
                room -= len(case.snapshot.session.items)
                self._show_unjudged(case)
            if (judged or room >= 0) and not self._knows(case):
                yield case

    def _knows(self, case: Case) -> bool:
        known = self._known.get(case.key)
        if known is None or not known.case.same(case):
            return False
        return known.demand is not None or bool(known.verdict.problem)

    def _show_unjudged(self, case: Case) -> None:
        known = self._known.get(case.key)
        if known is None or known.verdict != UNJUDGED:
            self._show(Answer(case, UNJUDGED))

    def _in_order(self, asked: Mapping[str, Case]) -> list[Case]:
        """Sessions with must-keeps before those without, and among each those in sight before the others."""
        sight = {key: at for at, key in enumerate(self._in_sight())}

        def place(case: Case) -> tuple[bool, int]:
            return not must_keeps(case.profile, case.marks), sight.get(case.key, len(sight))

        return sorted(asked.values(), key=place)

    def _show(self, answer: Answer) -> None:
        self._known[answer.case.key] = answer
        self.judged.emit(answer.case.key, answer.verdict)

    def _take(self, answer: Answer) -> None:
        if self._asked.pop(answer.case.key, None) is not None:
            self._show(answer)

    def _end(self, _error: CtxlabError | None) -> None:
        self._asked.clear()
        self._stale.stop()
        self._finish()

    def _finish(self) -> None:
        demands = [answer.demand for answer in self._known.values() if answer.demand is not None]
        stats = tuple(row_stats(demands))
        if stats != self._stats:
            self._stats = stats
            self.stats_changed.emit(stats)
        self.idle.emit()

    def _take_back(self) -> None:
        """Says of the verdicts that are still to come that they are not known."""
        for key in self._asked:
            self.judged.emit(key, None)

    def _forget(self, document: Document) -> None:
        key = self._workspace.key(document)
        self._known.pop(key, None)
        self._asked.pop(key, None)


def _alike(one: Mapping[str, Case], other: Mapping[str, Case]) -> bool:
    """Whether two ask the same of the same sessions."""
    return one.keys() == other.keys() and all(case.same(other[key]) for key, case in one.items())
