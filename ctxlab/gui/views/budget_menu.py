"""The menus of the budget table: what can be done with a row, and which columns show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from ctxlab.gui.models.budget_columns import MORE, Column, header, meaning
from ctxlab.gui.models.budget_head import ENFORCE_SOFT, WINDOW, head_value
from ctxlab.gui.models.budget_lines import BudgetLine, amount
from ctxlab.gui.models.budget_told import summary
from ctxlab.gui.models.budget_words import flag_word
from ctxlab.gui.text import listed
from ctxlab.model.profile import RowBudget, Window

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class RowActs:
    """What a row's menu does."""

    edit: Callable[[], object]
    reset: Callable[[str], object]
    no_cap: Callable[[], object]
    sensitivity: Callable[[], object]
    step: Callable[[int], object]


def row_menu(
    menu: QMenu,
    line: BudgetLine,
    others: tuple[RowBudget | None, RowBudget | None],
    acts: RowActs,
    *,
    ticks: bool,
) -> None:
    """Fills a menu with what can be done with a row; what has no effect now is there, but disabled.

    `others` are the row as it is saved and as it is published, None where that is not known.
    """
    _add(menu, "editCap", translate("BudgetTable", "Edit the cap"), acts.edit, True, "Enter")
    menu.addSeparator()
    names = (translate("BudgetTable", "Reset to saved"), translate("BudgetTable", "Reset to published"))
    for which, name, other in zip(("saved", "published"), names, others, strict=True):
        told = summary(line.budget, other) if other is not None else ""
        text = translate("BudgetTable", "{0} ({1})").format(name, told) if told else name
        _add(menu, f"reset-{which}", text, partial(acts.reset, which), bool(told))
    _add(menu, "noCap", translate("BudgetTable", "No cap"), acts.no_cap, line.budget.cap is not None)
    menu.addSeparator()
    _add(menu, "sensitivity", translate("BudgetTable", "Show sensitivity"), acts.sensitivity, True)
    held = ticks and line.budget.cap is not None
    _add(
        menu, "previousTick", translate("BudgetTable", "Previous tick"), lambda: acts.step(-1), held, "Alt+←"
    )
    _add(menu, "nextTick", translate("BudgetTable", "Next tick"), lambda: acts.step(1), held, "Alt+→")


def head_menu(
    menu: QMenu, line: BudgetLine, saved: Window, wish: Callable[[str, str, object], object]
) -> None:
    """Fills a menu with what can be done with a part of the limit; `wish` asks for a setting."""
    was, flag, words = head_value(saved, line.field), saved.enforce_soft, list[str]()
    if Column.CAP in line.differs:
        words.append(amount(was))
    if Column.BAR in line.differs:
        words.append(flag_word(on=flag))

    def reset() -> None:
        if Column.CAP in line.differs:
            wish(WINDOW, line.field, was)
        if Column.BAR in line.differs:
            wish(WINDOW, ENFORCE_SOFT, flag)

    text = translate("BudgetTable", "Reset to saved")
    text = translate("BudgetTable", "{0} ({1})").format(text, listed(words)) if words else text
    _add(menu, "reset-saved", text, reset, bool(words))


def column_menu(menu: QMenu, shown: tuple[Column, ...], show: Callable[[tuple[Column, ...]], object]) -> None:
    """Fills a menu with the columns that can be folded out, and with all and none of them."""
    _add(menu, "allColumns", translate("BudgetTable", "All columns"), lambda: show(MORE), shown != MORE)
    _add(menu, "fewColumns", translate("BudgetTable", "Fewer columns"), lambda: show(()), bool(shown))
    menu.addSeparator()
    for column in MORE:
        action = menu.addAction(header(column))
        action.setObjectName(f"column-{column.name.lower()}")
        action.setToolTip(meaning(column))
        action.setCheckable(True)
        action.setChecked(column in shown)
        others = tuple(one for one in shown if one is not column)
        action.triggered.connect(partial(_show, show, others if column in shown else (*others, column)))


def new_menu(name: str, parent: QWidget) -> QMenu:
    """An empty menu that goes when it is closed."""
    menu = QMenu(parent)
    menu.setObjectName(name)
    menu.aboutToHide.connect(menu.deleteLater)
    return menu


def _add(
    menu: QMenu, name: str, text: str, act: Callable[[], object], enabled: bool, keys: str = ""
) -> QAction:
    """One action; `keys` only tells which keys do the same."""
    action = menu.addAction(f"{text}\t{keys}" if keys else text)
    action.setObjectName(name)
    action.setEnabled(enabled)
    action.triggered.connect(lambda _=False: act())
    return action


def _show(
    show: Callable[[tuple[Column, ...]], object], wanted: tuple[Column, ...], _checked: bool = False
) -> None:
    show(wanted)
