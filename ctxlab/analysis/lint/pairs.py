"""Broken pairs: calls without their results, results without their calls, requests that an API refuses."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.analysis.lint.case import Case
from ctxlab.analysis.lint.cures import RECOMMENDED, changes
from ctxlab.analysis.wires import wire_view
from ctxlab.model.decision import Reason, Stage
from ctxlab.model.items import Row
from ctxlab.model.lint import Problem, Severity
from ctxlab.model.profile import Overflow, Pairs

#: From this share of the results on, what the model works from is mostly notes that something was left out.
MOST_LEFT_OUT = 0.5


def broken_pairs(case: Case) -> Iterator[Problem]:
    """Tells what left because its other half did, and how many calls stand with a note for a result."""
    trace, profile = case.trace, case.profile
    select = trace.stage(Stage.SELECT)
    broken = [p for p, reason in enumerate(select.reason) if reason == Reason.PAIR_BROKEN]
    if broken and profile.select.pairs is Pairs.DROP:
        yield Problem(
            "pairs_dropped",
            Severity.WARNING,
            item=trace.id(broken[0]),
            key="select.pairs",
            request=case.request,
            numbers=(("count", len(broken)), ("tokens", sum(trace.tokens(p) for p in broken))),
            cures=(changes(profile, [("select.pairs", Pairs.PLACEHOLDER.value)]),),
        )
    notes = [p for p in case.standing if p < len(select.reason) and select.reason[p] == Reason.PLACEHOLDER]
    results = [p for p in case.standing if trace.row(p) is Row.TOOL_RESULT]
    if len(notes) > MOST_LEFT_OUT * len(results):
        yield _left_out(case, notes, len(results))


def refused(case: Case) -> Iterator[Problem]:
    """Tells what an API would refuse in the messages as they were built; the first is named."""
    view = wire_view(case.trace)
    found = [one for one in view.findings or () if one.severity == "error"]
    if not found:
        return
    first = found[0]
    at = view.messages[first.message - 1].positions if first.message else ()
    yield Problem(
        "refused",
        Severity.ERROR,
        item=case.trace.id(at[0]) if at else "",
        request=case.request,
        numbers=(
            ("finding", first.code),
            ("message", first.message),
            ("more", len(found) - 1),
            *first.numbers,
        ),
        cures=(changes(case.profile, RECOMMENDED),),
    )


def _left_out(case: Case, notes: list[int], results: int) -> Problem:
    trace, profile = case.trace, case.profile
    # a call that was never answered has a note of its own
    results_of = [
        origin for note in notes for origin in trace.derived_from(note) if origin not in case.run.pairs
    ]
    queue = case.run.queues.get(Row.TOOL_RESULT)
    key = f"budget.{Row.TOOL_RESULT.value}"
    wider = [(f"{key}.cap", queue.prefix[-1])] if queue is not None and queue.cap is not None else []
    return Problem(
        "results_left_out",
        Severity.NOTE,
        item=trace.id(notes[0]),
        key=f"{key}.cap",
        request=case.request,
        numbers=(
            ("count", len(notes)),
            ("of", results),
            ("tokens", sum(trace.tokens(origin) for origin in results_of)),
        ),
        cures=(changes(profile, wider), changes(profile, [(f"{key}.overflow", Overflow.COMPRESS.value)])),
    )
