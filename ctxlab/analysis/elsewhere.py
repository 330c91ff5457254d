"""How a rescue that was found at one request does at all others of its chain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ctxlab.analysis.survival import Judge
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.rescue import Change, Lever, Rescue
from ctxlab.model.session import Request
from ctxlab.model.trace import Trace

#: Chains with more requests than this are not looked through.
MOST_REQUESTS = 60
#: Items of all requests of a chain together, up to which it is looked through: about a second a rescue.
MOST_WORK = 10_000
#: Larger caps that are tried one after the other.
_MOST_CAPS = 4

Build = Callable[[Request, Profile, Marks], Trace]
#: The changes that keep the must-keep at a request, from that profile and those marks on, in any order.
Find = Callable[[Request, Profile, Marks], Iterator[Change]]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """At how many requests of a chain a must-keep is judged, and at which of them a rescue does not keep it.

    `cap` is a larger cap of the same row that keeps it at all of them, where one was found.
    """

    requests: int
    lost: tuple[int, ...] = ()
    cap: int | None = None


def is_cheap(requests: Sequence[Request]) -> bool:
    """Whether a chain is short enough to be looked through for each of a few rescues."""
    return len(requests) <= MOST_REQUESTS and sum(one.end for one in requests) <= MOST_WORK


def elsewhere(
    one: Rescue, must_keep: MustKeep, requests: Sequence[Request], build: Build, judge: Judge, find: Find
) -> Elsewhere:
    """How a rescue does at all requests of a chain, each built under it; `find` is asked for larger caps."""

    def judged_under(profile: Profile) -> dict[Request, bool]:
        held = ((request, judge.held(build(request, profile, one.marks), must_keep)) for request in requests)
        return {request: found.kept for request, found in held if found is not None}

    judged = judged_under(one.profile)
    lost = [request for request, kept in judged.items() if not kept]
    indices, count = tuple(request.index for request in lost), len(judged)
    caps = [change.key for change in one.changes if change.lever is Lever.CAP]
    if not lost or len(one.changes) > 1 or not caps:
        return Elsewhere(count, indices)
    (key,), profile = caps, one.profile
    for _ in range(_MOST_CAPS):
        raised = next((each.after for each in find(lost[-1], profile, one.marks) if each.key == key), None)
        if not isinstance(raised, int):
            break
        profile = profile.set(key, raised)
        lost = [request for request, kept in judged_under(profile).items() if not kept]
        if not lost:
            return Elsewhere(count, indices, raised)
    return Elsewhere(count, indices)
