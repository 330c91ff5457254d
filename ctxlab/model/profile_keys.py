"""The settings that a profile has: their keys, what each may hold, and the key nearest to a wrong one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, time
from enum import StrEnum
from functools import cache
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from ctxlab.errors import Problem, ProfileError, Where
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import (
    MAX_TOKENS,
    ConstructSettings,
    Figure,
    GatherRule,
    GatherSettings,
    MustKeepRule,
    RowBudget,
    SelectSettings,
    SummarizeSettings,
    TokenSettings,
    Window,
)

Path = tuple[str | int, ...]
WhereOf = Callable[[Path], Where]

TEXTS = ("name", "description", "engine")
#: Tables that the file format keeps for later versions of the engine.
RESERVED = ("degrade", "mode")

_SECTIONS: tuple[tuple[str, type[BaseModel]], ...] = (
    ("window", Window),
    ("tokens", TokenSettings),
    ("gather", GatherSettings),
    ("select", SelectSettings),
    ("summarize", SummarizeSettings),
    ("construct", ConstructSettings),
)
_LEAST_LIKENESS = 60.0
_LONGEST_SHOWN = 60


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
                words = "one of " + ", ".join(self.choices)
            case Form.LIST:
                words = "a list of tables"
            case Form.TEXT:
                words = "a text in quotes"
        return f"{words}, or nothing at all" if self.optional else words


TOKENS = Kind(Form.NUMBER, high=MAX_TOKENS)


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
        case ("gather", "rule", int(), str(name)):
            return kinds_of(GatherRule).get(name)
        case ("window", "unknown", str(name)):
            return TOKENS if name in tuple(Source) else None
        case ("budget", str(row), str(name)) if row in tuple(Row):
            return kinds_of(RowBudget).get(name)
        case (str(section), str(name)) if section in section_models() and (section, name) != (
            "window",
            "unknown",
        ):
            return kinds_of(section_models()[section]).get(name)
        case _:
            return None


@cache
def all_keys() -> tuple[str, ...]:
    """Every table and every setting of the profile format, as dotted keys."""
    keys = ["schema", *TEXTS, "published", "must_keep"]
    for section, model in _SECTIONS:
        keys += [section, *(f"{section}.{name}" for name in kinds_of(model))]
    keys += [f"window.unknown.{source}" for source in Source]
    for row in Row:
        keys += [f"budget.{row}", *(f"budget.{row}.{name}" for name in kinds_of(RowBudget))]
    keys += [f"gather.rule.{name}" for name in kinds_of(GatherRule)]
    keys += [f"must_keep.{name}" for name in kinds_of(MustKeepRule)]
    return tuple(keys)


def dotted(path: Path) -> str:
    """A key path as one writes it: `budget.history.cap`, `must_keep[2].text`."""
    out = ""
    for part in path:
        out += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if out else part
    return out


def nearest(path: Path) -> str:
    """The valid key that a wrong key path comes nearest to, or empty where nothing is near."""
    from rapidfuzz import fuzz, process

    names = tuple(part for part in path if isinstance(part, str))
    if not names:
        return ""
    if names[:2] == ("budget", "conversation"):
        return f"{nearest(('budget', 'history', *names[2:]))}, or the same of budget.recent"
    alike = max(all_keys(), key=lambda key: _likeness(names, key))
    if _likeness(names, alike) >= _LEAST_LIKENESS:
        return alike
    ends = {
        key: _spaced(key.rpartition(".")[2]) for key in all_keys() if not key.startswith("window.unknown.")
    }
    anywhere = process.extractOne(
        _spaced(names[-1]), ends, scorer=fuzz.token_sort_ratio, score_cutoff=_LEAST_LIKENESS
    )
    return anywhere[2] if anywhere is not None else ""


def _likeness(names: tuple[str, ...], key: str) -> float:
    from rapidfuzz import fuzz

    parts = key.split(".")
    if len(parts) != len(names):
        return 0.0
    each = [fuzz.ratio(name, part) for name, part in zip(names, parts, strict=True)]
    return sum(each) / len(each) if min(each) >= _LEAST_LIKENESS else 0.0


def _spaced(name: str) -> str:
    return name.replace("_", " ").replace(".", " ")


def unknown_key(path: Path, where: Where) -> Problem:
    """The problem of a key that the format does not have, with the nearest that it has."""
    near = nearest(path)
    if near:
        return Problem("unknown setting", where, f"the nearest valid name is {near}")
    beside = [key.rpartition(".")[2] for key in all_keys() if key.rpartition(".")[0] == dotted(path[:-1])]
    return Problem(
        f"unknown setting {dotted(path)!r}", where, "valid names: " + ", ".join(beside) if beside else ""
    )


def shown(value: object) -> str:
    """A refused value as a message shows it: as one would type it, on one line, not too long."""
    match value:
        case bool():
            text = "true" if value else "false"
        case dict():
            text = "a table"
        case list() | tuple():
            text = "a list"
        case date() | time():
            text = f"the date or time {value}"
        case _:
            text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


def refused(value: object, where: Where, allowed: str) -> Problem:
    """The problem of a value that a setting cannot take."""
    return Problem(f"cannot be {shown(value)}", where, f"allowed: {allowed}")


def place_of(path: Path) -> Where:
    """The place of a setting that stands in no file: its key alone."""
    return Where(key=dotted(path))


def estimate(path: Path, value: Any, where_of: WhereOf) -> int:
    """A stated estimate in tokens, checked.

    Raises:
        ProfileError: It is no whole number, or one that no model can hold.
    """
    if type(value) is not int or not TOKENS.low <= value <= TOKENS.high:
        raise ProfileError.of((refused(value, where_of(path), TOKENS.allowed),))
    return value


def figure(path: Path, value: Any, where_of: WhereOf) -> int | float | str | bool:
    """A published figure, checked.

    Raises:
        ProfileError: It is no number, no text, no flag, or a number that is not finite.
    """
    try:
        checked = TypeAdapter[int | float | str | bool](Figure).validate_python(value)
    except ValidationError:
        problem = refused(value, where_of(path), "a number, a text in quotes, true or false")
        raise ProfileError.of((problem,)) from None
    return checked


def problems_of(error: ValidationError, prefix: Path, where_of: WhereOf) -> tuple[Problem, ...]:
    """What a failed validation says, in the words of this format.

    Args:
        error: What a section's model raised.
        prefix: The key path of that section.
        where_of: Gives the `Where` of a key path.
    """
    out: list[Problem] = []
    for detail in error.errors(include_url=False):
        path: Path = (*prefix, *detail["loc"])
        kind = kind_of(path)
        if detail["type"] == "extra_forbidden":
            out.append(unknown_key(path, where_of(path)))
        elif detail["type"] == "value_error":
            words = str(detail["ctx"]["error"]) if "ctx" in detail else detail["msg"]
            out.append(Problem(words, where_of(path)))
        elif detail["type"] == "missing":
            out.append(Problem("is missing", where_of(path)))
        else:
            out.append(refused(detail["input"], where_of(path), kind.allowed if kind else "a table"))
    return tuple(out)
