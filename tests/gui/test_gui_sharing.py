"""One saved profile in several sessions: edits are carried over, saving saves for all, own profiles stay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.gui_helpers import counters
from pytestqt.qtbot import QtBot

from ctxlab.gui.document import Document
from ctxlab.gui.loader import Opened, Wish
from ctxlab.gui.workspace import Workspace
from ctxlab.model.items import Item, Part, PartKind, Row
from ctxlab.model.profile import Profile
from ctxlab.model.session import Request, Session
from ctxlab.profiles import builtin

MINE = Path("mine.toml")


@pytest.fixture
def workspace(qtbot: QtBot) -> Iterator[Workspace]:
    made = Workspace(counters())
    yield made
    made.close()


def _open(workspace: Workspace, name: str, profile: Profile, path: Path | None) -> Document:
    item = Item(id="i1", role="user", parts=(Part(PartKind.TEXT, name),), message=0)
    session = Session(name, (item,), (Request(1, 1, 1, ((0, 0),)),))
    workspace._take([Opened(Wish(Path(name)), session, 0, 1, profile, path)])
    return workspace.documents[-1]


def _edit(document: Document, cap: int) -> None:
    document.edit("budget.history.cap", cap, "cap")


def _cap(document: Document) -> int | None:
    return document.profile.row(Row.HISTORY).cap


def test_an_edit_is_what_all_under_the_profile_are_judged_by_and_taken_over_when_looked_at(
    workspace: Workspace,
) -> None:
    profile = builtin("gssc")
    one, two = (_open(workspace, name, profile, MINE) for name in ("one", "two"))
    own = _open(workspace, "own", profile, Path("other.toml"))
    workspace.activate(one)
    _edit(one, 111)
    assert workspace.sharing.profile(two) is one.profile
    assert workspace.sharing.profile(own) is own.profile
    assert not two.changed
    workspace.activate(two)
    assert _cap(two) == 111
    two.undo.undo()
    workspace.activate(one)
    assert one.profile == profile, "taken back in one, taken back in all"
    one.undo.undo()
    assert _cap(one) == 111, "and nothing is lost by it"
    workspace.activate(own)
    assert own.profile is profile


def test_unsaved_edits_of_one_profile_are_asked_about_once_and_kept_by_those_that_stay(
    workspace: Workspace,
) -> None:
    one, two = (_open(workspace, name, builtin("gssc"), MINE) for name in ("one", "two"))
    workspace.activate(one)
    _edit(one, 111)
    workspace.activate(two)
    assert workspace.changed() == [one]
    assert not workspace.unsaved(one)
    workspace.close_document(one)
    assert workspace.changed() == [two]
    assert workspace.unsaved(two)
    assert _cap(two) == 111


def test_closing_the_edited_one_first_hands_its_edits_on(workspace: Workspace) -> None:
    one, two = (_open(workspace, name, builtin("gssc"), MINE) for name in ("one", "two"))
    own = _open(workspace, "own", builtin("as-recorded"), None)
    workspace.activate(one)
    _edit(one, 111)
    workspace.activate(own)
    workspace.close_document(one)
    assert workspace.changed() == [two]
    workspace.activate(two)
    assert _cap(two) == 111


def test_saving_in_one_saves_for_all_under_the_profile(workspace: Workspace) -> None:
    one, two = (_open(workspace, name, builtin("gssc"), None) for name in ("one", "two"))
    workspace.activate(one)
    _edit(one, 111)
    one.mark_saved(MINE)
    assert two.profile_path == MINE
    assert _cap(two) == 111
    assert not two.changed
    _edit(one, 222)
    workspace.activate(two)
    assert _cap(two) == 222


def test_a_profile_that_changed_on_disk_is_the_saved_one_for_all_and_edits_stay(workspace: Workspace) -> None:
    one, two = (_open(workspace, name, builtin("gssc"), MINE) for name in ("one", "two"))
    workspace.activate(one)
    _edit(one, 111)
    outside = builtin("gssc").set("budget.history.cap", 999)
    one.take_saved(outside, one.saved_marks)
    assert two.saved == outside
    assert (_cap(one), _cap(two)) == (111, 111)
    assert one.changed
    assert two.changed


def test_another_profile_for_one_session_leaves_the_others(workspace: Workspace) -> None:
    one, two = (_open(workspace, name, builtin("gssc"), None) for name in ("one", "two"))
    workspace.activate(one)
    one.use_profile(builtin("as-recorded"), None)
    _edit(one, 111)
    assert workspace.sharing.profile(two) is two.profile
    workspace.activate(two)
    assert two.profile == builtin("gssc")
    two.use_profile(builtin("as-recorded"), None)
    assert two.profile == builtin("as-recorded")
    assert _cap(one) == 111, "unsaved edits are left as they are"
    assert workspace.sharing.others(two) == [one]
