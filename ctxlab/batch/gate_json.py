"""The answer of a gate as a JSON document, which a later gate can take for its baseline."""

from __future__ import annotations

from typing import Any

from ctxlab.batch.gate_baseline import SCHEMA
from ctxlab.explain import gate as words
from ctxlab.model.gate import (
    FAILS,
    HOLDS,
    Before,
    Built,
    GateFinding,
    GateKeep,
    GateReport,
    GateResult,
    Severity,
    Since,
)


def gate_document(report: GateReport, language: str) -> dict[str, Any]:
    """The report as JSON of schema `ctxlab.check/1`; findings are in words, too."""
    return {
        "schema": SCHEMA,
        "code": report.code,
        "results": [result_value(one, language) for one in report.results],
        "findings": [finding_value(one, language) for one in report.findings],
    }


def result_value(result: GateResult, language: str) -> dict[str, Any]:
    """One session; without figures where nothing could be built."""
    against = (Severity.ERROR, Severity.UNJUDGED)
    value: dict[str, Any] = {
        "file": result.place.title,
        "code": result.code,
        "grounds": [words.finding(one, language) for one in result.findings if one.severity in against],
        "findings": [finding_value(one, language) for one in result.findings],
    }
    if result.session:
        value["session"] = result.session
    if result.built is not None:
        value |= {
            "sha256": result.place.sha256,
            "index": result.place.index,
            "holds": {HOLDS: True, FAILS: False}.get(result.code),
            **_built(result.built),
            "before": None if result.before is None else _before(result.before),
        }
    return value


def finding_value(found: GateFinding, language: str) -> dict[str, Any]:
    """One finding: code, severity, words, and its place as far as it has one."""
    value: dict[str, Any] = {
        "code": found.code.value,
        "severity": found.severity.value,
        "text": words.finding(found, language),
    }
    places = {
        "label": found.label,
        "stage": found.stage.value if found.stage is not None else "",
        "why": words.why(found, language),
        "line": found.line,
        "message": found.message,
    }
    value |= {name: place for name, place in places.items() if place}
    return value | ({"numbers": dict(found.numbers)} if found.numbers else {})


def _built(built: Built) -> dict[str, Any]:
    return {
        "request": built.request,
        "turn": built.turn,
        "chain": built.chain,
        "profile": built.profile,
        "total": built.tokens,
        "exact": built.exact,
        "counted_in": built.counted_in,
        "limit": built.limit,
        "over": built.over if built.limit is not None else None,
        "level": built.level,
        "wire": built.wire,
        "invalid": sorted(built.invalid),
        "demand": {row.value: tokens for row, tokens in built.demand},
        "unknown": [source.value for source in built.unknown],
        "estimates": {source.value: tokens for source, tokens in built.estimates},
        "must_keeps": [_keep(one) for one in built.must_keeps],
    }


def _keep(keep: GateKeep) -> dict[str, Any]:
    return {
        "id": keep.id,
        "label": keep.label,
        "lost_at": keep.lost_at and keep.lost_at.value,
        "lost_since": _since(keep.since),
    }


def _since(since: Since | None) -> dict[str, Any] | None:
    if since is None:
        return None
    return {"request": since.request, "turn": since.turn, "sure": since.sure}


def _before(before: Before) -> dict[str, Any]:
    return {
        "total": before.tokens,
        "counted_in": before.counted_in,
        "over": before.over,
        "level": before.level,
        "lost": sorted(before.lost),
        "not_asked": sorted(before.not_asked),
    }
