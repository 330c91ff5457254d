"""What a Lab answers about one run by making others: caps that matter, what keeps, what is in the way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ctxlab.engine.pipeline import Examined
from ctxlab.model.calibration import Calibration, CountRow
from ctxlab.model.displaced import Displacer
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.rescue import Rescues
from ctxlab.model.sensitivity import Curve, KeepingCap, Tick
from ctxlab.model.session import Session, Snapshot
from ctxlab.model.systems import SystemsTable
from ctxlab.model.trace import Trace
from ctxlab.stages.protocol import never
from ctxlab.tokens.models import encoding_for
from ctxlab.tokens.protocols import Counter

if TYPE_CHECKING:
    from ctxlab.analysis.survival import Judge
    from ctxlab.analysis.ticks import Ticks
    from ctxlab.analysis.wanted import Wanted


class RunAnswers(ABC):
    """Answers about a run, given what makes runs and judges them."""

    _ticks: Ticks | None = None

    @abstractmethod
    def examine(
        self,
        snapshot: Snapshot,
        profile: Profile | str | Path,
        *,
        marks: Marks | None = None,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Examined:
        """One run with what analyses ask beside its trace."""

    @abstractmethod
    def wanted(
        self, session: Session, profile: Profile, marks: Marks | None = None, *, chain: str = ""
    ) -> Wanted:
        """What a chain is judged by."""

    @abstractmethod
    def recorded(
        self,
        snapshot: Snapshot,
        *,
        like: Profile | None = None,
        marks: Marks | None = None,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Trace:
        """The context as the recorder had it."""

    @property
    @abstractmethod
    def judge(self) -> Judge:
        """What tells how must-keeps stand in runs."""

    def ticks(
        self,
        snapshot: Snapshot,
        profile: Profile,
        marks: Marks | None = None,
        *,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Mapping[Row, tuple[Tick, ...]]:
        """For each row the caps at which one more unit enters it, ascending (see `analysis.ticks.Ticks.of`).

        They do not depend on the row's own cap, and are kept as long as an edit leaves a row's units alone.
        """
        from ctxlab.analysis.ticks import Ticks

        self._ticks = self._ticks or Ticks()
        return self._ticks.of(
            self.examine(snapshot, profile, marks=marks, counter=counter, cancelled=cancelled)
        )

    def curves(
        self,
        snapshot: Snapshot,
        profile: Profile,
        marks: Marks | None,
        row: Row,
        *,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Generator[Curve]:
        """A row's outcome against its cap, better with every run; the last is the answer.

        See `analysis.sensitivity.curves`. Each step makes one run, or two for the first.
        """
        from ctxlab.analysis.sensitivity import curves

        return curves(
            lambda one: self.examine(snapshot, one, marks=marks, counter=counter, cancelled=cancelled),
            profile,
            row,
        )

    def sensitivity(
        self,
        snapshot: Snapshot,
        profile: Profile,
        marks: Marks | None,
        row: Row,
        cancelled: Callable[[], bool] = never,
    ) -> Curve:
        """The last of `curves`: a row's outcome against its cap, from at most 64 runs and two more."""
        *_, last = self.curves(snapshot, profile, marks, row, cancelled=cancelled)
        return last

    def keeping_cap(
        self,
        snapshot: Snapshot,
        profile: Profile,
        marks: Marks | None,
        item_id: str,
        *,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> KeepingCap:
        """The smallest cap of its own row that keeps an item whole, tried by a run.

        See `analysis.keeping.keeping_cap`.

        Raises:
            RequestError: There is no such item at this request.
        """
        from ctxlab.analysis.keeping import keeping_cap

        return keeping_cap(
            lambda one: self.examine(snapshot, one, marks=marks, counter=counter, cancelled=cancelled),
            profile,
            item_id,
        )

    def calibrations(
        self,
        session: Session,
        profile: Profile,
        *,
        chain: str = "",
        cancelled: Callable[[], bool] = never,
    ) -> Generator[Calibration]:
        """What a chain's requests say of the provider's counts, one more with each step; the last is whole.

        Contexts are built as recorded and counted in the profile's encoding, without its factor. Nothing
        comes of a chain without any recorded count.
        """
        from ctxlab.analysis.calibration import calibration, counted_rows

        like = profile.set("tokens.factor", 100)
        rows: list[CountRow] = []

        messages = 0

        def count(snapshot: Snapshot) -> int:
            nonlocal messages
            trace = self.recorded(snapshot, like=like, cancelled=cancelled)
            messages = len(trace.context)
            return trace.totals.constructed

        for row in counted_rows(session, count, chain):
            rows.append(replace(row, messages=messages))
            encoding = encoding_for(like, session.model).value
            yield calibration(rows, session.unknown, chain=chain, encoding=encoding)

    def displaced(self, trace: Trace, item_id: str) -> tuple[Displacer, ...]:
        """The items that hold the tokens which a dropped item needed (see `analysis.displaced.displaced`)."""
        from ctxlab.analysis.displaced import displaced

        return displaced(trace, item_id)

    def demand(self, trace: Trace) -> Mapping[Row, int]:
        """What each row would be charged without a cap (see `analysis.row_stats`, which sums it up)."""
        from ctxlab.analysis.row_stats import demand

        return demand(trace)

    def rescues(
        self,
        snapshot: Snapshot,
        profile: Profile,
        marks: Marks | None,
        must_keep: MustKeep,
        *,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Generator[Rescues]:
        """The smallest changes that keep a lost must-keep, better with each one found; the last is complete.

        Each is shown by a run, of which there are at most 200; see `analysis.rescue.search.rescues`. What may
        suffer are the rows of `wanted`.
        """
        from ctxlab.analysis.rescue import rescues

        own = snapshot.session.marks if marks is None else marks
        wanted = self.wanted(snapshot.session, profile, own, chain=snapshot.request.chain)
        return rescues(
            lambda one, others: self.examine(
                snapshot, one, marks=others, counter=counter, cancelled=cancelled
            ),
            (profile, own),
            must_keep,
            self.judge,
            others=wanted.must_keeps,
        )

    def systems(
        self,
        snapshot: Snapshot,
        profiles: Sequence[tuple[str, Profile]],
        marks: Marks | None = None,
        *,
        cancelled: Callable[[], bool] = never,
    ) -> Generator[SystemsTable]:
        """One snapshot under several profiles, longer by one run each time; the last is whole.

        All are judged by the same: the must-keeps of all profiles and of the marks, and the constraints that
        the session states. See `analysis.systems.compare_systems`.
        """
        from ctxlab.analysis.systems import compare_systems

        own = snapshot.session.marks if marks is None else marks
        rules = tuple(dict.fromkeys(rule for _, profile in profiles for rule in profile.must_keep))
        asking = Profile(must_keep=rules)
        wanted = self.wanted(snapshot.session, asking, own, chain=snapshot.request.chain)
        return compare_systems(
            lambda one: self.examine(snapshot, one, marks=marks, cancelled=cancelled).trace,
            profiles,
            wanted.must_keeps,
            self.judge,
            snapshot=snapshot,
        )
