"""What was selected and is not in the context, and what stands there under another speaker."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.analysis.lint.case import Case
from ctxlab.analysis.lint.cures import RECOMMENDED, Cure, changes
from ctxlab.model.decision import Reason, Stage
from ctxlab.model.lint import Problem, Severity


def not_rendered(case: Case) -> Iterator[Problem]:
    """Tells what Select let through and Construct has no place for; what says nothing is no loss."""
    trace = case.trace
    before = trace.stage(Stage.SUMMARIZE)
    gone = [p for p in _of(case, Reason.NOT_RENDERED) if before.tokens[p]]
    if gone:
        yield Problem(
            "not_rendered",
            Severity.WARNING,
            item=trace.id(gone[0]),
            request=case.request,
            numbers=(
                ("count", len(gone)),
                ("tokens", sum(before.tokens[p] for p in gone)),
                ("source", trace.source(gone[0]).value),
            ),
            cures=_cures(case),
        )


def wrong_speaker(case: Case) -> Iterator[Problem]:
    """Tells what stands in the context under another role than that which said it."""
    found = _of(case, Reason.ROLE_CHANGED)
    if found:
        trace = case.trace
        yield Problem(
            "speaker_changed",
            Severity.WARNING,
            item=trace.id(found[0]),
            request=case.request,
            numbers=(
                ("count", len(found)),
                ("tokens", sum(case.held(p) for p in found)),
                ("source", trace.source(found[0]).value),
            ),
            cures=_cures(case),
        )


def _of(case: Case, reason: Reason) -> list[int]:
    return [p for p, one in enumerate(case.trace.stage(Stage.CONSTRUCT).reason) if one == reason]


def _cures(case: Case) -> tuple[Cure, ...]:
    return (
        changes(case.profile, [("construct.strategy", "layout")]),
        changes(case.profile, RECOMMENDED),
    )
