"""Solutions: the smallest caps under which the must-keeps of many sessions survive."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.sweep import Place


class Aim(StrEnum):
    """What is made small: the sum of the caps, or their distance from those of the profile as it is."""

    SMALLEST = "smallest"
    NEAREST = "nearest"


class Proof(StrEnum):
    """How far a solution is known to be the best: exact by breakpoints, or the end of a descent."""

    EXACT = "exact"
    DESCENT = "descent"


class Step(StrEnum):
    """What is being done while a solution is looked for."""

    READ = "read"
    SEARCH = "search"
    CHECK = "check"
    LOWER = "lower"
    CONFLICT = "conflict"
    HELD_OUT = "held_out"


@dataclass(frozen=True, slots=True)
class Solving:
    """How far a step has come: `done` of `of` sessions or rows."""

    stage: Step
    done: int
    of: int


@dataclass(frozen=True, slots=True)
class SolvedCap:
    """A row's cap before (None: without one) and after.

    `decided_by` are the must-keep and the place (an index) because of which it is no smaller; empty and None
    where nothing holds it up.
    """

    row: Row
    before: int | None
    after: int
    decided_by: str = ""
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Demand:
    """A must-keep of a session that was asked for: its id, its words, the place (an index)."""

    place: int
    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What real runs over some sessions showed: which sessions, must-keeps judged, those lost, tokens in all.

    `over` are the places whose context does not fit its limit, `failed` those that could not be built.
    `exact` says whether all tokens are counted exactly. Of places in `estimated` and `unknown` the log does
    not hold the sources named: the former are reckoned with as the profile states, the size of the latter
    nobody states, so that whether they fit cannot be judged.
    """

    places: tuple[int, ...] = ()
    judged: int = 0
    lost: tuple[Demand, ...] = ()
    tokens: int = 0
    peak: int = 0
    over: tuple[int, ...] = ()
    failed: tuple[tuple[int, str], ...] = ()
    unknown: tuple[tuple[int, tuple[str, ...]], ...] = ()
    estimated: tuple[tuple[int, tuple[str, ...]], ...] = ()
    exact: bool = True

    @property
    def losing(self) -> int:
        """How many sessions lose a must-keep, do not fit, or cannot be built."""
        return len({one.place for one in self.lost} | set(self.over) | {place for place, _ in self.failed})


@dataclass(frozen=True, slots=True)
class Solution:
    """What was found, with the runs that show it.

    `profile` has the solved caps; None where there is no solution. `before` and `after` are the runs over
    the sessions that it was solved on, `held_out` those over the rest (None where none was held out), and
    `held_out_before` the same under the profile as it was. `allowed` sessions were let lose a must-keep;
    those are in `given_up`, what they lose in `after.lost`. `conflict` is a smallest set of demands for which
    no caps were found that meet them together (for each one less some were), empty where all can be met.
    `kept_out` are demands that no caps of the rows solved can meet, each with a reason in a word: `absent`
    (nothing says it), `gather`, `count`, `relevance`, `item_limit`, `pair`, `row` (another row keeps it out),
    `window`; one without an id is the whole context of its place, which is over its limit whatever the caps.
    `stated` says that constraints stated in the sessions were taken for must-keeps; what cannot be met of
    those is in `kept_out` and asked of nothing. `loose` says why rows depend on each other, where they do:
    `elastic`, `recent`, `summary`, `pairs`. `solved_on` are the places (indices) that were solved
    on. `forced` are the places that hold under no caps, which have to be given up. `unjudged`
    are must-keeps that no run can be judged by, such as one on an item that is not there: what
    becomes of them is not known. `copies` are the places, those of one session together, that say the same
    under several names; where sessions are held out they are on the same side. `runs` were made.
    """

    places: tuple[Place, ...]
    aim: Aim
    proof: Proof
    profile: Profile | None
    caps: tuple[SolvedCap, ...]
    before: Checked
    after: Checked | None = None
    held_out: Checked | None = None
    held_out_before: Checked | None = None
    allowed: int = 0
    conflict: tuple[Demand, ...] = ()
    kept_out: tuple[tuple[Demand, str], ...] = ()
    runs: int = 0
    stated: bool = False
    given_up: tuple[int, ...] = ()
    loose: tuple[str, ...] = ()
    solved_on: tuple[int, ...] = ()
    unjudged: tuple[Demand, ...] = ()
    forced: tuple[int, ...] = ()
    copies: tuple[tuple[int, ...], ...] = ()

    @property
    def unsized(self) -> tuple[int, ...]:
        """The places of which nobody knows whether they fit."""
        runs = (self.before, self.held_out_before)
        return tuple(place for one in runs if one is not None for place, _ in one.unknown)
