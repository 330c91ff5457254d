"""The lines of the budget table as values: the limit and its parts, a line a row, the sum, the note."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.gui.models.budget_columns import FIELDS, NUMBERS, STATS, Column
from ctxlab.gui.models.budget_entry import NONE_SIGN
from ctxlab.gui.models.budget_head import (
    SOFT_LIMIT,
    caps_of,
    derivation,
    head_hint,
    head_key,
    head_name,
    head_value,
    limit_text,
    percent,
)
from ctxlab.gui.models.budget_words import (
    action_word,
    flag_word,
    number,
    order_word,
    overflow_word,
    tier_word,
)
from ctxlab.gui.text import one_line, token_text
from ctxlab.model.items import Row
from ctxlab.model.profile import DEFAULT_ROW, Profile, RowBudget
from ctxlab.model.row_stats import RowStats
from ctxlab.model.trace import RowUse, Trace

LIMIT = "limit"
SUM = "sum"
NOTE = "note"
#: Stands before what is used of a row that holds more than it may.
OVER_SIGN = "!"

Texts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BudgetLine:
    """One line, with a text a column. `use` is None before the first run.

    `row` is None but for a row's line, `field` empty but for a part of the limit. `scale` is how many tokens
    the whole bar stands for. `differs` are the columns whose setting is not as it was saved.
    """

    key: str
    row: Row | None
    texts: Texts
    field: str = ""
    budget: RowBudget = DEFAULT_ROW
    use: RowUse | None = None
    scale: int = 0
    value: int | None = None
    flag: bool = False
    differs: tuple[Column, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the row holds more than its cap and its elastic share."""
        return self.use is not None and self.use.over > 0

    @property
    def short(self) -> bool:
        """Whether not all items of the row were kept."""
        return self.use is not None and self.use.kept < self.use.of

    def checked(self, column: Column) -> bool | None:
        """Whether the box in a column is checked; None where there is no box."""
        if self.row is not None:
            return self.budget.elastic if column is Column.ELASTIC else None
        return self.flag if self.field == SOFT_LIMIT and column is Column.BAR else None

    def number_field(self, column: Column) -> str:
        """The setting whose number a cell edits, by its name in the profile; empty where it edits none."""
        if self.field:
            return self.field if column is Column.CAP else ""
        if self.row is None or column not in NUMBERS:
            return ""
        return "" if column is Column.ROUNDS and self.row is not Row.RECENT else FIELDS[column]


def row_line(
    row: Row, budget: RowBudget, use: RowUse | None, scale: int, saved: RowBudget | None, texts: Texts
) -> BudgetLine:
    """The line of a row."""
    differs: tuple[Column, ...] = ()
    if saved is not None and saved is not budget and saved != budget:
        differs = tuple(
            column for column, field in FIELDS.items() if getattr(saved, field) != getattr(budget, field)
        )
    return BudgetLine(row.value, row, texts, "", budget, use, scale, budget.cap, False, differs)


def row_texts(
    row: Row,
    budget: RowBudget,
    use: RowUse | None,
    stats: RowStats | None,
    name: str,
    language: str,
    *,
    exact: bool = True,
) -> Texts:
    """What the cells of a row say; `name` is its published name or empty, `exact` is of what is used."""
    texts = [""] * len(Column)
    texts[Column.NAME] = explain.row(row, language)
    for column in NUMBERS:
        if column is not Column.ROUNDS or row is Row.RECENT:
            texts[column] = amount(number(budget, column))
    texts[Column.OVERFLOW] = overflow_word(budget.overflow)
    texts[Column.TIER] = tier_word(budget.tier)
    texts[Column.ITEM_ACTION] = action_word(budget.per_item_action)
    texts[Column.ORDER] = order_word(budget.order)
    texts[Column.ELASTIC] = flag_word(on=budget.elastic)
    texts[Column.PUBLISHED] = one_line(name)
    if use is not None:
        # that nothing is used is no estimate
        texts[Column.USED] = OVER_SIGN * bool(use.over) + token_text(use.used, exact or not use.used)
        texts[Column.KEPT] = f"{use.kept:,}/{use.of:,}"
    if stats is not None and stats.sessions:
        for column, value in zip(STATS, (stats.p50, stats.p90, stats.most), strict=True):
            texts[column] = f"{value:,}"
    return tuple(texts)


def head_line(profile: Profile, saved: Profile | None, field: str) -> BudgetLine:
    """The line of a part of the limit."""
    window = profile.window
    value, flag = head_value(window, field), field == SOFT_LIMIT and window.enforce_soft
    texts = _cells(name=head_name(field), cap=amount(value), bar=one_line(head_hint(window, field)))
    differs: list[Column] = []
    if saved is not None and head_value(saved.window, field) != value:
        differs.append(Column.CAP)
    if saved is not None and field == SOFT_LIMIT and saved.window.enforce_soft is not window.enforce_soft:
        differs.append(Column.BAR)
    return BudgetLine(head_key(field), None, texts, field, value=value, flag=flag, differs=tuple(differs))


def limit_line(profile: Profile, saved: Profile | None, language: str) -> BudgetLine:
    """The line of the limit."""
    window = profile.window
    name = QCoreApplication.translate("BudgetModel", "Limit")
    texts = _cells(name=name, cap=limit_text(window), bar=derivation(window, language))
    other = saved is not None and saved.window.limit != window.limit
    return BudgetLine(LIMIT, None, texts, value=window.limit, differs=(Column.CAP,) if other else ())


def sum_line(profile: Profile, trace: Trace | None) -> BudgetLine:
    """The line of the sum: all caps, their share of the limit, all that is used."""
    share = percent(profile)
    told = QCoreApplication.translate("BudgetModel", "{0} of limit").format(share) if share else ""
    used = "" if trace is None else token_text(sum(use.used for use in trace.rows), trace.exact)
    name = QCoreApplication.translate("BudgetModel", "sum")
    return BudgetLine(SUM, None, _cells(name=name, cap=amount(caps_of(profile)), bar=told, used=used))


def note_line() -> BudgetLine:
    """The line that says what the ticks are."""
    told = QCoreApplication.translate(
        "BudgetModel", "Ticks: caps at which one more item fits. Red: keeps a must-keep. Alt+→ next tick."
    )
    return BudgetLine(NOTE, None, _cells(name=told))


def uses_of(trace: Trace | None) -> Mapping[Row, RowUse]:
    """What a run used, by row."""
    return {} if trace is None else {use.row: use for use in trace.rows}


def amount(value: int | None) -> str:
    """A number as the cells show it."""
    return NONE_SIGN if value is None else f"{value:,}"


def _cells(*, name: str = "", cap: str = "", bar: str = "", used: str = "") -> Texts:
    return (name, cap, bar, used, *([""] * (len(Column) - 4)))
