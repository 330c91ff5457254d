"""Settings that no stage reads under the strategies that the profile names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from ctxlab.analysis.lint.case import Case, Strategies
from ctxlab.analysis.lint.cures import RECOMMENDED, Cure, changes, value_of
from ctxlab.model.decision import Stage
from ctxlab.model.lint import REST, SPLIT, Problem, Severity
from ctxlab.model.profile import Profile
from ctxlab.model.stage_info import StrategyInfo
from ctxlab.profiles import builtin, builtin_names
from ctxlab.profiles.dump import stated_settings

#: What is read whatever the strategies are: by the limit, by counting, by the wire.
_ALWAYS = frozenset(
    {
        *("window.model", "window.size", "window.soft_limit", "window.enforce_soft", "window.warn_at"),
        *("window.output_reserve", "window.buffer", "window.unknown", "construct.wire"),
        *("tokens.encoding", "tokens.factor", "lint.ignore"),
        *(f"{stage.value}.strategy" for stage in Stage),
    }
)


def unread_settings(case: Case) -> Iterator[Problem]:
    """Tells of each setting that differs from its default and is read by no stage.

    What a shipped profile of the same strategies states alike is left out: it says what those do anyway.
    """
    profile = case.profile
    strategies = chosen(profile, case.strategies)
    if len(strategies) < len(Stage):
        return
    shipped = _shipped(profile)
    for key, value in _settings(profile):
        if is_read(key, strategies) or any(value_of(one, key) == value for one in shipped):
            continue
        yield Problem(
            "setting_unread",
            Severity.WARNING,
            key=key,
            numbers=(("value", value),),
            cures=tuple(_cures(profile, key, case.strategies, shipped)),
            step=SPLIT,
        )


def unread_figures(case: Case) -> Iterator[Problem]:
    """Tells of published figures, which no code reads, whose bound no row's cap states either."""
    figures = [f"{name} {value}" for name, value in case.profile.published]
    told = {one.code for one in case.trace.diagnostics}
    if figures and "cap_not_enforced" not in told:
        yield Problem(
            "figures_unread",
            Severity.NOTE,
            key=f"published.{case.profile.published[0][0]}",
            numbers=(("count", len(figures)), ("names", ", ".join(figures))),
            step=REST,
        )


def chosen(profile: Profile, strategies: Strategies) -> tuple[StrategyInfo, ...]:
    """The strategies that a profile names, as far as they are there."""
    found = (_named(strategies, stage, value_of(profile, f"{stage.value}.strategy")) for stage in Stage)
    return tuple(one for one in found if one is not None)


def is_read(key: str, strategies: Iterable[StrategyInfo]) -> bool:
    """Whether any of the strategies, or the engine itself, reads a setting."""
    section, _, field = key.partition(".")
    if key in _ALWAYS:
        return True
    row_field = f"budget.*.{field.partition('.')[2]}" if section == "budget" else ""
    return any(
        (section in one.reads or key in one.reads) and not {key, row_field} & set(one.idle)
        for one in strategies
    )


def _named(strategies: Strategies, stage: Stage, name: str) -> StrategyInfo | None:
    return next((one for one in strategies[stage] if one.name == name), None)


def _settings(profile: Profile) -> Iterator[tuple[str, Any]]:
    """Keys and values of all single settings that differ from their default."""
    default = Profile()
    for key, value in stated_settings(profile):
        section, dot, field = key.partition(".")
        if not dot or section in ("published", "must_keep") or "[" in key or field.startswith("unknown"):
            continue
        if value != value_of(default, key):
            yield key, value


def _shipped(profile: Profile) -> tuple[Profile, ...]:
    """The shipped profiles with the same strategies."""
    keys = [f"{stage.value}.strategy" for stage in Stage]
    return tuple(
        one for one in _builtins() if all(value_of(one, key) == value_of(profile, key) for key in keys)
    )


@cache
def _builtins() -> tuple[Profile, ...]:
    return tuple(builtin(name) for name in builtin_names())


def _cures(profile: Profile, key: str, strategies: Strategies, shipped: Sequence[Profile]) -> Iterator[Cure]:
    """The recommended strategy that reads it; else the value that says what is done anyway."""
    for strategy, name in RECOMMENDED:
        found = _named(strategies, Stage(strategy.partition(".")[0]), name)
        if found is not None and is_read(key, [found]):
            yield changes(profile, [(strategy, name)])
    default = shipped[0] if shipped else Profile()
    yield changes(profile, [(key, value_of(default, key))])
