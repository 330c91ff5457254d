"""The workspace: marks of a file's sessions go back to the sessions that they belong to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.gui_helpers import counters
from pytestqt.qtbot import QtBot

from ctxlab.formats.marks_file import marks_path, read_sidecar
from ctxlab.gui.loader import Opened, Wish
from ctxlab.gui.workspace import Workspace
from ctxlab.model.items import Item, Part, PartKind
from ctxlab.model.marks import Marks
from ctxlab.model.session import Origin, Request, Session
from ctxlab.profiles import builtin


@pytest.fixture
def workspace(qtbot: QtBot) -> Iterator[Workspace]:
    made = Workspace(counters())
    yield made
    made.close()


def _session(name: str, *, requests: int = 1, sha256: str = "", marks: Marks | None = None) -> Session:
    item = Item(id="i1", role="user", parts=(Part(PartKind.TEXT, name),), message=0)
    asked = (Request(1, 1, 1, ((0, 0),)),) * requests
    return Session(name, (item,), asked, origin=Origin(sha256=sha256), marks=marks or Marks())


def _show(workspace: Workspace, file: Path, *sessions: Session) -> None:
    wish = Wish(file)
    profile = builtin("as-recorded")
    workspace._take([Opened(wish, one, at, len(sessions), profile, None) for at, one in enumerate(sessions)])


def test_marks_of_a_later_session_stay_its_own_where_an_earlier_one_cannot_be_shown(
    workspace: Workspace, tmp_path: Path
) -> None:
    file = tmp_path / "talk.json"
    old = Marks(pins=("i9",))
    _show(workspace, file, _session("empty", requests=0, marks=old), _session("second"))
    (document,) = workspace.documents
    document.change(document.profile, Marks(pins=("i1",)), "pin")
    workspace.save_marks(document)
    assert read_sidecar(marks_path(file)).marks == {0: old, 1: Marks(pins=("i1",))}


def test_marks_of_a_file_that_was_opened_again_replace_those_of_its_old_state(
    workspace: Workspace, tmp_path: Path
) -> None:
    file = tmp_path / "talk.json"
    _show(workspace, file, _session("talk", sha256="before"))
    _show(workspace, file, _session("talk", sha256="after"))
    old, new = workspace.documents
    new.change(new.profile, Marks(pins=("i1",)), "pin")
    workspace.save_marks(new)
    assert read_sidecar(marks_path(file)).marks == {0: Marks(pins=("i1",))}
    assert not new.marks_changed
    assert old.marks == Marks()
