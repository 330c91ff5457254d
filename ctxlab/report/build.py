"""Asking for all that a report needs: run, matrix, diagnosis, neighbouring contexts, rescues."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, TypeVar

from ctxlab.engine.judge import must_keeps
from ctxlab.errors import CancelledError
from ctxlab.model.cause import Diagnosis
from ctxlab.model.diff import ContextDiff
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.marks_edit import with_must_keep
from ctxlab.model.matrix import Matrix
from ctxlab.model.profile import Profile
from ctxlab.model.report import Report
from ctxlab.model.rescue import Rescues
from ctxlab.model.session import Session, Snapshot
from ctxlab.model.trace import Trace
from ctxlab.report.compose import compose
from ctxlab.report.facts import versions
from ctxlab.report.head import loss_of, row_of
from ctxlab.report.subject import Neighbours, Subject
from ctxlab.stages.protocol import never

_Made = TypeVar("_Made")


class Answers(Protocol):
    """What a report asks; a Lab answers it."""

    def build(
        self, snapshot: Snapshot, profile: Profile | str | Path, *, marks: Marks | None = None
    ) -> Trace:
        """The trace of one run."""
        ...

    def unmanaged(
        self, snapshot: Snapshot, *, like: Profile | None = None, marks: Marks | None = None
    ) -> Trace:
        """The context without any management."""
        ...

    def compare(self, before: Trace, after: Trace) -> ContextDiff:
        """What changed between two contexts."""
        ...

    def diagnose(
        self,
        snapshot: Snapshot,
        profile: Profile | str | Path,
        marks: Marks | None,
        must_keep: MustKeep | str,
    ) -> Diagnosis:
        """Why a must-keep is not in the context, or that it is."""
        ...

    def matrices(
        self,
        session: Session,
        profile: Profile | str | Path,
        marks: Marks | None = None,
        *,
        chain: str = "",
        cancelled: Callable[[], bool] = never,
    ) -> Generator[Matrix]:
        """The survival matrix, better with each request that was built."""
        ...

    def rescues(
        self,
        snapshot: Snapshot,
        profile: Profile,
        marks: Marks | None,
        must_keep: MustKeep,
        *,
        cancelled: Callable[[], bool] = never,
    ) -> Generator[Rescues]:
        """What would keep a lost must-keep, better with each one found."""
        ...


@dataclass(frozen=True, slots=True)
class Asked:
    """What a report is asked for.

    `must_keep` None takes the first that is not kept at the request. `rescues` False leaves out what would
    keep it, which takes most of the time. `version` is ctxlab's.
    """

    snapshot: Snapshot
    profile: Profile
    marks: Marks
    must_keep: MustKeep | None = None
    language: str = "en"
    rescues: bool = True
    version: str = ""


def build_report(lab: Answers, asked: Asked, *, cancelled: Callable[[], bool] = never) -> Report:
    """The report, not redacted yet.

    Raises:
        RequestError: The must-keep cannot be judged.
        CancelledError: `cancelled` said so.
    """
    return _end_of(report_steps(lab, asked, cancelled=cancelled))


def report_steps(
    lab: Answers, asked: Asked, *, cancelled: Callable[[], bool] = never
) -> Generator[None, None, Report]:
    """Builds the report in steps, between which something more urgent may come; it is what they return.

    Errors are those of `build_report`.
    """
    subject = yield from _gathering(lab, asked, cancelled)
    return compose(subject, versions(asked.version))


def gather(lab: Answers, asked: Asked, *, cancelled: Callable[[], bool] = never) -> Subject:
    """All that the report is made of; errors are those of `build_report`."""
    return _end_of(_gathering(lab, asked, cancelled))


def _end_of(steps: Generator[None, None, _Made]) -> _Made:
    """What steps return when all are done."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            made: _Made = done.value
            return made


def _best(better: Generator[_Made]) -> Generator[None, None, _Made | None]:
    """The last of answers that get better one by one; None where there is none."""
    best: _Made | None = None
    for one in better:
        best = one
        yield
    return best


def _gathering(lab: Answers, asked: Asked, cancelled: Callable[[], bool]) -> Generator[None, None, Subject]:
    snapshot, profile, marks = asked.snapshot, asked.profile, asked.marks
    # what no mark asks for has a row of its own in the matrix nevertheless
    more = None if asked.must_keep is None or _is_asked(asked) else with_must_keep(marks, asked.must_keep)
    matrix = yield from _best(
        lab.matrices(
            snapshot.session, profile, more or marks, chain=snapshot.request.chain, cancelled=cancelled
        )
    )
    _go_on(cancelled)
    subject = Subject(
        snapshot,
        profile,
        marks,
        lab.build(snapshot, profile, marks=marks),
        asked.language,
        asked.must_keep or _first_lost(matrix, asked),
        matrix=matrix,
    )
    if subject.must_keep is None:
        return subject
    yield
    subject = replace(subject, diagnosis=lab.diagnose(snapshot, profile, marks, subject.must_keep))
    _go_on(cancelled)
    yield
    subject = replace(subject, neighbours=_neighbours(lab, subject))
    if asked.rescues:
        found = yield from _rescues(lab, subject, cancelled)
        subject = replace(subject, rescues=found)
    return subject


def _go_on(cancelled: Callable[[], bool]) -> None:
    if cancelled():
        raise CancelledError("the report is not wanted any more")


def _is_asked(asked: Asked) -> bool:
    known = must_keeps(asked.profile, asked.marks)
    return any(one == asked.must_keep for one in known)


def _first_lost(matrix: Matrix | None, asked: Asked) -> MustKeep | None:
    """The first must-keep of the matrix that is not kept at the request."""
    if matrix is None:
        return None
    index = asked.snapshot.request.index
    places = [at for at, column in enumerate(matrix.columns) if column.request == index]
    known = {one.id: one for one in must_keeps(asked.profile, asked.marks)}
    for row in matrix.rows:
        cells = [row.cells[at] for at in places]
        if any(cell is not None and cell.verdict is not None and not cell.verdict.kept for cell in cells):
            found = MustKeep(row.must_keep, text=row.label, since=row.since, meaning=True)
            return known.get(row.must_keep, found)
    return None


def _neighbours(lab: Answers, subject: Subject) -> Neighbours:
    """The contexts before and after the loss; of what is there, the last two.

    Where no earlier context had it, the one without management stands before.
    """
    chain, index = subject.snapshot.request.chain, subject.snapshot.request.index
    row, columns = row_of(subject), subject.matrix.columns if subject.matrix else ()
    before: int | None = None
    after = index
    if subject.diagnosis is not None and subject.diagnosis.survival.verdict.kept:
        earlier: Sequence[int] = [one.request for one in columns if one.request < index]
        before = earlier[-1] if earlier else None
    elif row is not None:
        first, last = loss_of(subject, row)
        if first is not None and last is not None:
            before, after = columns[last].request, columns[first].request
    session = subject.session
    later = session.at(after, chain=chain)
    new = lab.build(later, subject.profile, marks=subject.marks)
    if before is None:
        old = lab.unmanaged(later, like=subject.profile, marks=subject.marks)
    else:
        old = lab.build(session.at(before, chain=chain), subject.profile, marks=subject.marks)
    return Neighbours(lab.compare(old, new), before, after)


def _rescues(
    lab: Answers, subject: Subject, cancelled: Callable[[], bool]
) -> Generator[None, None, Rescues | None]:
    """What would keep what is lost; nothing of what is there."""
    found, one = subject.diagnosis, subject.must_keep
    if found is None or one is None or found.survival.verdict.kept:
        return None
    return (
        yield from _best(
            lab.rescues(subject.snapshot, subject.profile, subject.marks, one, cancelled=cancelled)
        )
    )
