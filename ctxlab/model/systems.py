"""One session under several profiles, side by side: what a comparison of context systems shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ctxlab.model.constraint import Survived
from ctxlab.model.decision import Fate, Stage
from ctxlab.model.items import Source
from ctxlab.model.trace import Trace


@dataclass(frozen=True, slots=True)
class Keep:
    """How a must-keep stands at the end of a run. `verdict` None is one that cannot be judged there.

    `lost_at` is the stage that lost it, None where it is kept or not judged. `found` is a constraint that
    rules found in the session, which nobody stated as a must-keep.
    """

    verdict: Survived | None
    lost_at: Stage | None
    found: bool = False

    @property
    def kept(self) -> bool:
        """Whether it is there with all its force."""
        return self.verdict is not None and self.verdict.kept


@dataclass(frozen=True, slots=True)
class SystemRun:
    """A session at one request under one profile.

    `tokens` is the constructed context in the profile's own counting and `counted` the same context under
    o200k_base, by which runs of profiles that count differently can be compared. `kept` of `of` gathered
    items are in it, whole or in part; `fates` are the gathered items by their fate. `sources` are the tokens
    of the items in the end, by source, without those that are 0. `level` is how far the context was degraded,
    0 where it was not. `keeps` run parallel to the must-keeps of the comparison.
    """

    name: str
    trace: Trace
    tokens: int
    counted: int
    limit: int | None
    over: int | None
    exact: bool
    messages: int
    kept: int
    of: int
    fates: tuple[tuple[Fate, int], ...]
    sources: tuple[tuple[Source, int], ...]
    level: int
    keeps: tuple[Keep, ...]

    @property
    def keeps_kept(self) -> int:
        """How many stated must-keeps reached the end."""
        return sum(keep.kept for keep in self.keeps if not keep.found)

    @property
    def keeps_judged(self) -> int:
        """How many stated must-keeps could be judged at all."""
        return sum(keep.verdict is not None for keep in self.keeps if not keep.found)

    @property
    def found_kept(self) -> int:
        """How many constraints that were found reached the end."""
        return sum(keep.kept for keep in self.keeps if keep.found)

    @property
    def found_judged(self) -> int:
        """How many constraints that were found could be judged at all."""
        return sum(keep.verdict is not None for keep in self.keeps if keep.found)


@dataclass(frozen=True, slots=True)
class Refused:
    """A profile under which this session could not be built, and why in words for a user."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class ItemLine:
    """One recorded item under every run: its fates run parallel to the runs, None where it is not gathered.

    `tokens` is what it holds as the first run that gathered it counts it.
    """

    id: str
    source: Source
    tokens: int
    text: str
    fates: tuple[Fate | None, ...]

    @property
    def differs(self) -> bool:
        """Whether the runs do not all treat it alike."""
        return len(set(self.fates)) > 1


@dataclass(frozen=True, slots=True)
class SystemsTable:
    """The comparison: one session at one request, a run for each profile, those refused beside them.

    `must_keeps` are (id, label) pairs of what all runs are judged by.
    """

    session: str
    request: int
    runs: tuple[SystemRun, ...]
    refused: tuple[Refused, ...]
    must_keeps: tuple[tuple[str, str], ...]
    items: tuple[ItemLine, ...]

    def differing(self) -> Sequence[ItemLine]:
        """The items that not all runs treat alike."""
        return tuple(line for line in self.items if line.differs)
