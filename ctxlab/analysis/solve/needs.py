"""What a must-keep of a session needs: the rows and caps under which something that says it is kept."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.analysis.solve.spans import Spans, holds

#: A cap for each row that is solved, in their order.
Caps = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Need:
    """A row, by its place among those that are solved, and the caps of it that do."""

    row: int
    caps: Spans


#: Needs that have to be met together, one a row at most.
Way = tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """A must-keep of a session and the ways in which it survives, any of which does.

    Without a way no cap helps, for `reason`; a way without a need asks for nothing.
    """

    id: str
    label: str
    ways: tuple[Way, ...]
    reason: str = ""

    def met(self, caps: Caps) -> bool:
        """Whether one of the ways is open."""
        return any(all(holds(need.caps, caps[need.row]) for need in way) for way in self.ways)


@dataclass(frozen=True, slots=True)
class Reading:
    """What one session needs.

    `steps` are the caps of each row that is solved at which it admits something else. `loose` says why
    its rows depend on each other, so that ways may be wrong or missing; `unproven` that not all caps of a
    way were looked at. `stated` are the ids of wishes that nobody marked;
    `unjudged` are (id, label) of must-keeps on which the run has no verdict. `content` is a digest of what is
    said in it, the same for copies of one session; empty where it is not known.
    """

    wishes: tuple[Wish, ...] = ()
    steps: tuple[tuple[int, ...], ...] = ()
    loose: frozenset[str] = frozenset()
    unproven: bool = False
    stated: tuple[str, ...] = ()
    unjudged: tuple[tuple[str, str], ...] = ()
    content: str = ""
