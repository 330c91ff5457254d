"""Cuts inside JSON data: rows and fields that are gone from what still looks whole."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.analysis.lint.case import Case
from ctxlab.analysis.lint.cures import Cure, changes
from ctxlab.model.decision import Decision, Fate, Reason
from ctxlab.model.items import Row
from ctxlab.model.lint import Problem, Severity
from ctxlab.model.profile import Overflow
from ctxlab.text.cut_json import is_json


def json_cuts(case: Case) -> Iterator[Problem]:
    """Tells for each row of the JSON data in it that were cut; names the one that lost most.

    What the profile's own field lists took is no cut: somebody chose it.
    """
    cut: dict[Row, list[tuple[int, Decision]]] = {}
    trace = case.trace
    for position in trace.altered:
        outcome = trace.outcome(position)
        chosen = outcome.reason is Reason.FIELDS_PROJECTED
        if outcome.fate is Fate.TRUNCATED and not chosen and is_json(trace.item(position).text):
            cut.setdefault(trace.row(position), []).append((position, outcome))
    for row, found in cut.items():
        yield _problem(case, row, found)


def _problem(case: Case, row: Row, found: list[tuple[int, Decision]]) -> Problem:
    trace = case.trace
    most, _ = max(found, key=lambda one: trace.handed_on(one[0]) - one[1].tokens)
    own = (("own_before", trace.handed_on(most)), ("own_after", trace.tokens_after(most)))
    return Problem(
        "json_cut",
        Severity.WARNING,
        item=trace.id(most),
        request=case.request,
        numbers=(
            ("id", row.value),
            ("row", row.value),
            ("count", len(found)),
            ("before", sum(trace.handed_on(position) for position, _ in found)),
            ("after", sum(decision.tokens for _, decision in found)),
            *(own if len(found) > 1 else ()),
        ),
        cures=tuple(_cures(case, row, found)),
    )


def _cures(case: Case, row: Row, found: list[tuple[int, Decision]]) -> Iterator[Cure]:
    """Room for them whole: a larger limit of one item, a larger cap; else whole or not at all."""
    trace, profile, key = case.trace, case.profile, f"budget.{row.value}"
    wider: list[tuple[str, int | str]] = []
    extra = 0
    if any(one.reason is Reason.CUT_TO_ITEM_LIMIT for _, one in found):
        wider.append((f"{key}.per_item", max(trace.handed_on(position) for position, _ in found)))
        extra = sum(trace.handed_on(position) - one.tokens for position, one in found)
    roomy: list[tuple[str, int | str]] = []
    queue = case.run.queues.get(row)
    if queue is not None and queue.cap is not None:
        roomy.append((f"{key}.cap", queue.prefix[-1] + extra))
    whole: tuple[str, int | str] = (f"{key}.overflow", Overflow.STOP.value)
    yield changes(profile, wider)
    yield changes(profile, [*wider, *roomy])
    yield changes(profile, [*wider, whole])
