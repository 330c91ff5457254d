"""The fault cases that are about windows: long texts, offsets, copies, large numbers, fonts, scales, memory.

What others hold: long lines and strange text (test_gui_strange_text), windows closed while threads run
(test_gui_app), threads left behind (conftest), colours in both themes (test_gui_theme_palette and
test_gui_sheet_contrast).
"""

from __future__ import annotations

import re
import resource
import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from time import perf_counter, thread_time

import pytest
from gui.by_hand import lines, said, seen, table, words
from gui.gui_helpers import (
    PATIENCE_MS,
    PROFILE,
    dispose,
    document_of,
    make_window,
    settle,
    settled,
    write_profile,
    write_talk,
)
from helpers.bug_cases import BUGS
from helpers.cli import ctxlab
from PySide6.QtCore import QTimer
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from ctxlab.analysis.compare import compare
from ctxlab.gui import app
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.diff_model import DiffModel
from ctxlab.gui.models.stage_model import StageModel
from ctxlab.gui.theme.style import FAMILIES, Look, has_chinese_font
from ctxlab.gui.views.item_text import ItemText
from ctxlab.gui.views.pane_head import PaneHead
from ctxlab.lab import Lab
from ctxlab.profiles import builtin

#: The pane of the second stage, among the columns that all panes share.
SELECT = 1
#: The window's own thread may work no longer than this in one go (ms of its own time, whoever else is busy).
LONGEST_PAUSE_MS = 400


class Heart:
    """Beats each 10 ms while the window lives, and knows how long its thread worked between two beats."""

    def __init__(self) -> None:
        self._beats = [thread_time()]
        self._timer = QTimer(interval=10)
        self._timer.timeout.connect(lambda: self._beats.append(thread_time()))
        self._timer.start()

    def longest(self) -> float:
        """Stops; the longest work without a beat in milliseconds."""
        self._timer.stop()
        dispose(self._timer)
        assert len(self._beats) > 5
        return max((after - before) * 1000 for before, after in pairwise(self._beats))


def copied(window: MainWindow, item: str) -> str:
    """What the menu of an item copies as its text."""
    window.presenter.choose(item)
    pane = window.views.panes.tables[0]
    pane.setFocus()
    at = pane.visualRect(pane.currentIndex()).center()
    reason = QContextMenuEvent.Reason.Keyboard
    asked = QContextMenuEvent(reason, at, pane.viewport().mapToGlobal(at))
    QApplication.sendEvent(pane.viewport(), asked)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(one for one in menu.actions() if one.objectName() == "copyText").trigger()
    menu.close()
    dispose(menu)
    return QGuiApplication.clipboard().text()


@pytest.mark.parametrize("file", ["B25_empty.json", "B25_empty.jsonl", "B25_only_system.json"])
def test_b25_an_empty_session_opens_or_is_refused_in_words(
    window: MainWindow, qtbot: QtBot, file: str
) -> None:
    refused: list[tuple[str, str]] = []
    window.workspace.refused.connect(lambda *told: refused.append(told))
    window.open(BUGS / file)
    qtbot.waitUntil(lambda: bool(refused) or settled(window), timeout=PATIENCE_MS)
    if refused:
        assert file in window.views.messages.text()
    else:
        assert not [line for line in lines(table(window, "stageGather")) if "dropped" in line]


def test_b31_the_gauge_says_what_the_command_line_says(window: MainWindow, qtbot: QtBot) -> None:
    path = BUGS / "B31_gauge_overhead.json"
    window.open(path, "gssc")
    settle(qtbot, window)
    told = ctxlab("run", path, "--profile", "gssc", "--json").json
    assert f"{told['totals']['constructed']:,}" in words(seen(window, "contextBar"))


def test_b70_a_million_equal_letters_are_counted_while_the_window_lives(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    texts = ["a" * 100_000, "a" * 1_000_000]
    messages = [
        {"role": role, "content": text} for role, text in zip(("user", "assistant"), texts, strict=True)
    ]
    heart = Heart()
    window.open(write_talk(tmp_path, [*messages, {"role": "user", "content": "go on"}]), "gssc")
    qtbot.waitUntil(lambda: settled(window), timeout=60_000)
    assert heart.longest() < LONGEST_PAUSE_MS


def test_b87_what_was_dropped_is_said_in_the_head_of_the_stage(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.open(BUGS / "B87_silent.json", str(write_profile(tmp_path)))
    settle(qtbot, window)
    run = document_of(window).run
    assert run is not None
    dropped = sum(run.trace.fate(at).leaves for at in range(len(run.trace.pool)))
    assert dropped > 0
    pane = table(window, "stageSelect")
    lines = [said(pane, row, SELECT) for row in range(pane.model().rowCount())]
    # a long run is one line with its number
    gone = [int(line.split()[0]) if line[0].isdigit() else 1 for line in lines if "dropped" in line]
    assert sum(gone) == dropped
    # by what the heads say of themselves, too: the stage, what left it, and its tokens
    heads = [one.accessibleName() for one in window.views.panes.findChildren(PaneHead)]
    assert any(head.startswith("Select: ") and f"dropped {dropped}" in head for head in heads), heads


def test_b156_five_million_characters_in_a_line_and_300000_lines(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    texts = ["x" * 5_000_000, "\n".join(f"line {at}" for at in range(300_000))]
    messages = [
        {"role": role, "content": text} for role, text in zip(("user", "assistant"), texts, strict=True)
    ]
    # counting is another case: here it would be most of the time
    profile = tmp_path / "chars.toml"
    profile.write_text(PROFILE + '\n[tokens]\nencoding = "chars/4"\n', encoding="utf-8")
    heart = Heart()
    window.open(write_talk(tmp_path, [*messages, {"role": "user", "content": "go on"}]), str(profile))
    qtbot.waitUntil(lambda: settled(window), timeout=60_000)
    items = [item.id for item in document_of(window).session.items[:2]]
    for item in items:
        window.presenter.choose(item)
        qtbot.wait(20)
        assert window.views.inspector.body.more.isVisible(), "the first part comes with the offer of more"
    assert heart.longest() < LONGEST_PAUSE_MS
    assert [copied(window, item) for item in items] == texts


def test_b161_the_themes_hold_whatever_palette_the_desktop_sets(qtbot: QtBot, window: MainWindow) -> None:
    application = app.application()
    own = application.palette()
    for ground, ink in (("#202020", "#f0f0f0"), ("#ffffff", "#000000")):
        foreign = QPalette()
        foreign.setColor(QPalette.ColorRole.Window, ground)
        foreign.setColor(QPalette.ColorRole.WindowText, ink)
        application.setPalette(foreign)
        for theme in ("dark", "light"):
            window.preferences.set_theme(theme)
            worn = application.palette()
            assert worn.color(QPalette.ColorRole.Window) != foreign.color(QPalette.ColorRole.Window)
            assert window.palette().color(QPalette.ColorRole.Text) == worn.color(QPalette.ColorRole.Text)
    assert application.palette() == own


def test_b163_marks_behind_emoji_stand_where_the_words_are(window: MainWindow, qtbot: QtBot) -> None:
    demand = "must not exceed 5 t"
    window.open(BUGS / "B163_emoji_offsets.json")
    settle(qtbot, window)
    item = document_of(window).session.items[0]
    window.presenter.choose(item.id)
    start = item.text.index(demand)
    window.views.inspector.set_highlights([(start, start + len(demand))])
    marks = window.views.inspector.text.extraSelections()
    assert [one.cursor.selectedText() for one in marks] == [demand]
    # the cut point: what is struck begins exactly behind the demand
    window.views.inspector.body.show_text(item.text, ((start + len(demand), len(item.text)),))
    struck = [one for one in window.views.inspector.text.extraSelections() if one.format.fontStrikeOut()]
    assert [one.cursor.selectedText() for one in struck] == [". 🏗️ End."]


def test_b165_a_copy_goes_on_behind_a_nul(window: MainWindow, qtbot: QtBot) -> None:
    window.open(BUGS / "B165_nul_text.json")
    settle(qtbot, window)
    result = next(item for item in document_of(window).session.items if "left" in item.text)
    text = copied(window, result.id)
    assert text.startswith("left")
    assert "right" in text
    assert text.endswith("end")


def test_b166_a_long_session_asks_for_cells_in_sight_only(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = [{"role": "user" if at % 2 else "assistant", "content": f"item {at}"} for at in range(20_001)]
    window.open(write_talk(tmp_path, talk), "gssc")
    qtbot.waitUntil(lambda: settled(window), timeout=60_000)
    model = window.views.panes.model
    assert model.rowCount() > 0
    asked: list[int] = []
    real = StageModel.cell_of

    def counted(own: StageModel, key: str, stage: int) -> object:
        asked.append(stage)
        return real(own, key, stage)

    monkeypatch.setattr(StageModel, "cell_of", counted)
    bar, total = window.views.panes.filter_bar, 0
    for act in (
        lambda: bar.changes_only.setChecked(False),
        lambda: window.page.show_tab(window.views.wire),
        lambda: window.page.show_tab(window.views.diff),
        lambda: bar.field.setText("text:item"),
        lambda: bar.field.setText(""),
    ):
        asked.clear()
        act()
        QApplication.processEvents()
        qtbot.wait(250)
        # four panes of some thirty lines, painted more than once, and never all 20,000
        assert len(asked) < 3_000
        total += len(asked)
    assert total > 0
    assert len(window.findChildren(QWidget)) < 1_500, "no widget for a row"


def test_b168_numbers_over_two_and_four_billions_are_shown_whole(window: MainWindow, qtbot: QtBot) -> None:
    window.open(BUGS / "B168_big_usage.jsonl")
    settle(qtbot, window)
    size = 3_000_000_000
    window.views.budget.edit_requested.emit("window", "size", size)
    # beyond what a profile takes it is refused in words; nothing overflows on the way
    settle(qtbot, window)
    assert document_of(window).profile.window.size != size
    window.status.show_counting(2_491_081_031, 3_000_000_000)
    assert "2,491,081,031 of 3,000,000,000" in window.status.progress.text()


def test_b171_no_label_and_no_button_needs_an_emoji_font() -> None:
    source = Path(app.__file__).parent
    found: dict[str, list[str]] = {}
    for file in source.rglob("*.py"):
        for text in re.findall(r'"([^"\n]*)"', file.read_text(encoding="utf-8")):
            odd = [
                char
                for char in text
                if ord(char) >= 0x1F000 or unicodedata.name(char, "").startswith("VARIATION")
            ]
            if odd:
                found.setdefault(file.name, []).extend(odd)
    assert found == {}


def test_b171_chinese_has_named_fonts_to_fall_back_on_and_their_lack_is_told(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert any("CJK SC" in family for family in FAMILIES)
    assert any("YaHei" in family for family in FAMILIES)
    monkeypatch.setattr(app, "has_chinese_font", lambda: False)
    app.open_first(window, [], None, None)
    assert "Noto Sans CJK SC" in window.views.messages.text()
    settle(qtbot, window)
    assert isinstance(has_chinese_font(), bool)


@pytest.fixture
def lab() -> Iterator[Lab]:
    made = Lab(store=False)
    yield made
    made.close()


@pytest.mark.parametrize("kind", ["lines", "one line"])
def test_b174_a_diff_of_large_texts_ends(qtbot: QtBot, lab: Lab, tmp_path: Path, kind: str) -> None:
    if kind == "lines":
        old = [f"{at:06} the gate is open and the tide is low" for at in range(45_000)]
        new = [line.upper() if at % 100 == 0 else line for at, line in enumerate(old)]
        texts = "\n".join(old), "\n".join(new)
    else:
        texts = "ab " * 66_000, "ab " * 33_000 + "cd " + "ab " * 33_000
    traces = []
    for name, text in zip("ab", texts, strict=True):
        talk = [{"role": "user", "content": text}, {"role": "assistant", "content": "noted"}]
        session = lab.open(write_talk(tmp_path, talk, f"{name}.json"))
        traces.append(lab.build(session.at(), builtin("as-recorded")))
    started = perf_counter()
    model = DiffModel()
    model.set_diff(compare(*traces))
    for row in range(model.rowCount()):
        assert model.cell(row) is not None
    model.toggle(0)
    assert model.rowCount() > 1
    assert perf_counter() - started < 20, "it is a matter of a second, on a machine that is not busy"
    QApplication.processEvents()
    dispose(model)


def test_b197_switching_between_long_texts_keeps_nothing(qtbot: QtBot, look: Look) -> None:
    body = ItemText(look)
    qtbot.addWidget(body)
    body.show()
    texts = ["word " * 1_000_000, "other\n" * 800_000]
    assert not body.view.isUndoRedoEnabled()
    for at in range(20):
        body.show_text(texts[at % 2])
        QApplication.processEvents()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for at in range(60):
        body.show_text(texts[at % 2])
        QApplication.processEvents()
    assert not body.view.document().isUndoAvailable()
    # kilobytes here: the peak of memory does not rise by more than 50 MB
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


def test_b158_a_window_closed_at_once_leaves_no_half_written_file(qtbot: QtBot, tmp_path: Path) -> None:
    talk = [{"role": "user", "content": f"{at} " + "word " * 200} for at in range(2_000)]
    path = write_talk(tmp_path, talk, "large.json")
    before = path.read_bytes()
    for _ in range(6):
        window = make_window()
        window.show()
        window.open(path, "gssc")
        QApplication.processEvents()
        assert window.close()
        dispose(window)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["large.json"]
