"""The workspace: opening many, closing, reopening; marks go back to the sessions that they belong to."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, TALK, counters, write_profile, write_talk
from pytestqt.qtbot import QtBot

from ctxlab.formats.marks_file import marks_path, read_sidecar
from ctxlab.gui.document import Document
from ctxlab.gui.loader import Opened, Wish
from ctxlab.gui.paste import pasted_folder
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


class _Text(str):
    """A text that one can ask whether it is still there."""


def _show(workspace: Workspace, file: Path, *sessions: Session, show: bool = True) -> None:
    wish = Wish(file, show=show)
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


def _three(workspace: Workspace) -> list[Document]:
    for name in ("one", "two", "three"):
        _show(workspace, Path(f"{name}.json"), _session(name))
    return list(workspace.documents)


def test_closing_looks_at_the_neighbour_and_the_last_one_leaves_nothing(workspace: Workspace) -> None:
    one, two, three = _three(workspace)
    shown: list[Document | None] = []
    gone: list[tuple[Document, str]] = []
    workspace.activated.connect(shown.append)
    workspace.closed.connect(lambda document: gone.append((document, workspace.title(document))))
    workspace.activate(two)
    workspace.close_document(two)
    workspace.close_document(three)
    workspace.close_document(one)
    workspace.close_document(one)
    assert shown == [two, three, one, None]
    assert gone == [(two, "two"), (three, "three"), (one, "one")]
    assert list(workspace.documents) == []
    assert workspace.active is None
    assert workspace.undo.stacks() == []


def test_closing_another_one_leaves_the_active_one_alone(workspace: Workspace) -> None:
    one, _two, three = _three(workspace)
    assert workspace.active is three
    workspace.close_document(one)
    assert workspace.active is three
    assert workspace.document(workspace.key(three)) is three


def test_closing_the_others_looks_at_the_one_that_stays(workspace: Workspace) -> None:
    _, two, _ = _three(workspace)
    workspace.close_others(two)
    assert list(workspace.documents) == [two]
    assert workspace.active is two


def test_a_key_is_never_used_again(workspace: Workspace) -> None:
    one, *_ = _three(workspace)
    key = workspace.key(one)
    workspace.close_document(one)
    assert workspace.document(key) is None
    _show(workspace, Path("one.json"), _session("one"))
    assert workspace.key(workspace.documents[-1]) != key


def test_a_closed_document_is_freed(workspace: Workspace, qtbot: QtBot) -> None:
    _three(workspace)
    _show(workspace, Path("watched.json"), _session(_Text("long text")), show=False)
    watched = workspace.documents[-1]
    ended: list[bool] = []
    watched.destroyed.connect(lambda: ended.append(True))
    title = weakref.ref(watched.session.items[0].parts[0].text)
    assert title() is not None
    workspace.close_document(watched)
    del watched
    qtbot.waitUntil(lambda: bool(ended), timeout=PATIENCE_MS)
    gc.collect()
    assert title() is None


def test_marks_of_a_session_that_was_closed_stay_in_the_file(workspace: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "talk.json"
    marks = Marks(pins=("i9",))
    _show(workspace, file, _session("one"), _session("two", marks=marks))
    one, two = workspace.documents
    workspace.close_document(two)
    one.change(one.profile, Marks(pins=("i1",)), "pin")
    workspace.save_marks(one)
    assert read_sidecar(marks_path(file)).marks == {0: Marks(pins=("i1",)), 1: marks}


def test_the_session_closed_last_is_opened_again(workspace: Workspace, qtbot: QtBot, tmp_path: Path) -> None:
    batch = tmp_path / "batch.jsonl"
    lines = [json.dumps({"messages": [{"role": "user", "content": str(at)}]}) for at in range(3)]
    batch.write_text("\n".join(lines), encoding="utf-8")
    assert not workspace.can_reopen
    workspace.open(batch, "gssc")
    qtbot.waitUntil(lambda: len(workspace.documents) == 3, timeout=PATIENCE_MS)
    second = workspace.documents[1]
    workspace.close_document(second)
    workspace.close_document(workspace.documents[0])
    workspace.reopen()
    workspace.reopen()
    workspace.reopen()
    qtbot.waitUntil(lambda: len(workspace.documents) == 3, timeout=PATIENCE_MS)
    texts = [one.session.items[0].text for one in workspace.documents]
    assert texts == ["2", "0", "1"]
    assert {one.profile.name for one in workspace.documents} == {"gssc"}
    assert not workspace.can_reopen


def _folder(tmp_path: Path, count: int) -> Path:
    folder = tmp_path / "runs"
    (folder / "deep").mkdir(parents=True)
    for at in range(count):
        write_talk(folder if at else folder / "deep", name=f"talk{at:02}.json")
    (folder / "package.json").write_text('{"name": "x"}', encoding="utf-8")
    (folder / "broken.json").write_text('{"messages": [', encoding="utf-8")
    return folder


def test_a_folder_is_opened_lazily_and_told_in_one_message(
    workspace: Workspace, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = _folder(tmp_path, 30)
    told: list[str] = []
    refused: list[str] = []
    opened: list[str] = []
    shown: list[Document] = []
    workspace.told.connect(told.append)
    workspace.refused.connect(lambda name, _error: refused.append(name))
    workspace.opened.connect(opened.append)
    workspace.activated.connect(shown.append)
    with qtbot.waitSignal(workspace.told, timeout=PATIENCE_MS):
        workspace.open(folder)
    assert len(workspace.documents) == 30
    assert [workspace.title(one) for one in shown] == ["talk01"], "files come before the folders beside them"
    assert {workspace.folder(one) for one in workspace.documents} == {folder}
    assert (refused, opened) == ([], [str(folder)])
    (line,) = told
    assert line.startswith(
        "runs: 30 sessions opened · 1 file skipped that is no session (package.json) · 1 could not be"
    )
    assert "broken.json" in line
    idle = [one for one in workspace.documents if one is not workspace.active]
    assert all(one.run is None and not one.request_tokens for one in idle)


def test_many_files_open_under_the_profile_that_is_being_tuned(
    workspace: Workspace, qtbot: QtBot, tmp_path: Path
) -> None:
    profile = write_profile(tmp_path)
    workspace.open(write_talk(tmp_path, name="first.json"), str(profile))
    qtbot.waitUntil(lambda: len(workspace.documents) == 1, timeout=PATIENCE_MS)
    first = workspace.documents[0]
    files = [write_talk(tmp_path, name=f"{at}.json") for at in range(3)]
    with qtbot.waitSignal(workspace.told, timeout=PATIENCE_MS) as told:
        workspace.open_many(files)
    assert told.args == ["3 sessions opened"]
    assert {one.profile_path for one in workspace.documents} == {profile}
    assert len(workspace.sharing.others(first)) == 3


def test_a_folder_without_sessions_is_refused(workspace: Workspace, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    with qtbot.waitSignal(workspace.refused, timeout=PATIENCE_MS) as refused:
        workspace.open(tmp_path / "none")
    assert refused.args[0] == "none"
    assert "no session found" in str(refused.args[1])


def test_a_copied_request_is_kept_and_opened(workspace: Workspace, qtbot: QtBot) -> None:
    body = json.dumps({"model": "gpt-4o", "messages": TALK})
    workspace.paste(f"curl https://example.org -d '{body}'")
    qtbot.waitUntil(lambda: workspace.active is not None, timeout=PATIENCE_MS)
    document = workspace.documents[0]
    file = workspace.file(document)
    assert file.parent == pasted_folder()
    assert file.name.startswith("pasted-20")
    assert json.loads(file.read_text(encoding="utf-8"))["messages"] == TALK
    with qtbot.waitSignal(workspace.refused, timeout=PATIENCE_MS) as refused:
        workspace.paste("hello")
    assert "copy a request body" in str(refused.args[1])


def test_side_chains_are_named(workspace: Workspace) -> None:
    items = tuple(
        Item(id=f"i{at}", role="user", parts=(Part(PartKind.TEXT, "x"),), message=at, chain=chain)
        for at, chain in enumerate(["", "helper"])
    )
    requests = (Request(1, 1, 1, ((0, 0),)), Request(1, 1, 2, ((1, 1),), chain="helper"))
    _show(workspace, Path("talk.json"), Session("talk", items, requests))
    assert workspace.chains(workspace.documents[0]) == ["", "helper"]


def test_that_all_is_read_is_told_last(workspace: Workspace, qtbot: QtBot, tmp_path: Path) -> None:
    told: list[str] = []
    workspace.added.connect(lambda _document: told.append("added"))
    workspace.refused.connect(lambda _name, _error: told.append("refused"))
    workspace.all_read.connect(lambda: told.append("all read"))
    with qtbot.waitSignal(workspace.all_read, timeout=PATIENCE_MS):
        workspace.open(write_talk(tmp_path))
        workspace.open(tmp_path / "no such file.json")
    assert told == ["added", "refused", "all read"]
    with qtbot.waitSignal(workspace.all_read, timeout=PATIENCE_MS):
        workspace.open(tmp_path / "given up.json")
        workspace.stop_loading()
    assert told[3:] in (["all read"], ["refused", "all read"])


def test_a_session_under_published_figures_is_opened_again_under_its_default_profile(
    workspace: Workspace, qtbot: QtBot, tmp_path: Path
) -> None:
    workspace.open(write_talk(tmp_path))
    qtbot.waitUntil(lambda: workspace.active is not None, timeout=PATIENCE_MS)
    (document,) = workspace.documents
    workspace.use_profile(document, builtin("gssc").with_parts(name="imported"), None)
    assert document.profile_source == ""
    workspace.close_document(document)
    workspace.reopen()
    qtbot.waitUntil(lambda: len(workspace.documents) == 1, timeout=PATIENCE_MS)
    assert workspace.documents[0].profile_source == "as-recorded"
