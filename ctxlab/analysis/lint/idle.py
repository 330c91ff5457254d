"""Settings that are read and still change nothing, because of what another setting says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ctxlab.analysis.lint.case import Case
from ctxlab.analysis.lint.cures import Value, changes, value_of
from ctxlab.model.items import Row
from ctxlab.model.lint import SPLIT, Problem, Severity
from ctxlab.model.profile import ItemAction, Order, Overflow, Profile, Relevance, RowBudget


@dataclass(frozen=True, slots=True)
class Idle:
    """A setting that changes nothing where `holds` says so; `cured` are settings that give it an effect."""

    code: str
    key: str
    holds: Callable[[Profile], bool]
    cured: tuple[tuple[str, Value], ...] = ()
    default: Value = None


@dataclass(frozen=True, slots=True)
class IdleField:
    """The same for a field of a row."""

    code: str
    field: str
    holds: Callable[[Profile, Row, RowBudget], bool]
    default: Value = None


def _soft_is_too_high(profile: Profile) -> bool:
    window = profile.window
    return window.enforce_soft and window.soft_limit is not None and not window.soft_rules


def _none_by_relevance(profile: Profile) -> bool:
    return all(profile.row(row).order is not Order.RELEVANCE for row in profile.table())


_BY_RELEVANCE = ((f"budget.{Row.RETRIEVED_DOC.value}.order", Order.RELEVANCE.value),)

SELECT = (
    Idle(
        "relevance_without_order",
        "select.relevance",
        lambda one: one.select.relevance is not Relevance.RECORDED and _none_by_relevance(one),
        cured=_BY_RELEVANCE,
        default=Relevance.RECORDED.value,
    ),
    Idle(
        "least_without_order",
        "select.min_relevance",
        lambda one: one.select.min_relevance > 0 and _none_by_relevance(one),
        cured=_BY_RELEVANCE,
        default=0,
    ),
)

WINDOW = (
    Idle(
        "soft_limit_not_enforced",
        "window.soft_limit",
        lambda one: one.window.soft_limit is not None and not one.window.enforce_soft,
        cured=(("window.enforce_soft", True),),
    ),
    Idle(
        "soft_limit_missing",
        "window.enforce_soft",
        lambda one: one.window.enforce_soft and one.window.soft_limit is None,
        default=False,
    ),
    Idle("soft_limit_too_high", "window.soft_limit", _soft_is_too_high),
    Idle(
        "reserve_without_size",
        "window.output_reserve",
        lambda one: one.window.output_reserve > 0 and one.window.size is None,
        default=0,
    ),
    Idle(
        "buffer_without_limit",
        "window.buffer",
        lambda one: one.window.buffer > 0 and one.window.limit is None,
        default=0,
    ),
    Idle(
        "warning_too_late",
        "window.warn_at",
        lambda one: (
            one.window.warn_at is not None
            and one.window.limit is not None
            and one.window.warn_at >= one.window.limit
        ),
    ),
)

FIELDS = (
    IdleField(
        "overflow_without_cap",
        "overflow",
        lambda _profile, _row, line: line.cap is None and line.overflow is not Overflow.KEEP,
        default=Overflow.KEEP.value,
    ),
    IdleField(
        "elastic_without_cap",
        "elastic",
        lambda _profile, _row, line: line.cap is None and line.elastic,
        default=False,
    ),
    IdleField(
        "item_action_without_limit",
        "per_item_action",
        lambda profile, _row, line: (
            line.per_item_action is not ItemAction.TRUNCATE
            and line.per_item is None
            and profile.summarize.max_item_tokens is None
        ),
        default=ItemAction.TRUNCATE.value,
    ),
)


def idle_settings(case: Case) -> Iterator[Problem]:
    """Tells of each setting that changes nothing, and what would give it an effect or take it out."""
    profile = case.profile
    for one in (*WINDOW, *SELECT):
        if one.holds(profile):
            yield _problem(profile, one.code, one.key, one.default, one.cured)
    for row in profile.table():
        line = profile.row(row)
        for field in FIELDS:
            if field.holds(profile, row, line):
                yield _problem(profile, field.code, f"budget.{row.value}.{field.field}", field.default)


def _problem(
    profile: Profile, code: str, key: str, default: Value, cured: tuple[tuple[str, Value], ...] = ()
) -> Problem:
    limit = profile.window.limit
    numbers: tuple[tuple[str, int | float | str], ...] = (("value", value_of(profile, key)),)
    if key.startswith("budget."):
        numbers = (*numbers, ("row", key.split(".")[1]))
    if limit is not None:
        numbers = (*numbers, ("limit", limit))
    return Problem(
        code,
        Severity.NOTE,
        key=key,
        numbers=numbers,
        cures=(changes(profile, cured), changes(profile, [(key, default)])),
        step=SPLIT,
    )
