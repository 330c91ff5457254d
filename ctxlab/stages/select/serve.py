"""Serving one row: which units fit its cap, and what the overflow rule does with the rest."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from ctxlab.model.decision import Numbers, Reason
from ctxlab.model.profile import Overflow
from ctxlab.stages.select.plan import Plan

_NO_CAP = 1 << 62


@dataclass(frozen=True, eq=False)
class Served:
    """One row's outcome, as columns over the plan's units.

    `verdict` holds a reason code a unit; `used` and `count` are tokens charged and units kept before it. `by` is the unit
    that the others stand behind, or -1. `room` is what is left for the unit that has to be cut, else 0.
    `aside` are tokens set aside for a summary of the units marked TO_SUMMARY, counted in `total`.
    """

    plan: Plan
    cap: int | None
    verdict: bytearray
    used: list[int]
    count: list[int]
    total: int
    by: int = -1
    room: int = 0
    aside: int = 0

    def numbers(self, unit: int) -> Numbers:
        """The numbers of that unit's decision: cap, used, need, left, count and, behind another, by."""
        if unit < self.plan.lead or self.verdict[unit] == Reason.OVER_COUNT:
            return ()
        used = self.used[unit]
        pairs: list[tuple[str, int | str]] = []
        if self.cap is not None:
            pairs.append(("cap", self.cap))
        pairs.append(("used", used))
        pairs.append(("need", self.plan.units[unit].charge))
        if self.cap is not None:
            pairs.append(("left", self.cap - used))
        pairs.append(("count", self.count[unit]))
        return tuple(pairs)


def serve(plan: Plan, cap: int | None, overflow: Overflow, *, most: int | None, aside: int) -> Served:
    """Serves a row. `most` is how many units it may hold at all; `aside` what a summary of the rest would be given."""
    limit = _NO_CAP if cap is None else cap
    units = len(plan.units)
    allowed = units if most is None else max(min(most, units), plan.lead)
    if overflow is Overflow.KEEP:
        served = _keep(plan, cap, limit, allowed)
    elif overflow is Overflow.SKIP:
        served = _skip(plan, cap, limit, allowed)
    else:
        set_aside = 0
        if overflow is Overflow.COMPRESS and plan.prefix[allowed] > limit:
            set_aside = min(aside, limit)
        served = _stop(plan, cap, limit - set_aside, allowed, overflow, set_aside)
    for rank in range(plan.lead):
        served.verdict[rank] = Reason.REQUIRED if plan.units[rank].required else Reason.PINNED
    if allowed < units:
        served.verdict[allowed:] = bytes([Reason.OVER_COUNT]) * (units - allowed)
    return served


def _keep(plan: Plan, cap: int | None, limit: int, allowed: int) -> Served:
    fits = bisect_right(plan.prefix, limit, 0, allowed + 1) - 1
    verdict = bytearray([Reason.FITS]) * max(fits, 0) + bytearray([Reason.KEPT_OVER_CAP]) * (allowed - max(fits, 0))
    verdict += bytes(len(plan.units) - allowed)
    used = plan.prefix[:-1]
    return Served(plan, cap, verdict, used, list(range(len(used))), plan.prefix[allowed])


def _stop(plan: Plan, cap: int | None, limit: int, allowed: int, overflow: Overflow, aside: int) -> Served:
    units = len(plan.units)
    fits = max(bisect_right(plan.prefix, limit, 0, allowed + 1) - 1, min(plan.lead, allowed))
    verdict = bytearray([Reason.FITS]) * fits
    rest = allowed - fits
    room = 0
    if rest > 0:
        if overflow is Overflow.COMPRESS:
            verdict += bytes([Reason.TO_SUMMARY]) * rest
        else:
            first = Reason.OVER_CAP
            if overflow is Overflow.TRUNCATE:
                first, room = Reason.CUT_TO_CAP, limit - plan.prefix[fits]
            verdict.append(first)
            verdict += bytes([Reason.BEHIND_OVERFLOW]) * (rest - 1)
    verdict += bytes(units - allowed)
    used = plan.prefix[: fits + 1] + [plan.prefix[fits]] * (units - fits - 1)
    count = list(range(min(fits + 1, units))) + [fits] * (units - fits - 1)
    by = fits if rest > 0 and overflow is not Overflow.COMPRESS else -1
    return Served(plan, cap, verdict, used[:units], count, plan.prefix[fits] + aside, by, max(room, 0), aside)


def _skip(plan: Plan, cap: int | None, limit: int, allowed: int) -> Served:
    verdict = bytearray(len(plan.units))
    used: list[int] = []
    count: list[int] = []
    total = kept = 0
    for rank, charge in enumerate(plan.charges):
        used.append(total)
        count.append(kept)
        if rank >= allowed:
            continue
        if rank < plan.lead or total + charge <= limit:
            verdict[rank] = Reason.FITS
            total += charge
            kept += 1
        else:
            verdict[rank] = Reason.OVER_CAP
    return Served(plan, cap, verdict, used, count, total)
