"""At which caps a row has a unit: whole, or cut so that it still says what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ctxlab.analysis.admission import entry_cap
from ctxlab.analysis.solve.spans import ALL, END, Spans, from_cap, union
from ctxlab.model.profile import Overflow
from ctxlab.model.trace import Altered
from ctxlab.stages.protocol import Queue

#: Units looked at in a search for all the caps at which a row that skips has another set of units.
_MOST_STEPS = 400_000
#: Of a unit of so many tokens all rooms are cut to; of larger ones those in which a search ends.
_EVERY_ROOM = 160
_NEAR = 24

#: Whether a unit says what is asked where the item at a position is cut like this.
Says = Callable[[int, Altered], bool]


class Entering:
    """The caps at which units of one row are in; `proven` says that all caps were looked at."""

    def __init__(self, queue: Queue) -> None:
        self.queue = queue
        self.proven = True
        self._skipping: dict[int, Spans] = {}

    def expect(self, ranks: Iterable[int]) -> None:
        """Units that will be asked for; in a row that skips they are all looked for at once."""
        wanted = {rank for rank in ranks if self.queue.lead <= rank < self.queue.allowed}
        missing = wanted - self._skipping.keys()
        if missing and self.queue.overflow is Overflow.SKIP:
            self._skipping.update(self._walk(wanted))

    def whole(self, rank: int) -> Spans:
        """The caps at which a unit is in, whole and as itself; none where it never is."""
        queue = self.queue
        if rank >= queue.allowed:
            return ()
        if rank < queue.lead or queue.overflow is Overflow.KEEP:
            return ALL
        if queue.overflow is Overflow.SKIP:
            self.expect((rank,))
            return self._skipping[rank]
        cap = entry_cap(queue, rank)
        return () if cap is None else from_cap(cap)

    def cut(self, rank: int, says: Says) -> Spans:
        """The caps at which a row that truncates cuts a unit and what is left says what is asked."""
        queue = self.queue
        if queue.overflow is not Overflow.TRUNCATE or not queue.lead <= rank < queue.allowed:
            return ()
        charge, before = queue.charges[rank], queue.prefix[rank]

        def stands(room: int) -> bool:
            left = queue.cut(rank, room)
            return left is not None and says(*left)

        if charge <= _EVERY_ROOM:
            rooms = [room for room in range(1, charge) if stands(room)]
            return union((before + room, before + room + 1) for room in rooms)
        return self._searched(stands, before, charge)

    def _searched(self, stands: Callable[[int], bool], before: int, charge: int) -> Spans:
        """The caps from the least room found, as if more room never left less."""
        self.proven = False
        if not stands(charge - 1):
            return ()
        low, room = 0, charge - 1
        while room - low > 1:
            middle = (low + room) // 2
            low, room = (low, middle) if stands(middle) else (middle, room)
        room = next((less for less in range(max(1, room - _NEAR), room) if stands(less)), room)
        return ((before + room, before + charge),)

    def _walk(self, wanted: set[int]) -> dict[int, Spans]:
        """The caps at which units are in, cap by cap at which the row that skips has another set of units."""
        queue, last = self.queue, max(wanted)
        found: dict[int, list[tuple[int, int]]] = {rank: [] for rank in wanted}
        units = range(queue.lead, last + 1)
        lead, most = queue.prefix[queue.lead], _MOST_STEPS // max(1, len(units))
        cap, steps = 0, 0
        while steps < most:
            used, following = lead, END
            inside: list[int] = []
            for rank in units:
                after = used + queue.charges[rank]
                if after <= cap:
                    used = after
                    if rank in wanted:
                        inside.append(rank)
                elif after < following:
                    following = after
            for rank in inside:
                found[rank].append((cap, following))
            if following == END:
                return {rank: union(spans) for rank, spans in found.items()}
            cap, steps = following, steps + 1
        self.proven = False
        for rank in wanted:
            entry = entry_cap(queue, rank)
            whole = queue.prefix[rank + 1]
            found[rank].append((whole, END))
            if entry is not None and entry >= cap:
                found[rank].append((entry, entry + 1))
        return {rank: union(spans) for rank, spans in found.items()}
