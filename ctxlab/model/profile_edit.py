"""Changing one setting of a profile by its key, from a Python value or from text as somebody typed it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from ctxlab.errors import Problem, ProfileError, Said
from ctxlab.model.items import Row, Source
from ctxlab.model.profile_base import ProfileBase
from ctxlab.model.profile_keys import RULES, TEXTS, TOKENS, Form, Kind, Path, kind_of, section_models
from ctxlab.model.profile_parts import DEFAULT_ROW, RowBudget
from ctxlab.model.profile_problems import (
    estimate,
    figure,
    instruction,
    place_of,
    problems_of,
    refused,
    unknown_key,
)
from ctxlab.model.profile_rules import MustKeepRule

_Model = TypeVar("_Model", bound=BaseModel)
_Profile = TypeVar("_Profile", bound=ProfileBase)

_WHOLE_NUMBER = re.compile(r"-?(?:\d+|\d{1,3}(?:[,_ ]\d{3})+)")
_ON = ("true", "on", "yes", "1")
_OFF = ("false", "off", "no", "0")
_CLEARED = ("", "none")
_LONGEST_NUMBER = 40


def with_setting(profile: _Profile, key: str, value: Any) -> _Profile:
    """The same profile with one setting changed.

    Args:
        profile: What to start from; it stays as it is.
        key: Such as `budget.history.cap`, `window.size`, `window.unknown.system_prompt`, `published.level`,
            or `budget.history` for a whole line of the table.
        value: A Python value, or text as typed (`9000`, `9,000`, `on`). None, `none` or nothing clears a
            setting that may be absent; for a whole line it gives the line of a row that is not named.

    Raises:
        ProfileError: No such setting (names the nearest), or an impossible value (says what is allowed).
    """
    path: Path = tuple(part.strip() for part in key.strip().split("."))
    match path:
        case (str(name),) if name in TEXTS:
            return _with_top(profile, name, _typed(path, value, Kind(Form.TEXT)))
        case ("must_keep",):
            return _with_top(profile, "must_keep", _rules(path, value, MustKeepRule))
        case (str(section), str(name)) if (section, name) in RULES:
            rules = _rules(path, value, RULES[section, name])
            changed = _with_fields(getattr(profile, section), path[:1], {name: rules})
            return profile.with_parts(**{section: changed})
        case ("provenance", *_):
            told = "it tells how the profile came about"
            raise _error(Problem("is no setting", place_of(path), told, Said("history_is_no_setting")))
        case ("published", str(name)) if name:
            return _with_figure(profile, name, value)
        case ("window", "unknown", str(name)) if name in tuple(Source):
            return _with_unknown(profile, Source(name), value)
        case ("summarize", "instructions", str(name)) if name in tuple(Source):
            return _with_instruction(profile, Source(name), value)
        case ("budget", str(row)) if row in tuple(Row) and (value is None or isinstance(value, RowBudget)):
            return with_row(profile, Row(row), value or DEFAULT_ROW)
        case ("budget", str(row), str(name)) if row in tuple(Row):
            line = profile.row(Row(row))
            changed = _with_fields(line, path[:2], {name: _typed(path, value, _kind(path))})
            return with_row(profile, Row(row), changed)
        case (str(section), str(name)) if section in section_models():
            typed = _typed(path, value, _kind(path))
            changed = _with_fields(getattr(profile, section), path[:1], {name: typed})
            return profile.with_parts(**{section: changed})
        case _:
            raise _error(unknown_key(path, place_of(path)))


def with_row(profile: _Profile, row: Row, line: RowBudget) -> _Profile:
    """The same profile with another line for a row. The order of the table stays as it is."""
    table = tuple((name, line if name is row else profile.row(name)) for name in profile.table())
    return profile.with_parts(budget=table)


def _kind(path: Path) -> Kind:
    kind = kind_of(path)
    if kind is None:
        raise _error(unknown_key(path, place_of(path)))
    return kind


def _typed(path: Path, value: Any, kind: Kind) -> Any:
    """The value that typed text stands for; anything else is left to the validation."""
    if value is None and not kind.optional:
        raise _error(refused(None, place_of(path), kind))
    if not isinstance(value, str) or (kind.form is Form.TEXT and not kind.optional):
        return value
    text = value.strip()
    if kind.optional and text.lower() in _CLEARED:
        return None
    match kind.form:
        case Form.NUMBER:
            if _WHOLE_NUMBER.fullmatch(text) and len(text) <= _LONGEST_NUMBER:
                return int(re.sub(r"[,_ ]", "", text))
            raise _error(refused(value, place_of(path), kind))
        case Form.FLAG:
            if text.lower() in (*_ON, *_OFF):
                return text.lower() in _ON
            raise _error(refused(value, place_of(path), "true or false"))
        case _:
            return text


def _with_fields(model: _Model, prefix: Path, fields: dict[str, Any]) -> _Model:
    present = {name: getattr(model, name) for name in type(model).model_fields}
    try:
        return type(model).model_validate({**present, **fields})
    except ValidationError as error:
        raise ProfileError.of(problems_of(error, prefix, place_of)) from None


def _with_top(profile: _Profile, name: str, value: Any) -> _Profile:
    try:
        return profile.with_parts(**{name: value})
    except ValidationError as error:
        raise ProfileError.of(problems_of(error, (), place_of)) from None


def _with_unknown(profile: _Profile, source: Source, value: Any) -> _Profile:
    path: Path = ("window", "unknown", source)
    tokens = _typed(path, value, Kind(TOKENS.form, optional=True, high=TOKENS.high))
    stated = dict(profile.window.unknown)
    if tokens is None:
        stated.pop(source, None)
    else:
        stated[source] = estimate(path, tokens, place_of)
    window = _with_fields(profile.window, path[:1], {"unknown": tuple(stated.items())})
    return profile.with_parts(window=window)


def _with_instruction(profile: _Profile, source: Source, value: Any) -> _Profile:
    """The same profile with another instruction for a source; None or nothing takes the built-in one."""
    path: Path = ("summarize", "instructions", source)
    text = instruction(path, "" if value is None else value, place_of)
    stated = {**dict(profile.summarize.instructions), source: text}
    changed = _with_fields(profile.summarize, path[:1], {"instructions": tuple(stated.items())})
    return profile.with_parts(summarize=changed)


def _with_figure(profile: _Profile, name: str, value: Any) -> _Profile:
    figures = dict(profile.published)
    if value is None:
        figures.pop(name, None)
    else:
        figures[name] = figure(("published", name), value, place_of)
    return profile.with_parts(published=tuple(figures.items()))


def _rules(path: Path, value: Any, model: type[BaseModel]) -> tuple[Any, ...]:
    rules = tuple(cast("Iterable[Any]", value)) if type(value) in (list, tuple) else None
    if rules is None or not all(isinstance(one, dict | model) for one in rules):
        raise _error(refused(value, place_of(path), "a list of tables; text is not taken here"))
    return rules


def _error(problem: Problem) -> ProfileError:
    return ProfileError.of((problem,))
