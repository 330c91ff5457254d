"""Serving one row: which units fit its cap, and what the overflow rule does with the rest."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from ctxlab.model.decision import Numbers, Reason
from ctxlab.model.profile import Overflow
from ctxlab.model.trace import Altered
from ctxlab.stages.select.plan import Plan

_NO_CAP = 1 << 62
#: Why a unit was not served at all: it has no numbers of its row's cap.
_UNSERVED = frozenset({Reason.OVER_COUNT, Reason.BELOW_RELEVANCE})


@dataclass(frozen=True, slots=True)
class Crossing:
    """What a cut left of the unit that crosses the cap.

    `position` is the item that was cut, `altered` its content now, and `charge` what the whole unit is
    charged.
    """

    position: int
    altered: Altered
    charge: int


#: Cuts the unit of that rank to a charge of at most so many tokens; None where nothing useful would be left.
Cutter = Callable[[Plan, int, int], Crossing | None]


@dataclass(frozen=True, eq=False)
class Served:
    """One row's outcome, as columns over the plan's units.

    `verdict` holds a reason code a unit; `used` and `count` are tokens charged and units kept before it.
    `by` is the unit that the others stand behind, or -1; `crossing` what a cut left of it. `aside` are
    tokens set aside for a summary of the units marked TO_SUMMARY, counted in `total` and in every `used`.
    """

    plan: Plan
    cap: int | None
    verdict: bytearray
    used: list[int]
    count: list[int]
    total: int
    by: int = -1
    crossing: Crossing | None = None
    aside: int = 0

    def numbers(self, unit: int) -> Numbers:
        """The numbers of that unit's decision: used, need and count, and with a cap also cap and left."""
        if unit < self.plan.lead or self.verdict[unit] in _UNSERVED:
            return ()
        return cap_numbers(self.cap, self.used[unit], self.plan.units[unit].charge, self.count[unit])


def cap_numbers(cap: int | None, used: int, need: int, count: int) -> Numbers:
    """The numbers of a decision under a row's cap, or under none."""
    if cap is None:
        return (("used", used), ("need", need), ("count", count))
    return (("cap", cap), ("used", used), ("need", need), ("left", cap - used), ("count", count))


def serve(
    plan: Plan, cap: int | None, overflow: Overflow, cutter: Cutter, *, most: int | None, aside: int
) -> Served:
    """Serves a row: decides on each of its units under a cap and an overflow rule.

    `cutter` cuts the unit that crosses the cap. `most` is how many units the row may hold at all, None for
    any number, and `aside` how many tokens a summary of the rest would be given.
    """
    limit = _NO_CAP if cap is None else cap
    units = len(plan.units)
    relevant = plan.below.start if plan.below else units
    allowed = relevant if most is None else max(min(most, relevant), plan.lead)
    if overflow is Overflow.KEEP:
        served = _keep(plan, cap, limit, allowed)
    elif overflow is Overflow.SKIP:
        served = _skip(plan, cap, limit, allowed)
    elif overflow is Overflow.COMPRESS:
        set_aside = min(aside, limit) if plan.prefix[allowed] > limit else 0
        served = _compress(plan, cap, limit - set_aside, allowed, set_aside)
    else:
        served = _stop(plan, cap, limit, allowed, cutter if overflow is Overflow.TRUNCATE else None)
    for rank in range(plan.lead):
        served.verdict[rank] = Reason.REQUIRED if plan.units[rank].required else Reason.PINNED
    if allowed < units:
        served.verdict[allowed:] = bytes([Reason.OVER_COUNT]) * (units - allowed)
    for rank in plan.below:
        served.verdict[rank] = Reason.BELOW_RELEVANCE
    return served


def _keep(plan: Plan, cap: int | None, limit: int, allowed: int) -> Served:
    fits = _fitting(plan, limit, allowed)
    verdict = bytearray([Reason.FITS]) * fits + bytearray([Reason.KEPT_OVER_CAP]) * (allowed - fits)
    verdict += bytes(len(plan.units) - allowed)
    used = plan.prefix[:-1]
    return Served(plan, cap, verdict, used, list(range(len(used))), plan.prefix[allowed])


def _stop(plan: Plan, cap: int | None, limit: int, allowed: int, cutter: Cutter | None) -> Served:
    """Ends at the first unit that does not fit; with a cutter, what is left of that unit goes in before."""
    units = len(plan.units)
    fits = max(_fitting(plan, limit, allowed), plan.lead)
    verdict = bytearray([Reason.FITS]) * fits
    crossing = None
    if fits < allowed:
        room = limit - plan.prefix[fits]
        crossing = cutter(plan, fits, room) if cutter is not None and room > 0 else None
        verdict.append(Reason.OVER_CAP if crossing is None else Reason.CUT_TO_CAP)
        verdict += bytes([Reason.BEHIND_OVERFLOW]) * (allowed - fits - 1)
    verdict += bytes(units - allowed)
    total = plan.prefix[fits] + (crossing.charge if crossing else 0)
    used = plan.prefix[: fits + 1] + [total] * (units - fits - 1)
    count = list(range(min(fits + 1, units))) + [fits + (crossing is not None)] * (units - fits - 1)
    return Served(plan, cap, verdict, used[:units], count, total, fits if fits < allowed else -1, crossing)


def _compress(plan: Plan, cap: int | None, limit: int, allowed: int, aside: int) -> Served:
    """Hands everything from the first unit that does not fit to a summary.

    The tokens that are set aside for it count as used from the start.
    """
    units = len(plan.units)
    fits = max(_fitting(plan, limit, allowed), plan.lead)
    verdict = bytearray([Reason.FITS]) * fits + bytearray([Reason.TO_SUMMARY]) * max(0, allowed - fits)
    verdict += bytes(units - len(verdict))
    used = plan.prefix[: fits + 1] + [plan.prefix[fits]] * (units - fits - 1)
    if aside:
        used = [aside + one for one in used]
    count = list(range(min(fits + 1, units))) + [fits] * (units - fits - 1)
    return Served(plan, cap, verdict, used[:units], count, plan.prefix[fits] + aside, aside=aside)


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


def _fitting(plan: Plan, limit: int, allowed: int) -> int:
    """How many of the first units fit the limit together."""
    return max(0, bisect_right(plan.prefix, limit, 0, allowed + 1) - 1)
