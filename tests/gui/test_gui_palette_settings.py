"""Settings by what is typed."""

from __future__ import annotations

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.palette_rows import PaletteEntry
from ctxlab.gui.models.palette_settings import MOST_SETTINGS, settings
from ctxlab.model.profile import Profile

PROFILE = Profile().set("budget.history.cap", 8000)


def offered(query: str, language: str = "en") -> list[PaletteEntry]:
    return list(settings(lambda: PROFILE, _ignore, language)(query))


def _ignore(_key: str, _value: Any) -> None:
    """Takes a wish and does nothing."""


@pytest.mark.parametrize(
    "query", ["history 9000", "history cap 9,000", "set budget.history.cap=9k", "hist cap 9000"]
)
def test_a_row_and_a_number_offer_its_cap_first(qtbot: QtBot, query: str) -> None:
    first = offered(query)[0]
    assert (first.title, first.note, first.enabled) == ("history cap → 9,000", "now 8,000", True)


def test_what_is_chosen_is_asked_for_by_key_and_value(qtbot: QtBot) -> None:
    asked: list[tuple[str, Any]] = []
    source = settings(lambda: PROFILE, lambda key, value: asked.append((key, value)), "en")
    next(iter(source("history 9000"))).run()
    assert asked == [("budget.history.cap", 9000)]


def test_choices_and_switches_by_their_first_letters(qtbot: QtBot) -> None:
    assert "history overflow → skip" in [one.title for one in offered("history overflow sk")]
    titles = [one.title for one in offered("window enforce_soft on")]
    assert titles == ["window.enforce_soft → on"]
    assert [one.title for one in offered("layout sand")] == ["construct.layout → sandwich"]


def test_the_mode_is_switched_by_its_word(qtbot: QtBot) -> None:
    assert [one.title for one in offered("mode single")] == ["mode.use → single"]
    cleared = settings(lambda: PROFILE.set("mode.use", "long"), _ignore, "en")("mode none")
    assert [(one.title, one.note, one.enabled) for one in cleared] == [("mode.use → —", "now long", True)]


def test_what_is_so_already_cannot_be_run(qtbot: QtBot) -> None:
    first = offered("history 8000")[0]
    assert (first.title, first.enabled, first.note) == ("history cap → 8,000", False, "it is so already")


def test_impossible_values_are_not_offered(qtbot: QtBot) -> None:
    assert "history tier → 9" not in [one.title for one in offered("history tier 9")]
    assert offered("history banana") == []
    assert offered("history") == []
    assert offered("9000") == []
    assert len(offered("budget 1")) <= MOST_SETTINGS


def test_chinese_words_find_rows_too(qtbot: QtBot) -> None:
    titles = [one.title for one in offered("历史 9000", "zh")]
    assert titles[0].endswith("cap → 9,000")
    assert offered("history 9000", "zh")[0].title == titles[0]


def test_without_a_session_nothing_is_offered(qtbot: QtBot) -> None:
    assert list(settings(lambda: None, print, "en")("history 9000")) == []
