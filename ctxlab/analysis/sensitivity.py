"""The curve of one row: items, tokens and must-keeps at every cap, with all else as it is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Generator
from dataclasses import dataclass

from ctxlab.analysis.curve_plan import Plan, plan_curve, standing
from ctxlab.engine.pipeline import Examined
from ctxlab.model.items import Row
from ctxlab.model.profile import Overflow, Profile
from ctxlab.model.sensitivity import Curve
from ctxlab.stages.protocol import Queue

#: One run under a profile; the same session, request, marks and counter each time.
Build = Callable[[Profile], Examined]

#: Whole runs made for one curve.
MOST_RUNS = 64


def curves(build: Build, profile: Profile, row: Row, *, most: int = MOST_RUNS) -> Generator[Curve]:
    """The curve of a row, better with every run that is made for it; the last one given is the answer.

    The caps are the one that the row has now, and those at which it admits another unit or one unit less; of
    an elastic row they allow for what it gets beside its cap now. A run is made at each of them; of more than
    `most`, at the ends, where must-keeps enter, at some between, and where the must-keeps change.

    `kept` and `tokens` are what stands at the end of Select. Where a row has more caps than runs, they are
    what the row admits, provided that every run agrees with it; where one does not (the limit takes from the
    row, or pairs are mended), the curve has the caps of the runs only, with what those found.

    The curve is exact where a run was made at every cap and nothing can change between two of them. That is
    not so of an elastic row, nor where it matters (to a must-keep in the row or to a limit that is near) how
    an item is cut at the cap or how long a summary may be, nor where another row is elastic and there are
    must-keeps or a limit that is near. A row of a Select that hands out no queue has one step, as it is now.

    Raises:
        ProfileError: The profile names a strategy that is not there.
        CancelledError: `build` was told to stop.
    """
    now = profile.row(row).cap
    run = build(profile)
    if row not in run.queues:
        yield _as_it_is(run, row, now)
        return
    if now is None:
        # A row without a cap is never elastic and its summary is charged otherwise: look at it under a cap.
        run = build(_capped(profile, row, run.queues[row].prefix[-1]))
    search = _Search(build, profile, row, run, most)
    for cap in search.wanted():
        search.look(cap)
        yield search.curve()


def _capped(profile: Profile, row: Row, cap: int) -> Profile:
    return profile.set(f"budget.{row}.cap", cap)


def _as_it_is(run: Examined, row: Row, now: int | None) -> Curve:
    use = next(use for use in run.trace.rows if use.row is row)
    saved = sum(1 for verdict in run.trace.must_keeps if verdict.lost_at is None)
    judged = len(run.trace.must_keeps)
    return Curve(row, (0,), (use.kept,), (use.used,), (saved,), judged, use.of, exact=False, now=now)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What one run showed: items and tokens of the row, must-keeps, and tokens that the limit leaves."""

    standing: tuple[int, int]
    must_keeps: int
    left: int | None


class _Search:
    """The runs of one curve, and what they say together."""

    def __init__(self, build: Build, profile: Profile, row: Row, run: Examined, most: int) -> None:
        self._build = build
        self._profile = profile
        self._row = row
        self._most = most
        self._queue: Queue = run.queues[row]
        self._judged = len(run.trace.must_keeps)
        self._plan: Plan = plan_curve(self._queue, run, profile.row(row).cap, most)
        self._admitted = dict(zip(self._plan.caps, self._plan.admitted, strict=True))
        self._seen: dict[int, _Seen] = {}

    def wanted(self) -> Generator[int]:
        """The caps at which runs are to be made, one after the other; never more than there may be."""
        plan = self._plan
        if len(plan.caps) <= self._most:
            yield from dict.fromkeys((*plan.first[:1], *plan.caps))
            return
        yield from plan.first
        while len(self._seen) < self._most:
            cap = self._between()
            if cap is None:
                return
            yield cap

    def _between(self) -> int | None:
        """The cap halfway between the two runs farthest apart that differ in must-keeps."""
        caps, looked = self._plan.caps, sorted(self._seen)
        places = [bisect_right(caps, cap) - 1 for cap in looked]
        farthest, found = 1, None
        for at in range(len(looked) - 1):
            apart = places[at + 1] - places[at]
            changed = self._seen[looked[at]].must_keeps != self._seen[looked[at + 1]].must_keeps
            if changed and apart > farthest:
                farthest, found = apart, caps[places[at] + apart // 2]
        return found

    def look(self, cap: int) -> None:
        """Makes the run at that cap."""
        run = self._build(_capped(self._profile, self._row, cap))
        totals, enforced = run.trace.totals, self._profile.window.enforce
        left = totals.limit - totals.constructed if enforced and totals.limit is not None else None
        saved = sum(1 for verdict in run.trace.must_keeps if verdict.lost_at is None)
        self._seen[cap] = _Seen(standing(run, run.queues[self._row]), saved, left)

    def curve(self) -> Curve:
        """What is known by now."""
        plan, seen = self._plan, self._seen
        runs = sorted(seen)
        agreed = all(seen[cap].standing == self._admitted[cap] for cap in runs)
        caps = plan.caps if agreed else tuple(runs)
        pairs = plan.admitted if agreed else tuple(seen[cap].standing for cap in runs)
        below = [max(0, bisect_right(runs, cap) - 1) for cap in caps]
        return Curve(
            row=self._row,
            caps=caps,
            kept=tuple(items for items, _ in pairs),
            tokens=tuple(tokens for _, tokens in pairs),
            must_keeps=tuple(seen[runs[at]].must_keeps for at in below),
            judged=self._judged,
            of=sum(len(unit.positions) for unit in self._queue.units),
            exact=plan.complete and len(runs) == len(plan.caps) and not self._varies(),
            now=self._profile.row(self._row).cap,
            runs=tuple(runs),
        )

    def _varies(self) -> bool:
        """Whether something that counts may change between two caps that follow each other."""
        profile, overflow = self._profile, self._queue.overflow
        if profile.row(self._row).elastic:
            return True
        largest = max(self._queue.charges, default=0)
        near = any(one.left is not None and one.left < largest for one in self._seen.values())
        lines = map(profile.row, profile.table())
        if (self._judged or near) and any(line.elastic and line.cap is not None for line in lines):
            return True
        cuts = overflow is Overflow.TRUNCATE or (overflow is Overflow.COMPRESS and self._queue.aside > 0)
        return cuts and (self._plan.inside or near)
