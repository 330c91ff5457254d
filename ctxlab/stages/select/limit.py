"""The limit: what goes when the rows together do not fit the window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ctxlab.model.decision import Reason
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.stages.headings import Overhead, tool_heading
from ctxlab.stages.protocol import Unit
from ctxlab.stages.select.selection import Selection


@dataclass(frozen=True, slots=True)
class Victim:
    """A unit that goes next, or all that a row has set aside for a summary."""

    row: Row
    unit: Unit
    summary: bool = False


def victims(selection: Selection, profile: Profile) -> Iterator[Victim]:
    """What the limit takes, in order: the last served unit of the row with the highest tier; on a tie the row further down.

    Tier 1, pins and the current turn are never taken. A row's summary goes after its last whole unit.
    """
    table = profile.table()
    by_tier = sorted(
        (row for row in table if profile.row(row).tier > 1),
        key=lambda row: (-profile.row(row).tier, -table.index(row)),
    )
    for row in by_tier:
        served = selection.served.get(row)
        if served is None:
            continue
        waiting: list[int] = []
        for rank in range(len(served.plan.units) - 1, served.plan.lead - 1, -1):
            unit = served.plan.units[rank]
            if not _takeable(selection, row, unit):
                continue
            if selection.reason[unit.positions[0]] == Reason.TO_SUMMARY:
                waiting.extend(unit.positions)
            else:
                yield Victim(row, unit)
        if waiting:
            yield Victim(row, Unit(tuple(sorted(waiting)), served.aside), summary=True)


def _takeable(selection: Selection, row: Row, unit: Unit) -> bool:
    first = unit.positions[0]
    if unit.pinned or unit.required or selection.row(first) is not row:
        return False
    if selection.gathered.pool.current[first]:
        return False
    return any(selection.alive(position) for position in unit.positions)


_SHARED = frozenset(
    {
        Row.SYSTEM_PROMPT,
        Row.KEY_FACT,
        Row.TASK_STATE,
        Row.AGENT_NOTE,
        Row.RETRIEVED_DOC,
        Row.SUMMARY,
    }
)


class Budget:
    """The running sum that is held to the limit: charges of all rows, headings and shared framing of what is kept."""

    def __init__(self, selection: Selection, overhead: Overhead) -> None:
        self._selection = selection
        self._overhead = overhead
        pool = selection.gathered.pool
        self._kept = {
            row: sum(1 for position in served.plan.flat if selection.alive(position))
            for row, served in selection.served.items()
            if row in _SHARED
        }
        self._kept[Row.SUMMARY] = self._kept.get(Row.SUMMARY, 0) + len(selection.asides)
        self._heads = {
            position: selection.counter.count(tool_heading(pool.items[position].name, overhead.language))
            for position in selection.prepared.call_less
        }

    def total(self) -> int:
        """Tokens as they stand now."""
        heads = sum(tokens for position, tokens in self._heads.items() if self._selection.alive(position))
        return sum(self._selection.used.values()) + self._overhead.tokens(self._kept, heads)

    def forget(self, victim: Victim) -> None:
        """Takes a dropped victim out of the counts of shared messages."""
        if victim.row in _SHARED:
            self._kept[victim.row] -= len(victim.unit.positions)
        if victim.summary:
            self._kept[Row.SUMMARY] -= 1


def hold_to_limit(selection: Selection, profile: Profile, overhead: Overhead, limit: int) -> None:
    """Drops victims until the rows fit the limit or nothing is left that may go."""
    budget = Budget(selection, overhead)
    now = budget.total()
    if now <= limit:
        return
    for victim in victims(selection, profile):
        take(selection, victim, limit, now)
        budget.forget(victim)
        now = budget.total()
        if now <= limit:
            return


def take(selection: Selection, victim: Victim, limit: int, used: int) -> None:
    """Drops one victim for the window."""
    numbers = (("limit", limit), ("used", used), ("need", victim.unit.charge))
    selection.drop_unit(victim.unit, Reason.OVER_WINDOW, numbers)
    if victim.summary:
        aside = selection.asides.pop(victim.row)
        selection.used[aside.charged_to] -= aside.tokens
