"""The runs behind a survival matrix: one a request, kept so that an edit runs only what it touches."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from dataclasses import dataclass, replace
from typing import Protocol

from ctxlab.analysis.matrix import Asked, Build, Cellar, FateOf, matrices, untold
from ctxlab.analysis.survival import POOLS_KEPT
from ctxlab.engine.pipeline import Kept
from ctxlab.errors import FormatError, RequestError
from ctxlab.model.forensic import Basis, Forensic, ItemFate, SentFate
from ctxlab.model.marks import Marks
from ctxlab.model.matrix import Matrix, Under
from ctxlab.model.profile import Profile
from ctxlab.model.session import Request, Session, Snapshot
from ctxlab.model.trace import Trace
from ctxlab.stages.protocol import SummaryShelf
from ctxlab.tokens.protocols import Counter

#: Items of all requests together up to which every gather is kept: half a gigabyte of them, roughly. Beyond,
#: an edit costs as much as the first matrix.
_KEPT_WORK = 700_000


class Runs(Protocol):
    """What builds the contexts: a Lab."""

    @property
    def summaries(self) -> SummaryShelf:
        """The models' summaries that contexts are built with."""
        ...

    def build(
        self,
        snapshot: Snapshot,
        profile: Profile,
        *,
        marks: Marks | None = None,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = ...,
    ) -> Trace:
        """The trace of one run."""
        ...

    def recorded(
        self,
        snapshot: Snapshot,
        *,
        like: Profile | None = None,
        marks: Marks | None = None,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = ...,
    ) -> Trace:
        """The context as the recorder had it."""
        ...

    def sent(self, snapshot: Snapshot, *, like: Profile | None = None) -> Trace:
        """What was really sent."""
        ...

    def forensic(self, snapshot: Snapshot, *, basis: Basis | None = None, counted: bool = True) -> Forensic:
        """What became of each item in what was sent or recorded."""
        ...


@dataclass(frozen=True, slots=True)
class Setting:
    """Under what a matrix is made: a profile, marks, a counter in place of the profile's, a cancel test."""

    profile: Profile
    marks: Marks
    counter: Counter | None
    cancelled: Callable[[], bool]


class MatrixRuns:
    """The matrices of one chain of a session.

    Under the profile every gather is kept, since a cap edit leaves them alone. What was recorded or sent no
    edit changes: there the cells are kept and the runs are not.
    """

    def __init__(self, session: Session, chain: str, another: Callable[[Kept], Runs]) -> None:
        self._session, self._chain = session, chain
        requests = session.chain(chain)
        kept = len(requests) if sum(request.end for request in requests) <= _KEPT_WORK else 1
        self._many = another(Kept(gathers=kept, runs=1, judged=1))
        self._few = another(Kept(gathers=1, runs=1, judged=1))
        self._cellar = Cellar(max(kept, POOLS_KEPT))

    def are_of(self, session: Session, chain: str) -> bool:
        """Whether these are the runs of that chain, be the session under other marks."""
        return self._session.items is session.items and self._chain == chain

    def matrices(self, asked: Asked, setting: Setting) -> Generator[Matrix]:
        """Better and better matrices; see `matrix.matrices`, whose arguments and errors these are."""
        return matrices(
            asked,
            self._build(asked, setting),
            self._cellar.judge(asked.under),
            self._cellar.cells(
                (_run(asked, setting), asked.session.summaries, self._many.summaries.generation)
            ),
            setting.cancelled,
            self._fate_of(asked),
        )

    def _fate_of(self, asked: Asked) -> FateOf:
        if asked.under is Under.PROFILE:
            return untold
        basis = Basis.SENT if asked.under is Under.SENT else Basis.RECORD

        def fate_of(request: Request, item: str) -> ItemFate | None:
            try:
                found = self._few.forensic(Snapshot(asked.session, request), basis=basis, counted=False)
            except (FormatError, RequestError):
                return None
            fate = found.by_item.get(item)
            return None if fate is None or fate.fate is SentFate.KEPT else fate

        return fate_of

    def _build(self, asked: Asked, setting: Setting) -> Build:
        session, counter, cancelled = asked.session, setting.counter, setting.cancelled
        # the matrix has a judge of its own
        profile = setting.profile.with_parts(must_keep=())
        marks = replace(setting.marks, must_keeps=())

        def under_profile(request: Request) -> Trace:
            snapshot = Snapshot(session, request)
            return self._many.build(snapshot, profile, marks=marks, counter=counter, cancelled=cancelled)

        def as_recorded(request: Request) -> Trace:
            snapshot = Snapshot(session, request)
            return self._few.recorded(
                snapshot, like=profile, marks=marks, counter=counter, cancelled=cancelled
            )

        def really_sent(request: Request) -> Trace | None:
            try:
                return self._few.sent(Snapshot(session, request), like=profile)
            except (FormatError, RequestError):
                return None

        built = {Under.PROFILE: under_profile, Under.RECORDED: as_recorded}
        return really_sent if asked.under is Under.SENT else built[asked.under]


def _run(asked: Asked, setting: Setting) -> Hashable:
    """What the cells depend on beside the must-keep and the request."""
    marks, counter = setting.marks, setting.counter
    profile = setting.profile
    read = profile.with_parts(must_keep=(), name="") if asked.under is Under.PROFILE else profile.tokens
    counted = None if counter is None else (counter.vocabulary, getattr(counter, "generation", 0))
    return (asked.under, read, marks.pins, marks.key_facts, marks.sources, counted)
