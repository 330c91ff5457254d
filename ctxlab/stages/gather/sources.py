"""The sources that a profile's rules and the marks give items, alike in every Gather."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

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


def matching(rule: GatherRule, items: Sequence[Item]) -> tuple[list[int], bool]:
    """The positions of the items that a rule is for, and whether its pattern ran out of time."""
    found: list[int] = []
    stopped = _each(rule, items, (), found.append)
    return found, stopped is not None


def _apply(
    rule: GatherRule,
    items: Sequence[Item],
    sources: list[Source],
    dropped: dict[int, tuple[Reason, Numbers]],
) -> Item | None:
    """Applies one rule; the item at which it ran out of time, or None."""

    def act(position: int) -> None:
        if rule.exclude:
            dropped[position] = (Reason.EXCLUDED_BY_RULE, ())
        elif rule.source is not None:
            sources[position] = rule.source

    return _each(rule, items, dropped, act)


def _each(
    rule: GatherRule, items: Sequence[Item], left_out: Container[int], act: Callable[[int], None]
) -> Item | None:
    """Calls `act` with each position that a rule is for; the item at which it ran out of time, or None."""
    pattern = PatientPattern(rule.regex)
    tools: dict[str, bool] = {}
    for position, item in enumerate(items):
        if position in left_out or (rule.role and item.role != rule.role):
            continue
        if rule.tool and not any(_is_named(rule.tool, tool, tools) for tool in tools_of(item)):
            continue
        if pattern.found(item.text):
            act(position)
        if pattern.too_slow:
            return item
    return None


def _is_named(pattern: str, tool: str, known: dict[str, bool]) -> bool:
    """Whether a name or pattern names a tool; `known` are tools that were looked at before."""
    found = known.get(tool)
    if found is None:
        found = known[tool] = names_tool(pattern, tool)
    return found


def names_tool(pattern: str, tool: str) -> bool:
    """Whether a name or pattern names a tool whole; one that runs out of time names nothing."""
    return pattern == tool or PatientPattern(rf"\A(?:{pattern})\Z").found(tool)


def tools_of(item: Item) -> set[str]:
    """The tools that an item belongs to: of its calls and results, else its own name."""
    named = {part.name for part in item.parts if part.kind in (PartKind.CALL, PartKind.RESULT) and part.name}
    return named or {item.name}
