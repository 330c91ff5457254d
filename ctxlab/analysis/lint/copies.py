"""Duplicates: texts that stand in the context more than once."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlab.analysis.lint.case import Case
from ctxlab.model.items import PartKind, Source
from ctxlab.model.lint import Problem, Severity

#: Shorter texts (tokens) are said again in any talk ("yes, please"); nobody would take them out.
LEAST_COPY = 20
#: Copies that hold less than this share of the context are not worth a look.
LEAST_SHARE = 0.01
#: From a tenth of the context on they displace what else could stand there.
LARGE_SHARE = 0.1

#: Key facts repeat on purpose; a schema has one place, whatever it says.
_ON_PURPOSE = frozenset({Source.KEY_FACT, Source.TOOL_SCHEMAS})


def duplicates(case: Case) -> Iterator[Problem]:
    """Tells how many texts stand more than once and what their copies hold; names the most costly one."""
    places: dict[str, list[int]] = {}
    for position in case.standing:
        if case.held(position) >= LEAST_COPY and _counts(case, position):
            places.setdefault(case.text(position).strip(), []).append(position)
    groups = [found for found in places.values() if len(found) > 1]
    if not groups:
        return
    wasted = [sum(case.held(position) for position in found[:-1]) for found in groups]
    share = sum(wasted) / max(1, case.trace.totals.constructed)
    if share < LEAST_SHARE:
        return
    most = max(range(len(groups)), key=wasted.__getitem__)
    first, *others = groups[most]
    yield Problem(
        "duplicates",
        Severity.WARNING if share >= LARGE_SHARE else Severity.NOTE,
        item=case.trace.id(first),
        request=case.request,
        numbers=(
            ("count", len(groups)),
            ("tokens", sum(wasted)),
            ("share", round(100 * share)),
            ("by", case.trace.id(others[0])),
            ("times", len(others) + 1),
        ),
    )


def _counts(case: Case, position: int) -> bool:
    """Whether a copy of it is one too many: a call stays with its result, whatever it asks for.

    Items without text, such as images, are no copies of each other.
    """
    item = case.trace.item(position)
    if not case.text(position).strip():
        return False
    return case.trace.source(position) not in _ON_PURPOSE and not item.has(PartKind.CALL)
