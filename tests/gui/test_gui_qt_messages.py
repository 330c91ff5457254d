"""One idle message of Qt is kept back, all others are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.cli import process
from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler, qWarning

from ctxlab.gui.qt_messages import without_idle_messages


def test_only_the_idle_message_is_kept_back() -> None:
    heard: list[str] = []

    def hear(_kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        heard.append(message)

    before = qInstallMessageHandler(hear)
    try:
        with without_idle_messages():
            qWarning("This plugin does not support propagateSizeHints()")
            qWarning("something else")
        qWarning("afterwards")
    finally:
        qInstallMessageHandler(before)
    assert heard == ["something else", "afterwards"]


def test_without_another_handler_messages_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    before = qInstallMessageHandler(None)
    try:
        with without_idle_messages():
            qWarning("something else")
    finally:
        qInstallMessageHandler(before)
    assert capsys.readouterr().err == "something else\n"


def test_a_start_without_a_screen_says_nothing(tmp_path: Path) -> None:
    done = process("--smoke", QT_QPA_PLATFORM="offscreen", CTXLAB_DATA_DIR=str(tmp_path))
    assert (done.code, done.err) == (0, "")
