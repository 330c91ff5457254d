"""The settings that a profile has: their keys, and what each may hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from pydantic import BaseModel

from ctxlab.model.items import Row, Source
from ctxlab.model.profile_degrade import DegradeSettings
from ctxlab.model.profile_lint import LintSettings
from ctxlab.model.profile_mode import ModeRule, ModeSettings
from ctxlab.model.profile_parts import (
    ConstructSettings,
    GatherSettings,
    RowBudget,
    SelectSettings,
    SummarizeSettings,
    TokenSettings,
    Window,
)
from ctxlab.model.profile_rules import GatherFields, GatherRule, MustKeepRule
from ctxlab.model.profile_types import MAX_TOKENS
from ctxlab.model.provenance import Provenance

Path = tuple[str | int, ...]

TEXTS = ("name", "description", "engine")

_SECTIONS: tuple[tuple[str, type[BaseModel]], ...] = (
    ("window", Window),
    ("tokens", TokenSettings),
    ("gather", GatherSettings),
    ("select", SelectSettings),
    ("summarize", SummarizeSettings),
    ("construct", ConstructSettings),
    ("mode", ModeSettings),
    ("degrade", DegradeSettings),
    ("lint", LintSettings),
)


#: The lists of rules inside sections, by section and name: arrays of tables such as `[[gather.rule]]`.
RULES: Mapping[tuple[str, str], type[BaseModel]] = {
    ("gather", "rule"): GatherRule,
    ("gather", "fields"): GatherFields,
    ("mode", "rule"): ModeRule,
}


class Form(StrEnum):
    """What sort of value a setting holds."""

    NUMBER = "number"
    FLAG = "flag"
    TEXT = "text"
    CHOICE = "choice"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class Kind:
    """What a setting may hold. `low` and `high` bound a number; `choices` are the words of a choice."""

    form: Form
    optional: bool = False
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """What is allowed, in words."""
        match self.form:
            case Form.NUMBER:
                words = f"a whole number from {self.low:,} to {self.high:,}"
            case Form.FLAG:
                words = "true or false, without quotes"
            case Form.CHOICE:
                words = "one of " + ", ".join(one or '""' for one in self.choices)
            case Form.LIST:
                words = "a list of tables"
            case Form.TEXT:
                words = "a text in quotes"
        return f"{words}, or nothing at all" if self.optional else words


TOKENS = Kind(Form.NUMBER, high=MAX_TOKENS)

#: The settings that hold a value for each source, as a table of their own.
BY_SOURCE: Mapping[tuple[str, str], Kind] = {
    ("window", "unknown"): TOKENS,
    ("summarize", "instructions"): Kind(Form.TEXT),
}


def section_models() -> dict[str, type[BaseModel]]:
    """The model of each section that is one table of settings, by name."""
    return dict(_SECTIONS)


@cache
def kinds_of(model: type[BaseModel]) -> dict[str, Kind]:
    """What each field of a section, of a budget line or of a rule may hold, by name."""
    schema = model.model_json_schema()
    definitions = schema.get("$defs", {})
    return {name: _kind(field, definitions) for name, field in schema["properties"].items()}


def _kind(schema: dict[str, Any], definitions: dict[str, Any]) -> Kind:
    variants = schema.get("anyOf", [schema])
    optional = any(variant.get("type") == "null" for variant in variants)
    one = next(variant for variant in variants if variant.get("type") != "null")
    if "$ref" in one:
        one = definitions[str(one["$ref"]).rsplit("/", 1)[-1]]
    if "enum" in one:
        return Kind(Form.CHOICE, optional, choices=tuple(one["enum"]))
    match one.get("type"):
        case "integer":
            return Kind(Form.NUMBER, optional, low=one["minimum"], high=one["maximum"])
        case "boolean":
            return Kind(Form.FLAG, optional)
        case "array":
            return Kind(Form.LIST, optional)
        case _:
            return Kind(Form.TEXT, optional)


def kind_of(path: Path) -> Kind | None:
    """What the setting at a key path may hold, or None where there is no such setting."""
    match path:
        case (str(name),) if name in TEXTS:
            return Kind(Form.TEXT)
        case ("must_keep",):
            return Kind(Form.LIST)
        case ("must_keep", int(), str(name)):
            return kinds_of(MustKeepRule).get(name)
        case ("provenance", int(), str(name)):
            return kinds_of(Provenance).get(name)
        case (str(section), str(rules), int(), str(name)) if (section, rules) in RULES:
            return kinds_of(RULES[section, rules]).get(name)
        case (str(section), str(by_source), str(name)) if (section, by_source) in BY_SOURCE:
            return BY_SOURCE[section, by_source] if name in tuple(Source) else None
        case ("budget", str(row), str(name)) if row in tuple(Row):
            return kinds_of(RowBudget).get(name)
        case (str(section), str(name)) if section in section_models() and path not in BY_SOURCE:
            return kinds_of(section_models()[section]).get(name)
        case _:
            return None


@cache
def all_keys() -> tuple[str, ...]:
    """Every table and every setting of the profile format, as dotted keys."""
    keys = ["schema", *TEXTS, "published", "must_keep", "provenance"]
    for section, model in _SECTIONS:
        keys += [section, *(f"{section}.{name}" for name in kinds_of(model))]
    keys += [f"{section}.{name}.{source}" for section, name in BY_SOURCE for source in Source]
    for row in Row:
        keys += [f"budget.{row}", *(f"budget.{row}.{name}" for name in kinds_of(RowBudget))]
    for (section, rules), model in RULES.items():
        keys += [f"{section}.{rules}.{name}" for name in kinds_of(model)]
    keys += [f"must_keep.{name}" for name in kinds_of(MustKeepRule)]
    keys += [f"provenance.{name}" for name in kinds_of(Provenance)]
    return tuple(keys)


def dotted(path: Path) -> str:
    """A key path as one writes it: `budget.history.cap`, `must_keep[2].text`."""
    out = ""
    for part in path:
        out += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if out else part
    return out
