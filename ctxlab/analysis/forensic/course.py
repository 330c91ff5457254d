"""A conversation's requests one after the other: since when an item is gone, and by which rule."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence

from ctxlab.analysis.forensic.align import Aligner
from ctxlab.analysis.forensic.request import forensic
from ctxlab.analysis.forensic.rules import Guesser, Seen
from ctxlab.analysis.forensic.units import Unit
from ctxlab.errors import CancelledError, FormatError, RequestError
from ctxlab.model.forensic import Basis, Change, Course, Forensic, ItemFate, SentFate
from ctxlab.model.items import Item, PartKind
from ctxlab.model.session import Request, Session, Snapshot
from ctxlab.stages.protocol import never


def course(
    session: Session, chain: str = "", *, cancelled: Callable[[], bool] = never, until: int | None = None
) -> Course:
    """What became of the items of a chain up to a request (None: the last).

    Held against what was sent where any request has that, else against the recorder's own account.

    Raises:
        CancelledError: `cancelled` said so.
    """
    requests = [one for one in session.chain(chain) if until is None or one.index <= until]
    basis = Basis.SENT if any(one.sent for one in requests) else Basis.RECORD
    chosen = [one for one in requests if one.sent] if basis is Basis.SENT else _that_tell(requests)
    facts = _Facts(session, chain)
    guesser, aligner, changes = Guesser(), Aligner(), _Changes()
    read: list[int] = []
    unread: list[int] = []
    for request in chosen:
        if cancelled():
            raise CancelledError("the comparison is not wanted any more")
        try:
            found = forensic(Snapshot(session, request), basis=basis, aligner=aligner)
        except (FormatError, RequestError):
            unread.append(request.index)
            continue
        read.append(request.index)
        guesser.observe(request.index, request.turn, list(facts.seen(found, request)))
        changes.take(found)
    return Course(basis, tuple(read), tuple(unread), changes.told(session.items), guesser.rules())


def _that_tell(requests: Sequence[Request]) -> list[Request]:
    """Those before which the recorder took something out or in, and the last: the others say the same."""
    found: list[Request] = []
    before: tuple[tuple[int, int], ...] = ()
    for request in requests:
        gaps = _gaps(request)
        if gaps != before or request is requests[-1]:
            found.append(request)
        before = gaps
    return found


def _gaps(request: Request) -> tuple[tuple[int, int], ...]:
    """What stands before the last live item and is not live."""
    found: list[tuple[int, int]] = []
    at = 0
    for first, last in request.live:
        if first > at:
            found.append((at, first))
        at = last + 1
    return tuple(found)


class _Facts:
    """What rules ask of the items of a chain."""

    def __init__(self, session: Session, chain: str) -> None:
        self._ends = [one.end for one in session.chain(chain)]
        self._place: dict[str, tuple[int, Item, int]] = {}
        turn, opened = 0, -1
        for at, item in enumerate(session.items):
            if item.chain != chain:
                continue
            if item.opens_turn and (item.message < 0 or item.message != opened):
                turn, opened = turn + 1, item.message
            self._place[item.id] = (at, item, turn)

    def seen(self, found: Forensic, request: Request) -> Iterator[Seen]:
        """The items of a request, as far as rules ask."""
        number = bisect_right(self._ends, request.end)
        for fate in found.items:
            at, item, turn = self._place[fate.item]
            yield Seen(
                fate=fate,
                speaker=Unit(at, item).role,
                thinking=item.has(PartKind.THINKING),
                turn=turn,
                message=item.message if item.message >= 0 else ("item", at),
                age=number - bisect_right(self._ends, at),
                size=len(item.text),
            )


class _Changes:
    """Since when each item is not what it was."""

    def __init__(self) -> None:
        self._open: dict[str, Change] = {}

    def take(self, found: Forensic) -> None:
        """Takes in the next request."""
        for one in found.items:
            if one.fate is SentFate.KEPT:
                self._open.pop(one.item, None)
                continue
            before = self._open.get(one.item)
            same = before is not None and _alike(before.fate, one)
            self._open[one.item] = Change(one.item, before.since if before and same else found.request, one)

    def told(self, items: Sequence[Item]) -> tuple[Change, ...]:
        """The changes that last, in the session's order."""
        order: Mapping[str, int] = {item.id: at for at, item in enumerate(items)}
        return tuple(sorted(self._open.values(), key=lambda one: order[one.item]))


def _alike(one: ItemFate, other: ItemFate) -> bool:
    return one.fate is other.fate and one.how is other.how and one.now == other.now
