"""Solves caps over many sessions: the smallest under which every must-keep survives, shown by real runs."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from uuid import uuid4

from ctxlab.analysis.solve.caps import rows_to_solve, with_caps
from ctxlab.analysis.solve.needs import Caps, Reading
from ctxlab.batch import solve_job
from ctxlab.batch.solve_ask import Ask, asked, checked, copies, demand_of, parted
from ctxlab.batch.solve_conflict import Against, against
from ctxlab.batch.solve_find import Finder, Found
from ctxlab.batch.solve_improve import Improver
from ctxlab.batch.solve_job import Subject
from ctxlab.batch.solve_trials import Trials, Wanted
from ctxlab.batch.sweep_keys import files_digest
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.provenance import SOLVE
from ctxlab.model.solution import Aim, Checked, Demand, Proof, Solution, SolvedCap, Solving, Step
from ctxlab.model.sweep import Place
from ctxlab.profiles.provenance import stamped
from ctxlab.stages.protocol import never


def solve(
    places: Sequence[Place],
    profile: Profile,
    *,
    rows: Sequence[Row] | None = None,
    aim: Aim = Aim.SMALLEST,
    may_lose: int = 0,
    hold_out: float = 0.0,
    seed: int = 0,
    stated: bool = False,
    executor: Executor | None = None,
    cancelled: Callable[[], bool] = never,
    store: bool = True,
) -> Generator[Solving | Solution]:
    """The smallest caps, or those nearest to the ones there are, under which every must-keep survives.

    Each session is looked at before its last request. A session holds where every must-keep of profile and
    marks is in its context and that fits its limit.

    Args:
        places: The sessions.
        profile: Whose caps are solved; its other settings stay.
        rows: The rows that are solved; None for all with a cap and an overflow rule other than keep.
        aim: What is made small.
        may_lose: How many sessions may lose must-keeps, or not fit.
        hold_out: The share of the sessions, 0 to 1, that is not solved on and only checked. Copies of one
            session stay together.
        seed: Draws the sessions that are held out.
        stated: Takes the hard constraints that sessions state for must-keeps, too, reworded or not; those
            that no caps can keep are told and not asked for.
        executor: Where jobs run, such as `batch.pool.process_pool`; None runs them in this thread.
        cancelled: Asked between runs.
        store: Whether counts of tokens are kept in the user's store.

    Yields:
        How far it has come, and last the solution.

    Raises:
        ProfileError: A row cannot be solved.
        ExecutorError: The workers died.
        CancelledError: `cancelled` said so.
    """
    chosen = rows_to_solve(profile, rows)
    pickled = pickle.dumps(profile, pickle.HIGHEST_PROTOCOL)
    digests = {file: files_digest(file) for file in dict.fromkeys(one.file for one in places)}
    name = uuid4().hex
    subjects = [Subject(name, one, digests[one.file], pickled, chosen, stated, store) for one in places]
    trials = Trials(subjects, executor, cancelled)
    job = _Solve(tuple(places), profile, chosen, aim, may_lose, stated, trials)
    try:
        yield from job.solve(hold_out, seed)
    finally:
        if executor is None:
            solve_job.forget()


@dataclass(eq=False)
class _Result:
    """What was found, or what stands against it; `forced` are places that hold under no caps."""

    forced: frozenset[int]
    kept_out: list[tuple[Demand, str]]
    found: Found | None = None
    held_up_by: dict[int, tuple[int, str]] = field(default_factory=dict[int, tuple[int, str]])
    against: Against = field(default_factory=Against)


@dataclass(eq=False)
class _Solve:
    places: tuple[Place, ...]
    profile: Profile
    rows: tuple[Row, ...]
    aim: Aim
    may_lose: int
    stated: bool
    trials: Trials
    _readings: dict[int, Reading] = field(default_factory=dict[int, Reading])
    _groups: list[list[int]] = field(default_factory=list[list[int]])

    def solve(self, hold_out: float, seed: int) -> Generator[Solving | Solution]:
        """The whole of it."""
        every = range(len(self.places))
        known = yield from self.trials.readings(every)
        self._readings = {place: one for place, one in known.items() if isinstance(one, Reading)}
        contents = [one.content if isinstance(one := known[place], Reading) else "" for place in every]
        self._groups = copies(contents)
        on, held = parted(self._groups, hold_out, seed)
        readings = {place: self._readings[place] for place in on if place in self._readings}
        ask = asked(self.rows, self.profile, self.aim, readings)
        wanted, kept_out = self._wanted(ask)
        forced = yield from self._forced(ask, on, kept_out)
        finder, left = Finder(ask, self.trials), self.may_lose - len(forced)
        result = _Result(forced=forced, kept_out=kept_out)
        free = [place for place in on if place not in forced]
        yield Solving(Step.SEARCH, 0, len(free))
        # where nothing is asked for, caps of 0 are not what anybody wants
        asks = any(wanted.values()) or bool(result.forced)
        if asks and left >= 0 and (found := (yield from finder.find(free, wanted, left))) is not None:
            improver = Improver(ask, self.trials, finder, free, wanted, left)
            result.found = yield from improver.improve(found)
            result.held_up_by = improver.held_up_by
        elif asks:
            result.against = yield from against(finder, free, wanted)
        caps = None if result.found is None else result.found.caps
        checks = yield from self._checks(on, held, caps)
        yield self._solution(ask, result, checks, on)

    def _wanted(self, ask: Ask) -> tuple[Wanted, list[tuple[Demand, str]]]:
        """What is asked of each place, and what no cap can meet."""
        wanted: dict[int, frozenset[str]] = {}
        kept_out: list[tuple[Demand, str]] = []
        for place, reading in ask.readings.items():
            wanted[place] = frozenset(one.id for one in reading.wishes if one.ways)
            out = (one for one in reading.wishes if not one.ways)
            kept_out += [(Demand(place, one.id, one.label), one.reason) for one in out]
        return wanted, kept_out

    def _forced(
        self, ask: Ask, on: Sequence[int], kept_out: list[tuple[Demand, str]]
    ) -> Generator[Solving, None, frozenset[int]]:
        """The places that hold under no caps: they cannot be built, lose what is marked, or never fit."""
        asked_for = {one.place for one, _ in kept_out if one.id not in ask.readings[one.place].stated}
        unread = {place for place in on if place not in ask.readings}
        before = yield from self.trials.seen(on, None)
        over = [place for place in on if before[place].over and place not in unread]
        least = yield from self.trials.seen(over, (0,) * len(self.rows))
        full = {place for place in over if least[place].over}
        kept_out += [(Demand(place, "", ""), "window") for place in sorted(full)]
        return frozenset(asked_for | unread | full)

    def _checks(
        self, on: Sequence[int], held: Sequence[int], caps: Caps | None
    ) -> Generator[Solving, None, dict[str, Checked]]:
        """Runs of the profile as it was and as it is solved, over both parts of the sessions."""
        found: dict[str, Checked] = {}
        parts = (("", on, Step.CHECK), ("held_out", held, Step.HELD_OUT))
        for name, places, step in parts:
            if not places and name:
                continue
            seen = yield from self.trials.seen(places, None, step)
            found[f"{name}_before".lstrip("_")] = checked(self._readings, seen)
            if caps is not None:
                seen = yield from self.trials.seen(places, caps, step)
                found[name or "after"] = checked(self._readings, seen)
        return found

    def _solution(self, ask: Ask, result: _Result, checks: dict[str, Checked], on: Sequence[int]) -> Solution:
        found, demand = result.found, partial(demand_of, self._readings)
        alone = [(demand(*one), "window") for one in result.against.alone]
        given_up = result.forced if found is None else result.forced | found.given_up
        return Solution(
            places=self.places,
            aim=self.aim,
            proof=Proof.EXACT if found is None else found.proof,
            profile=None if found is None else self._profile(found.caps, checks["after"], on),
            caps=() if found is None else self._caps(found.caps, result.held_up_by),
            before=checks["before"],
            after=checks.get("after"),
            held_out=checks.get("held_out"),
            held_out_before=checks.get("held_out_before"),
            allowed=self.may_lose,
            conflict=tuple(demand(*one) for one in result.against.together),
            kept_out=(*result.kept_out, *alone),
            runs=self.trials.runs,
            stated=self.stated,
            given_up=() if found is None else tuple(sorted(given_up)),
            loose=tuple(sorted(ask.loose(ask.readings))),
            solved_on=tuple(on),
            forced=tuple(sorted(result.forced)),
            copies=tuple(tuple(group) for group in self._groups if len(group) > 1),
            unjudged=tuple(
                Demand(place, *one) for place, each in self._readings.items() for one in each.unjudged
            ),
        )

    def _caps(self, caps: Caps, held_up_by: dict[int, tuple[int, str]]) -> tuple[SolvedCap, ...]:
        found: list[SolvedCap] = []
        for at, (row, cap) in enumerate(zip(self.rows, caps, strict=True)):
            before = self.profile.row(row).cap
            if at in held_up_by:
                place, name = held_up_by[at]
                label = demand_of(self._readings, place, name).label if name else ""
                found.append(SolvedCap(row, before, cap, label, place))
            else:
                found.append(SolvedCap(row, before, cap))
        return tuple(found)

    def _profile(self, caps: Caps, after: Checked, on: Sequence[int]) -> Profile:
        solved = with_caps(self.profile, self.rows, caps)
        return stamped(
            solved,
            by=SOLVE,
            sessions=[self.places[place] for place in on],
            kept=after.judged - len(after.lost),
            judged=after.judged,
            changes=[
                (f"budget.{row}.cap", self.profile.row(row).cap, cap)
                for row, cap in zip(self.rows, caps, strict=True)
            ],
        )
