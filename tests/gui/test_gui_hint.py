"""The hint of the first start: it goes when it is told to, and what it says is true of the sample."""

from __future__ import annotations

from gui.gui_helpers import counters
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

import ctxlab
from ctxlab import paths
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.hint import Hint
from ctxlab.lab import Lab
from ctxlab.model.decision import Stage
from ctxlab.model.items import Row


def test_the_cross_and_esc_put_it_away(qtbot: QtBot, look: Look) -> None:
    for by_key in (False, True):
        hint = Hint(look)
        qtbot.addWidget(hint)
        hint.show()
        with qtbot.waitSignal(hint.dismissed):
            if by_key:
                QTest.keyClick(hint.close_button, Qt.Key.Key_Escape)
            else:
                hint.close_button.click()
        assert hint.isHidden()


def test_all_lines_are_shown_and_spoken(qtbot: QtBot, look: Look) -> None:
    hint = Hint(look)
    qtbot.addWidget(hint)
    assert len(hint.lines()) == 3
    assert all(line in hint.accessibleDescription() for line in hint.lines())
    assert hint.close_button.accessibleName() == "Put the hint away"


def test_what_it_says_is_true_of_the_sample(qtbot: QtBot, look: Look) -> None:
    hint = Hint(look)
    qtbot.addWidget(hint)
    session = ctxlab.open(paths.sample_sessions("trip-hangzhou.ctx.json"))
    profile = ctxlab.profile(str(paths.sample_sessions("travel-agent.toml")))
    lab = Lab(counters=counters())
    lost = {
        one: [verdict for verdict in lab.build(session.at(one.index), profile).must_keeps if verdict.lost_at]
        for one in session.chain()
        if one.turn < 14
    }
    first = next(one for one, verdicts in lost.items() if verdicts)
    # line 1: the first request that lacks one is in turn 13
    assert "turn 13" in hint.lines()[0]
    assert first.turn == 13
    # line 2: the lost ones are stated by an item, which a stage dropped
    stated = {one.id: one.since for one in session.marks.must_keeps}
    assert {(stated[one.id], one.lost_at) for one in lost[first]} == {("i8", Stage.SELECT)}
    # line 3: a cap of the history keeps them
    trace = lab.build(session.at(first.index), profile)
    position = trace.position("i8")
    assert position is not None
    assert trace.row(position) is Row.HISTORY
    assert "history" in hint.lines()[2]
    kept = lab.build(session.at(first.index), profile.set("budget.history.cap", 1317))
    assert [one for one in kept.must_keeps if one.lost_at] == []
    missed = lab.build(session.at(first.index), profile.set("budget.history.cap", 1316))
    assert len([one for one in missed.must_keeps if one.lost_at]) == 2
