"""Text of sessions is data: whatever stands in it is shown as plain text, and nothing stands still for it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from time import perf_counter

import pytest
from gui.gui_helpers import document_of, settle, settled, write_talk
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow

HTML = "<h1>big</h1><img src=x onerror=alert(1)><a href='https://example.com'>link</a>"
STRANGE = {
    "html": HTML,
    "ansi": "\x1b[31mred\x1b[0m and \x07 bell",
    "nul": "before\x00after",
    "bidi": "user \u202egnirts desrever\u202c and \u2066isolated\u2069",
    "zero width": "pass\u200bword \ufeff\u200d",
    "tooltip": "<qt>looks rich</qt>",
    "surrogate": "half \ud800 of a pair",
}
#: No single pause of the window may be longer (ms), on a machine that is busy with other tests.
LONGEST_PAUSE_MS = 1_000


@pytest.mark.parametrize("name", STRANGE)
def test_strange_text_is_shown_as_plain_text(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    text = STRANGE[name]
    messages = [{"role": "user", "content": text}, {"role": "assistant", "content": text * 2}]
    path = write_talk(tmp_path, [*messages, {"role": "user", "content": "go on"}], f"{name} <b>&amp;.json")
    window.open(path, "gssc")
    settle(qtbot, window)
    document = document_of(window)
    window.presenter.choose(document.session.items[0].id)
    shown = window.views.inspector.text.toPlainText()
    if name in ("html", "tooltip"):
        assert shown == text
    for control in ("\x00", "\x1b", "\u202e", "\u200b"):
        assert control not in shown
    rich = [one for one in window.findChildren(QLabel) if one.text() and one.textFormat().name != "PlainText"]
    assert [one.text() for one in rich] == []
    assert "<b>&amp;" in window.windowTitle()


def test_the_name_of_an_edit_is_no_html_either(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    tool = {"role": "tool", "tool_call_id": "c", "content": "done"}
    call = {"id": "c", "type": "function", "function": {"name": "<b>bold</b>", "arguments": "{}"}}
    messages = [{"role": "user", "content": "go"}, {"role": "assistant", "tool_calls": [call]}, tool]
    window.open(write_talk(tmp_path, messages), "gssc")
    settle(qtbot, window)
    window.marks.toggle_pin(document_of(window).session.items[-1].id)
    assert "<b>" in window.tools.undo.text()
    assert "<b>" not in window.tools.undo.toolTip()
    assert "&lt;b&gt;" in window.tools.undo.toolTip()


def test_a_line_of_a_megabyte_does_not_stop_the_window(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    line = "x" * 1_000_000
    chinese = "预算三千以内，" * 150_000
    messages = [{"role": role, "content": text} for role, text in (("user", line), ("assistant", chinese))]
    path = write_talk(tmp_path, [*messages, {"role": "user", "content": "go on"}])
    beats = [perf_counter()]
    heart = QTimer(interval=10)
    heart.timeout.connect(lambda: beats.append(perf_counter()))
    heart.start()
    window.open(path, "gssc")
    qtbot.waitUntil(lambda: settled(window), timeout=60_000)
    for item in document_of(window).session.items:
        window.presenter.choose(item.id)
        qtbot.wait(30)
    heart.stop()
    pauses = [(after - before) * 1000 for before, after in pairwise(beats)]
    assert len(pauses) > 5
    assert max(pauses) < LONGEST_PAUSE_MS
    assert len(window.views.inspector.text.toPlainText()) > 0


@pytest.mark.parametrize("file", ["B169_html_text.json", "B165_nul_text.json", "B173_control_chars.json"])
def test_the_fault_cases_of_strange_text_open(window: MainWindow, qtbot: QtBot, file: str) -> None:
    path = Path(__file__).parents[1] / "data" / "bugs" / file
    window.open(path)
    settle(qtbot, window)
    for item in document_of(window).session.items:
        window.presenter.choose(item.id)
    assert window.views.messages.text() == ""
