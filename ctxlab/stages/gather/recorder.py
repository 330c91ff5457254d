"""What the recorder itself had replaced, deleted or branched off before a request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ctxlab.model.decision import Numbers, Reason
from ctxlab.model.items import Item
from ctxlab.model.profile import Compaction
from ctxlab.model.session import Request, Snapshot


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the recorder did to each candidate.

    `live` says whether it goes on, `superseded` has the position of the summary that stands for it, or -1,
    and `dropped` why those that go no further do not.
    """

    live: tuple[bool, ...]
    superseded: tuple[int, ...]
    dropped: dict[int, tuple[Reason, Numbers]]


class _EverSent:
    """Whether a position was live at any request of a session; the last session's answer is kept."""

    def __init__(self) -> None:
        self._known: tuple[tuple[Request, ...], bytes] = ((), b"")

    def at(self, requests: tuple[Request, ...], position: int) -> bool:
        """Whether any of the requests had it."""
        known = self._known
        if known[0] is not requests:
            self._known = known = (requests, _ever_live(requests))
        return position < len(known[1]) and bool(known[1][position])


def _ever_live(requests: Sequence[Request]) -> bytes:
    flags = bytearray(max((one.end for one in requests), default=0))
    seen: set[tuple[int, int]] = set()
    for request in requests:
        for span in request.live:
            if span not in seen:
                seen.add(span)
                flags[span[0] : span[1] + 1] = b"\1" * (span[1] + 1 - span[0])
    return bytes(flags)


_SENT = _EverSent()


def honour_recorder(snapshot: Snapshot, positions: Sequence[int], compaction: Compaction) -> Recorded:
    """Applies the log's own compaction and branches, or takes the originals of summaries back."""
    items = [snapshot.session.items[i] for i in positions]
    index = {item.id: at for at, item in enumerate(items)}
    live = _live(snapshot, positions)
    superseded = _standing_summaries(items, index, live)
    dropped: dict[int, tuple[Reason, Numbers]] = {}
    if compaction is Compaction.ORIGINALS:
        live, superseded = _take_originals(items, index, live, superseded, dropped)
    for at in range(len(items)):
        if live[at] or at in dropped:
            continue
        if superseded[at] >= 0:
            dropped[at] = (Reason.SUPERSEDED, (("by", items[superseded[at]].id),))
        else:
            sent = _SENT.at(snapshot.session.requests, positions[at])
            told = () if sent else (("requests", len(snapshot.session.requests)),)
            dropped[at] = (Reason.EXCLUDED_BY_RECORDER, told)
    return Recorded(tuple(live), tuple(superseded), dropped)


def _live(snapshot: Snapshot, positions: Sequence[int]) -> list[bool]:
    flags: list[bool] = []
    ranges = iter(snapshot.request.live)
    first, last = next(ranges, (0, -1))
    for position in positions:
        while position > last:
            found = next(ranges, None)
            if found is None:
                first, last = len(snapshot.session.items), len(snapshot.session.items)
                break
            first, last = found
        flags.append(first <= position <= last)
    return flags


def _standing_summaries(items: Sequence[Item], index: dict[str, int], live: Sequence[bool]) -> list[int]:
    """For each item that goes no further the live summary that stands for it, or -1."""
    known = {"": -1}
    return [
        -1 if live[at] else _standing_summary(item.superseded_by, items, index, live, known)
        for at, item in enumerate(items)
    ]


def _standing_summary(
    id: str, items: Sequence[Item], index: dict[str, int], live: Sequence[bool], known: dict[str, int]
) -> int:
    """Follows superseded_by until a live summary is found; a summary may itself have been summarised.

    `known` are answers by id, each chain of summaries being followed once: a long log has hundreds.
    """
    followed: list[str] = []
    while id not in known:
        known[id] = -1  # which it stays in a ring
        followed.append(id)
        at = index.get(id, -1)
        if at >= 0 and live[at]:
            known[id] = at
            break
        id = items[at].superseded_by if at >= 0 else ""
    for one in followed:
        known[one] = known[id]
    return known[id]


def _take_originals(
    items: Sequence[Item],
    index: dict[str, int],
    live: Sequence[bool],
    superseded: Sequence[int],
    dropped: dict[int, tuple[Reason, Numbers]],
) -> tuple[list[bool], list[int]]:
    """Everything that a live summary stands for comes back; every summary that stands for something goes."""
    stands_for: dict[int, int] = {}
    for at, item in enumerate(items):
        summary = index.get(item.superseded_by, -1) if item.superseded_by else -1
        if summary >= 0:
            stands_for.setdefault(summary, at)
    out = [live[at] or superseded[at] >= 0 for at in range(len(items))]
    for summary, first in stands_for.items():
        if out[summary]:
            out[summary] = False
            dropped[summary] = (Reason.SUPERSEDED, (("by", items[first].id),))
    return out, [-1] * len(items)
