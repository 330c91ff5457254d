"""Why a must-keep is not in a context: what each stage did, and the one root cause."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ctxlab.model.constraint import Survival
from ctxlab.model.decision import Numbers, Reason, Stage
from ctxlab.model.displaced import Displacer
from ctxlab.model.items import Row
from ctxlab.model.profile import Order


class Cause(StrEnum):
    """The closed list of root causes; a new one comes with its sentences, a place in the table, a session."""

    NEVER_GATHERED = "never_gathered"
    NOT_HANDED_OVER = "not_handed_over"
    FILTERED = "filtered"
    OUTRANKED = "outranked"
    OVER_CAP = "over_cap"
    OVER_WINDOW = "over_window"
    BEHIND_OVERFLOW = "behind_overflow"
    DEGRADED = "degraded"
    SUPERSEDED = "superseded"
    DUPLICATE = "duplicate"
    EXCLUDED_BY_MODE = "excluded_by_mode"
    PAIR_BROKEN = "pair_broken"
    CUT = "cut"
    SUMMARISED_AWAY = "summarised_away"
    VALUE_CHANGED = "value_changed"
    NOT_RENDERED = "not_rendered"
    DEEP = "deep"
    PRESENT = "present"

    @property
    def present(self) -> bool:
        """Whether the must-keep is in the context: then the model is to be asked, not the context."""
        return self in (Cause.DEEP, Cause.PRESENT)


class Passed(StrEnum):
    """What a stage did to a must-keep.

    It kept the item that states it as it was; it cut, condensed or merged that item and the must-keep stayed;
    it lost the must-keep or that item; or it never had it.
    """

    PASSED = "passed"
    CUT = "cut"
    FAILED = "failed"
    NEVER_REACHED = "never_reached"


@dataclass(frozen=True, slots=True)
class StageFinding:
    """One stage's row: its test of the item that states the must-keep, with the numbers.

    `item` is the root id of the item that the test was of; `reason` and `numbers` are its decision there,
    None where the stage never had it. `held` is what of the must-keep stands after the stage, None where
    nothing was there to judge.
    """

    stage: Stage
    passed: Passed
    item: str = ""
    reason: Reason | None = None
    numbers: Numbers = ()
    held: Survival | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The answer on one must-keep at one request.

    `stages` are four rows in order. `cause` is the root cause, `stage` where it struck (None where the
    must-keep is present or was never there), `item` the item that states it, empty where none was gathered.
    `row` is the row of the budget that this item ended in, and `order` the order in which it is served.
    `stated_by` is the item of the session that states it where this request never had one: on the main chain,
    or only later. `by` is the item that was put in its place: a summary, a copy, a later statement.

    `displaced_by` are the items that hold the tokens it needed, the largest first. `survival` speaks of the
    final context: of the text of `evidence_item` there. `depth`, `follows` and `opens` are as in a cell of
    the matrix.
    """

    must_keep: str
    request: int
    cause: Cause
    stages: tuple[StageFinding, ...]
    survival: Survival
    stage: Stage | None = None
    item: str = ""
    evidence_item: str = ""
    displaced_by: tuple[Displacer, ...] = ()
    depth: int = 0
    follows: float = 0.0
    opens: bool = False
    row: Row | None = None
    order: Order | None = None
    stated_by: str = ""
    by: str = ""

    @property
    def deciding(self) -> StageFinding | None:
        """The row of the stage where it was lost."""
        return next((one for one in self.stages if one.stage is self.stage), None)
