"""The head figures in words."""

from __future__ import annotations

from dataclasses import replace

from helpers.builds import figures, recorded

from ctxlab.analysis.monitor import share, summary
from ctxlab.gui.models.monitor_cards import cards_of

LOST = {"must_keeps": 2, "lost": ("m1",)}


def test_the_cards_tell_the_figures() -> None:
    builds = [
        recorded(
            at, figures(f"s{at % 15}", counted=1000 * at, must_keeps=1, level=int(at == 3), limit=32_000)
        )
        for at in range(1, 16)
    ]
    builds[0] = recorded(1, figures("s1", counted=1000, **LOST))
    forgotten, tokens, levels, made = cards_of(summary(builds), 32_000)
    assert (forgotten.title, forgotten.figure, forgotten.bad) == ("Forgotten constraint", "1 in 15", True)
    assert forgotten.notes == ("sessions: 1 of 15", "95 %: 1.2 % – 29.8 %")
    assert (tokens.figure, tokens.notes) == ("8,000", ("peak 15,000 · 46.9 %", "p50 8,000 · p90 14,000"))
    assert (levels.figure, levels.notes) == ("6.7 %", ("L1 6.7 %", "0 warned · 0 over"))
    assert (made.figure, made.notes) == ("15", ("of 15 sessions", "50.0 % built"))
    assert [tokens.bad, levels.bad, made.bad] == [False] * 3


def test_what_is_not_known_is_not_nought() -> None:
    forgotten, _, levels, made = cards_of(summary([recorded(1, figures())]), None)
    assert (forgotten.figure, forgotten.notes[0], forgotten.bad) == ("–", "no must-keep judged", False)
    assert levels.notes[0] == "never needed"
    assert made.notes[0] == "of one session"
    assert cards_of(summary([]), None)[2].figure == "–"


def test_none_forgotten_has_its_interval() -> None:
    found = replace(summary([recorded(1, figures())]), forgotten=share(0, 10))
    (forgotten, *_) = cards_of(found, None)
    assert (forgotten.figure, forgotten.notes) == ("none", ("sessions: 0 of 10", "95 %: 0.0 % – 27.8 %"))
