"""The words of settings in the window's language: what each is called, and the values of choices."""

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


def setting_name(key: str) -> str:
    """What a setting of a stage is called; one that is not known, as of a plugin, by its key."""
    words = {
        "construct.doc_heads": translate("Settings", "heads of docs"),
        "construct.language": translate("Settings", "language"),
        "construct.layout": translate("Settings", "layout"),
        "construct.wire": translate("Settings", "wire format"),
        "degrade.docs": translate("Settings", "docs left"),
        "degrade.levels": translate("Settings", "steps down"),
        "degrade.rounds": translate("Settings", "rounds left"),
        "gather.clean_docs": translate("Settings", "clean docs"),
        "gather.compaction": translate("Settings", "log's compaction"),
        "gather.fields": translate("Settings", "fields"),
        "gather.key_facts": translate("Settings", "key facts"),
        "gather.rule": translate("Settings", "source rules"),
        "gather.stated_facts": translate("Settings", "stated facts"),
        "mode.rule": translate("Settings", "mode's rule"),
        "mode.use": translate("Settings", "mode"),
        "select.max_messages": translate("Settings", "most messages"),
        "select.min_relevance": translate("Settings", "least relevance"),
        "select.pairs": translate("Settings", "calls and results"),
        "select.relevance": translate("Settings", "relevance by"),
        "summarize.instructions": translate("Settings", "instructions"),
        "summarize.levels": translate("Settings", "levels"),
        "summarize.max_item_tokens": translate("Settings", "cap on an item"),
        "summarize.max_tokens": translate("Settings", "cap on it all"),
        "summarize.missing": translate("Settings", "where one is missing"),
        "summarize.model": translate("Settings", "model"),
        "summarize.share": translate("Settings", "share"),
    }
    return words.get(key, key)
