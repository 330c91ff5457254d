"""Recovery: what a killed window had not saved is found, said, put back or given up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gui.protection_desk import Desk
from pytestqt.qtbot import QtBot

from ctxlab.formats.edit_journal import Place
from ctxlab.formats.marks_file import marks_path, write_marks
from ctxlab.formats.recovery import Recovered, Recovery, Since
from ctxlab.gui.document import Document
from ctxlab.gui.journal import Journal
from ctxlab.gui.protection_words import clock, recovered_words
from ctxlab.gui.recovery import restore, restore_profile
from ctxlab.model.items import Row
from ctxlab.profiles import builtin, save_profile
from ctxlab.store.file_state import file_state

CAP = "budget.history.cap"


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


def edited(desk: Desk, journal: Journal, *caps: int, title: str = "talk") -> Document:
    document = desk.open()
    journal.attach(document, Place(desk.talk, 0, title, file_state(desk.talk)))
    for cap in caps:
        document.edit(CAP, cap, f"history {cap}")
    return document


def found(data: Path) -> tuple[Recovered, ...]:
    recovery = Recovery(data / "journal")
    out = recovery.found()
    recovery.close()
    return out


def test_a_living_window_is_left_alone_and_a_dead_one_is_found_once(desk: Desk, journal: Journal) -> None:
    document = edited(desk, journal, 70, 80)
    assert found(desk.root) == ()
    data = desk.kill()
    recovery = Recovery(data / "journal")
    (one,) = recovery.found()
    assert one.last.state.profile == document.profile
    assert (one.last.words, one.last.edits) == ("history 80", 2)
    assert (one.session, one.profile) == (Since.SAME, Since.SAME)
    assert (one.title, one.profile_name) == ("talk", "small.toml")
    assert recovery.found() == ()
    assert found(data) == ()
    recovery.close()
    assert len(found(data)) == 1


def test_what_was_discarded_is_not_found_again(desk: Desk, journal: Journal) -> None:
    edited(desk, journal, 70)
    data = desk.kill()
    recovery = Recovery(data / "journal")
    (one,) = recovery.found()
    recovery.discard(one)
    recovery.close()
    assert found(data) == ()
    assert not any((data / "journal").iterdir())


def test_a_torn_last_state_gives_the_one_before(desk: Desk, journal: Journal) -> None:
    edited(desk, journal, 70, 80)
    data = desk.kill()
    (path,) = (data / "journal").glob("*.jsonl")
    text = path.read_bytes()
    path.write_bytes(text[: text.rindex(b'"profile":') + 40])
    (one,) = found(data)
    assert one.last.state.profile.row(Row.HISTORY).cap == 70


def test_a_journal_that_cannot_be_read_is_kept_beside(desk: Desk, journal: Journal) -> None:
    edited(desk, journal, 70)
    data = desk.kill()
    (path,) = (data / "journal").glob("*.jsonl")
    path.write_bytes(b"\0" * 50)
    (data / "journal" / "begun-1-1.jsonl").write_bytes(b"")
    recovery = Recovery(data / "journal")
    assert recovery.found() == ()
    (kept,) = recovery.unreadable
    assert kept.read_bytes() == b"\0" * 50
    recovery.close()
    assert list((data / "journal").iterdir()) == [kept]
    assert found(data) == ()


def test_a_torn_newer_generation_gives_the_older_one(desk: Desk, journal: Journal) -> None:
    document = edited(desk, journal, 70)
    data = desk.kill()
    (path,) = (data / "journal").glob("*.jsonl")
    token = path.stem.partition("-")[0]
    path.with_name(f"{token}-1-2.jsonl").write_bytes(path.read_bytes()[:300])
    (one,) = found(data)
    assert one.last.state.profile == document.profile
    assert len(one.journals) == 2


def test_what_was_saved_just_before_the_end_is_not_offered(desk: Desk, journal: Journal) -> None:
    document = edited(desk, journal, 70)
    document.change(document.profile, replace(document.marks, pins=("i1",)), "pin")
    data = desk.kill()
    save_profile(document.profile, desk.profile)
    assert len(found(desk.kill("with marks"))) == 1
    write_marks(marks_path(desk.talk), document.marks)
    assert found(data) == ()
    assert not any((data / "journal").iterdir())


def test_it_is_said_what_became_of_the_files(desk: Desk, journal: Journal) -> None:
    edited(desk, journal, 70, 80)
    data = desk.kill()
    desk.talk.write_text(desk.talk.read_text().replace("trips", "stays"))
    desk.profile.write_text(desk.profile.read_text().replace("4000", "5000"))
    (one,) = found(data)
    assert (one.session, one.profile) == (Since.CHANGED, Since.CHANGED)
    said = recovered_words(one, "en", one.last.at)
    assert said == (
        f"Unsaved edits of talk under small.toml from {clock(one.last.at, one.last.at)}: "
        "history 80 and 1 more. talk.json has changed since. "
        "small.toml has changed since; undo gives what it holds now."
    )
    desk.talk.unlink()
    desk.profile.unlink()
    (one,) = found(data)
    assert (one.session, one.profile) == (Since.GONE, Since.GONE)
    assert "talk.json is not there any more." in recovered_words(one, "en", one.last.at)


def test_an_edit_without_words_is_told_by_what_it_changed(desk: Desk, journal: Journal) -> None:
    edited(desk, journal, 70)
    (one,) = found(desk.kill())
    silent = replace(one, last=replace(one.last, words=""))
    assert recovered_words(silent, "en", 0).endswith(": history cap 70.")


def test_another_day_is_said() -> None:
    day = 86_400.0
    assert len(clock(3 * day, 3 * day)) == len("14:02")
    assert len(clock(day, 3 * day)) == len("1970-01-02 14:02")


def test_edits_come_back_undoably_on_top_of_what_is_saved(desk: Desk, journal: Journal) -> None:
    before = edited(desk, journal, 70, 80)
    before.change(before.profile, replace(before.marks, pins=("i1",)), "pin")
    (one,) = found(desk.kill())
    after = desk.open()
    restore(one, after)
    assert (after.profile, after.marks) == (before.profile, before.marks)
    assert after.changed
    after.undo.undo()
    assert not after.changed


def test_edits_come_back_under_their_own_profile(desk: Desk, journal: Journal) -> None:
    before = edited(desk, journal, 70)
    (one,) = found(desk.kill())
    after = desk.open(profile="gssc")
    restore(one, after)
    assert after.profile == before.profile
    assert after.profile_path == desk.profile
    assert after.saved == before.saved
    desk.profile.unlink()
    gone = desk.open(profile="gssc")
    restore(one, gone)
    assert (gone.profile, gone.profile_path) == (before.profile, desk.profile)


def test_a_document_with_edits_of_its_own_gives_them_back_on_undo(desk: Desk, journal: Journal) -> None:
    before = edited(desk, journal, 70)
    (one,) = found(desk.kill())
    after = desk.open(profile="gssc")
    after.edit(CAP, 5, "mine")
    mine = after.profile
    restore(one, after)
    assert after.profile == before.profile
    after.undo.undo()
    assert after.profile == mine
    assert after.saved == builtin("gssc")


def test_only_the_profile_comes_back_on_another_session(desk: Desk, journal: Journal) -> None:
    before = edited(desk, journal, 70)
    before.change(before.profile, replace(before.marks, pins=("i1",)), "pin")
    (one,) = found(desk.kill())
    after = desk.open()
    restore_profile(one, after)
    assert after.profile == before.profile
    assert after.marks.pins == ()


def test_edits_of_a_shared_profile_are_offered_once(desk: Desk, journal: Journal) -> None:
    edited(desk, journal, 70, title="first")
    pinned = edited(desk, journal, 75, title="second")
    pinned.change(pinned.profile, replace(pinned.marks, pins=("i1",)), "pin")
    last = edited(desk, journal, 80, title="third")
    data = desk.kill()
    third, second = found(data)
    assert (third.title, second.title) == ("third", "second")
    assert third.last.state.profile == second.last.state.profile == last.profile
    assert second.last.state.marks.pins == ("i1",)
    assert len(third.journals) == 2


def test_a_journal_that_can_be_neither_read_nor_set_aside_stays(desk: Desk) -> None:
    folder = desk.root / "journal"
    folder.mkdir(parents=True)
    # a name so long that no ending can be added
    path = folder / f"{'a' * 244}-1-1.jsonl"
    path.write_bytes(b"broken\n")
    recovery = Recovery(folder)
    assert recovery.found() == ()
    assert recovery.unreadable == [path]
    recovery.close()
    assert path.read_bytes() == b"broken\n"


def test_a_newer_generation_that_cannot_be_read_outlives_an_older_one_that_was_saved(
    desk: Desk, journal: Journal
) -> None:
    save_profile(edited(desk, journal, 70).profile, desk.profile)
    data = desk.kill()
    (path,) = (data / "journal").glob("*.jsonl")
    token = path.stem.partition("-")[0]
    newer, empty = path.with_name(f"{token}-1-9.jsonl"), path.with_name(f"{token}-1-8.jsonl")
    newer.write_bytes(b"broken\n")
    empty.write_bytes(b"")
    recovery = Recovery(data / "journal")
    assert recovery.found() == ()
    (kept,) = recovery.unreadable
    recovery.close()
    assert list((data / "journal").iterdir()) == [kept]
    assert kept.read_bytes() == b"broken\n"
