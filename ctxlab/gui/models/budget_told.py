"""What a cell of the budget table says at length: to a screen reader, and in its tooltip."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ctxlab.gui.models.budget_columns import FIELDS, STATS, Column, header, meaning
from ctxlab.gui.models.budget_head import ENFORCE_SOFT, SOFT_LIMIT, head_meaning, head_value
from ctxlab.gui.models.budget_lines import LIMIT, OVER_SIGN, BudgetLine, amount
from ctxlab.gui.models.budget_words import action_word, flag_word, order_word, overflow_word, tier_word
from ctxlab.gui.text import listed
from ctxlab.model.profile import ItemAction, Order, Overflow, Profile, RowBudget
from ctxlab.model.row_stats import RowStats


def spoken(line: BudgetLine, column: Column, cap: str) -> str:
    """A cell with its line's name; `cap` is the cap that is shown."""
    name, text = line.texts[Column.NAME], line.texts[column]
    if column is Column.NAME:
        return name
    if column is Column.BAR and line.row is not None:
        told = QCoreApplication.translate("BudgetModel", "{0}: {1} used of {2}")
        return told.format(name, line.texts[Column.USED] or "0", cap)
    box = line.checked(column)
    if box is not None:
        label = header(column) or text
        return f"{name}, {label} {flag_word(on=box)}"
    shown = cap if column is Column.CAP and line.row is not None else text
    if column is Column.USED and line.over:
        over = QCoreApplication.translate("BudgetModel", "{0}, over its cap")
        shown = over.format(text.removeprefix(OVER_SIGN))
    return f"{name}, {header(column)} {shown}" if header(column) else f"{name}, {shown}"


def told(
    line: BudgetLine,
    column: Column,
    saved: Profile | None,
    stats: RowStats | None,
    *,
    cap: str = "",
    over: str = "",
    pending: bool = False,
) -> str:
    """The tooltip of a cell: what it says, what it means, and what was saved where that is something else.

    `over` says why the row holds more than its cap, where it does.
    """
    if line.row is None:
        return "\n".join(part for part in (_of_window(line), _saved(line, column, saved)) if part)
    said = spoken(line, column, cap)
    use = line.use
    if use is not None and column is Column.KEPT and line.short:
        turned = QCoreApplication.translate("BudgetModel", "{0} of {1} items of this row were turned away")
        said = turned.format(f"{use.of - use.kept:,}", f"{use.of:,}")
    if use is not None and use.given is not None and use.given != use.cap and column is Column.CAP:
        share = QCoreApplication.translate("BudgetModel", "{0}, with its elastic share {1}")
        said = share.format(said, f"{use.given:,}")
    if pending and column in (Column.USED, Column.KEPT):
        said = QCoreApplication.translate("BudgetModel", "{0} (being recomputed)").format(said)
    lines = [said, over if column in (Column.BAR, Column.USED) else "", _saved(line, column, saved)]
    if column is Column.NAME and line.texts[Column.PUBLISHED]:
        published = QCoreApplication.translate("BudgetModel", "published as {0}")
        lines.append(published.format(line.texts[Column.PUBLISHED]))
    if column in STATS and stats is not None:
        over = QCoreApplication.translate("BudgetModel", "{0}; {1} sessions")
        lines.append(over.format(meaning(column), f"{stats.sessions:,}"))
    return "\n".join(part for part in lines if part)


def setting_text(budget: RowBudget, field: str) -> str:
    """A setting of a row as its cell shows it."""
    value = getattr(budget, field)
    if isinstance(value, bool):
        return flag_word(on=value)
    if isinstance(value, Overflow):
        return overflow_word(value)
    if isinstance(value, Order):
        return order_word(value)
    if isinstance(value, ItemAction):
        return action_word(value)
    return tier_word(value) if field == "tier" else amount(value)


def summary(budget: RowBudget, other: RowBudget) -> str:
    """By what a row that is to be reset would become another one: `8,400`, `8,400, overflow stop`."""
    parts: list[str] = []
    for column, field in FIELDS.items():
        if getattr(budget, field) != getattr(other, field):
            text = setting_text(other, field)
            parts.append(
                text if column is Column.CAP and other.cap is not None else f"{header(column)} {text}"
            )
    return listed(parts)


def _of_window(line: BudgetLine) -> str:
    if line.field:
        return head_meaning(line.field)
    told = line.texts[Column.BAR]
    if line.key == LIMIT and told:
        return QCoreApplication.translate("BudgetModel", "limit = {0}").format(told)
    return told


def _saved(line: BudgetLine, column: Column, saved: Profile | None) -> str:
    """What was saved in the place of a cell that differs from it."""
    if saved is None or column not in line.differs:
        return ""
    if line.row is not None:
        text = setting_text(saved.row(line.row), FIELDS[column])
    elif line.key == LIMIT:
        text = amount(saved.window.limit)
    elif line.field == SOFT_LIMIT and column is Column.BAR:
        text = flag_word(on=bool(getattr(saved.window, ENFORCE_SOFT)))
    else:
        text = amount(head_value(saved.window, line.field))
    return QCoreApplication.translate("BudgetModel", "saved: {0}").format(text)
