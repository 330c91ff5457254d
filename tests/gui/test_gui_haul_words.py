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
        "runs: 1,200 sessions opened · 1 files skipped that are no sessions · 1 could not be read: "
        "b.json: the JSON is broken · 34 sessions without any request · "
        "7 files left out: too many or too large for one go"
    )


def test_of_many_broken_files_the_first_are_named() -> None:
    skipped = tuple(_refused(f"{at}.json", FormatError("broken")) for at in range(5))
    told = haul_words(Haul((Path("a"), Path("b")), skipped=skipped))
    assert told == (
        "no session found · 5 could not be read: 0.json: broken; 1.json: broken; 2.json: broken; …"
    )
