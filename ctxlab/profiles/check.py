"""From a parsed document to a profile, with all that is wrong told at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeGuard, TypeVar, cast

from pydantic import BaseModel, ValidationError

from ctxlab.errors import Problem, ProfileError, Said, Where
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import SCHEMA, MustKeepRule, Profile, RowBudget
from ctxlab.model.profile_keys import TEXTS, Path, dotted, section_models
from ctxlab.model.profile_problems import (
    WhereOf,
    estimate,
    figure,
    instruction,
    problems_of,
    refused,
    unknown_key,
)
from ctxlab.model.provenance import Provenance
from ctxlab.profiles.locate import line_of

Table = Mapping[str, Any]
_Model = TypeVar("_Model", bound=BaseModel)
_Value = TypeVar("_Value")

_FAMILY = SCHEMA.rpartition("/")[0]


def profile_of(document: Table, lines: Mapping[Path, int], file: str = "") -> Profile:
    """The profile that a parsed document states.

    Args:
        document: The parsed document.
        lines: The line at which each of its key paths stands, for what is wrong.
        file: Its name, for messages.

    Raises:
        ProfileError: Something is wrong; `problems` has all of it, in the order of the file.
    """
    check = _Check(lines)
    if _is_newer(document.get("schema")):
        # What a newer version means by its keys is not known: only its version is told.
        check.top("schema", document["schema"], {})
        raise ProfileError.of(tuple(check.problems), file)
    parts: dict[str, Any] = {name: document[name] for name in TEXTS if name in document}
    for name in document:
        check.top(name, document[name], parts)
    if "schema" not in document:
        said = Said.of("schema_missing", known=SCHEMA)
        hint = f'a profile states schema = "{SCHEMA}"'
        check.problems.insert(0, Problem("there is no schema", Where(line=1), hint, said))
    profile: Profile | None = None
    try:
        profile = Profile(**parts)
    except ValidationError as error:
        check.problems.extend(problems_of(error, (), check.where))
    if profile is None or check.problems:
        raise ProfileError.of(tuple(sorted(check.problems, key=lambda one: one.where.line or 0)), file)
    return profile


def _is_newer(schema: Any) -> bool:
    family, _, version = schema.rpartition("/") if isinstance(schema, str) else ("", "", "")
    return family == _FAMILY and version.isdecimal() and len(version) < 10 and int(version) > 1


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


class _Check:
    """Goes through the tables of a document and gathers what is wrong with them."""

    def __init__(self, lines: Mapping[Path, int]) -> None:
        self.problems: list[Problem] = []
        self._lines = lines

    def where(self, path: Path) -> Where:
        """The place of a key path: the line at which it, or the table around it, begins."""
        return Where(line=line_of(self._lines, path), key=dotted(path))

    def top(self, name: str, value: Any, parts: dict[str, Any]) -> None:
        """Checks one top-level key and puts what it states among the parts of a profile."""
        path: Path = (name,)
        if name == "schema":
            self._schema(value)
        elif name in TEXTS:
            return
        elif name == "must_keep":
            parts[name] = self._tables(path, value, MustKeepRule)
        elif name == "provenance":
            parts[name] = self._tables(path, value, Provenance)
        elif name not in ("budget", "published", *section_models()):
            self._unknown(path, value)
        elif self._is_table(path, value):
            table = cast("Table", value)
            if name == "budget":
                parts[name] = self._budget(table)
            elif name == "published":
                parts[name] = self._published(table)
            else:
                parts[name] = self._section(name, table)

    def _schema(self, value: Any) -> None:
        where = self.where(("schema",))
        if value == SCHEMA:
            return
        if _is_newer(value):
            newer = Said.of("schema_newer", found=value, known=SCHEMA)
            self.problems.append(
                Problem(f"{value} is newer than this version reads", where, f"it reads {SCHEMA}", newer)
            )
        else:
            self.problems.append(refused(value, where, f'"{SCHEMA}"'))

    def _unknown(self, path: Path, value: Any) -> None:
        """Names each key of an unknown table, or the key itself."""
        if isinstance(value, dict) and value and len(path) < 3:
            for name, inner in cast("Table", value).items():
                self._unknown((*path, name), inner)
        else:
            self.problems.append(unknown_key(path, self.where(path)))

    def _is_table(self, path: Path, value: Any) -> bool:
        if isinstance(value, dict):
            return True
        self.problems.append(refused(value, self.where(path), "a table"))
        return False

    def _model(self, model: type[_Model], path: Path, value: Any) -> _Model | None:
        try:
            return model.model_validate(value)
        except ValidationError as error:
            self.problems.extend(problems_of(error, path, self.where))
            return None

    def _section(self, name: str, table: Table) -> BaseModel:
        values = dict(table)
        model = section_models()[name]
        if name == "window" and "unknown" in values:
            values["unknown"] = self._by_source(("window", "unknown"), values["unknown"], estimate)
        if name == "summarize" and "instructions" in values:
            stated = self._by_source(("summarize", "instructions"), values["instructions"], instruction)
            values["instructions"] = stated
        return self._model(model, (name,), values) or model()

    def _by_source(
        self, path: Path, value: Any, checked: Callable[[Path, Any, WhereOf], _Value]
    ) -> tuple[tuple[Source, _Value], ...]:
        """What a table states for each source."""
        if not self._is_table(path, value):
            return ()
        stated: list[tuple[Source, _Value]] = []
        for name, one in value.items():
            place: Path = (*path, name)
            if name not in tuple(Source):
                self.problems.append(unknown_key(place, self.where(place)))
                continue
            try:
                stated.append((Source(name), checked(place, one, self.where)))
            except ProfileError as error:
                self.problems.extend(error.problems)
        return tuple(stated)

    def _budget(self, table: Table) -> tuple[tuple[Row, RowBudget], ...]:
        lines: list[tuple[Row, RowBudget]] = []
        for name, value in table.items():
            path: Path = ("budget", name)
            if name not in tuple(Row):
                self.problems.append(unknown_key(path, self.where(path)))
            elif self._is_table(path, value):
                line = self._model(RowBudget, path, value)
                lines.append((Row(name), line or RowBudget()))
        return tuple(lines)

    def _tables(self, path: Path, value: Any, model: type[_Model]) -> tuple[_Model, ...]:
        if not _is_list(value):
            self.problems.append(refused(value, self.where(path), f"tables, each under [[{dotted(path)}]]"))
            return ()
        found = (self._model(model, (*path, i), one) for i, one in enumerate(value))
        return tuple(one for one in found if one is not None)

    def _published(self, table: Table) -> tuple[tuple[str, int | float | str | bool], ...]:
        figures: list[tuple[str, int | float | str | bool]] = []
        for name, value in table.items():
            try:
                figures.append((name, figure(("published", name), value, self.where)))
            except ProfileError as error:
                self.problems.extend(error.problems)
        return tuple(figures)
