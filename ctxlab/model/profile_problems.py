"""What is wrong with a setting: unknown keys with the nearest valid one, refused values with what may be."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, time
from typing import Any

from pydantic import TypeAdapter, ValidationError

from ctxlab.errors import ImpossibleError, Problem, ProfileError, Said, Where
from ctxlab.model.profile_keys import BY_SOURCE, TOKENS, Kind, Path, all_keys, dotted, kind_of
from ctxlab.model.profile_types import Figure, Text

WhereOf = Callable[[Path], Where]

#: Names that mean a setting whose own name is nothing like them.
_MEANT: dict[tuple[str, ...], str] = {
    ("window", "limit"): "window.size",
    ("window", "max_tokens"): "window.size",
    ("window", "tokens"): "window.size",
}

_LEAST_LIKENESS = 60.0
_LONGEST_SHOWN = 60


def nearest(path: Path) -> str:
    """The valid key that a wrong key path comes nearest to, or empty where nothing is near."""
    from rapidfuzz import fuzz, process

    names = tuple(part for part in path if isinstance(part, str))
    if not names:
        return ""
    if meant := _MEANT.get(names):
        return meant
    if names[:2] == ("budget", "conversation"):
        return f"{nearest(('budget', 'history', *names[2:]))}, or the same of budget.recent"
    alike = max(all_keys(), key=lambda key: _likeness(names, key))
    if _likeness(names, alike) >= _LEAST_LIKENESS:
        return alike
    ends = {
        key: _spaced(key.rpartition(".")[2])
        for key in all_keys()
        if tuple(key.split(".")[:-1]) not in BY_SOURCE
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
    inside = [key for key in all_keys() if key.startswith(f"{dotted(path)}.")]
    if inside:
        said = Said.of("key_is_table", inside=inside[0])
        return Problem(
            "cannot be set as one value", where, f"set one of its parts, such as {inside[0]}", said
        )
    near = nearest(path)
    if near == dotted(path):
        return Problem("cannot be set by itself", where, said=Said("key_alone"))
    beside = [key.rpartition(".")[2] for key in all_keys() if key.rpartition(".")[0] == dotted(path[:-1])]
    names = ", ".join(beside)
    if near and path in _MEANT:
        said = Said.of("key_meant", near=near, table=path[0], names=names)
        hint = f"{near} may be meant; {path[0]} has {names}"
        return Problem("unknown setting", where, hint, said)
    if near:
        said = Said.of("key_unknown", near=near)
        return Problem("unknown setting", where, f"the nearest valid name is {near}", said)
    said = Said.of("key_far" if beside else "key_none", key=dotted(path), names=names)
    return Problem(
        f"unknown setting {dotted(path)!r}", where, f"valid names: {names}" if beside else "", said
    )


def shown(value: object) -> str:
    """A refused value as a message shows it: as one would type it, on one line, not too long."""
    match value:
        case bool():
            text = "true" if value else "false"
        case None:
            text = "null"
        case dict():
            text = "a table"
        case list() | tuple():
            text = "a list"
        case date() | time():
            text = f"the date or time {value}"
        case _:
            text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


def refused(value: object, where: Where, allowed: str | Kind) -> Problem:
    """The problem of a value that a setting cannot take; `allowed` is what it can be, or that in English."""
    words = allowed.allowed if isinstance(allowed, Kind) else allowed
    said = Said.of("value_refused", value=shown(value), allowed=allowed)
    return Problem(f"cannot be {shown(value)}", where, f"allowed: {words}", said)


def place_of(path: Path) -> Where:
    """The place of a setting that stands in no file: its key alone."""
    return Where(key=dotted(path))


def estimate(path: Path, value: Any, where_of: WhereOf) -> int:
    """A stated estimate in tokens, checked.

    Raises:
        ProfileError: It is no whole number, or one that no model can hold.
    """
    if type(value) is not int or not TOKENS.low <= value <= TOKENS.high:
        raise ProfileError.of((refused(value, where_of(path), TOKENS),))
    return value


def instruction(path: Path, value: Any, where_of: WhereOf) -> str:
    """A stated instruction for texts of a source, checked.

    Raises:
        ProfileError: It is no text, or one that no file can keep.
    """
    try:
        return TypeAdapter[str](Text).validate_python(value)
    except ValidationError as error:
        if not isinstance(value, str):
            raise ProfileError.of((refused(value, where_of(path), "a text in quotes"),)) from None
        raise ProfileError.of(problems_of(error, path, where_of)) from None


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
            cause = detail["ctx"]["error"] if "ctx" in detail else detail["msg"]
            hint, said = (cause.hint, cause.said) if isinstance(cause, ImpossibleError) else ("", None)
            out.append(Problem(str(cause), where_of(path), hint, said))
        elif detail["type"] == "missing":
            out.append(Problem("is missing", where_of(path), said=Said("missing")))
        else:
            out.append(refused(detail["input"], where_of(path), kind or "a table"))
    return tuple(out)
