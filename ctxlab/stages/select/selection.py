"""The working state of one run of Select: what was decided so far, by position and by row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ctxlab.model.decision import Fate, Numbers, Reason
from ctxlab.model.items import Row
from ctxlab.model.profile import Pairs
from ctxlab.model.trace import Altered, Made
from ctxlab.stages.protocol import Gathered, Unit
from ctxlab.stages.select.prepared import Prepared
from ctxlab.stages.select.serve import Served
from ctxlab.tokens.protocols import Counter

#: The fate that each reason of this stage stands for.
FATE_OF: dict[Reason, Fate] = {
    Reason.REQUIRED: Fate.KEPT,
    Reason.PINNED: Fate.KEPT,
    Reason.FITS: Fate.KEPT,
    Reason.KEPT_OVER_CAP: Fate.KEPT,
    Reason.TO_SUMMARY: Fate.KEPT,
    Reason.CUT_TO_CAP: Fate.TRUNCATED,
    Reason.CUT_TO_ITEM_LIMIT: Fate.TRUNCATED,
    Reason.PLACEHOLDER: Fate.ADDED,
    Reason.OVER_CAP: Fate.DROPPED,
    Reason.BEHIND_OVERFLOW: Fate.DROPPED,
    Reason.OVER_COUNT: Fate.DROPPED,
    Reason.OVER_WINDOW: Fate.DROPPED,
    Reason.PAIR_BROKEN: Fate.DROPPED,
}


def _table(entries: dict[Reason, int]) -> bytes:
    return bytes(entries.get(Reason(code), 0) if code in set(Reason) else 0 for code in range(256))


#: Translation tables from a reason column to a fate column and to a column of 0 (gone or not there) and 1.
FATES = _table({reason: int(fate) for reason, fate in FATE_OF.items()})
ALIVE = _table({reason: int(not fate.leaves) for reason, fate in FATE_OF.items()})


@dataclass(frozen=True, slots=True)
class Aside:
    """Tokens that a row sets aside for a summary, and the row that they are charged to."""

    charged_to: Row
    tokens: int


@dataclass(eq=False)
class Selection:
    """Reasons by position, charges by row. Rows hold the outcome of serving; `numbers` what is not in theirs."""

    prepared: Prepared
    counter: Counter
    pairs: Pairs
    served: dict[Row, Served]
    row_of: dict[int, Row]
    reason: bytearray
    used: dict[Row, int]
    asides: dict[Row, Aside]
    numbers: dict[int, Numbers] = field(default_factory=dict[int, Numbers])
    made: dict[int, Made] = field(default_factory=dict[int, Made])
    altered: dict[int, Altered] = field(default_factory=dict[int, Altered])

    @property
    def gathered(self) -> Gathered:
        """What is selected from."""
        return self.prepared.gathered

    def copy(self) -> Selection:
        """A working state that may change without touching this one."""
        return replace(
            self,
            reason=bytearray(self.reason),
            used=dict(self.used),
            asides=dict(self.asides),
            numbers=dict(self.numbers),
            made=dict(self.made),
            altered=dict(self.altered),
        )

    def alive(self, position: int) -> bool:
        """Whether the item is still going on."""
        return bool(ALIVE[self.reason[position]])

    def row(self, position: int) -> Row:
        """The row that charges the item."""
        return self.row_of.get(position, self.gathered.pool.row[position])

    def charge(self, position: int) -> int:
        """What the item is charged now: its limit or cut applied."""
        pool = self.gathered.pool
        plan = self.served[self.row(position)].plan
        tokens = plan.limited.get(position, pool.tokens[position])
        if position in self.altered:
            tokens = min(tokens, self.altered[position].tokens)
        return pool.charge[position] - pool.tokens[position] + tokens

    def drop(self, position: int, reason: Reason, numbers: Numbers) -> None:
        """Drops one item and gives its charge back; its pair is not looked at."""
        if self.reason[position] != Reason.TO_SUMMARY:
            self.used[self.row(position)] -= self.charge(position)
        self.reason[position] = reason
        self.numbers[position] = numbers
        self.altered.pop(position, None)

    def drop_unit(self, unit: Unit, reason: Reason, numbers: Numbers) -> None:
        """Drops a unit and mends the pairs that this breaks."""
        gone = [position for position in unit.positions if self.alive(position)]
        for position in gone:
            self.drop(position, reason, numbers)
        self.mend(gone)

    def mend(self, gone: Iterable[int]) -> None:
        """Restores the pair rule after these positions were dropped."""
        pairs = self.gathered.pairs
        pinned = self.gathered.pinned
        for position in gone:
            for result in pairs.get(position, ()):
                if self.alive(result) and result not in pinned:
                    self.drop(result, Reason.PAIR_BROKEN, (("by", self._id(position)),))
                self.made.pop(result, None)
            call = self.prepared.call_of.get(position)
            if call is not None and self.alive(call):
                self.mend_dropped_result(call, position)

    def mend_dropped_result(self, call: int, result: int) -> None:
        """A kept call has lost this result: put a placeholder, keep a shorter result, or drop the call."""
        pool = self.gathered.pool
        if self.pairs is Pairs.DROP and not pool.current[result] and call not in self.gathered.pinned:
            self._drop_call(call, by=result)
            return
        stand_in = self.prepared.placeholder(result, self.counter)
        if pool.tokens[result] <= stand_in.tokens:
            self.reason[result] = Reason.KEPT_OVER_CAP
            self.used[Row.TOOL_RESULT] += pool.charge[result]
            self.numbers[result] = self._kept_numbers(result)
        elif result not in self.made:
            self.made[result] = stand_in
            self.used[Row.TOOL_RESULT] += stand_in.tokens + pool.charge[result] - pool.tokens[result]

    def _drop_call(self, call: int, by: int) -> None:
        """Drops the call alone, or its whole message where signed thinking in it must stay whole."""
        members = self.prepared.message.get(call, (call,))
        items = self.gathered.pool.items
        signed = any(part.signature for member in members for part in items[member].parts)
        gone = [m for m in (members if signed else (call,)) if self.alive(m) and m not in self.gathered.pinned]
        for member in gone:
            self.drop(member, Reason.PAIR_BROKEN, (("by", self._id(by)),))
        self.mend(gone)

    def _kept_numbers(self, result: int) -> Numbers:
        served = self.served[Row.TOOL_RESULT]
        rank = served.plan.rank.get(result)
        return served.numbers(rank) if rank is not None else ()

    def _id(self, position: int) -> str:
        return self.gathered.pool.items[position].id
