"""The words of the budget table: names of choices, and why a text is not taken as a number."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ctxlab.gui.models.budget_columns import Column, NumberRule
from ctxlab.gui.models.budget_entry import parse_number
from ctxlab.model.profile import ItemAction, Order, Overflow, RowBudget

#: Never cut, kept if possible, cut first.
TIERS = (1, 2, 3)


def overflow_word(overflow: Overflow) -> str:
    """An overflow rule's name in the language of the window."""
    names = {
        Overflow.KEEP: QCoreApplication.translate("BudgetModel", "keep"),
        Overflow.STOP: QCoreApplication.translate("BudgetModel", "stop"),
        Overflow.SKIP: QCoreApplication.translate("BudgetModel", "skip"),
        Overflow.TRUNCATE: QCoreApplication.translate("BudgetModel", "truncate"),
        Overflow.COMPRESS: QCoreApplication.translate("BudgetModel", "compress"),
    }
    return names[overflow]


def order_word(order: Order) -> str:
    """An order's name in the language of the window."""
    names = {
        Order.GIVEN: QCoreApplication.translate("BudgetModel", "given"),
        Order.NEWEST: QCoreApplication.translate("BudgetModel", "newest"),
        Order.OLDEST: QCoreApplication.translate("BudgetModel", "oldest"),
        Order.RELEVANCE: QCoreApplication.translate("BudgetModel", "relevance"),
        Order.PRIORITY: QCoreApplication.translate("BudgetModel", "priority"),
    }
    return names[order]


def action_word(action: ItemAction) -> str:
    """What happens to an item over its limit, in the language of the window."""
    names = {
        ItemAction.TRUNCATE: QCoreApplication.translate("BudgetModel", "truncate"),
        ItemAction.COMPRESS: QCoreApplication.translate("BudgetModel", "compress"),
    }
    return names[action]


def tier_word(tier: int) -> str:
    """A tier with what it means."""
    names = {
        1: QCoreApplication.translate("BudgetModel", "1 never cut"),
        2: QCoreApplication.translate("BudgetModel", "2 if possible"),
        3: QCoreApplication.translate("BudgetModel", "3 cut first"),
    }
    return names.get(tier, str(tier))


def flag_word(*, on: bool) -> str:
    """On or off."""
    if on:
        return QCoreApplication.translate("BudgetModel", "on")
    return QCoreApplication.translate("BudgetModel", "off")


def choices(column: Column) -> tuple[tuple[str | int, str], ...]:
    """The (value, word) pairs that a column chooses from; none where it chooses from no list."""
    if column is Column.OVERFLOW:
        return tuple((rule.value, overflow_word(rule)) for rule in Overflow)
    if column is Column.TIER:
        return tuple((tier, tier_word(tier)) for tier in TIERS)
    if column is Column.ITEM_ACTION:
        return tuple((action.value, action_word(action)) for action in ItemAction)
    if column is Column.ORDER:
        return tuple((order.value, order_word(order)) for order in Order)
    return ()


def choice(budget: RowBudget, column: Column) -> str | int | None:
    """The value that a row has in a column of choices; None elsewhere."""
    if column is Column.OVERFLOW:
        return budget.overflow.value
    if column is Column.TIER:
        return budget.tier
    if column is Column.ITEM_ACTION:
        return budget.per_item_action.value
    return budget.order.value if column is Column.ORDER else None


def number(budget: RowBudget, column: Column) -> int | None:
    """The value that a row has in a column of numbers."""
    if column is Column.CAP:
        return budget.cap
    if column is Column.MAX_ITEMS:
        return budget.max_items
    return budget.per_item if column is Column.PER_ITEM else budget.rounds


def refusal(text: str, field: str, rule: NumberRule) -> str:
    """Why a text is no number that a field of a row or of the window takes; empty where it is one."""
    try:
        parse_number(text, optional=rule.optional, most=rule.most)
    except ValueError as error:
        code = str(error)
    else:
        return ""
    if code == "negative":
        if field == "cap":
            return QCoreApplication.translate("BudgetModel", "a cap cannot be negative")
        return QCoreApplication.translate("BudgetModel", "this cannot be negative")
    if code == "too large":
        told = QCoreApplication.translate("BudgetModel", "no model has {0} tokens")
        if not rule.tokens:
            told = QCoreApplication.translate("BudgetModel", "{0} is more than any session has")
        over = QCoreApplication.translate("BudgetModel", "over {0}")
        return told.format(over.format(f"{rule.most:,}"))
    if code == "needed" or not rule.optional:
        if rule.tokens:
            return QCoreApplication.translate("BudgetModel", "this is a whole number of tokens, 0 for none")
        return QCoreApplication.translate("BudgetModel", "this is a whole number")
    if field == "cap":
        return QCoreApplication.translate("BudgetModel", "a cap is a whole number of tokens, or — for none")
    if rule.tokens:
        return QCoreApplication.translate("BudgetModel", "this is a whole number of tokens, or — for none")
    return QCoreApplication.translate("BudgetModel", "this is a whole number, or — for none")
