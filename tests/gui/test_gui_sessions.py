"""The dock follows what is open, edited, judged and looked at."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, TALK, counters, write_profile, write_talk
from pytestqt.qtbot import QtBot

from ctxlab.formats.marks_file import marks_path, write_marks
from ctxlab.gui.models.session_rows import SessionLine, SessionVerdict
from ctxlab.gui.sessions import Sessions
from ctxlab.gui.theme.style import Look
from ctxlab.gui.verdicts import Verdicts
from ctxlab.gui.views.sessions_dock import SessionsDock
from ctxlab.gui.workspace import Workspace
from ctxlab.model.marks import Marks, MustKeep


@pytest.fixture
def workspace(qtbot: QtBot) -> Iterator[Workspace]:
    made = Workspace(counters())
    yield made
    made.close()


@pytest.fixture
def dock(qtbot: QtBot, look: Look, workspace: Workspace) -> SessionsDock:
    made = SessionsDock(look)
    qtbot.addWidget(made)
    made.show()
    made.sessions = Sessions(made, workspace, Verdicts(workspace, workspace), workspace)  # type: ignore[attr-defined]
    return made


def _lines(dock: SessionsDock) -> dict[str, SessionLine]:
    rows = dock.list.rows
    found = [rows.line(row) for row in range(rows.rowCount())]
    return {line.name: line for line in found if line is not None}


def test_a_folder_is_listed_judged_and_followed(
    qtbot: QtBot, workspace: Workspace, dock: SessionsDock, tmp_path: Path
) -> None:
    folder = tmp_path / "runs"
    folder.mkdir()
    for name in ("a", "b"):
        write_marks(marks_path(folder / f"{name}.json"), [Marks(must_keeps=(MustKeep("m", text="user 1:"),))])
        write_talk(folder, TALK, f"{name}.json")
    workspace.open_many([folder], str(write_profile(tmp_path)))
    lost, kept = SessionVerdict(1, 1), SessionVerdict(0, 1)

    def verdicts() -> list[SessionVerdict | None]:
        return [line.verdict for name, line in _lines(dock).items() if name != "runs"]

    qtbot.waitUntil(lambda: verdicts() == [lost, lost], timeout=PATIENCE_MS)
    lines = _lines(dock)
    assert lines["runs"].count == 2
    assert lines["a"].active
    assert lines["a"].format == "chat completions"
    active = workspace.active
    assert active is not None
    active.edit("budget.history.cap", 5_000, "cap")
    assert _lines(dock)["a"].edited
    qtbot.waitUntil(lambda: verdicts() == [kept, kept], timeout=PATIENCE_MS)
    dock.session_chosen.emit(workspace.key(workspace.documents[1]))
    assert _lines(dock)["b"].active
    assert _lines(dock)["b"].edited
    workspace.close_document(workspace.documents[1])
    assert list(_lines(dock)) == ["runs", "a"]
    workspace.close_document(workspace.documents[0])
    assert _lines(dock) == {}
    dock.session_chosen.emit("s1")
    assert workspace.active is None


def test_the_sessions_of_one_file_stand_under_it_by_their_titles(
    qtbot: QtBot, workspace: Workspace, dock: SessionsDock, tmp_path: Path
) -> None:
    file = tmp_path / "tasks.jsonl"
    talk = [{"role": "user", "content": "hello"}, {"role": "assistant", "content": "hi"}]
    lines = [{"custom_id": name, "body": {"model": "m", "messages": talk}} for name in ("first", "second")]
    file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    workspace.open(file)
    qtbot.waitUntil(lambda: len(workspace.documents) == 2, timeout=PATIENCE_MS)
    found = _lines(dock)
    assert list(found) == ["tasks.jsonl", "first", "second"]
    assert (found["tasks.jsonl"].count, found["first"].indent) == (2, True)
    dock.list.rows.set_filter("tasks")
    assert list(_lines(dock)) == ["tasks.jsonl", "first", "second"], "the file's name finds them"
