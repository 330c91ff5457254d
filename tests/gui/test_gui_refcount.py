"""The installed PySide6 keeps the reference counts of None and True; one that did not aborted Python."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

CALLS = 3000

# Caches and garbage move the counts by a few dozen; the fault moved them by one to three a call.
TOLERANCE = CALLS // 10


class _Emitter(QObject):
    fired = Signal(object)
    flagged = Signal(bool)


def _drift(constant: object, act: Callable[[int], object]) -> int:
    act(0)
    before = sys.getrefcount(constant)
    for i in range(CALLS):
        act(i)
    return sys.getrefcount(constant) - before


@pytest.mark.parametrize("constant", [None, True], ids=["None", "True"])
def test_setters_keep_the_counts(qtbot: QtBot, constant: object) -> None:
    label, palette = QLabel(), QPalette()
    qtbot.addWidget(label)
    colour = QColor("white")

    def act(i: int) -> None:
        label.setText(str(i))
        label.setEnabled(True)
        label.isEnabled()
        label.parentWidget()
        palette.setColor(QPalette.ColorRole.Window, colour)

    assert abs(_drift(constant, act)) < TOLERANCE


@pytest.mark.parametrize("constant", [None, True], ids=["None", "True"])
def test_signals_keep_the_counts(qtbot: QtBot, constant: object) -> None:
    emitter = _Emitter()
    seen = [0]

    def count(_value: object) -> None:
        seen[0] += 1

    emitter.fired.connect(count)
    emitter.flagged.connect(count)

    def act(_i: int) -> None:
        emitter.fired.emit(None)
        emitter.flagged.emit(True)

    assert abs(_drift(constant, act)) < TOLERANCE
    assert seen[0] == 2 * (CALLS + 1)


def test_painting_keeps_the_counts(qtbot: QtBot) -> None:
    image = QImage(16, 16, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    area, colour = QRect(0, 0, 8, 8), QColor("black")
    drift = _drift(None, lambda _i: painter.fillRect(area, colour))
    painter.end()
    assert abs(drift) < TOLERANCE
