"""Every setting of the profile format, drawn from its models: as lines of text and as one JSON document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from ctxlab.cli.words import word
from ctxlab.explain import strategies as told
from ctxlab.explain.setting_meanings import meaning
from ctxlab.model.decision import Stage
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Profile, RowBudget
from ctxlab.model.profile_keys import BY_SOURCE, RULES, TEXTS, Form, Kind, kinds_of, section_models
from ctxlab.model.profile_rules import MustKeepRule
from ctxlab.model.stage_info import SettingInfo, StrategyInfo

Strategies = Mapping[Stage, tuple[StrategyInfo, ...]]


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting by its key, in which ROW, SOURCE and NAME stand for any; what it may hold; its default.

    `required` says that there is no default: a rule has to state it.
    """

    key: str
    kind: Kind
    default: Any = None
    required: bool = False


def settings() -> Iterator[Setting]:
    """All settings, in the order in which a profile's file has them. How it came about is none."""
    for name in TEXTS:
        yield Setting(name, Kind(Form.TEXT), getattr(Profile(), name))
    for section, model in section_models().items():
        for one in _of(section, model):
            place = (section, one.key.rpartition(".")[2])
            if place in BY_SOURCE:
                yield Setting(f"{one.key}.SOURCE", BY_SOURCE[place])
                continue
            yield one
            if place in RULES:
                yield from _of(one.key, RULES[place])
        if section == "tokens":
            yield from _of("budget.ROW", RowBudget)
    yield from _of("must_keep", MustKeepRule)
    yield Setting("published.NAME", Kind(Form.TEXT))


def _of(table: str, model: type[BaseModel]) -> Iterator[Setting]:
    for name, kind in kinds_of(model).items():
        default = model.model_fields[name].default
        required = default is PydanticUndefined
        value = default.value if isinstance(default, StrEnum) else list(default) if default == () else default
        yield Setting(f"{table}.{name}", kind, None if required else value, required)


def settings_json(strategies: Strategies) -> dict[str, Any]:
    """The document of schema `ctxlab.settings/1`; its words are in English."""
    known = _described(strategies)
    return {
        "schema": "ctxlab.settings/1",
        "rows": [row.value for row in Row],
        "sources": [source.value for source in Source],
        "settings": [_document(one, known) for one in settings()],
    }


def settings_lines(strategies: Strategies, language: str) -> Iterator[str]:
    """A line a setting; what ROW and SOURCE stand for comes last."""
    known = _described(strategies)
    for one in settings():
        parts = [one.key, _allowed(one, language)]
        if one.kind.form is not Form.LIST and not one.required and "NAME" not in one.key:
            parts.append(word(language, "default", value=_value(one.default, language)))
        parts.append(_meaning(one, known, language))
        yield " · ".join(parts)
    yield word(language, "setting_rows", names=", ".join(Row))
    yield word(language, "setting_sources", names=", ".join(Source))


def _document(one: Setting, known: Mapping[str, SettingInfo]) -> dict[str, Any]:
    found: dict[str, Any] = {"key": one.key, "type": one.kind.form.value, "optional": one.kind.optional}
    if one.kind.choices:
        found["choices"] = list(one.kind.choices)
    if one.kind.form is Form.NUMBER:
        found |= {"least": one.kind.low, "most": one.kind.high}
    found |= {"required": True} if one.required else {"default": one.default}
    return {**found, "about": _meaning(one, known, "en")}


def _described(strategies: Strategies) -> dict[str, SettingInfo]:
    return {one.key: one for infos in strategies.values() for info in infos for one in info.settings}


def _meaning(one: Setting, known: Mapping[str, SettingInfo], language: str) -> str:
    own = meaning(one.key, language)
    return own if own or one.key not in known else told.setting(known[one.key], language)


def _allowed(one: Setting, language: str) -> str:
    kind = one.kind
    match kind.form:
        case Form.CHOICE | Form.FLAG:
            choices = kind.choices or ("true", "false")
            words = word(language, "one_of", choices=", ".join(choice or '""' for choice in choices))
        case Form.NUMBER:
            words = word(language, "from_to", least=f"{kind.low:,}", most=f"{kind.high:,}")
        case Form.LIST:
            words = word(language, "setting_form_list", table=one.key)
        case Form.TEXT:
            words = word(language, "setting_form_text")
    return f"{words} {word(language, 'setting_optional')}" if kind.optional else words


def _value(value: object, language: str) -> str:
    if value is None:
        return word(language, "setting_unset")
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:,}" if isinstance(value, int) else str(value) or '""'
