"""Since which request must-keeps are lost, found by building the requests before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ctxlab.cli.words import word

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Request, Snapshot
    from ctxlab.model.trace import Trace

#: Items of all requests together that are built for it at most: a few seconds' work.
_MOST_WORK = 100_000


@dataclass(frozen=True, slots=True)
class Since:
    """The first request of a loss that lasts until now; not `sure` where it may have begun before."""

    request: Request
    sure: bool = True

    def told(self, language: str) -> str:
        """It in words."""
        key = "lost_since" if self.sure else "lost_since_or_before"
        return word(language, key, request=self.request.index, turn=self.request.turn)


def losses(lab: Lab, snapshot: Snapshot, profile: Profile, trace: Trace) -> dict[str, Since]:
    """For each must-keep that this run lost, since when, by its id.

    The requests before are built from the last back until each of them was kept once, or was not said yet, or
    too much would have to be built.
    """
    session, now = snapshot.session, snapshot.request
    found = {one.id: Since(now) for one in trace.must_keeps if one.lost_at is not None}
    open_ones = set(found)
    left = _MOST_WORK
    for request in reversed([one for one in session.chain(now.chain) if one.index < now.index]):
        if not open_ones:
            break
        left -= request.end
        if left < 0:
            return found | {key: Since(found[key].request, sure=False) for key in open_ones}
        earlier = lab.build(session.at(request.index, chain=now.chain), profile)
        lost = {one.id for one in earlier.must_keeps if one.lost_at is not None}
        open_ones &= lost
        found |= {key: Since(request) for key in open_ones}
    return found
