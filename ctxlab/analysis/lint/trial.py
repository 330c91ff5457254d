"""Whether a run shows that a cure helps, and does no harm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ctxlab.analysis.lint.case import Build, Case, Check
from ctxlab.analysis.lint.cures import Cure, applied
from ctxlab.errors import ProfileError
from ctxlab.model.lint import Problem
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace

#: No problem is offered more cures than this: the best ones are enough to choose from.
MOST_CURES = 3


class Trial:
    """Tries cures of one case by runs of its request; what was tried once is remembered."""

    def __init__(self, case: Case, build: Build) -> None:
        self._case = case
        self._build = build
        self._tried: dict[Profile, Case] = {}

    def tries(self, problem: Problem, check: Check) -> Iterator[Problem]:
        """The problem with those of its cures that runs show to help without harm, more with each try."""
        found: list[Cure] = []
        for cure in problem.cures:
            # what cures in part of another needs no more
            if not cure or any(set(known) <= set(cure) for known in found):
                continue
            if self._cures(problem, check, cure):
                found.append(cure)
            yield replace(problem, cures=tuple(found))
            if len(found) == MOST_CURES:
                return

    def _cures(self, problem: Problem, check: Check, cure: Cure) -> bool:
        after = self._after(cure)
        if after is None or not is_gone(problem, check(after)):
            return False
        return not _harmed(self._case, after)

    def _after(self, cure: Cure) -> Case | None:
        """The case with a cure applied; None where the profile cannot take it."""
        try:
            profile = applied(self._case.profile, cure)
        except ProfileError:
            return None
        if profile not in self._tried:
            self._tried[profile] = replace(self._case, profile=profile, run=self._build(profile))
        return self._tried[profile]


def is_gone(problem: Problem, found: Iterable[Problem]) -> bool:
    """Whether a problem is not among these any more, or weighs less."""
    return not any(one.name == problem.name and one.severity.rank >= problem.severity.rank for one in found)


def loses(before: Trace, after: Trace) -> bool:
    """Whether a run loses a must-keep that the other kept, or is farther over the limit."""
    kept = {one.id for one in before.must_keeps if one.lost_at is None}
    if any(one.lost_at is not None and one.id in kept for one in after.must_keeps):
        return True
    return (after.totals.over or 0) > (before.totals.over or 0)


def _harmed(before: Case, after: Case) -> bool:
    """Whether a run loses what the other kept, or misses a demand that the other did not."""
    if loses(before.trace, after.trace):
        return True
    known = {(one.item, one.constraint.text) for one in before.missing}
    return any((one.item, one.constraint.text) not in known for one in after.missing)
