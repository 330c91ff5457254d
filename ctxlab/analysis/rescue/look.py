"""What a search knows while it runs: the runs made, what holds the must-keep, what looks promising."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ctxlab.analysis.rescue.cuts import Cuts
from ctxlab.analysis.rescue.obstacles import Obstacle, obstacle
from ctxlab.analysis.rescue.question import Question
from ctxlab.analysis.rescue.trials import State, Trial, Trials
from ctxlab.model.decision import STAGES
from ctxlab.model.items import Row
from ctxlab.model.rescue import Change, Lever
from ctxlab.model.trace import Pool
from ctxlab.stages.protocol import Queue

#: Of more items that hold the must-keep the last ones are looked at: they need the least room.
MOST_HOLDERS = 64
#: What is in the way is asked of so many of them.
_ASKED = 6


@dataclass(frozen=True, eq=False)
class Found:
    """A run that keeps the must-keep; `least` says that no smaller value of its setting would do."""

    trial: Trial
    least: bool = False


class Look:
    """The state of one search.

    `promising` are runs that one change brought further, one for each setting and what is in the way then.
    `crowded` are runs that keep the must-keep and go over the limit of the window; `no_room` says that it was
    for want of room in the window that something did not.
    """

    def __init__(self, trials: Trials, root: Trial) -> None:
        self.trials = trials
        self.root = root
        self.promising: dict[tuple[object, ...], Trial] = {}
        self.crowded: list[Trial] = []
        self.no_room = False
        self._holders: tuple[Pool, list[int]] | None = None
        self._calls: tuple[Mapping[int, tuple[int, ...]], dict[int, int]] | None = None
        self._rooms: dict[tuple[object, int], tuple[int, bool]] = {}

    @property
    def question(self) -> Question:
        """What is asked."""
        return self.trials.question

    def holders(self, at: Trial) -> list[int]:
        """The positions of items that hold the must-keep, ascending: the last ones, and the one it names."""
        pool = at.trace.pool
        if self._holders is None or self._holders[0] is not pool:
            self._holders = (pool, self.question.holders(at.trace))
        found = self._holders[1]
        if len(found) <= MOST_HOLDERS or self.question.every:
            return found
        since = pool.index.get(self.question.one.since)
        first = [one for one in found[:-MOST_HOLDERS] if one == since]
        return [*first, *found[-MOST_HOLDERS:]]

    def obstacles(self, at: Trial) -> tuple[Obstacle, ...]:
        """What is in the way of the first few that do not go on with it: the one it names, then the last."""
        holders = self.holders(at)
        since = at.trace.pool.index.get(self.question.one.since)
        ordered = sorted(holders, key=lambda position: (position != since, -position))
        found: list[Obstacle] = []
        for position in ordered:
            one = obstacle(at.run, self.question, position)
            if one is not None:
                found.append(one)
            if len(found) == _ASKED:
                break
        return tuple(found)

    def halves(self, at: Trial, position: int) -> tuple[int, ...]:
        """The positions of an item's other halves: the results of a call, the call of a result."""
        pairs = at.run.pairs
        if self._calls is None or self._calls[0] is not pairs:
            calls = {result: call for call, results in pairs.items() for result in results}
            self._calls = (pairs, calls)
        call = self._calls[1].get(position)
        return (*pairs.get(position, ()), *(() if call is None else (call,)))

    def room(self, queue: Queue, rank: int, inside: Mapping[int, str]) -> tuple[int, bool]:
        """The smallest room in which a cut leaves the must-keep of a unit (see `Cuts`), looked for once."""
        key = (queue.source, rank)
        if key not in self._rooms:
            self._rooms[key] = Cuts(self.question, queue, rank, inside).least_room()
        return self._rooms[key]

    def rows(self, at: Trial) -> tuple[Row, ...]:
        """The rows that had no room, each once: where an item ended, and where it came from."""
        found = [(one.row, one.origin) for one in self.obstacles(at) if one.by_row]
        return tuple(dict.fromkeys(row for pair in found for row in pair))

    def set(
        self, at: Trial, lever: Lever, key: str, value: str | int | bool | None, *, note: bool = True
    ) -> Trial:
        """A run with one setting more changed."""
        before = setting(at.state, key)
        return self.attempt(at, Change(lever, key, before, value), at.state.set(key, value), note=note)

    def attempt(self, at: Trial, change: Change, state: State, *, note: bool = True) -> Trial:
        """A run with one change more; where it only gets further than before, `note` notes it."""
        trial = self.trials.change(at, change, state)
        if note and not (at.changes or trial.kept) and self._further(trial):
            self.promising.setdefault((change.key, *map(_rule, self.obstacles(trial))), trial)
        return trial

    def _further(self, trial: Trial) -> bool:
        """Whether something else is in the way now, and no earlier stage."""
        before = {self.root.trace.id(one.holder): one for one in self.obstacles(self.root)}
        for one in self.obstacles(trial):
            old = before.get(trial.trace.id(one.holder))
            if old is not None and (old.position, _rule(old)) != (one.position, _rule(one)):
                return STAGES.index(one.stage) >= STAGES.index(old.stage)
        return False


def if_kept(trial: Trial) -> Iterator[Found]:
    """The trial, if it keeps the must-keep."""
    if trial.kept:
        yield Found(trial)


def setting(state: State, key: str) -> str | int | bool | None:
    """What a setting of the profile holds, as a profile's file has it."""
    section, *names = key.split(".")
    part: object = state.profile.row(Row(names[0])) if section == "budget" else None
    if part is None:
        part = getattr(state.profile, section)
    value: object = getattr(part, names[-1])
    if value is None or isinstance(value, bool | int):
        return value
    return str(value)


def _rule(one: Obstacle) -> tuple[object, ...]:
    return (one.stage, one.reason, one.row, one.origin)
