"""What each strategy says of itself: version, words, and the settings of its stage that it reads."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from pydantic import BaseModel

from ctxlab.model.decision import Stage
from ctxlab.model.profile_keys import Form, Kind, kinds_of, section_models
from ctxlab.model.stage_info import SettingInfo, SettingKind, StrategyInfo
from ctxlab.stages.protocol import Strategy

#: The setting by which a profile chooses the strategy itself.
STRATEGY = "strategy"

#: Parts of a profile that belong to no stage and are read by strategies all the same.
BESIDE = ("mode", "degrade")

_KINDS = {
    Form.FLAG: SettingKind.FLAG,
    Form.CHOICE: SettingKind.CHOICE,
    Form.NUMBER: SettingKind.NUMBER,
    Form.TEXT: SettingKind.TEXT,
    Form.LIST: SettingKind.OTHER,
}


def describe_all(
    strategies: Mapping[Stage, Mapping[str, Strategy]],
) -> Mapping[Stage, tuple[StrategyInfo, ...]]:
    """All strategies of each stage, in the order in which they are listed."""
    return {stage: tuple(map(describe, strategies[stage].values())) for stage in Stage}


def describe(strategy: Strategy) -> StrategyInfo:
    """One strategy; its settings are those of its own stage that it reads and that change what it does.

    Those of a part that belongs to no stage stand with each strategy that reads the part.
    """
    parts = (strategy.slot.value, *(part for part in BESIDE if part in strategy.reads))
    told: Iterable[str] = getattr(strategy, "idle", ())
    idle = tuple(told)
    found = [
        setting
        for part in parts
        for setting in settings_of(part)
        if (part in strategy.reads or setting.key in strategy.reads) and setting.key not in idle
    ]
    return StrategyInfo(
        strategy.slot,
        strategy.name,
        strategy.version,
        strategy.external,
        tuple(found),
        _about(strategy),
        tuple(strategy.reads),
        idle,
    )


def settings_of(part: str) -> tuple[SettingInfo, ...]:
    """The settings of one part of the profile, without the choice of a strategy."""
    model = section_models()[part]
    return tuple(
        _setting(part, name, kind, model) for name, kind in kinds_of(model).items() if name != STRATEGY
    )


def _setting(part: str, name: str, kind: Kind, model: type[BaseModel]) -> SettingInfo:
    field = model.model_fields[name]
    bounded = kind.form is Form.NUMBER
    return SettingInfo(
        key=f"{part}.{name}",
        kind=_KINDS[kind.form],
        default=_plain(field.default),
        optional=kind.optional,
        choices=kind.choices,
        least=kind.low if bounded else None,
        most=kind.high if bounded else None,
        about=field.description or "",
    )


def _plain(value: Any) -> Any:
    """A default as a profile's file would have it."""
    return value.value if isinstance(value, Enum) else value


def _about(strategy: Strategy) -> str:
    """The first sentence of the strategy's docstring, or nothing."""
    told = getattr(strategy, "about", None)
    text = told if isinstance(told, str) else inspect.getdoc(type(strategy)) or ""
    first = " ".join(text.partition("\n\n")[0].split())
    return first.partition(". ")[0].rstrip(".") + "." if first else ""
