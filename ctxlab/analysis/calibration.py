"""The provider's counts against ours, request by request, and the factor and constant between the two.

The factor is the Theil-Sen slope: the median of what all pairs of requests of one stretch say of it, each by
how much both counts grew between the two. Pairs weigh as much as our count grew, since what is not in the log
(a reminder, a date) disturbs small steps most. What stands in every request and in no log cancels out of the
growth; it is the median of what is left. Where the log holds all that was sent there is no such constant, and
the factor is the median of the quotients.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from ctxlab.model.calibration import Calibration, CountRow, Doubt, Way
from ctxlab.model.items import Source
from ctxlab.model.profile import Profile
from ctxlab.model.session import Request, Session, Snapshot
from ctxlab.tokens.scaled import PLAIN

#: Requests that are looked at; of more, so many in equal steps, the last among them.
MOST_ROWS = 200

#: What a profile can state as a factor, in percent.
LEAST, MOST = 10, 1000

#: Requests, tokens that our count grew by, and points between the quartiles that a sure factor takes.
SURE_ROWS, SURE_GROWTH, SURE_SPREAD = 5, 2_000, 15

#: No two tokenizers are further apart (percent); beyond that something else differs.
_LIKELY = range(50, 301)

#: Sources that are sent with every request alike.
_FIXED = (Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS)

#: Tokens of what a request holds in our count.
Count = Callable[[Snapshot], int]


def counted_rows(session: Session, count: Count, chain: str = "") -> Generator[CountRow]:
    """A row for each request of a chain of which the provider's count was recorded, at most `MOST_ROWS`."""
    known = [one for one in session.chain(chain) if one.usage and one.usage.occupancy]
    stretch = 1
    stretches = {known[0].index: 1} if known else {}
    for before, after in pairwise(known):
        stretch += not _goes_on(before, after)
        stretches[after.index] = stretch
    for request in _spread(known):
        provider = request.usage.occupancy if request.usage else None
        if provider:
            ours = count(Snapshot(session, request))
            yield CountRow(request.index, request.turn, stretches[request.index], provider, ours)


def calibration(
    rows: Sequence[CountRow], unknown: Sequence[Source] = (), *, chain: str = "", encoding: str = ""
) -> Calibration:
    """What follows from the rows; `unknown` are sources that the log cannot know."""
    fixed = tuple(source for source in _FIXED if source in unknown)
    found = Calibration(chain, encoding, fixed, tuple(rows))
    usable = [row for row in rows if row.ours > 0]
    if not usable:
        return found
    slopes = _growths(usable) if fixed else [(row.provider / row.ours, row.ours) for row in usable]
    if not slopes or (fixed and len(usable) < 3):
        # One count tells nothing of a factor; what it is above ours is all that can be said.
        return replace(found, constant=_median([row.difference for row in usable])) if fixed else found
    slope = _quantile(slopes, 0.5)
    if not LEAST <= round(100 * slope) <= MOST:
        return found
    constant = _median([row.provider - slope * row.ours for row in usable]) if fixed else None
    low, high = (round(100 * _quantile(slopes, part)) for part in (0.25, 0.75))
    growth = max(row.ours for row in usable) - (min(row.ours for row in usable) if fixed else 0)
    found = replace(
        found,
        way=Way.GROWTH if fixed else Way.RATIO,
        factor=round(100 * slope),
        low=low,
        high=high,
        constant=constant,
        doubts=_doubts(len(usable), growth, high - low, round(100 * slope)),
    )
    left = [abs(row.provider - (found.expected(row) or 0)) for row in usable]
    return replace(found, error=_median(left))


def calibrated(profile: Profile, found: Calibration) -> Profile:
    """The profile with the factor, and with the constant as what the first unknown source takes.

    The constant stands for all unknown sources together, so that of the others nothing is stated any more.
    """
    if found.factor is not None:
        profile = profile.set("tokens.factor", found.factor)
        if found.factor != PLAIN:
            # the factor is that of this encoding, whatever model a later session names
            profile = profile.set("tokens.encoding", found.encoding)
    stated = found.unknown_tokens
    if stated is not None:
        for source in found.unknown:
            profile = profile.set(f"window.unknown.{source}", stated[1] if source is stated[0] else 0)
    return profile


def _doubts(rows: int, growth: int, spread: int, factor: int) -> tuple[Doubt, ...]:
    found = (
        (Doubt.FEW, rows < SURE_ROWS),
        (Doubt.GROWTH, growth < SURE_GROWTH),
        (Doubt.SPREAD, spread > SURE_SPREAD),
        (Doubt.UNLIKELY, factor not in _LIKELY),
    )
    return tuple(doubt for doubt, holds in found if holds)


def _goes_on(before: Request, after: Request) -> bool:
    """Whether all that stood in the context at one request still stands there at a later one."""
    begins = [first for first, _ in after.live]
    for first, last in before.live:
        at = bisect_right(begins, first) - 1
        if at < 0 or after.live[at][1] < last:
            return False
    return True


def _spread(requests: list[Request]) -> list[Request]:
    if len(requests) <= MOST_ROWS:
        return requests
    last = len(requests) - 1
    return [requests[at * last // (MOST_ROWS - 1)] for at in range(MOST_ROWS)]


def _growths(rows: Sequence[CountRow]) -> list[tuple[float, int]]:
    """(what a pair says of the factor, its weight) for each pair of one stretch in which our count grew."""
    return [
        ((after.provider - before.provider) / (after.ours - before.ours), after.ours - before.ours)
        for before, after in combinations(rows, 2)
        if before.stretch == after.stretch and after.ours > before.ours
    ]


def _quantile(weighted: list[tuple[float, int]], part: float) -> float:
    """The first value at which that part of all weight is reached."""
    ordered = sorted(weighted)
    wanted = part * sum(weight for _, weight in ordered)
    reached = 0
    for value, weight in ordered:
        reached += weight
        if reached >= wanted:
            return value
    return ordered[-1][0]


def _median(values: Sequence[float]) -> int:
    """The middle value, of two the mean, rounded to a whole number."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    both = ordered[middle] + ordered[-middle - 1]
    return round(both / 2)
