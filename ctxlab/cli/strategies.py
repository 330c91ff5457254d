"""The strategies of all stages with their settings, as lines of text and as one JSON document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ctxlab import explain
from ctxlab.cli.words import word
from ctxlab.explain import strategies as told
from ctxlab.model.decision import Stage
from ctxlab.model.stage_info import SettingInfo, SettingKind, StrategyInfo

Strategies = Mapping[Stage, tuple[StrategyInfo, ...]]


def strategies_json(strategies: Strategies) -> dict[str, Any]:
    """The document of schema `ctxlab.strategies/1`; keys, kinds and words of settings are in English."""
    return {
        "schema": "ctxlab.strategies/1",
        "stages": {stage.value: [_strategy(info) for info in strategies.get(stage, ())] for stage in Stage},
    }


def strategy_lines(strategies: Strategies, language: str) -> Iterator[str]:
    """A line a stage, a strategy and a setting, each set in below the one to which it belongs."""
    for stage in Stage:
        yield explain.stage(stage, language)
        for info in strategies.get(stage, ()):
            note = told.not_offered(info, language)
            yield "  " + " · ".join(filter(None, (f"{info.name} ({info.version})", note)))
            about = told.strategy(info, language)
            if about:
                yield f"      {about}"
            for setting in info.settings:
                yield "    " + _setting_line(setting, language)
            if not info.settings:
                yield "    " + word(language, "no_settings")


def _strategy(info: StrategyInfo) -> dict[str, Any]:
    return {
        "name": info.name,
        "version": info.version,
        "external": info.external,
        "about": told.strategy(info, "en"),
        "settings": [_setting(one) for one in info.settings],
    }


def _setting(info: SettingInfo) -> dict[str, Any]:
    """The setting; bounds and choices stand there only where it has any."""
    found: dict[str, Any] = {"key": info.key, "kind": info.kind.value, "optional": info.optional}
    if info.kind is not SettingKind.OTHER:
        found["default"] = info.default
    if info.choices:
        found["choices"] = list(info.choices)
    if info.least is not None:
        found["least"] = info.least
    if info.most is not None:
        found["most"] = info.most
    return {**found, "about": info.about}


def _setting_line(info: SettingInfo, language: str) -> str:
    parts = [info.key, _allowed(info, language)]
    if info.kind is not SettingKind.OTHER:
        parts.append(word(language, "default", value=_value(info.default, language)))
    parts.append(told.setting(info, language))
    return " · ".join(filter(None, parts))


def _allowed(info: SettingInfo, language: str) -> str:
    match info.kind:
        case SettingKind.CHOICE:
            return word(language, "one_of", choices=", ".join(info.choices))
        case SettingKind.FLAG:
            return word(language, "one_of", choices="true, false")
        case SettingKind.NUMBER:
            return word(language, "from_to", least=f"{info.least or 0:,}", most=f"{info.most or 0:,}")
        case SettingKind.OTHER:
            return word(language, "in_the_file")
        case SettingKind.TEXT:
            return ""


def _value(value: Any, language: str) -> str:
    if value is None or value == "":
        return word(language, "unset")
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:,}" if isinstance(value, int) else str(value)
