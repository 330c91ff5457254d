"""The words of a row's settings, in English and in Chinese."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ctxlab.gui.edit_words import differences
from ctxlab.gui.i18n import install
from ctxlab.gui.models.palette_settings import settings
from ctxlab.gui.models.setting_words import choice_word, row_choice, row_field, setting_name
from ctxlab.gui.text import clauses, listed
from ctxlab.lab import Lab
from ctxlab.model.profile import ItemAction, Order, Overflow, Profile, RowBudget

BASE = Profile().set("budget.history.cap", 8000)


@pytest.fixture
def chinese(qtbot: QtBot) -> Iterator[None]:
    """Words in Chinese; English is put back afterwards."""
    app = QApplication.instance()
    assert app is not None
    before = QLocale()
    install(app, "zh")
    yield
    install(app, "en")
    QLocale.setDefault(before)


def test_english_names_a_setting_by_its_key() -> None:
    for field in RowBudget.model_fields:
        assert row_field(field) == field.replace("_", " ")
    assert [choice_word(one) for one in (Overflow.SKIP, Order.NEWEST, ItemAction.COMPRESS, "layout")] == [
        "skip",
        "newest",
        "compress",
        "layout",
    ]


def test_a_choice_is_known_by_its_setting() -> None:
    assert row_choice("overflow", "truncate") is Overflow.TRUNCATE
    assert row_choice("per_item_action", "truncate") is ItemAction.TRUNCATE
    assert row_choice("name", "truncate") == "truncate"


def test_chinese_names_settings_and_values(chinese: None) -> None:
    after = BASE.set("budget.history.overflow", "skip").set("budget.history.max_items", 5)
    assert differences(BASE, after, "zh") == "历史对话 超限时 跳过，历史对话 最多条数 5"
    assert (listed(["甲", "乙"]), clauses(["甲", "乙"])) == ("甲，乙", "甲；乙")


def test_the_palette_takes_values_in_either_language(chinese: None) -> None:
    source = settings(lambda: BASE, print, "zh")
    assert [one.title for one in source("历史 上限 9000")] == ["历史对话 上限 → 9,000"]
    for query in ("历史 跳", "history overflow sk"):
        assert "历史对话 超限时 → 跳过" in [one.title for one in source(query)]


def test_every_setting_of_a_stage_has_a_name_other_than_its_key() -> None:
    keys = {
        one.key for known in Lab(store=False).strategies().values() for all in known for one in all.settings
    }
    assert {key for key in keys if setting_name(key) == key} == set()
    assert setting_name("select.of_a_plugin") == "select.of_a_plugin"
