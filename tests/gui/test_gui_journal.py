"""The journal: every accepted state is on the disk before it shows, and only while something is unsaved."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gui.gui_helpers import PATIENCE_MS
from gui.protection_desk import Desk
from helpers.any_profile import PROFILES, settings
from helpers.any_session import marks_for
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from ctxlab.errors import FormatError, ProfileError
from ctxlab.formats.edit_journal import (
    SETTLED,
    Accepted,
    Basis,
    Place,
    account_of,
    head_line,
    state_line,
    words_line,
)
from ctxlab.gui.document import Document
from ctxlab.gui.journal import Journal
from ctxlab.model.items import Item, Source
from ctxlab.model.marks import KeyFactMark, Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.model.state import State
from ctxlab.store.file_state import FileState
from ctxlab.store.journal import read_journal

CAP = "budget.history.cap"
MARKS = marks_for(Session("s", (Item(id="i1", role="user", parts=()), Item("i2", "user", ())), ()))


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


@pytest.fixture
def journal(desk: Desk) -> Iterator[Journal]:
    made = Journal(desk.root / "journal")
    yield made
    made.close()
    assert not any((desk.root / "journal").glob("*"))


def attached(desk: Desk, journal: Journal) -> Document:
    document = desk.open()
    journal.attach(document, Place(desk.talk, 0, "talk"))
    return document


def pinned(document: Document, *pins: str) -> None:
    document.change(document.profile, replace(document.marks, pins=pins), "pin")


@given(PROFILES, MARKS, PROFILES, MARKS)
def test_any_state_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory,
    profile: Profile,
    marks: Marks,
    saved: Profile,
    saved_marks: Marks,
) -> None:
    place = Place(Path("/talks/a\udc80\n.json"), 3, "the “talk”", FileState(True, 5, 6, "ab"))
    basis = Basis(Path("/p.toml"), saved, saved_marks)
    file = tmp_path_factory.mktemp("journal") / "a.jsonl"
    lines = (
        head_line(place, basis),
        state_line(State(saved, marks), 1.0),
        state_line(State(profile, marks), 2.5),
    )
    file.write_bytes(b"".join(lines) + words_line("cap 1 → 2", 4))
    account = account_of(read_journal(file))
    assert account.place == place
    assert account.basis == basis
    assert account.last == Accepted(State(profile, marks), 4, "cap 1 → 2", 2.5)


def test_marks_of_any_text_come_back(tmp_path: Path) -> None:
    marks = Marks(
        pins=("i\ud800", "i\u2028\n"),
        must_keeps=(MustKeep("m", regex="a|\\n", since="i1"),),
        key_facts=(KeyFactMark("i1", 2, 9),),
        sources=(("i1", Source.TASK_STATE),),
    )
    file = tmp_path / "a.jsonl"
    file.write_bytes(
        head_line(Place(None), Basis(None, Profile(), Marks())) + state_line(State(Profile(), marks), 1)
    )
    last = account_of(read_journal(file)).last
    assert last is not None
    assert last.state.marks == marks


def test_a_state_that_cannot_be_used_gives_way_to_the_one_before(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    head = head_line(Place(None), Basis(None, Profile(), Marks()))
    good, bad = (
        state_line(State(Profile(name="x"), Marks()), 1),
        b'{"at":2,"marks":{},"profile":{"name":3}}\n',
    )
    file.write_bytes(head + good + bad)
    last = account_of(read_journal(file)).last
    assert last is not None
    assert last.state.profile.name == "x"
    for nothing in (head, head + bad, head.replace(b'"place":0', b'"place":"?"') + good):
        file.write_bytes(nothing)
        with pytest.raises(FormatError):
            account_of(read_journal(file))
    file.write_bytes(head + good + SETTLED)
    assert account_of(read_journal(file)).last is None


def test_nothing_is_written_before_the_first_edit(desk: Desk, journal: Journal) -> None:
    attached(desk, journal)
    assert not (desk.root / "journal").exists()


def test_each_accepted_state_is_written_when_it_is_told(desk: Desk, journal: Journal) -> None:
    document = attached(desk, journal)
    seen: list[bool] = []

    def look(_revision: int) -> None:
        last = desk.account().last
        seen.append(last is not None and last.state == State(document.profile, document.marks))

    document.state_changed.connect(look)
    for cap in (61, 62, 63):
        document.edit(CAP, cap, f"history {cap}")
    pinned(document, "i1")
    document.undo.undo()
    document.undo.undo()
    document.undo.redo()
    assert seen == [True] * 7


def test_the_last_edit_has_its_words_and_the_number_of_edits(desk: Desk, journal: Journal) -> None:
    document = attached(desk, journal)
    for cap in (61, 62, 63):
        document.edit(CAP, cap, f"history {cap}")
    assert (last := desk.account().last) is not None
    assert (last.words, last.edits) == ("history 63", 3)
    document.undo.undo()
    assert (last := desk.account().last) is not None
    assert (last.words, last.edits) == ("history 62", 2)


def test_the_journal_goes_when_nothing_is_unsaved(desk: Desk, journal: Journal) -> None:
    document = attached(desk, journal)
    document.edit(CAP, 61, "x")
    assert len(desk.journals) == 1
    document.undo.undo()
    assert desk.journals == []
    document.undo.redo()
    pinned(document, "i1")
    document.mark_saved(desk.profile)
    account = desk.account()
    assert account.basis.profile == document.profile
    assert account.last is not None
    assert account.last.state.marks.pins == ("i1",)
    document.marks_saved()
    assert desk.journals == []


def test_another_saved_profile_is_another_basis(desk: Desk, journal: Journal) -> None:
    document = attached(desk, journal)
    pinned(document, "i1")
    other = document.profile.set("name", "other")
    document.use_profile(other, None)
    account = desk.account()
    assert (account.basis.profile, account.basis.profile_file) == (other, None)
    assert account.place.file == desk.talk
    journal.detach(document)
    assert desk.journals == []
    document.edit(CAP, 5, "nobody listens")
    assert desk.journals == []


def test_edits_from_before_it_was_attached_are_written(desk: Desk, journal: Journal) -> None:
    document = desk.open()
    document.edit(CAP, 61, "x")
    journal.attach(document, Place(desk.talk))
    journal.attach(document, Place(desk.talk))
    assert desk.account().last is not None


def test_a_drag_writes_little_and_always_its_end(desk: Desk, journal: Journal, qtbot: QtBot) -> None:
    document = attached(desk, journal)
    document.begin_gesture()
    for cap in range(100, 400):
        document.edit(CAP, cap, f"history 60 → {cap}")
    written = desk.journals[0].read_bytes().count(b'"profile":')
    document.end_gesture()
    assert written < 100
    last = desk.account().last
    assert last is not None
    assert last.state.profile == document.profile
    assert (last.words, last.edits) == ("history 60 → 399", 1)
    document.begin_gesture()
    document.edit(CAP, 7, "held")
    document.edit(CAP, 8, "held still")
    qtbot.waitUntil(lambda: _last(desk).profile == document.profile, timeout=PATIENCE_MS)
    document.end_gesture()


def _last(desk: Desk) -> State:
    last = desk.account().last
    assert last is not None
    return last.state


def test_a_long_journal_is_begun_anew_and_the_old_one_goes_when_that_is_safe(
    desk: Desk, qtbot: QtBot
) -> None:
    journal = Journal(desk.root / "journal", most_bytes=20_000)
    document = attached(desk, journal)
    for cap in range(100, 150):
        document.edit(CAP, cap, str(cap))
        newest = max(desk.journals, key=lambda path: int(path.stem.split("-")[2]))
        last = account_of(read_journal(newest)).last
        assert last is not None
        assert last.state.profile == document.profile
    qtbot.waitUntil(lambda: len(desk.journals) == 1, timeout=PATIENCE_MS)
    assert desk.journals[0].stat().st_size < 30_000
    journal.close()
    assert not any((desk.root / "journal").iterdir())


def test_a_disk_that_cannot_be_written_is_told_once_and_edits_go_on(
    desk: Desk, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    journal.failed.connect(told.append)
    journal.works.connect(lambda: told.append("works"))
    document = attached(desk, journal)
    (desk.root / "journal").parent.mkdir()
    (desk.root / "journal").write_text("no folder")
    document.edit(CAP, 61, "x")
    document.edit(CAP, 62, "x")
    assert document.profile.set(CAP, 62) == document.profile
    assert len(told) == 1
    (desk.root / "journal").unlink()
    document.edit(CAP, 63, "x")
    assert told[1:] == ["works"]
    assert _last(desk) == State(document.profile, document.marks)


@pytest.mark.skipif(sys.platform == "win32", reason="no such device")
def test_a_full_disk_keeps_what_was_written_before(
    desk: Desk, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    journal.failed.connect(told.append)
    document = attached(desk, journal)
    document.edit(CAP, 61, "x")
    before = State(document.profile, document.marks)

    def full(handle: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.write", full)
        document.edit(CAP, 62, "x")
    assert told == ["No space left on device"]
    assert _last(desk) == before
    document.edit(CAP, 63, "x")
    assert _last(desk) == State(document.profile, document.marks)


STEPS = st.lists(
    st.one_of(settings(), st.sampled_from(["undo", "redo", "pin", "save", "marks"])), max_size=25
)


@hypothesis_settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
def test_whatever_is_done_the_journal_says_what_is_unsaved(desk: Desk, steps: list[Any]) -> None:
    journal = Journal(desk.root / "journal", most_bytes=6_000)
    document = attached(desk, journal)
    for at, step in enumerate(steps):
        _do(desk, document, step, at)
        newest = sorted(desk.journals, key=lambda path: int(path.stem.split("-")[2]))[-1:]
        assert bool(newest) == document.changed
        for path in newest:
            account = account_of(read_journal(path))
            assert account.last is not None
            assert account.last.state == State(document.profile, document.marks)
            assert account.basis == Basis(desk.profile, document.saved, document.saved_marks)
    journal.close()
    assert desk.journals == []


def _do(desk: Desk, document: Document, step: Any, at: int) -> None:
    match step:
        case "undo":
            document.undo.undo()
        case "redo":
            document.undo.redo()
        case "pin":
            pinned(document, f"i{at}")
        case "save":
            document.mark_saved(desk.profile)
        case "marks":
            document.marks_saved()
        case (str(key), value):
            try:
                document.edit(key, value, key)
            except ProfileError:
                return
