"""The working state of one run of Select: what was decided so far, by position and by row."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from ctxlab.model.decision import Fate, Numbers, Reason
from ctxlab.model.items import Row
from ctxlab.model.profile import Pairs
from ctxlab.model.trace import Altered, Made
from ctxlab.stages.fates import byte_table
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
    Reason.BELOW_RELEVANCE: Fate.DROPPED,
    Reason.OVER_WINDOW: Fate.DROPPED,
    Reason.DEGRADED_1: Fate.DROPPED,
    Reason.DEGRADED_2: Fate.KEPT,
    Reason.DEGRADED_3: Fate.TRUNCATED,
    Reason.PAIR_BROKEN: Fate.DROPPED,
}


def _table(entries: dict[Reason, int]) -> bytes:
    codes: dict[int, int] = {int(reason): entry for reason, entry in entries.items()}
    return byte_table(lambda code: codes.get(code, 0))


#: Translation tables from a reason column to a fate column, and to columns of 1 where an item goes on, or
#: goes on as itself.
FATES = _table({reason: int(fate) for reason, fate in FATE_OF.items()})
ALIVE = _table({reason: int(not fate.leaves) for reason, fate in FATE_OF.items()})
#: Kept for now, on the way into a summary.
WAITING = frozenset({Reason.TO_SUMMARY, Reason.DEGRADED_2})
#: What an item is to its pair: gone, on its way into a summary, or standing as itself.
GONE, TO_SUMMARY, STANDING = range(3)
STATE = _table(
    {
        reason: GONE if fate.leaves else TO_SUMMARY if reason in WAITING else STANDING
        for reason, fate in FATE_OF.items()
    }
)
STANDS = _table({r: int(not f.leaves) for r, f in FATE_OF.items() if r not in WAITING})
#: The reasons by which an item is charged for what a cut left of it, not for a limit of its row.
_CUT = frozenset({Reason.CUT_TO_CAP, Reason.DEGRADED_3})


@dataclass(frozen=True, slots=True)
class Aside:
    """Tokens that a row sets aside for a summary, and the row that they are charged to."""

    charged_to: Row
    tokens: int


@dataclass(eq=False)
class Selection:
    """The reason of each position and the charge of each row, as far as they are decided.

    `served` holds the outcome of serving each row, and `numbers` those of decisions that were made after it.
    `degraded` is the last level of degradation that acted.
    `levels` is into how many summaries a row's older units go at most. `framing` is what a placeholder is
    charged besides its tokens where Gather let no result through.
    """

    prepared: Prepared
    counter: Counter
    pairs: Pairs
    framing: int
    served: dict[Row, Served]
    row_of: dict[int, Row]
    reason: bytearray
    used: dict[Row, int]
    asides: dict[Row, Aside]
    levels: int = 1
    degraded: int = 0
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
            row_of=dict(self.row_of),
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

    def stands(self, position: int) -> bool:
        """Whether the item is going on as itself, and not into a summary."""
        return bool(STANDS[self.reason[position]])

    def row(self, position: int) -> Row:
        """The row that charges the item."""
        return self.row_of.get(position, self.gathered.pool.row[position])

    def charge(self, position: int) -> int:
        """What the item is charged now: its limit or cut applied."""
        pool = self.prepared.gathered.pool
        charge = pool.charge[position]
        if self.reason[position] in _CUT:
            return charge - pool.tokens[position] + self.altered[position].tokens
        limited = self.served[self.row_of.get(position) or pool.row[position]].plan.limited
        return charge - pool.tokens[position] + limited[position] if position in limited else charge

    def drop(self, position: int, reason: Reason, numbers: Numbers) -> None:
        """Drops one item and gives its charge back; its pair is not looked at."""
        if self.reason[position] not in WAITING:
            self.used[self.row(position)] -= self.charge(position)
        self.reason[position] = reason
        self.numbers[position] = numbers
        self.altered.pop(position, None)

    def drop_unit(self, unit: Unit, reason: Reason, numbers: Callable[[int], Numbers]) -> None:
        """Drops a unit and mends the pairs that this breaks; `numbers` gives those of each position."""
        gone = [position for position in unit.positions if self.alive(position)]
        for position in gone:
            self.drop(position, reason, numbers(position))
        self.mend(gone)

    def mend(self, gone: Iterable[int], *, spare_summarised: bool = False) -> None:
        """Restores the pair rule after these positions were dropped.

        With `spare_summarised`, results on their way into a summary stay there without their calls.
        """
        pairs = self.gathered.pairs
        for position in gone:
            for result in pairs.get(position, ()):
                if self.stands(result) or (self.alive(result) and not spare_summarised):
                    self.drop(result, Reason.PAIR_BROKEN, self.prepared.broken_by(position))
                self.take_back(result)
            self.take_back(position)
            call = self.prepared.call_of.get(position)
            if call is not None and self.stands(call):
                self.mend_dropped_result(call, position)

    def mend_dropped_result(self, call: int, result: int) -> None:
        """A kept call has lost this result: put a placeholder, keep a shorter result, or drop the call.

        `result` is the call itself where none was recorded. With `drop` the call stays all the same, with a
        placeholder, in the current turn and in a pinned message.
        """
        if self._drops_calls(call):
            self._drop_call(call, by=result)
            return
        stand_in = self.prepared.placeholder(result, self.counter)
        if self._reached(result) and self.gathered.pool.tokens[result] <= stand_in.tokens:
            self.reason[result] = Reason.KEPT_OVER_CAP
            self.used[self.row(result)] += self.charge(result)
            self.numbers[result] = self._kept_numbers(result)
        elif result not in self.made:
            self.made[result] = stand_in
            self.used[Row.TOOL_RESULT] += self._placeholder_charge(result, stand_in)

    def would_stay(self, position: int) -> bool:
        """Whether a dropped result would come back: its call stays, and a placeholder is no shorter."""
        call = self.prepared.call_of.get(position)
        if call is None or not self.stands(call) or self._drops_calls(call) or not self._reached(position):
            return False
        stand_in = self.prepared.placeholder(position, self.counter)
        return self.gathered.pool.tokens[position] <= stand_in.tokens

    def _reached(self, result: int) -> bool:
        """Whether there is a recorded result, and Gather let it through."""
        return result not in self.gathered.pairs and result not in self.prepared.never_reached

    def _drops_calls(self, call: int) -> bool:
        if self.pairs is not Pairs.DROP or self.gathered.pool.current[call]:
            return False
        return self.gathered.pinned.isdisjoint(self.prepared.message.get(call, (call,)))

    def _placeholder_charge(self, result: int, stand_in: Made) -> int:
        pool = self.gathered.pool
        framing = pool.charge[result] - pool.tokens[result] if self._reached(result) else self.framing
        return stand_in.tokens + framing

    def take_back(self, result: int) -> None:
        """Removes a placeholder whose call is gone."""
        stand_in = self.made.pop(result, None) if self.made else None
        if stand_in is not None:
            self.used[Row.TOOL_RESULT] -= self._placeholder_charge(result, stand_in)

    def _drop_call(self, call: int, by: int) -> None:
        """Drops the call alone, or its whole message where signed thinking in it must stay whole."""
        members = self.prepared.message.get(call, (call,))
        items = self.gathered.pool.items
        signed = any(part.signature for member in members for part in items[member].parts)
        gone = [member for member in (members if signed else (call,)) if self.alive(member)]
        for member in gone:
            self.drop(member, Reason.PAIR_BROKEN, self.prepared.broken_by(by))
        self.mend(gone, spare_summarised=True)

    def _kept_numbers(self, result: int) -> Numbers:
        served = self.served[self.row(result)]
        rank = served.plan.rank.get(result)
        return served.numbers(rank) if rank is not None else ()
