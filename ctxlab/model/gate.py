"""The gate: whether sessions hold under a profile, alone or beside a baseline, and what speaks against it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ctxlab.model.cause import Diagnosis
from ctxlab.model.decision import Stage
from ctxlab.model.diagnostics import Diagnostic, Number
from ctxlab.model.gate_codes import FAILS, HOLDS, UNJUDGED, worst
from ctxlab.model.items import Row, Source
from ctxlab.model.sweep import Place
from ctxlab.model.wire_view import Finding as WireFinding

__all__ = [
    "FAILS",
    "HOLDS",
    "NO_WIRE",
    "PLAIN_RULES",
    "UNJUDGED",
    "Before",
    "Built",
    "Code",
    "GateFinding",
    "GateKeep",
    "GateReport",
    "GateResult",
    "GateRules",
    "Severity",
    "Since",
    "code_of",
    "worst",
]

#: The wire format of rules that let a request be whatever it is.
NO_WIRE = "none"


class Severity(StrEnum):
    """What a finding means: it fails, it keeps from judging, it warns, or it is only told."""

    ERROR = "error"
    UNJUDGED = "unjudged"
    WARNING = "warning"
    NOTE = "note"


class Code(StrEnum):
    """The closed list of what a gate finds."""

    LOST = "must_keep_lost"
    NEWLY_LOST = "must_keep_newly_lost"
    LOST_BEFORE = "must_keep_lost_before"
    OVER = "over_limit"
    NEWLY_OVER = "newly_over_limit"
    LEVEL = "level_reached"
    TOKENS = "too_many_tokens"
    GROWTH = "tokens_grown"
    WIRE = "invalid_wire"
    MARKS = "marks_unjudged"
    NOTHING = "nothing_to_judge"
    UNKNOWN = "size_unknown"
    COUNTED_OTHERWISE = "counted_otherwise"
    NO_BASELINE = "no_baseline"
    UNREADABLE = "unreadable"
    EMPTY = "empty_session"
    NO_SESSIONS = "no_sessions"
    LEFT_OUT = "left_out"
    CAP_IDLE = "cap_never_binds"
    NOT_ASKED = "must_keep_not_asked"


@dataclass(frozen=True, slots=True)
class GateRules:
    """What is asked beside must-keeps and limit; None or empty is not asked.

    `max_level` is the deepest level of degradation, `max_growth` the percent that a context may have grown
    against the baseline, `max_tokens` the largest context. `wire` is the wire format that is looked at for
    mistakes, by default that of the run; NO_WIRE is none. `strict` makes what the baseline did no better
    fail too.
    """

    max_level: int | None = None
    max_growth: float | None = None
    max_tokens: int | None = None
    wire: str = ""
    strict: bool = False


#: Must-keeps, limit and a valid request; nothing besides.
PLAIN_RULES = GateRules()


@dataclass(frozen=True, slots=True)
class Since:
    """The first request of a loss that lasts until now; not `sure` where it may have begun before."""

    request: int
    turn: int
    sure: bool = True


@dataclass(frozen=True, slots=True)
class GateFinding:
    """One thing that was found, worded by `explain.gate`.

    `label` is the must-keep's, `stage` where it was lost, `since` when. `line` is where in its file the item
    stands that states it, 1-based, 0 where that is not known; `message` is the 1-based number of a message of
    an invalid request. `about` holds what another part of ctxlab words: why a must-keep was lost, what an API
    refuses, a notice.
    """

    code: Code
    severity: Severity
    label: str = ""
    stage: Stage | None = None
    since: Since | None = None
    line: int = 0
    message: int = 0
    numbers: tuple[tuple[str, Number], ...] = ()
    about: Diagnosis | Diagnostic | WireFinding | None = None


@dataclass(frozen=True, slots=True)
class GateKeep:
    """A must-keep that was judged: its id, its words, and the stage that lost it (None: it is there)."""

    id: str
    label: str
    lost_at: Stage | None = None
    since: Since | None = None


@dataclass(frozen=True, slots=True)
class Before:
    """What a baseline has of a session at the same request.

    `kept` and `lost` are labels of must-keeps, `not_asked` of those that the profile is not judged by any
    more; `invalid` are the mistakes in its request, without their places. `counted_in` says how its tokens
    were counted.
    """

    tokens: int
    counted_in: str
    over: int = 0
    level: int = 0
    kept: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()
    not_asked: frozenset[str] = frozenset()
    invalid: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Built:
    """The figures of a session's context.

    `demand` is what each row asks for uncapped, `caps` the caps of the profile. `estimates` are the stated
    sizes of unknown sources that were reckoned with. `invalid` is as in `Before`.
    """

    request: int
    turn: int
    profile: str
    tokens: int
    counted_in: str
    exact: bool
    limit: int | None
    over: int
    level: int
    wire: str
    must_keeps: tuple[GateKeep, ...]
    chain: str = ""
    demand: tuple[tuple[Row, int], ...] = ()
    caps: tuple[tuple[Row, int], ...] = ()
    unknown: tuple[Source, ...] = ()
    estimates: tuple[tuple[Source, int], ...] = ()
    invalid: frozenset[str] = frozenset()

    @property
    def kept(self) -> int:
        """How many must-keeps are there."""
        return sum(one.lost_at is None for one in self.must_keeps)


@dataclass(frozen=True, slots=True)
class GateResult:
    """One session: its place, what was built (None where nothing could be), and what was found."""

    place: Place
    findings: tuple[GateFinding, ...] = ()
    session: str = ""
    built: Built | None = None
    before: Before | None = None

    @property
    def code(self) -> int:
        """HOLDS, FAILS or UNJUDGED."""
        return code_of(self.findings)


@dataclass(frozen=True, slots=True)
class GateReport:
    """All sessions, and what was found of the profile over all of them.

    `passed_over` names files of folders that are no sessions.
    """

    results: tuple[GateResult, ...]
    findings: tuple[GateFinding, ...] = ()
    passed_over: tuple[str, ...] = ()

    @property
    def code(self) -> int:
        """The code of all: one that fails decides, then one that cannot be judged; none is not judged."""
        if code_of(self.findings) == FAILS:
            return FAILS
        return worst(one.code for one in self.results)


def code_of(findings: Iterable[GateFinding]) -> int:
    """What findings come to: FAILS where one is an error, else UNJUDGED where one keeps from judging."""
    found = {one.severity for one in findings}
    if Severity.ERROR in found:
        return FAILS
    return UNJUDGED if Severity.UNJUDGED in found else HOLDS
