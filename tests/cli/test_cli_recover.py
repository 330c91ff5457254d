"""`ctxlab recover`: what a dead window had not saved is told and written, and stays for the next window."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from helpers.cli import ctxlab

from ctxlab import profiles
from ctxlab.formats.edit_journal import Basis, Place, head_line, state_line, words_line
from ctxlab.formats.marks_file import read_sidecar
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks
from ctxlab.model.state import State
from ctxlab.store.file_state import file_state
from ctxlab.store.journal import JournalFolder, journal_folder

NONE = Marks()


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTXLAB_DATA_DIR", str(tmp_path / "data"))


def left_behind(trip: Path, tight: Path, alive: Path, marks: Marks = NONE) -> Path:
    """The journal of a window that was killed with a cap of 600 and these marks; the file."""
    saved = profiles.load_profile(tight)
    lines = head_line(Place(trip, 0, "trip", file_state(trip)), Basis(tight, saved, Marks()))
    lines += state_line(State(saved.set("budget.history.cap", 600), marks), 1_700_000_000.0)
    lines += words_line("history 600", 3)
    folder = JournalFolder(alive)
    journal = folder.create(folder.number(), 1)
    journal.append(lines)
    journal_folder().mkdir(parents=True)
    left = Path(shutil.copy(journal.path, journal_folder()))
    journal.close(remove=True)
    folder.close()
    return left


def test_nothing_is_told_where_nothing_was_left() -> None:
    assert ctxlab("recover").out == "no window left unsaved edits\n"
    assert ctxlab("recover", "--json").json == {"schema": "ctxlab.recover/1", "found": []}


def test_what_was_left_is_told_again_and_again(trip: Path, tight: Path, tmp_path: Path) -> None:
    left = left_behind(trip, tight, tmp_path / "alive", Marks(("i4",)))
    for _time in range(2):
        answer = ctxlab("recover")
        head, *lines = answer.out.splitlines()
        assert head.startswith("trip · under tight.toml · 2023-11-1")
        assert head.endswith(" · 3 edits")
        assert lines == ["  budget.history.cap: 450 → 600", "  marks changed"]
        assert "-o FOLDER" in answer.err
    assert left.exists()
    (one,) = ctxlab("recover", "--json").json["found"]
    assert one["changes"] == [{"key": "budget.history.cap", "before": 450, "after": 600}]
    assert (one["edits"], one["marks_changed"], one["session_since"]) == (3, True, "same")


def test_it_is_told_what_became_of_the_files(trip: Path, tight: Path, tmp_path: Path) -> None:
    left_behind(trip, tight, tmp_path / "alive")
    trip.write_text(trip.read_text(encoding="utf-8") + " ", encoding="utf-8")
    tight.unlink()
    assert ctxlab("recover").out.splitlines()[2:] == [
        "  ! trip.json has changed since",
        "  ! tight.toml is not there any more",
    ]


def test_profiles_and_marks_are_written_as_new_files(trip: Path, tight: Path, tmp_path: Path) -> None:
    tight.write_text("# ours\n" + tight.read_text(encoding="utf-8"), encoding="utf-8")
    left_behind(trip, tight, tmp_path / "alive", Marks(("i4",)))
    out = tmp_path / "out"
    answer = ctxlab("recover", "-o", out)
    assert answer.code == 0
    assert answer.err.splitlines() == [f"wrote {out / 'tight.toml'}", f"wrote {out / 'trip.marks.json'}"]
    assert profiles.load_profile(out / "tight.toml").row(Row.HISTORY).cap == 600
    assert (out / "tight.toml").read_text(encoding="utf-8").startswith("# ours\n")
    assert read_sidecar(out / "trip.marks.json").marks == {0: Marks(("i4",))}
    assert "450" in tight.read_text(encoding="utf-8")
    ctxlab("recover", "-o", out)
    assert {path.name for path in out.iterdir()} == {
        "tight.toml",
        "tight-2.toml",
        "trip.marks.json",
        "trip-2.marks.json",
    }


def test_a_journal_that_cannot_be_read_is_kept_and_said(trip: Path, tight: Path, tmp_path: Path) -> None:
    left = left_behind(trip, tight, tmp_path / "alive")
    left.write_bytes(b"\0" * 30)
    answer = ctxlab("recover")
    assert answer.out == "no window left unsaved edits\n"
    assert f"{left.name}.bad" in answer.err


def test_a_folder_that_cannot_be_made_is_one_line(trip: Path, tight: Path, tmp_path: Path) -> None:
    left_behind(trip, tight, tmp_path / "alive")
    answer = ctxlab("recover", "-o", trip)
    assert answer.code == 2
    assert answer.err.count("\n") == 1
