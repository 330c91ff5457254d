"""The sources that a profile's rules and the marks give items, alike in every Gather."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlab.model.decision import Numbers, Reason
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, PartKind, Source
from ctxlab.model.profile import GatherRule
from ctxlab.stages.protocol import StageContext
from ctxlab.text.patience import PatientPattern

_SHOWN = 60


def apply_rules_and_marks(
    items: Sequence[Item],
    sources: list[Source],
    dropped: dict[int, tuple[Reason, Numbers]],
    context: StageContext,
) -> list[Diagnostic]:
    """Changes `sources` and `dropped` as the profile's rules say, in their order, and then the marks.

    A later rule may give an item another source, an exclusion is final. A rule whose pattern runs out of
    time is not applied from there on; the result names it (`rule_too_slow`).
    """
    noticed: list[Diagnostic] = []
    for number, rule in enumerate(context.profile.gather.rule, 1):
        stopped = _apply(rule, items, sources, dropped)
        if stopped is not None:
            noticed.append(out_of_time("rule_too_slow", number, rule.regex, stopped.id))
    wanted = dict(context.marks.sources)
    if wanted:
        for position, item in enumerate(items):
            sources[position] = wanted.get(item.id, sources[position])
    return noticed


def out_of_time(code: str, number: int, pattern: str, item: str = "") -> Diagnostic:
    """Names a profile's rule whose pattern ran out of time, and the item at which it did."""
    return Diagnostic(code, item, (("number", number), ("pattern", pattern[:_SHOWN])))


def _apply(
    rule: GatherRule,
    items: Sequence[Item],
    sources: list[Source],
    dropped: dict[int, tuple[Reason, Numbers]],
) -> Item | None:
    """Applies one rule; the item at which it ran out of time, or None."""
    pattern = PatientPattern(rule.regex)
    for position, item in enumerate(items):
        if position in dropped or (rule.role and item.role != rule.role):
            continue
        if rule.tool and rule.tool not in tools_of(item):
            continue
        matches = pattern.found(item.text)
        if matches and rule.exclude:
            dropped[position] = (Reason.EXCLUDED_BY_RULE, ())
        elif matches and rule.source is not None:
            sources[position] = rule.source
        if pattern.too_slow:
            return item
    return None


def tools_of(item: Item) -> set[str]:
    """The tools that an item belongs to: of its calls and results, else its own name."""
    named = {part.name for part in item.parts if part.kind in (PartKind.CALL, PartKind.RESULT) and part.name}
    return named or {item.name}
