"""The head figures in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from helpers.builds import figures, recorded
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ctxlab.analysis.monitor import share, summary
from ctxlab.gui.i18n import install
from ctxlab.gui.models.monitor_cards import cards_of

LOST = {"must_keeps": 2, "lost": ("m1",)}


@pytest.fixture
def chinese(qtbot: QtBot) -> Iterator[None]:
    app = QApplication.instance()
    assert app is not None
    before = QLocale()
    install(app, "zh")
    yield
    install(app, "en")
    QLocale.setDefault(before)


def test_the_cards_tell_the_figures() -> None:
    builds = [
        recorded(
            at, figures(f"s{at % 15}", counted=1000 * at, must_keeps=1, level=int(at == 3), limit=32_000)
        )
        for at in range(1, 16)
    ]
    builds[0] = recorded(1, figures("s1", counted=1000, **LOST))
    forgotten, tokens, levels, made = cards_of(summary(builds))
    assert (forgotten.title, forgotten.figure, forgotten.bad) == ("Forgotten constraint", "1 in 15", True)
    assert forgotten.notes == ("sessions: 1 of 15", "95 %: 1.2 % – 29.8 %")
    assert (tokens.figure, tokens.notes) == ("8,000", ("peak 15,000 · 46.9 %", "p50 8,000 · p90 14,000"))
    assert (levels.figure, levels.notes) == ("6.7 %", ("L1 6.7 %", "0 warned · 0 over"))
    assert (made.figure, made.notes) == ("15", ("of 15 sessions", "50.0 % built"))
    assert [tokens.bad, levels.bad, made.bad] == [False] * 3


def test_what_is_not_known_is_not_nought() -> None:
    forgotten, _, levels, made = cards_of(summary([recorded(1, figures())]))
    assert (forgotten.figure, forgotten.notes[0], forgotten.bad) == ("–", "no must-keep judged", False)
    assert levels.notes[0] == "never needed"
    assert made.notes[0] == "of one session"
    assert cards_of(summary([]))[2].figure == "–"


def test_none_forgotten_has_its_interval() -> None:
    found = replace(summary([recorded(1, figures())]), forgotten=share(0, 10))
    (forgotten, *_) = cards_of(found)
    assert (forgotten.figure, forgotten.notes) == ("none", ("sessions: 0 of 10", "95 %: 0.0 % – 27.8 %"))


def test_the_peak_is_held_against_its_own_limit() -> None:
    small = recorded(2, figures(counted=1000, limit=2000))
    note = [
        cards_of(summary([recorded(1, figures(counted=4000, limit=limit)), small]))[1].notes[0]
        for limit in (None, 16_000)
    ]
    assert note == ["peak 4,000", "peak 4,000 · 25.0 %"]


def test_builds_over_the_limit_that_did_not_degrade_are_not_said_to_need_nothing() -> None:
    over = recorded(1, figures(counted=3000, limit=2000, over=1000))
    levels = cards_of(summary([over]))[2]
    assert (levels.figure, levels.notes, levels.bad) == ("0.0 %", ("not used", "0 warned · 1 over"), True)
    degraded = recorded(2, figures(counted=1000, limit=2000, level=2))
    assert cards_of(summary([over, degraded]))[2].notes[0] == "L2 50.0 %"


def test_chinese_says_the_same(chinese: None) -> None:
    over = recorded(1, figures(counted=3000, limit=2000, over=1000))
    assert cards_of(summary([over]))[2].notes == ("未使用", "警告 0 · 超限 1")
    assert cards_of(summary([recorded(1, figures())]))[2].notes[0] == "从未需要"
    assert "占自身限额的比例" in cards_of(summary([]))[1].told
