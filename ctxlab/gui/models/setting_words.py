"""The words of a row's settings in the window's language: what each is called, and the values of choices."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication

from ctxlab.gui.models.budget_words import action_word, order_word, overflow_word
from ctxlab.model.profile import ItemAction, Order, Overflow

translate = QCoreApplication.translate


def row_field(field: str) -> str:
    """What a setting of a row is called within a sentence; an unknown one by its key, with blanks."""
    words = {
        "cap": translate("Settings", "cap"),
        "overflow": translate("Settings", "overflow"),
        "order": translate("Settings", "order"),
        "tier": translate("Settings", "tier"),
        "max_items": translate("Settings", "max items"),
        "per_item": translate("Settings", "per item"),
        "per_item_action": translate("Settings", "per item action"),
        "rounds": translate("Settings", "rounds"),
        "elastic": translate("Settings", "elastic"),
    }
    return words.get(field) or field.replace("_", " ")


def choice_word(value: Any) -> str:
    """The word of a choice: in the window's language where the budget table has it, else as profiles do."""
    if isinstance(value, Overflow):
        return overflow_word(value)
    if isinstance(value, Order):
        return order_word(value)
    if isinstance(value, ItemAction):
        return action_word(value)
    return str(value)


def row_choice(field: str, value: str) -> str:
    """The value of a row's choice, given as a profile writes it, as what `choice_word` knows."""
    kinds: dict[str, type[Overflow | Order | ItemAction]] = {
        "overflow": Overflow,
        "order": Order,
        "per_item_action": ItemAction,
    }
    return kinds[field](value) if field in kinds else value
