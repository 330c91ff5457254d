"""Why a must-keep is not in a context: what each stage did, and the one root cause."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ctxlab.model.constraint import Survival
from ctxlab.model.decision import Numbers, Reason, Stage
from ctxlab.model.displaced import Displacer


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


class Passed(StrEnum):
    """What a stage did to a must-keep: kept it, kept less of it, failed it, or never had it."""

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
    `displaced_by` are the items that hold the tokens it needed, the largest first. `survival` speaks of the
    final context: of the message text where the evidence stands in `evidence_item`. `depth` and `follows` are
    as in a cell of the matrix.
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
