"""The lines of open sessions: folders, names, verdicts, the filter; patched by key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.session_rows import SessionEntry, SessionRowsModel, SessionVerdict

LOST = SessionVerdict(2, 5)
KEPT = SessionVerdict(0, 3)


def _entry(key: str, name: str, folder: str = "", format: str = "") -> SessionEntry:
    return SessionEntry(key, name, f"{folder or '/home'}/{name}.json", folder, format)


ENTRIES = (
    _entry("s1", "trip"),
    _entry("s2", "alpha", "/data/runs", "Claude Code"),
    _entry("s3", "notes", "", "chat completions"),
    _entry("s4", "beta", "/data/runs"),
)


@pytest.fixture
def model(qtbot: QtBot) -> SessionRowsModel:
    made = SessionRowsModel()
    made.set_entries(ENTRIES)
    return made


def _names(model: SessionRowsModel) -> list[str]:
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_sessions_of_a_folder_stand_under_it_where_its_first_one_was_opened(model: SessionRowsModel) -> None:
    assert _names(model) == ["trip", "runs", "alpha", "beta", "notes"]
    head, line = model.line(1), model.line(2)
    assert head is not None
    assert line is not None
    assert (head.count, head.open) == (2, True)
    assert line.indent


def test_a_folder_folds(model: SessionRowsModel) -> None:
    model.fold("folder:/data/runs")
    assert _names(model) == ["trip", "runs", "notes"]
    model.fold("folder:/data/runs", True)
    assert _names(model) == ["trip", "runs", "notes"]
    model.fold("folder:/data/runs", False)
    assert _names(model) == ["trip", "runs", "alpha", "beta", "notes"]
    model.fold("s1")
    assert model.rowCount() == 5


def test_a_verdict_touches_its_line_and_its_folder_only(model: SessionRowsModel) -> None:
    touched: list[int] = []
    resets: list[bool] = []
    model.dataChanged.connect(lambda first, last: touched.extend(range(first.row(), last.row() + 1)))
    model.modelReset.connect(lambda: resets.append(True))
    model.set_verdict("s4", LOST)
    assert touched == [1, 3]
    model.set_verdict("s4", LOST)
    model.set_verdict("gone", LOST)
    assert touched == [1, 3]
    head = model.line(1)
    assert head is not None
    assert head.lost == 1
    model.set_edited("s1", True)
    model.set_active("s3")
    assert touched == [1, 3, 0, 4]
    assert resets == []


def test_verdicts_stay_when_sessions_come_and_go(model: SessionRowsModel) -> None:
    model.set_verdict("s2", LOST)
    removed: list[int] = []
    model.rowsRemoved.connect(lambda _parent, first, _last: removed.append(first))
    model.set_entries([*ENTRIES[1:], _entry("s5", "new")])
    assert removed == [0]
    assert _names(model) == ["runs", "alpha", "beta", "notes", "new"]
    alpha = model.line(1)
    assert alpha is not None
    assert alpha.verdict == LOST
    assert model.total == 4


def test_the_filter_finds_names_formats_and_places_in_a_folder(model: SessionRowsModel) -> None:
    model.fold("folder:/data/runs")
    model.set_filter("ALPHA")
    assert _names(model) == ["runs", "alpha"], "what is found is shown even in a folded folder"
    model.set_filter("completions not")
    assert _names(model) == ["notes"]
    model.set_filter("data")
    assert _names(model) == [], "where the folder lies says nothing"
    model.set_filter("")
    assert _names(model) == ["trip", "runs", "notes"]


def test_equal_names_are_told_apart_by_their_folders(qtbot: QtBot) -> None:
    model = SessionRowsModel()
    model.set_entries(
        [SessionEntry("s1", "talk", "/a/x/talk.json"), SessionEntry("s2", "talk", "C:\\b\\talk.json")]
    )
    assert _names(model) == ["x/talk", "b/talk"]


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        (None, "being judged"),
        (LOST, "2 of 5 must-keeps lost"),
        (KEPT, "all 3 must-keeps kept"),
        (SessionVerdict(), "no must-keep to judge by"),
        (SessionVerdict(problem="no such strategy"), "cannot be run: no such strategy"),
    ],
)
def test_a_verdict_is_spoken_in_words(
    model: SessionRowsModel, verdict: SessionVerdict | None, words: str
) -> None:
    model.set_verdict("s2", verdict)
    model.set_active("s2")
    model.set_edited("s2", True)
    index = model.index(2, 0)
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"alpha, {words}, Claude Code, edited, shown"
    told = index.data(Qt.ItemDataRole.ToolTipRole)
    assert words in told
    assert "/data/runs/alpha.json" in told


def test_a_folder_is_spoken_too(model: SessionRowsModel) -> None:
    index = model.index(1, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "runs, 2 sessions, open"
    assert index.data(Qt.ItemDataRole.ToolTipRole) == "<qt>/data/runs</qt>"
    assert QModelIndex().data() is None


def test_a_name_is_plain_text(qtbot: QtBot) -> None:
    model = SessionRowsModel()
    model.set_entries([SessionEntry("s1", "<b>\u202ex", "/a/<i>.json")])
    assert "\u202e" not in _names(model)[0]
    assert "&lt;b&gt;" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
