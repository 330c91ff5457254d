"""What is said of many files at once."""

from __future__ import annotations

from pathlib import Path

from ctxlab.errors import FormatError, NoReaderError
from ctxlab.gui.haul_words import haul_words
from ctxlab.gui.loader import Haul, Refused, Wish


def _refused(name: str, error: FormatError) -> Refused:
    return Refused(Wish(Path(name)), error)


def test_a_folder_is_named_and_each_kind_of_file_counted() -> None:
    skipped = (
        _refused("a.json", NoReaderError("no reader takes it")),
        _refused("b.json", FormatError("the JSON is broken")),
    )
    told = haul_words(Haul((Path("/x/runs"),), 3, 1_234, 34, skipped, left_out=7))
    assert told == (
        "runs: 1,200 sessions opened · 1 file skipped that is no session (a.json) · 1 could not be read: "
        "b.json: the JSON is broken · 34 sessions without any request · "
        "7 files left out: too many or too large for one go"
    )


def test_one_of_a_kind_is_said_as_one() -> None:
    strange = tuple(_refused(f"{at}.txt", NoReaderError("no reader takes it")) for at in range(4))
    told = haul_words(Haul((Path("a"), Path("b")), 2, 2, 1, strange, left_out=1))
    assert told == (
        "1 session opened · 4 files skipped that are no sessions (0.txt, 1.txt, 2.txt, …) · "
        "1 session without any request · 1 file left out: too many or too large for one go"
    )


def test_of_many_broken_files_the_first_are_named() -> None:
    skipped = tuple(_refused(f"{at}.json", FormatError("broken")) for at in range(5))
    told = haul_words(Haul((Path("a"), Path("b")), skipped=skipped))
    assert told == (
        "no session found · 5 could not be read: 0.json: broken; 1.json: broken; 2.json: broken; …"
    )


def test_files_of_other_endings_in_a_folder_are_told_with_those_that_no_reader_takes() -> None:
    skipped = (_refused("a.json", NoReaderError("no reader takes it")),)
    haul = Haul((Path("/x/runs"),), 2, 2, skipped=skipped, passed_over=("notes.txt", "plot.png", "x.csv"))
    assert haul_words(haul) == (
        "runs: 2 sessions opened · 4 files skipped that are no sessions (a.json, notes.txt, plot.png, …)"
    )
