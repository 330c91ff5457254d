"""Since which request must-keeps are lost, found by building the requests before."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from ctxlab.model.gate import Since

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Snapshot

#: Items of all requests together that are built for it at most: a few seconds' work.
_MOST_WORK = 100_000


def losses(lab: Lab, snapshot: Snapshot, profile: Profile, lost: Collection[str]) -> dict[str, Since]:
    """For each must-keep that is lost at a request, since when, by its id.

    The requests before are built from the last back until each of them was kept once, or was not said yet, or
    too much would have to be built.
    """
    session, now = snapshot.session, snapshot.request
    found = {key: Since(now.index, now.turn) for key in lost}
    open_ones = set(found)
    left = _MOST_WORK
    for request in reversed([one for one in session.chain(now.chain) if one.index < now.index]):
        if not open_ones:
            break
        left -= request.end
        if left < 0:
            unsure = {key: Since(found[key].request, found[key].turn, sure=False) for key in open_ones}
            return found | unsure
        earlier = lab.build(session.at(request.index, chain=now.chain), profile)
        open_ones &= set(earlier.lost)
        found |= {key: Since(request.index, request.turn) for key in open_ones}
    return found
