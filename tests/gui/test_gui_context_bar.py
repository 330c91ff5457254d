"""The context bar: words and a bar to scale."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from gui.trace_builder import PROFILE, One, kept, trace_of
from gui.trip_sample import trip_trace
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.context_segments import SegmentKind
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.context_bar import ContextBar
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile, Window


def test_words_and_name(qtbot: QtBot, look: Look) -> None:
    bar = ContextBar(look)
    qtbot.addWidget(bar)
    assert bar.objectName() == "contextBar"
    assert "no run yet" in bar.words()
    bar.set_state(PROFILE, trip_trace())
    assert "of 27,000 tokens" in bar.words()
    assert "soft limit 32,000 − buffer 5,000" in bar.words()
    bar.set_state(None, None)
    assert bar.bar.rects() == []


def test_the_mode_is_said_with_the_rule_that_chose_it(qtbot: QtBot, look: Look) -> None:
    bar = ContextBar(look)
    qtbot.addWidget(bar)
    trace = trip_trace()
    for rule, words in ((0, "mode single"), (2, "mode single (rule 2)")):
        chosen = Diagnostic("mode_chosen", numbers=(("mode", "single"), ("rule", rule)))
        bar.set_state(PROFILE, replace(trace, diagnostics=(chosen,)))
        assert words in bar.words()
    bar.set_state(PROFILE, trace)
    assert "mode" not in bar.words()


def test_the_bar_is_to_scale_without_gaps(qtbot: QtBot, look: Look) -> None:
    bar = ContextBar(look)
    qtbot.addWidget(bar)
    bar.resize(1022, 60)
    bar.set_state(PROFILE, trip_trace())
    bar.show()
    rects = bar.bar.rects()
    width = bar.bar.width() - 2
    assert rects[0][1].left() == 1
    assert rects[-1][1].right() == width
    for (_, one), (_, other) in pairwise(rects):
        assert other.left() == one.right() + 1
    for segment, rect in rects:
        assert abs(rect.width() - segment.tokens * width / 32_000) <= 1


def test_the_level_to_which_a_run_was_degraded_is_said(qtbot: QtBot, look: Look) -> None:
    bar = ContextBar(look)
    qtbot.addWidget(bar)
    bar.set_state(PROFILE, trip_trace())
    assert "degraded" not in bar.words()
    level = Diagnostic("degraded", numbers=(("level", 1),))
    bar.set_state(PROFILE, replace(trip_trace(), diagnostics=(level,)))
    assert "↓ degraded to level 1" in bar.words()
    bar.set_state(None, None)
    assert "degraded" not in bar.words()


def test_what_is_over_is_said_and_hatched(qtbot: QtBot, look: Look) -> None:
    profile = Profile(name="p", window=Window(size=100))
    trace = trace_of([kept(One("i1", Row.HISTORY, "x", tokens=197))], profile=profile)
    bar = ContextBar(look)
    qtbot.addWidget(bar)
    bar.resize(640, 60)
    bar.set_state(profile, trace)
    bar.show()
    assert "over by 100" in bar.words()
    image = bar.bar.grab().toImage()
    middle = image.height() // 2
    right = {
        image.pixelColor(x, middle).name() for x in range(image.width() * 5 // 8, image.width() * 7 // 8)
    }
    left = {image.pixelColor(x, middle).name() for x in range(image.width() // 4, image.width() * 3 // 8)}
    # stripes on their ground: far apart in the green part, and nothing of the row's colour
    assert look.theme.failed.ground in right
    assert min(int(name[3:5], 16) for name in right) < 0x60
    assert left == {look.theme.rows[Row.HISTORY]}


def test_a_free_context_shows_its_warn_line(qtbot: QtBot, look: Look, qapp: QApplication) -> None:
    bar = ContextBar(look)
    qtbot.addWidget(bar)
    bar.resize(1022, 60)
    bar.set_state(PROFILE, trip_trace())
    bar.show()
    kinds = [segment.kind for segment, _ in bar.bar.rects()]
    assert kinds[-2:] == [SegmentKind.FREE, SegmentKind.BUFFER]
    x = 1 + (bar.bar.width() - 2) * 25_000 // 32_000
    assert bar.bar.grab().toImage().pixelColor(x, 4).name() == look.theme.warn


def test_pending_is_said(qtbot: QtBot, look: Look) -> None:
    bar = ContextBar(look)
    qtbot.addWidget(bar)
    bar.set_state(PROFILE, trip_trace())
    bar.set_pending(True)
    assert bar.is_pending()
    bar.set_pending(False)
    assert not bar.is_pending()
