"""What a profile states: its parts together, with the rules that hold between rows."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Any, Literal, Self

from pydantic import ConfigDict, TypeAdapter, field_validator
from pydantic.dataclasses import dataclass

from ctxlab.model.items import Row
from ctxlab.model.profile_degrade import DegradeSettings
from ctxlab.model.profile_lint import LintSettings
from ctxlab.model.profile_mode import ModeSettings
from ctxlab.model.profile_parts import (
    DEFAULT_ROW,
    ConstructSettings,
    GatherSettings,
    RowBudget,
    SelectSettings,
    SummarizeSettings,
    TokenSettings,
    Window,
)
from ctxlab.model.profile_rules import MustKeepRule
from ctxlab.model.profile_types import Figure, Text
from ctxlab.model.provenance import Provenance

_ROWS = tuple(Row)


def without_idle_rows(budget: tuple[tuple[Row, RowBudget], ...]) -> tuple[tuple[Row, RowBudget], ...]:
    """The same table without those last lines that say no more than leaving them out would.

    So two profiles that mean the same are equal, whichever rows they name.
    """
    end = len(budget)
    while end and budget[end - 1][1] == DEFAULT_ROW:
        here = _ROWS.index(budget[end - 1][0])
        named = {row for row, _ in budget[: end - 1]}
        if any(row not in named for row in _ROWS[:here]):
            break
        end -= 1
    return budget[:end]


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class ProfileBase:
    """All that a profile states. `budget` holds (row, line) pairs in table order; rows not named have no cap.

    Last lines of the table that say no more than leaving them out would are left out. `provenance` tells how
    the profile came about, newest last; it is no setting, and profiles that differ in it alone are equal.
    This is a dataclass and no pydantic model, since a model has a method of its own that is called
    `construct`.
    """

    name: Text = "unnamed"
    description: Text = ""
    engine: Text = ""
    window: Window = Window()
    tokens: TokenSettings = TokenSettings()
    budget: tuple[tuple[Row, RowBudget], ...] = ()
    gather: GatherSettings = GatherSettings()
    select: SelectSettings = SelectSettings()
    summarize: SummarizeSettings = SummarizeSettings()
    construct: ConstructSettings = ConstructSettings()
    mode: ModeSettings = ModeSettings()
    degrade: DegradeSettings = DegradeSettings()
    lint: LintSettings = LintSettings()
    must_keep: tuple[MustKeepRule, ...] = ()
    published: tuple[tuple[Text, Figure], ...] = ()
    provenance: tuple[Provenance, ...] = field(default=(), compare=False)

    @field_validator("published")
    @classmethod
    def _by_name(cls, published: tuple[tuple[str, Figure], ...]) -> tuple[tuple[str, Figure], ...]:
        return tuple(sorted(dict(published).items()))

    @field_validator("budget")
    @classmethod
    def _one_form(cls, budget: tuple[tuple[Row, RowBudget], ...]) -> tuple[tuple[Row, RowBudget], ...]:
        rows = [row for row, _ in budget]
        if len(set(rows)) != len(rows):
            raise ValueError("a row stands twice in the budget")
        return without_idle_rows(budget)

    def row(self, row: Row) -> RowBudget:
        """The line of a row; a row that the profile does not name has no cap, keep, given, tier 2."""
        for name, line in self.budget:
            if name is row:
                return line
        return DEFAULT_ROW

    def table(self) -> tuple[Row, ...]:
        """All rows in table order: those named, as they stand, then the rest in their default order."""
        named = tuple(name for name, _ in self.budget)
        return named + tuple([row for row in _ROWS if row not in named])

    def model_dump(
        self, *, mode: Literal["json", "python"] = "python", exclude_defaults: bool = False
    ) -> dict[str, Any]:
        """The profile as nested dicts and lists, as its parts, which are pydantic models, give themselves."""
        out: dict[str, Any] = TypeAdapter(type(self)).dump_python(
            self, mode=mode, exclude_defaults=exclude_defaults
        )
        return out

    def model_dump_json(self, *, indent: int | None = None) -> str:
        """The profile as JSON, with all settings, those at their default too."""
        return TypeAdapter(type(self)).dump_json(self, indent=indent).decode("utf-8")

    def with_parts(self, **parts: Any) -> Self:
        """A new profile with whole parts replaced, by field name: `with_parts(window=Window(size=8000))`."""
        return replace(self, **parts)
