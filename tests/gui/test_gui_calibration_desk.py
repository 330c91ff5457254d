"""Calibrating in a whole window: the counts of each request, what follows, and one undoable edit."""

from __future__ import annotations

import json
from pathlib import Path

from gui.gui_helpers import PATIENCE_MS, document_of, settle
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from ctxlab import paths
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.views.calibration_dialog import CalibrationDialog
from ctxlab.model.items import Source


def write_steady(folder: Path) -> Path:
    """Six requests at which the provider counts 300 and once and a half what is counted here."""
    items: list[dict[str, object]] = []
    requests: list[dict[str, object]] = []
    ours = 3
    for n in range(1, 7):
        part = {"kind": "text", "text": " word" * 1000 * n}
        items.append({"id": f"q{n}", "role": "user", "message": n, "parts": [part]})
        ours += 1000 * n + 3
        usage = {"input": 300 + 3 * ours // 2}
        requests.append({"index": n, "turn": n, "end": n, "live": [[0, n - 1]], "usage": usage})
    value = {"schema": "ctxlab.session/1", "id": "s", "items": items, "requests": requests}
    file = folder / "steady.ctx.json"
    file.write_text(json.dumps({**value, "unknown": ["system_prompt"]}), encoding="utf-8")
    return file


def calibrated(qtbot: QtBot, window: MainWindow) -> CalibrationDialog:
    window.commands.calibrate.trigger()
    dialog = window.casework.calibration.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: bool(dialog.said()), timeout=PATIENCE_MS)
    return dialog


def test_factor_and_constant_are_one_undoable_edit(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    window.open(write_steady(tmp_path), "as-recorded")
    settle(qtbot, window)
    before = window.views.context_bar.words()
    # 300 and 31,531 there, 21,021 here
    assert "the provider counted 31,831 of what was sent, ≈10,810 more" in before
    dialog = calibrated(qtbot, window)
    assert len(dialog.list.rows.lines()) == 6
    assert dialog.list.rows.lines()[0].said == "request 1: provider 1,809, here ≈1,006, difference +803"
    assert "Factor 150 %" in dialog.said()
    assert (dialog.apply.isEnabled(), dialog.apply.text()) == (True, "Apply")
    dialog.apply.click()
    settle(qtbot, window)
    profile = document_of(window).profile
    assert profile.tokens.factor == 150
    assert profile.window.unknown == ((Source.SYSTEM_PROMPT, 300),)
    (step,) = profile.provenance
    assert (step.by, step.session_count, step.sessions[0].title) == ("calibrate", 1, "steady")
    assert [(one.key, one.after) for one in step.changes] == [
        ("window.unknown.system_prompt", 300),
        ("tokens.encoding", "o200k_base"),
        ("tokens.factor", 150),
    ]
    assert not dialog.apply.isEnabled()
    assert "counts ≈: o200k_base × 150 %, a factor of the profile" in window.views.context_bar.words()
    # the strip of requests counts as the runs do: 31,500 without framing
    assert document_of(window).request_tokens[6] == 31_500
    window.commands.undo.trigger()
    settle(qtbot, window)
    assert document_of(window).profile.tokens.factor == 100
    assert document_of(window).request_tokens[6] == 21_000
    assert dialog.apply.isEnabled()


def test_what_is_not_to_be_relied_on_says_so_on_its_button(window: MainWindow, qtbot: QtBot) -> None:
    window.open(paths.sample_sessions("migrations.claude.jsonl"))
    settle(qtbot, window)
    dialog = calibrated(qtbot, window)
    assert "Not to be relied on" in dialog.said()
    assert not dialog.lesson.isVisible()
    assert dialog.apply.text() == "Apply all the same"
    dialog.list.chosen.emit(0)
    settle(qtbot, window)
    assert document_of(window).snapshot.request.index == 1


def test_a_session_without_counts(talk: MainWindow, qtbot: QtBot) -> None:
    dialog = calibrated(qtbot, talk)
    assert dialog.said() == "No request has the provider's count: there is nothing to compare with."
    assert not dialog.apply.isEnabled()
    assert dialog.lesson.isVisible()
    told = [label.text() for label in dialog.lesson.findChildren(QLabel)]
    assert "This log has no counts of the provider" in told
    assert any("5 requests" in words and "2,000 tokens" in words for words in told)
    talk.workspace.close_document(document_of(talk))
    assert talk.casework.calibration.dialog is None
