"""What a trace holds, and the rows that are read from its columns.

A *position* is an index into the columns: gathered items first, in id order, then items made by later stages
in the order in which they were made. Positions of gathered items do not change between runs on the same
snapshot with the same gather settings, so views key their rows by root id and patch them in place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ctxlab.model.decision import STAGES, WHOLE, Decision, Fate, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Row, Source
from ctxlab.model.trace_parts import (
    Altered,
    Made,
    Message,
    Outside,
    Pool,
    RowUse,
    StageRecord,
    Totals,
    Verdict,
)


@dataclass(frozen=True, eq=False)
class TraceBase:
    """All that a run left behind, in columns, and the questions that views and reports ask of it.

    `pool` has the items as they were recorded, `reduced` what Gather left of some, and `altered` what is left
    in the end of all that are not as they were. `factor` is the percent that each count was taken times.
    """

    session: str
    request: int
    profile: str
    profile_sha256: str
    wire: str
    encoding: str
    exact: bool
    unknown: tuple[Source, ...]
    pool: Pool
    made: tuple[Made, ...]
    altered: Mapping[int, Altered]
    moved: Mapping[int, Row]
    by: Mapping[int, int]
    stages: tuple[StageRecord, StageRecord, StageRecord, StageRecord]
    outside: tuple[Outside, ...]
    context: tuple[Message, ...]
    ledger: tuple[tuple[str, int], ...]
    rows: tuple[RowUse, ...]
    totals: Totals
    must_keeps: tuple[Verdict, ...]
    diagnostics: tuple[Diagnostic, ...]
    reduced: Mapping[int, Altered] = field(default_factory=dict[int, Altered])
    factor: int = 100

    def __len__(self) -> int:
        return len(self.pool) + len(self.made)

    @property
    def counted_in(self) -> str:
        """The encoding, with the factor where there is one: `o200k_base × 107 %`."""
        return self.encoding if self.factor == 100 else f"{self.encoding} × {self.factor} %"

    @property
    def lost(self) -> tuple[str, ...]:
        """The ids of the must-keeps that did not reach the end."""
        return tuple(one.id for one in self.must_keeps if one.lost_at is not None)

    def stage(self, stage: Stage) -> StageRecord:
        """That stage's record."""
        return self.stages[STAGES.index(stage)]

    def item(self, position: int) -> Item:
        """The item at a position, as it was gathered or made."""
        pool = len(self.pool)
        return self.pool.items[position] if position < pool else self.made[position - pool].item

    def id(self, position: int) -> str:
        """The root id of the item at a position."""
        return self.item(position).id

    def position(self, item_id: str) -> int | None:
        """The position of a root id, or None."""
        found = self.pool.index.get(item_id)
        return self._made_index.get(item_id) if found is None else found

    def source(self, position: int) -> Source:
        """The item's source at this request."""
        pool = len(self.pool)
        return self.pool.source[position] if position < pool else self.made[position - pool].source

    def row(self, position: int) -> Row:
        """The budget row that the item ended in."""
        pool = len(self.pool)
        if position >= pool:
            return self.made[position - pool].row
        return self.moved.get(position, self.pool.row[position])

    def turn(self, position: int) -> int:
        """The item's turn, 0 before the first user message."""
        pool = len(self.pool)
        return self.pool.turn[position] if position < pool else self.made[position - pool].turn

    def tokens(self, position: int) -> int:
        """Tokens of the item as gathered or made, without framing."""
        pool = len(self.pool)
        return self.pool.tokens[position] if position < pool else self.made[position - pool].tokens

    def handed_on(self, position: int) -> int:
        """Tokens of a gathered item as Gather handed it on, without framing."""
        left = self.reduced.get(position)
        return self.pool.tokens[position] if left is None else left.tokens

    def charge(self, position: int) -> int:
        """What a gathered item costs its row whole, as Gather handed it on, with its framing."""
        return self.pool.charge[position] - self.pool.tokens[position] + self.handed_on(position)

    def is_exact(self, position: int) -> bool:
        """Whether that count is exact."""
        pool = len(self.pool)
        return bool(self.pool.exact[position]) if position < pool else self.made[position - pool].exact

    def derived_from(self, position: int) -> tuple[int, ...]:
        """Positions of the items that a made item stands for."""
        pool = len(self.pool)
        if position < pool:
            return self.pool.derived_from.get(position, ())
        return self.made[position - pool].derived_from

    def history(self, position: int) -> tuple[Decision, ...]:
        """The item's decisions, one a stage reached, ending at drop or merge."""
        found = (record.decision(position) for record in self.stages)
        return tuple(decision for decision in found if decision is not None)

    def outcome(self, position: int) -> Decision:
        """The decision that tells the item's fate: the one highest in rank.

        Of several that are equal in rank it is the latest, but of those that kept the item it is Select's.
        """
        best, *others = self.history(position)
        for decision in others:
            later_counts = decision.fate is not Fate.KEPT or decision.stage is Stage.SELECT
            if decision.fate > best.fate or (decision.fate == best.fate and later_counts):
                best = decision
        return best

    def fate(self, position: int) -> Fate:
        """The fate of `outcome`, without making a decision."""
        column = [record.fate[position] for record in self.stages if position < len(record.fate)]
        return Fate(max(column))

    def tokens_after(self, position: int) -> int:
        """Tokens that the item holds in the end; 0 when dropped or merged."""
        return self.history(position)[-1].tokens

    def altered_at(self, position: int, stage: Stage) -> Altered | None:
        """What is left of an item as it leaves a stage; None where it is as it was recorded.

        Of an item that more than one of the later stages changed, what stood in between is no longer known;
        what stood in the end is taken for it.
        """
        first, last = self.reduced.get(position), self.altered.get(position)
        if last is None or stage is Stage.GATHER:
            return first
        if stage is Stage.CONSTRUCT:
            return last
        passed = STAGES[1 : STAGES.index(stage) + 1]
        fates = (self.stage(one).fate for one in passed)
        untouched = all(fate[position] in WHOLE for fate in fates if position < len(fate))
        return first if untouched else last

    def order(self) -> list[int]:
        """All positions in id order, made items after the item that they are named for."""
        pool = len(self.pool)
        after: dict[int, list[int]] = {}
        for position in [*self.pool.derived_from, *range(pool, len(self))]:
            after.setdefault(self.derived_from(position)[0], []).append(position)
        made = self.pool.derived_from
        out: list[int] = []
        waiting = [position for position in range(pool - 1, -1, -1) if position not in made]
        while waiting:
            position = waiting.pop()
            out.append(position)
            waiting.extend(reversed(after.get(position, ())))
        return out

    @property
    def degraded(self) -> int:
        """The last level of degradation that acted; 0 where none did."""
        levels = (dict(one.numbers).get("level") for one in self.diagnostics if one.code == "degraded")
        return max((level for level in levels if isinstance(level, int)), default=0)

    @property
    def mode(self) -> tuple[str, int]:
        """The mode that the request was built in, and the number of the rule that chose it, 0 for none."""
        for one in self.diagnostics:
            if one.code == "mode_chosen":
                told = dict(one.numbers)
                return str(told["mode"]), int(told["rule"])
        return "", 0

    @cached_property
    def messages(self) -> list[Mapping[str, Any]]:
        """The built context as API messages; treat them as read-only."""
        return [message.value for message in self.context]

    @cached_property
    def _made_index(self) -> dict[str, int]:
        pool = len(self.pool)
        return {made.item.id: pool + i for i, made in enumerate(self.made)}
