"""Broken meaning: key conditions that the user stated and that the model did not see."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.analysis.admission import entry_cap
from ctxlab.analysis.lint.case import Case
from ctxlab.analysis.lint.cures import RECOMMENDED, Cure, changes
from ctxlab.model.items import Row
from ctxlab.model.lint import Problem, Severity
from ctxlab.model.profile import Overflow

#: Of a demand so many code points are shown.
SHOWN = 60


def broken_meaning(case: Case) -> Iterator[Problem]:
    """Tells of hard demands that users stated in earlier turns and that the model did not see."""
    found = case.missing
    if not found:
        return
    turns = sorted({case.trace.turn(one.position) for one in found})
    where = (("turn", turns[0]),) if len(turns) == 1 else (("first", turns[0]), ("last", turns[-1]))
    text = " ".join(found[0].constraint.text.split())
    numbers = (
        ("count", len(found)),
        ("label", text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"),
        *where,
    )
    yield Problem(
        "demands_missing",
        Severity.WARNING,
        item=found[0].item,
        request=case.request,
        numbers=numbers,
        cures=tuple(_cures(case)),
    )


def _cures(case: Case) -> Iterator[Cure]:
    """What may keep what users demanded: key facts apart, the middle summarised, both, larger caps.

    The last one takes the recommended strategies, for profiles whose own know none of these.
    """
    profile = case.profile
    facts = ("gather.key_facts", True)
    summary = (
        ("budget.history.overflow", Overflow.COMPRESS.value),
        ("summarize.strategy", "extractive"),
    )
    yield changes(profile, [facts])
    yield changes(profile, summary[1:])
    yield changes(profile, summary)
    yield changes(profile, [facts, *summary])
    yield changes(profile, [(f"budget.{row.value}.cap", cap) for row, cap in _admitting(case).items()])
    yield changes(profile, [facts, *RECOMMENDED])


def _admitting(case: Case) -> dict[Row, int]:
    """The smallest caps that admit the items which state what is missing."""
    found: dict[Row, int] = {}
    for one in case.missing:
        row = case.trace.row(one.position)
        queue = case.run.queues.get(row)
        rank = None if queue is None else queue.rank.get(one.position)
        cap = None if queue is None or rank is None else entry_cap(queue, rank)
        if queue is not None and queue.cap is not None and cap is not None and cap > queue.cap:
            found[row] = max(cap, found.get(row, 0))
    return found
