"""The limit: what goes when the rows together do not fit the window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

from ctxlab.model.decision import Numbers, Reason
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.stages.fates import byte_table
from ctxlab.stages.headings import Overhead
from ctxlab.stages.places import shares_summaries
from ctxlab.stages.protocol import Unit
from ctxlab.stages.select.levels import split_levels
from ctxlab.stages.select.overhead import SHARED, shared_tokens
from ctxlab.stages.select.selection import STANDS, WAITING, Aside, Selection

#: Tells what waits for a summary in a column of reasons.
_TO_SUMMARY = byte_table(lambda code: code in WAITING)


@dataclass(frozen=True, slots=True)
class Victim:
    """A unit that goes next, or what a row has set aside for a summary, its oldest one first."""

    row: Row
    unit: Unit
    summary: bool = False


def victims(selection: Selection, profile: Profile) -> Iterator[Victim]:
    """What the limit takes, in order: the units of the row with the highest tier, the last served one first.

    Of rows of one tier, the one further down in the table goes first. Tier 1, pins and the current turn are
    never taken. A row's summary goes after its last whole unit.
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
        for unit in reversed(standing_units(selection, row)):
            if takeable(selection, row, unit):
                yield Victim(row, unit)
        while waiting := _waiting(selection, row):
            yield Victim(row, _oldest_summary(selection, row, waiting), summary=True)


def standing_units(selection: Selection, row: Row) -> list[Unit]:
    """The units that a row served of which something stands, in the order in which it served them."""
    plan = selection.served[row].plan
    stands = selection.reason.translate(STANDS)
    standing = compress(plan.flat, map(stands.__getitem__, plan.flat))
    return [plan.units[rank] for rank in dict.fromkeys(map(plan.rank.__getitem__, standing))]


def takeable(selection: Selection, row: Row, unit: Unit) -> bool:
    """Whether some of a unit stands in its row, and all of it may go: pins and the current turn never do."""
    first = unit.positions[0]
    if unit.pinned or unit.required or selection.row(first) is not row:
        return False
    if selection.gathered.pool.current[first] or selection.would_stay(first):
        return False
    return any(selection.stands(position) for position in unit.positions)


def _oldest_summary(selection: Selection, row: Row, waiting: Sequence[int]) -> Unit:
    """What goes into the oldest summary of a row, with what is too old for any."""
    levels = split_levels(selection, waiting, selection.asides[row].tokens)
    upto = next((at for at, (_, tokens) in enumerate(levels) if tokens), len(levels) - 1)
    positions = sorted(position for level, _ in levels[: upto + 1] for position in level)
    return Unit(tuple(positions), levels[upto][1])


def _waiting(selection: Selection, row: Row) -> tuple[int, ...]:
    """All that a row gives to its summary; nothing where some of it is of the current turn."""
    if row not in selection.asides:
        return ()
    members = group_members(selection, row)
    current = selection.gathered.pool.current
    return () if any(current[position] for position in members) else members


def group_members(selection: Selection, row: Row) -> tuple[int, ...]:
    """Positions that a row gives to its summary: its own and results that go along with their calls."""
    plan = selection.served[row].plan
    waiting = selection.reason.translate(_TO_SUMMARY)
    members = list(compress(plan.flat, map(waiting.__getitem__, plan.flat)))
    elsewhere = {position for position, to in selection.row_of.items() if to is not row}
    if not elsewhere.isdisjoint(members):
        members = [position for position in members if position not in elsewhere]
    along = [p for p, to in selection.row_of.items() if to is row and p not in plan.rank]
    members += [position for position in along if waiting[position]]
    return tuple(sorted(members))


class Budget:
    """The running sum that is held to the limit.

    It is made of the charges of all rows, and of the headings and shared framing of what is kept.
    """

    def __init__(self, selection: Selection, overhead: Overhead) -> None:
        self._selection = selection
        self._overhead = overhead
        self._kept = {
            row: sum(1 for position in served.plan.flat if selection.alive(position))
            for row, served in selection.served.items()
            if row in SHARED or row is Row.SUMMARY
        }
        self._together = shares_summaries(selection.gathered)
        heads = selection.prepared.heads(overhead)
        self._heads = {position: tokens for position, tokens in heads.items() if selection.alive(position)}
        self._head_tokens = sum(self._heads.values())
        docs = selection.prepared.doc_heads(overhead)
        self._doc_heads = {position: tokens for position, tokens in docs.items() if selection.alive(position)}

    def total(self) -> int:
        """Tokens as they stand now."""
        heads = (len(self._heads), self._head_tokens)
        summaries = len(self._selection.asides) * self._selection.levels
        shared = shared_tokens(self._overhead, self._kept, summaries, heads, together=self._together)
        return sum(self._selection.used.values()) + shared + sum(self._doc_heads.values())

    def forget(self, victim: Victim) -> None:
        """Takes a dropped victim out of the counts of shared messages."""
        if victim.row in self._kept:
            self._kept[victim.row] -= len(victim.unit.positions)
        self._head_tokens -= self._heads.pop(victim.unit.positions[0], 0)
        for position in victim.unit.positions:
            self._doc_heads.pop(position, None)


def hold_to_limit(selection: Selection, profile: Profile, overhead: Overhead, limit: int) -> int:
    """Drops victims until the rows fit the limit or nothing is left that may go; what they come to then."""
    budget = Budget(selection, overhead)
    now = budget.total()
    if now <= limit:
        return now
    for victim in victims(selection, profile):
        take(selection, victim, limit, now)
        budget.forget(victim)
        now = budget.total()
        if now <= limit:
            break
    return now


def take(selection: Selection, victim: Victim, limit: int, used: int) -> None:
    """Drops one victim for the window; of a summary each item states its own charge, not the share aside."""
    charges = selection.gathered.pool.charge

    def numbers(position: int) -> Numbers:
        need = charges[position] if victim.summary else victim.unit.charge
        return (("limit", limit), ("used", used), ("need", need))

    selection.drop_unit(victim.unit, Reason.OVER_WINDOW, numbers)
    if victim.summary:
        aside = selection.asides.pop(victim.row)
        selection.used[aside.charged_to] -= victim.unit.charge
        if group_members(selection, victim.row):
            selection.asides[victim.row] = Aside(aside.charged_to, aside.tokens - victim.unit.charge)
