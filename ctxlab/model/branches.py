"""Branches: where a recorded conversation was taken up again further back, and went on another way.

A request goes on from an earlier one where it has that one's answer, or the recorded summary that stands for
it. A request from which none goes on is the end of a branch.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ctxlab.errors import RequestError
from ctxlab.model.session import Request, Session


@dataclass(frozen=True, slots=True)
class Branch:
    """One way through the main conversation: its requests, and the first that is on no earlier branch."""

    requests: tuple[Request, ...]
    parted: Request


def branches_of(session: Session) -> tuple[Branch, ...]:
    """The branches of the main conversation, in the order of their last requests; at least one.

    A session whose format knows no branches has one, with all requests.
    """
    requests = session.chain()
    if not session.branching or len(requests) < 2:
        return (Branch(requests, requests[0]),) if requests else ()
    before = _predecessors(session, requests)
    ends = sorted(set(range(len(requests))) - set(before))
    branches: list[Branch] = []
    taken: set[int] = set()
    for end in ends:
        way = list(_way(end, before))[::-1]
        parted = next(at for at in way if at not in taken)
        taken.update(way)
        branches.append(Branch(tuple(requests[at] for at in way), requests[parted]))
    return tuple(branches)


def branch_with(branches: tuple[Branch, ...], request: Request) -> int:
    """The position of the last branch that the request is on; -1 for a request of a side chain."""
    found = [at for at, branch in enumerate(branches) if request in branch.requests]
    return found[-1] if found else -1


def on_branch(session: Session, number: int) -> Session:
    """The session with the requests of that branch (1-based) alone on its main conversation.

    They keep their numbers; side chains and items are untouched.

    Raises:
        RequestError: There is no such branch.
    """
    branches = branches_of(session)
    if not 1 <= number <= len(branches):
        raise RequestError(f"there is no branch {number}", hint=f"the session has {len(branches)}")
    kept = {one.index for one in branches[number - 1].requests}
    return replace(session, requests=tuple(one for one in session.requests if one.chain or one.index in kept))


def _predecessors(session: Session, requests: tuple[Request, ...]) -> list[int]:
    """For each request the position of the one that it goes on from, -1 where there is none."""
    summaries = {item.id: at for at, item in enumerate(session.items)}
    found: list[int] = []
    for at, request in enumerate(requests):
        earlier = (
            one
            for one in range(at - 1, -1, -1)
            if any(_live(request, p) for p in _standing(session, requests[one].end, summaries))
        )
        found.append(next(earlier, -1))
    return found


def _standing(session: Session, answer: int, summaries: dict[str, int]) -> Iterator[int]:
    """The position of an answer's first item, then those of the summaries that stood for it later."""
    met: set[int] = set()
    position: int | None = answer
    while position is not None and position < len(session.items) and position not in met:
        met.add(position)
        yield position
        position = summaries.get(session.items[position].superseded_by)


def _live(request: Request, position: int) -> bool:
    at = bisect_right(request.live, position, key=lambda span: span[0]) - 1
    return at >= 0 and position <= request.live[at][1]


def _way(end: int, before: list[int]) -> Iterator[int]:
    while end >= 0:
        yield end
        end = before[end]
