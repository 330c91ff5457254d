"""The runs of a solve: made in workers or here, each once, with what they show of what is asked."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Any, TypeVar

from ctxlab.analysis.solve.descent import with_cap
from ctxlab.analysis.solve.needs import Caps, Reading
from ctxlab.batch import solve_job
from ctxlab.batch.solve_job import Seen, Subject
from ctxlab.errors import CancelledError, ExecutorError
from ctxlab.model.solution import Solving, Step

_T = TypeVar("_T")

#: How often (seconds) somebody is asked whether the solution is still wanted.
_LOOK = 0.1

#: What is asked of places: the ids of the must-keeps that have to survive.
Wanted = Mapping[int, frozenset[str]]


class Trials:
    """The runs that were made, by place and caps. `runs` counts them; None for caps is the profile as it was.

    `together` is how many jobs are worth handing out at once.
    """

    def __init__(
        self, subjects: Sequence[Subject], executor: Executor | None, cancelled: Callable[[], bool]
    ) -> None:
        self.runs = 0
        self.together = 1 if executor is None else max(4, 4 * int(getattr(executor, "workers", 2)))
        self._subjects = subjects
        self._executor = executor
        self._cancelled = cancelled
        self._known: dict[tuple[int, Caps | None], Seen] = {}

    def readings(self, places: Sequence[int]) -> Generator[Solving, None, dict[int, Reading | str]]:
        """What each place needs, or why it cannot be told."""
        jobs = {place: (self._subjects[place],) for place in places}
        found = yield from self._all(solve_job.reading, jobs, Step.READ)
        self.runs += len(found)
        return found

    def seen(
        self, places: Sequence[int], caps: Caps | None, step: Step = Step.CHECK
    ) -> Generator[Solving, None, dict[int, Seen]]:
        """What runs of the places under those caps show."""
        missing = [place for place in places if (place, caps) not in self._known]
        jobs = {place: (self._subjects[place], (caps,)) for place in missing}
        found = yield from self._all(solve_job.runs, jobs, step)
        for place, many in found.items():
            self._note(place, caps, many[0])
        return {place: self._known[place, caps] for place in places}

    def failing(
        self, places: Sequence[int], caps: Caps, wanted: Wanted
    ) -> Generator[Solving, None, int | None]:
        """The first place found not to hold under those caps; None where all do."""
        known = [place for place in places if (place, caps) in self._known]
        for place in known:
            if not self.holds(place, caps, wanted):
                return place
        left = [place for place in places if (place, caps) not in self._known]
        for begin in range(0, len(left), self.together):
            chunk = left[begin : begin + self.together]
            yield from self.seen(chunk, caps)
            for place in chunk:
                if not self.holds(place, caps, wanted):
                    return place
        return None

    def lowest(
        self, places: Sequence[int], caps: Caps, row: int, steps: tuple[int, ...], wanted: Wanted
    ) -> Generator[Solving, None, dict[int, int]]:
        """Of each place the index of the first step of the row under which it holds."""
        at_first = with_cap(caps, row, steps[0])
        settled = {
            place: 0
            for place in places
            if (place, at_first) in self._known and self.holds(place, at_first, wanted)
        }
        jobs = {
            place: (self._subjects[place], caps, row, steps, wanted[place])
            for place in places
            if place not in settled
        }
        found = yield from self._all(solve_job.lowest, jobs, Step.LOWER, quiet=True)
        for place, floor in found.items():
            for tried, seen in floor.runs:
                self._note(place, tried, seen)
        return settled | {place: floor.at for place, floor in found.items()}

    def holds(self, place: int, caps: Caps | None, wanted: Wanted) -> bool:
        """Whether a run that was made shows that the place is built, fits, and has what is wanted."""
        return solve_job.holds(self._known[place, caps], wanted[place])

    def known(self, place: int, caps: Caps | None) -> Seen:
        """What a run that was made shows."""
        return self._known[place, caps]

    def _note(self, place: int, caps: Caps | None, seen: Seen) -> None:
        if (place, caps) not in self._known:
            self._known[place, caps] = seen
            self.runs += 1

    def _all(
        self, work: Callable[..., _T], jobs: Mapping[int, tuple[Any, ...]], step: Step, *, quiet: bool = False
    ) -> Generator[Solving, None, dict[int, _T]]:
        """What the work answers for each place."""
        found: dict[int, _T] = {}
        for place, answer in self._answers(work, jobs):
            found[place] = answer
            if not quiet:
                yield Solving(step, len(found), len(jobs))
        return found

    def _answers(
        self, work: Callable[..., _T], jobs: Mapping[int, tuple[Any, ...]]
    ) -> Generator[tuple[int, _T]]:
        if self._executor is None or len(jobs) < 2:
            for place, args in jobs.items():
                self._stop_if_cancelled()
                yield place, work(*args)
            return
        pending: dict[Future[_T], int] = {}
        try:
            pending = {self._executor.submit(work, *args): place for place, args in jobs.items()}
            while pending:
                self._stop_if_cancelled()
                done, _ = wait(pending, timeout=_LOOK, return_when=FIRST_COMPLETED)
                for future in done:
                    yield pending.pop(future), future.result()
        except BrokenExecutor as error:
            raise ExecutorError("the workers died", hint="too little memory?") from error
        finally:
            for future in pending:
                future.cancel()

    def _stop_if_cancelled(self) -> None:
        if self._cancelled():
            raise CancelledError("solving was stopped")
