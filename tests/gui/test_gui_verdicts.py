"""Verdicts on all open sessions: what each is judged under, in which order, and what an edit asks again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, TALK, counters, write_profile, write_talk
from pytestqt.qtbot import QtBot

from ctxlab.formats.marks_file import marks_path, write_marks
from ctxlab.gui import verdicts as verdicts_module
from ctxlab.gui.document import Document
from ctxlab.gui.models.session_rows import SessionVerdict
from ctxlab.gui.verdicts import Verdicts
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.row_stats import RowStats

#: What the first user turn says, which the small profile's history cap of 60 does not hold.
OLD = Marks(must_keeps=(MustKeep("m1", text="user 1:"),))
#: What is in the last message, which every profile keeps.
NEW = Marks(must_keeps=(MustKeep("m1", text="And now?"), MustKeep("m2", text="You plan trips.")))


class _Told:
    """What was told, and the newest verdict on each session by its name."""

    def __init__(self, workspace: Workspace, verdicts: Verdicts) -> None:
        self.order: list[str] = []
        self.newest: dict[str, SessionVerdict | None] = {}
        self.stats: list[tuple[RowStats, ...]] = []
        self._workspace = workspace
        verdicts.judged.connect(self._take)
        verdicts.stats_changed.connect(self.stats.append)

    def _take(self, key: str, verdict: SessionVerdict | None) -> None:
        document = self._workspace.document(key)
        assert document is not None
        name = self._workspace.title(document)
        self.order.append(name)
        self.newest[name] = verdict


@pytest.fixture
def workspace(qtbot: QtBot) -> Iterator[Workspace]:
    made = Workspace(counters())
    yield made
    made.close()


@pytest.fixture
def verdicts(workspace: Workspace) -> Verdicts:
    return Verdicts(workspace, workspace)


def _write(folder: Path, name: str, marks: Marks | None) -> Path:
    messages = [*TALK[:-1], {"role": "user", "content": f"And now? {name}"}]
    file = write_talk(folder, messages, f"{name}.json")
    if marks is not None:
        write_marks(marks_path(file), [marks])
    return file


def _open(qtbot: QtBot, workspace: Workspace, verdicts: Verdicts, files: list[Path], profile: Path) -> None:
    workspace.open_many(files, str(profile))
    if len(files) == 1:
        workspace.open(files[0], str(profile))
    settle(qtbot, workspace, verdicts)


def settle(qtbot: QtBot, workspace: Workspace, verdicts: Verdicts) -> None:
    def settled() -> bool:
        active = workspace.active
        return active is not None and active.is_current and not workspace.busy and not verdicts.busy

    qtbot.waitUntil(settled, timeout=PATIENCE_MS)


def _named(workspace: Workspace, name: str) -> Document:
    return next(one for one in workspace.documents if workspace.title(one) == name)


def test_every_session_is_judged_and_an_edit_is_followed_by_all_under_the_profile(
    qtbot: QtBot, workspace: Workspace, verdicts: Verdicts, tmp_path: Path
) -> None:
    told = _Told(workspace, verdicts)
    given = {"old": OLD, "new": NEW, "none": None}
    files = [_write(tmp_path, name, marks) for name, marks in given.items()]
    _open(qtbot, workspace, verdicts, files, write_profile(tmp_path))
    kept, lost = SessionVerdict(0, 2), SessionVerdict(1, 1)
    assert told.newest == {"old": lost, "new": kept, "none": SessionVerdict()}
    idle = [one for one in workspace.documents if one is not workspace.active]
    assert all(one.run is None for one in idle)
    workspace.activate(_named(workspace, "new"))
    settle(qtbot, workspace, verdicts)
    told.order.clear()
    _named(workspace, "new").edit("budget.history.cap", 5_000, "cap")
    settle(qtbot, workspace, verdicts)
    assert told.newest["old"] == SessionVerdict(0, 1)
    assert told.order[0] == "new", "the one that is looked at comes first"
    _named(workspace, "new").undo.undo()
    settle(qtbot, workspace, verdicts)
    assert told.newest["old"] == lost


def test_a_session_under_another_profile_is_judged_under_its_own(
    qtbot: QtBot, workspace: Workspace, verdicts: Verdicts, tmp_path: Path
) -> None:
    told = _Told(workspace, verdicts)
    profile = write_profile(tmp_path)
    _open(qtbot, workspace, verdicts, [_write(tmp_path, "old", OLD)], profile)
    workspace.open(_write(tmp_path, "other", OLD), "as-recorded")
    qtbot.waitUntil(lambda: len(workspace.documents) == 2, timeout=PATIENCE_MS)
    settle(qtbot, workspace, verdicts)
    assert told.newest == {"old": SessionVerdict(1, 1), "other": SessionVerdict(0, 1)}
    workspace.activate(_named(workspace, "old"))
    told.order.clear()
    _named(workspace, "old").edit("budget.history.cap", 5_000, "cap")
    settle(qtbot, workspace, verdicts)
    assert set(told.order) == {"old"}


def test_a_rule_of_the_profile_is_asked_of_all_sessions(
    qtbot: QtBot, workspace: Workspace, verdicts: Verdicts, tmp_path: Path
) -> None:
    told = _Told(workspace, verdicts)
    profile = write_profile(tmp_path)
    rule = '\n[[must_keep]]\ntext = "user 1:"\n'
    profile.write_text(profile.read_text(encoding="utf-8") + rule, encoding="utf-8")
    files = [_write(tmp_path, name, None) for name in ("a", "b")]
    _open(qtbot, workspace, verdicts, files, profile)
    assert told.newest == {"a": SessionVerdict(1, 1), "b": SessionVerdict(1, 1)}


def test_those_in_sight_are_judged_before_the_others_and_those_with_must_keeps_first(
    qtbot: QtBot, workspace: Workspace, verdicts: Verdicts, tmp_path: Path
) -> None:
    given = {"a": OLD, "b": None, "c": OLD, "d": OLD}
    files = [_write(tmp_path, name, marks) for name, marks in given.items()]
    verdicts.look_first_at(lambda: [workspace.key(_named(workspace, name)) for name in ("b", "d")])
    _open(qtbot, workspace, verdicts, files, write_profile(tmp_path))
    told = _Told(workspace, verdicts)
    active = workspace.active
    assert active is not None
    active.edit("budget.history.cap", 5_000, "cap")
    settle(qtbot, workspace, verdicts)
    assert told.order == ["a", "d", "a", "c", "b"], "its own run first, then those in sight"


def test_what_is_known_is_not_asked_again(
    qtbot: QtBot, workspace: Workspace, verdicts: Verdicts, tmp_path: Path
) -> None:
    files = [_write(tmp_path, name, OLD) for name in ("a", "b")]
    _open(qtbot, workspace, verdicts, files, write_profile(tmp_path))
    told = _Told(workspace, verdicts)
    workspace.activate(_named(workspace, "b"))
    settle(qtbot, workspace, verdicts)
    workspace.close_document(_named(workspace, "a"))
    settle(qtbot, workspace, verdicts)
    assert told.order == []


def test_verdicts_that_take_long_are_taken_back_until_they_come(
    qtbot: QtBot, workspace: Workspace, verdicts: Verdicts, tmp_path: Path
) -> None:
    files = [_write(tmp_path, name, OLD) for name in ("a", "b")]
    _open(qtbot, workspace, verdicts, files, write_profile(tmp_path))
    told = _Told(workspace, verdicts)
    verdicts._stale.setInterval(1)
    active = workspace.active
    assert active is not None
    active.edit("budget.history.cap", 5_000, "cap")
    workspace.background.hold(True)
    workspace.runner.idle.disconnect(workspace._breath.start)
    qtbot.waitUntil(lambda: told.newest.get("b", 0) is None, timeout=PATIENCE_MS)
    workspace.background.hold(False)
    settle(qtbot, workspace, verdicts)
    assert told.newest["b"] == SessionVerdict(0, 1)


def test_a_session_that_cannot_be_built_says_so_and_keeps_none_from_being_judged(
    qtbot: QtBot, workspace: Workspace, verdicts: Verdicts, tmp_path: Path
) -> None:
    told = _Told(workspace, verdicts)
    profile = write_profile(tmp_path)
    files = [_write(tmp_path, name, OLD) for name in ("a", "b")]
    _open(qtbot, workspace, verdicts, files, profile)
    broken = _named(workspace, "b")
    wrong = broken.profile.set("select.strategy", "none-such")
    broken.profile_path = tmp_path / "other.toml"
    broken.use_profile(wrong, broken.profile_path)
    workspace.activate(_named(workspace, "a"))
    _named(workspace, "a").edit("budget.history.cap", 5_000, "cap")
    settle(qtbot, workspace, verdicts)
    found = told.newest["b"]
    assert found is not None
    assert "none-such" in found.problem
    assert told.newest["a"] == SessionVerdict(0, 1)


def test_statistics_are_over_all_sessions_and_do_not_move_with_a_cap(
    qtbot: QtBot, workspace: Workspace, verdicts: Verdicts, tmp_path: Path
) -> None:
    told = _Told(workspace, verdicts)
    files = [_write(tmp_path, "a", OLD)]
    for at in range(1, 3):
        messages = [*TALK[:-2], {"role": "assistant", "content": "more " * 100 * at}, TALK[-1]]
        files.append(write_talk(tmp_path, messages, f"b{at}.json"))
    _open(qtbot, workspace, verdicts, files, write_profile(tmp_path))
    history = next(one for one in told.stats[-1] if one.row is Row.RECENT)
    assert history.sessions == 3
    assert history.p50 < history.p90 == history.most
    many = len(told.stats)
    active = workspace.active
    assert active is not None
    active.edit("budget.history.cap", 5_000, "cap")
    settle(qtbot, workspace, verdicts)
    assert len(told.stats) == many
    assert verdicts.stats == told.stats[-1]


def test_long_sessions_without_must_keeps_are_not_built(
    qtbot: QtBot, workspace: Workspace, verdicts: Verdicts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdicts_module, "MOST_ITEMS", 15)
    told = _Told(workspace, verdicts)
    files = [_write(tmp_path, name, None) for name in ("a", "b", "c")]
    _open(qtbot, workspace, verdicts, files, write_profile(tmp_path))
    assert told.newest == dict.fromkeys(("a", "b", "c"), SessionVerdict())
    assert {one.sessions for one in told.stats[-1]} == {1}


def test_a_verdict_is_that_of_a_cold_run(
    qtbot: QtBot, workspace: Workspace, verdicts: Verdicts, tmp_path: Path
) -> None:
    profile = write_profile(tmp_path)
    files = [_write(tmp_path, f"t{at}", OLD) for at in range(4)]
    _open(qtbot, workspace, verdicts, files, profile)
    active = workspace.active
    assert active is not None
    for cap in (5_000, 30, 190, 60):
        active.edit("budget.history.cap", cap, "cap")
        settle(qtbot, workspace, verdicts)
        for document in workspace.documents:
            trace = Lab(counters=counters()).build(document.snapshot, active.profile, marks=document.marks)
            lost = sum(one.lost_at is not None for one in trace.must_keeps)
            assert verdicts.verdict(document) == SessionVerdict(lost, len(trace.must_keeps)), json.dumps(cap)
