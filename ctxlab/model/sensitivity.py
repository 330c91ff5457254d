"""What the cap of one row decides, with all else as it is: the caps that matter, and the whole curve."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from ctxlab.model.items import Row


@dataclass(frozen=True, slots=True)
class Tick:
    """A cap of a row from which on an item enters it.

    `item` is the root id of the first item of the unit that enters, `must_keep` whether the unit states or
    holds a must-keep.
    """

    cap: int
    item: str
    must_keep: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """A row's outcome at every cap, as steps: entry `i` holds from `caps[i]` up to below `caps[i + 1]`.

    `caps` ascend from 0. `kept` are items of the row that stand whole at the end of Select (not cut at the
    cap, not on their way into a summary), `tokens` what the row is charged for them, `must_keeps` how many of
    `judged` must-keeps reach the end of the run. `of` are all items that reached the row. `exact` is False
    where only some caps were looked at: the steps are then true at their caps, not between them. `now` is the
    row's cap, None without one. `runs` are those of the caps at which a whole run was made; at any other cap
    `must_keeps` repeats what the run at the next cap below it found.
    """

    row: Row
    caps: tuple[int, ...]
    kept: tuple[int, ...]
    tokens: tuple[int, ...]
    must_keeps: tuple[int, ...]
    judged: int
    of: int
    exact: bool
    now: int | None
    runs: tuple[int, ...] = ()

    def at(self, cap: int | None) -> int:
        """The index of the step that holds at a cap; None is a cap beyond all others."""
        return len(self.caps) - 1 if cap is None else max(0, bisect_right(self.caps, cap) - 1)


@dataclass(frozen=True, slots=True)
class KeepingCap:
    """The smallest cap of its own row that keeps an item, and what else a run at that cap does.

    Kept means whole: to the end of Construct, not cut at the cap, not merged into a summary. `row` is the row
    that decided on it. `cap` None says that no cap of the row keeps it, for which `reason` is a code:
    `limit` where the window has no room, `elsewhere` where its row did not drop it, `pair` where its call or
    result is gone (`by` is the id of that other half, else empty), `count` where the row or the profile takes
    no more items, `relevance` where it is not relevant enough, `other_row` where another row then turns it
    away, `unsettled` where no run with the caps that should do kept it. `verified` says that a run at that
    cap kept it. `tokens` is how much larger the context is then (less than 0: smaller), `lost` the root ids
    of recorded items and key facts that were kept and are not any more, `must_keeps` the ids of must-keeps
    lost by it, and `saved` of those that it brings back.
    """

    item: str
    row: Row
    cap: int | None
    now: int | None
    verified: bool
    reason: str = ""
    tokens: int = 0
    lost: tuple[str, ...] = ()
    must_keeps: tuple[str, ...] = ()
    saved: tuple[str, ...] = ()
    by: str = ""
