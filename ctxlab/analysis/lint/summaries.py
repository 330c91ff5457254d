"""Summary distortion: summaries of summaries, in which what was demanded first fades first."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.analysis.lint.case import Case
from ctxlab.analysis.lint.cures import Cure, changes
from ctxlab.model.decision import Fate
from ctxlab.model.items import Source
from ctxlab.model.lint import Problem, Severity
from ctxlab.model.profile import Compaction, Overflow, Profile


def distortion(case: Case) -> Iterator[Problem]:
    """Tells of summaries in the context that stand for other summaries.

    It is a warning where demands that users stated are in the context no more.
    """
    found = sorted(_levels(case))
    if not found:
        return
    position, by = found[0]
    trace = case.trace
    yield Problem(
        "summary_of_summary",
        Severity.WARNING if case.missing else Severity.NOTE,
        item=trace.id(position),
        request=case.request,
        numbers=(
            ("count", len({one for one, _ in found})),
            ("by", trace.id(by)),
            *((("missing", len(case.missing)),) if case.missing else ()),
        ),
        cures=_cures(case.profile),
    )


def _levels(case: Case) -> Iterator[tuple[int, int]]:
    """Pairs of a summary that the context holds and one that it stands for."""
    trace = case.trace
    replaced: dict[str, list[int]] = {}
    for position, item in enumerate(trace.pool.items):
        if item.superseded_by and item.source is Source.SUMMARY:
            replaced.setdefault(item.superseded_by, []).append(position)
    for position in case.standing:
        if trace.source(position) is not Source.SUMMARY:
            continue
        for one in replaced.get(trace.id(position), ()):
            yield position, one
        for one in trace.derived_from(position):
            if trace.source(one) is Source.SUMMARY:
                yield position, one
        if trace.fate(position) is Fate.COMPRESSED:
            yield position, position


def _cures(profile: Profile) -> tuple[Cure, ...]:
    """Key facts apart, the summaries as they are, the originals."""
    facts, keep = ("gather.key_facts", True), ("budget.summary.overflow", Overflow.SKIP.value)
    originals = ("gather.compaction", Compaction.ORIGINALS.value)
    return (
        changes(profile, [facts]),
        changes(profile, [keep]),
        changes(profile, [originals]),
    )
