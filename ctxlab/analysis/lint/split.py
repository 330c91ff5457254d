"""How the caps go together: caps that promise more than there is, rows that wait for a summary in vain."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.analysis.lint.case import Case
from ctxlab.analysis.lint.cures import Cure, changes
from ctxlab.model.decision import Reason, Stage
from ctxlab.model.items import Row
from ctxlab.model.lint import SPLIT, Problem, Severity
from ctxlab.model.profile import Overflow, Profile

#: The name of the Summarize that makes none.
NO_SUMMARY = "none"


def caps_over_limit(case: Case) -> Iterator[Problem]:
    """Tells where the stated caps add up to more than the limit: full rows then lose by tier, not by cap."""
    profile, limit = case.profile, case.profile.window.limit
    caps = {row: cap for row in profile.table() if (cap := profile.row(row).cap) is not None}
    total = sum(caps.values())
    if limit is None or total <= limit:
        return
    yield Problem(
        "caps_over_limit",
        Severity.WARNING,
        key=f"budget.{max(caps, key=lambda row: caps[row]).value}.cap",
        request=case.request,
        numbers=(("total", total), ("limit", limit), ("over", total - limit)),
        cures=tuple(_lowered(case, caps, total - limit)),
        step=SPLIT,
    )


def unmade_summaries(case: Case) -> Iterator[Problem]:
    """Tells of rows that hand what does not fit to a summary, under a Summarize that makes none."""
    profile = case.profile
    if profile.summarize.strategy != NO_SUMMARY:
        return
    for row in profile.table():
        line = profile.row(row)
        if line.cap is None or line.overflow is not Overflow.COMPRESS:
            continue
        refused = case.trace.stage(Stage.SUMMARIZE).reason
        lost = sum(
            1 for p, one in enumerate(refused) if one == Reason.SUMMARY_REFUSED and case.trace.row(p) is row
        )
        key = f"budget.{row.value}.overflow"
        yield Problem(
            "summary_not_made",
            Severity.WARNING,
            key=key,
            request=case.request,
            numbers=(("row", row.value), *((("lost", lost),) if lost else ())),
            cures=(
                changes(profile, [("summarize.strategy", "extractive")]),
                changes(profile, [(key, Overflow.STOP.value)]),
            ),
            step=SPLIT,
        )


def _lowered(case: Case, caps: dict[Row, int], over: int) -> Iterator[Cure]:
    """Lower caps: of one row that does not use what it would lose, then of all by what they do not use."""
    spare = {row: cap - _asked(case, row) for row, cap in caps.items()}
    by_tier = sorted(caps, key=lambda row: (-case.profile.row(row).tier, -spare[row]))
    for row in by_tier:
        if spare[row] >= over:
            yield changes(case.profile, [(f"budget.{row.value}.cap", caps[row] - over)])
    yield _all_lowered(case.profile, caps, spare, by_tier, over)


def _all_lowered(
    profile: Profile, caps: dict[Row, int], spare: dict[Row, int], order: list[Row], over: int
) -> Cure:
    """What rows do not use taken from one after the other; then the rest from the largest cap."""
    lowered = dict(caps)
    for row in order:
        taken = min(over, max(0, spare[row]))
        lowered[row] -= taken
        over -= taken
    largest = max(lowered, key=lambda row: lowered[row])
    lowered[largest] = max(0, lowered[largest] - over)
    return changes(profile, [(f"budget.{row.value}.cap", cap) for row, cap in lowered.items()])


def _asked(case: Case, row: Row) -> int:
    """What the row would take without its cap."""
    queue = case.run.queues.get(row)
    return 0 if queue is None else queue.prefix[-1]
