"""Profiles from the two published Python forms. The source is parsed, never executed."""

from __future__ import annotations

import ast
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from ctxlab.errors import Problem, ProfileError, Where
from ctxlab.export.fields import BUDGET_FIELDS, CONVERSATION, PER_ITEM, RESERVE, RESERVED, TABLE_KEYS, TOTAL
from ctxlab.export.literals import figure_of, parse_module
from ctxlab.model.items import Row
from ctxlab.model.profile import (
    Encoding,
    GatherSettings,
    Order,
    Overflow,
    Profile,
    RowBudget,
    TokenSettings,
)
from ctxlab.profiles import builtin
from ctxlab.profiles.load import decode

CLASS = "ContextBudget"
TABLE = "CONTEXT_BUDGET"

_LEAST_LIKENESS = 60
#: Of a table's one figure for the conversation, this share is the recent part's.
_RECENT_SHARE = (3, 4)


@dataclass(frozen=True, slots=True)
class Imported:
    """A profile made from a published form, and what the form left open: sentences for the user."""

    profile: Profile
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Stated:
    """One figure as the source states it."""

    value: int | None
    line: int


def load(path: str | os.PathLike[str]) -> Profile:
    """The profile in a Python file. See `read`.

    Raises:
        ProfileError: There is no such file, or it holds neither form.
    """
    return load_with_notes(path).profile


class _Faults:
    """Collects all that is wrong with a file."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._found: list[Problem] = []

    @contextmanager
    def noting(self) -> Generator[None]:
        """Notes what goes wrong inside, and lets the work go on behind."""
        try:
            yield
        except ProfileError as error:
            # the file is said once for all of them
            self._found += [replace(one, where=replace(one.where, file="")) for one in error.problems]

    def tell(self) -> None:
        """Refuses the file where anything is wrong.

        Raises:
            ProfileError: All of it.
        """
        if self._found:
            raise ProfileError.of(tuple(self._found), self._file)


def load_with_notes(path: str | os.PathLike[str]) -> Imported:
    """The profile in a Python file, and what it left open. See `read`.

    Raises:
        ProfileError: There is no such file, or it holds neither form.
    """
    place = Path(path)
    try:
        data = place.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ProfileError(f"cannot be read: {reason}", where=Where(file=str(path))) from None
    return read(decode(data, place.name).removeprefix("\ufeff"), place.name)


def read(text: str, file: str = "") -> Imported:
    """The profile that Python source states as a `ContextBudget` class or a `CONTEXT_BUDGET` dict.

    Args:
        text: Python source. Whatever else it holds is passed over.
        file: Its name, for messages.

    Raises:
        ProfileError: It is no Python, holds neither form or both, or states a figure in a form not read.
    """
    module = parse_module(text, file)
    classes = [node for node in module.body if isinstance(node, ast.ClassDef) and node.name == CLASS]
    tables = [(node, value) for node, value in _assignments(module.body) if _name(node) == TABLE]
    if len(classes) + len(tables) != 1:
        many = "more than one" if classes or tables else "no"
        raise ProfileError(f"there is {many} {CLASS} class or {TABLE} dict", where=Where(file=file))
    if classes:
        return _from_class(classes[0], file)
    return _from_table(tables[0][1], file)


def _from_class(node: ast.ClassDef, file: str) -> Imported:
    names = (TOTAL, RESERVE, PER_ITEM, *(name for name, _ in BUDGET_FIELDS))
    stated: dict[str, _Stated] = {}
    faults = _Faults(file)
    for statement in node.body:
        with faults.noting():
            for target, value in _fields(statement, file):
                _take(stated, _name(target), value, target.lineno, names, file)
    faults.tell()
    notes = ["overflow rules, orders and tiers are those of the profile gssc: the class states none"]
    notes += [f"{name} is not stated: no limit is set for it" for name in names if name not in stated]
    profile = builtin("gssc").with_parts(name="imported", description=f"Imported from a {CLASS} class")
    changes = [("window.output_reserve", None), ("window.size", stated.get(TOTAL))]
    changes += [("window.output_reserve", stated.get(RESERVE))]
    changes += [(f"budget.{row}.cap", stated.get(name)) for name, row in BUDGET_FIELDS]
    changes += [
        (f"budget.{row}.per_item", stated.get(PER_ITEM)) for row in (Row.TOOL_RESULT, Row.RETRIEVED_DOC)
    ]
    if PER_ITEM in stated:
        notes.append(f"{PER_ITEM} holds for tool results and retrieved docs; nothing else is rewritten")
    return Imported(_changed(profile, changes, file), tuple(notes))


def _from_table(value: ast.expr, file: str) -> Imported:
    if not isinstance(value, ast.Dict):
        raise ProfileError(f"{TABLE} is no plain dict", where=Where(file=file, line=value.lineno))
    names = (*(name for name, _ in TABLE_KEYS), RESERVED)
    stated: dict[str, _Stated] = {}
    faults = _Faults(file)
    for key, one in zip(value.keys, value.values, strict=True):
        with faults.noting():
            if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
                line = one.lineno if key is None else key.lineno
                raise ProfileError(f"a key of {TABLE} is no plain text", where=Where(file=file, line=line))
            _take(stated, key.value, one, key.lineno, names, file)
    faults.tell()
    notes = [f"{name} is not stated: no limit is set for it" for name in names if name not in stated]
    notes.append("the dict states no window: set window.size")
    changes: list[tuple[str, _Stated | None]] = [("window.buffer", stated.get(RESERVED))]
    for name, rows in TABLE_KEYS:
        if name == CONVERSATION:
            changes += _conversation(stated.get(name))
        else:
            changes += [(f"budget.{row}.cap", stated.get(name)) for row in rows]
    if stated.get(CONVERSATION):
        notes.append("three quarters of conversation go to recent, the rest to history")
    return Imported(_changed(_table_profile(), changes, file), tuple(notes))


def _conversation(stated: _Stated | None) -> list[tuple[str, _Stated | None]]:
    if stated is None or stated.value is None:
        return []
    part, whole = _RECENT_SHARE
    recent = stated.value * part // whole
    return [
        ("budget.recent.cap", _Stated(recent, stated.line)),
        ("budget.history.cap", _Stated(stated.value - recent, stated.line)),
    ]


def _table_profile() -> Profile:
    """The rows of the published table under the rules that ctxlab recommends for them, without caps."""
    return Profile(
        name="imported",
        description=f"Imported from a {TABLE} dict",
        tokens=TokenSettings(encoding=Encoding.CL100K),
        budget=(
            (Row.SYSTEM_PROMPT, RowBudget(tier=1)),
            (Row.TOOL_SCHEMAS, RowBudget()),
            (Row.USER_MESSAGE, RowBudget(tier=1)),
            (Row.KEY_FACT, RowBudget(tier=1)),
            (Row.RECENT, RowBudget(overflow=Overflow.STOP, order=Order.NEWEST, tier=1)),
            (Row.HISTORY, RowBudget(overflow=Overflow.COMPRESS, order=Order.NEWEST)),
            (Row.TOOL_RESULT, RowBudget(overflow=Overflow.TRUNCATE, order=Order.NEWEST, tier=1)),
            (Row.RETRIEVED_DOC, RowBudget(overflow=Overflow.SKIP, order=Order.RELEVANCE, tier=3)),
        ),
        gather=GatherSettings(key_facts=True),
    )


def _changed(profile: Profile, changes: list[tuple[str, _Stated | None]], file: str) -> Profile:
    """The profile with each figure set; one that is not stated or None clears the setting, or makes it 0."""
    faults = _Faults(file)
    for key, stated in changes:
        value = stated.value if stated is not None else None
        if value is None and key in ("window.output_reserve", "window.buffer"):
            value = 0
        with faults.noting():
            try:
                profile = profile.set(key, value)
            except ProfileError as error:
                line = stated.line if stated is not None else None
                where = Where(file=file, line=line, key=key)
                raise ProfileError(error.message, where=where, hint=error.hint) from None
    faults.tell()
    return profile


def _take(
    stated: dict[str, _Stated], name: str, value: ast.expr, line: int, names: tuple[str, ...], file: str
) -> None:
    from rapidfuzz import process

    where = Where(file=file, line=line, key=name)
    if name not in names:
        near = process.extractOne(name, names, score_cutoff=_LEAST_LIKENESS)
        hint = f"the nearest published name is {near[0]}" if near else "published names: " + ", ".join(names)
        raise ProfileError("unknown figure", where=where, hint=hint)
    if name in stated:
        raise ProfileError("stands there twice", where=where)
    stated[name] = _Stated(figure_of(value, name, file), line)


def _fields(statement: ast.stmt, file: str) -> list[tuple[ast.expr, ast.expr]]:
    """The fields that a statement of a class states, and their defaults; docstring and methods are none."""
    where = Where(file=file, line=statement.lineno)
    match statement:
        case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.FunctionDef():
            return []
        case ast.AnnAssign(target=ast.Name(id=name), value=None):
            raise ProfileError(f"{name} has no default", where=where)
        case ast.Assign() | ast.AnnAssign():
            found = list(_assignments([statement]))
            if found:
                return found
        case _:
            pass
    raise ProfileError("this is no field of a budget", where=where)


def _assignments(body: list[ast.stmt]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Plain assignments to one name: the name and the value."""
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name() as target], value=value):
                yield target, value
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
                yield target, value
            case _:
                continue


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""
