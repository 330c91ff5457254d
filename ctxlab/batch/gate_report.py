"""Over all sessions of a gate: caps that never bind, must-keeps that are not asked for any more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ctxlab.model.gate import (
    PLAIN_RULES,
    Built,
    Code,
    GateFinding,
    GateReport,
    GateResult,
    GateRules,
    Severity,
)
from ctxlab.model.items import Row, Source


def report_of(
    results: Iterable[GateResult],
    rules: GateRules = PLAIN_RULES,
    passed_over: tuple[str, ...] = (),
) -> GateReport:
    """The report on sessions that were judged under one profile, or each under that which suits it."""
    found = tuple(results)
    findings = (*_idle_caps(found), *_not_asked(found, rules))
    return GateReport(found, findings, passed_over)


def built_of_all(results: Sequence[GateResult]) -> list[Built]:
    """What was built of the sessions that could be."""
    return [one.built for one in results if one.built is not None]


def estimates(results: Sequence[GateResult]) -> tuple[tuple[Source, int, int], ...]:
    """The stated sizes of unknown sources that were reckoned with, each with the number of sessions."""
    counted = Counter(one for built in built_of_all(results) for one in built.estimates)
    return tuple((source, tokens, counted[source, tokens]) for source, tokens in sorted(counted))


def _idle_caps(results: Sequence[GateResult]) -> Iterator[GateFinding]:
    """Caps above all that any session asks for, with the most that one does; a cap of just that is tight."""
    caps: dict[tuple[str, Row, int], int] = {}
    for built in built_of_all(results):
        asked = dict(built.demand)
        for row, cap in built.caps:
            key = (built.profile, row, cap)
            caps[key] = max(caps.get(key, 0), asked.get(row, 0))
    for (_, row, cap), most in caps.items():
        if most < cap:
            numbers = (("row", row.value), ("cap", cap), ("most", most))
            yield GateFinding(Code.CAP_IDLE, Severity.WARNING, numbers=numbers)


def _not_asked(results: Sequence[GateResult], rules: GateRules) -> Iterator[GateFinding]:
    """Must-keeps of the baseline that sessions are not judged by any more."""
    gone = Counter(label for one in results if one.before for label in one.before.not_asked)
    severity = Severity.ERROR if rules.strict else Severity.WARNING
    for label, sessions in sorted(gone.items()):
        yield GateFinding(Code.NOT_ASKED, severity, label=label, numbers=(("sessions", sessions),))
