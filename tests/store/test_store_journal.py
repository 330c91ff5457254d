"""Journals on the disk: whole lines survive, torn ones do not hurt, dead processes' are found once."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from ctxlab.errors import FormatError
from ctxlab.store.journal import (
    SCHEMA,
    JournalFile,
    JournalFolder,
    abandoned,
    line_of,
    make_safe,
    read_journal,
)

HEAD = {"schema": SCHEMA, "about": "x"}


def lines(*numbers: int) -> bytes:
    return b"".join(line_of({"n": one}) for one in numbers)


def numbers(path: Path) -> list[Any]:
    return [one["n"] for one in read_journal(path).records]


def test_what_was_added_is_read_back(tmp_path: Path) -> None:
    file = JournalFile(tmp_path / "a.jsonl")
    file.append(line_of(HEAD))
    file.append(lines(1, 2))
    file.append(lines(3))
    assert read_journal(file.path).head == HEAD
    assert numbers(file.path) == [1, 2, 3]
    assert file.size == file.path.stat().st_size
    file.close(remove=False)
    assert file.path.exists()
    with pytest.raises(OSError, match="closed"):
        file.append(lines(4))


@pytest.mark.parametrize("torn", range(1, len(lines(3))))
def test_a_torn_last_line_is_ignored_wherever_it_ends(tmp_path: Path, torn: int) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(line_of(HEAD) + lines(1, 2) + lines(3)[:torn])
    assert numbers(path) == [1, 2]


def test_a_damaged_line_between_does_not_hide_the_later_ones(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(line_of(HEAD) + lines(1) + b'{"n": 2, \0\0\n' + b"[]\n" + lines(3))
    assert numbers(path) == [1, 3]


@pytest.mark.parametrize("text", [b"", b"{", line_of(HEAD)[:-1], line_of({"schema": "other/1"}), b"\0\0\n"])
def test_a_journal_without_its_head_is_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(text)
    with pytest.raises(FormatError):
        read_journal(path)


def test_a_full_disk_takes_back_what_was_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = JournalFile(tmp_path / "a.jsonl")
    file.append(line_of(HEAD) + lines(1))
    write = os.write

    def half(handle: int, data: bytes) -> int:
        if len(data) < 5:
            raise OSError(28, "No space left on device")
        return write(handle, data[:-4])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", half)
        with pytest.raises(OSError, match="No space"):
            file.append(lines(2))
    file.append(lines(3))
    assert numbers(file.path) == [1, 3]
    file.close(remove=True)
    assert not file.path.exists()


def test_a_copied_handle_outlives_the_journal(tmp_path: Path) -> None:
    file = JournalFile(tmp_path / "a.jsonl")
    file.append(line_of(HEAD))
    handle = file.copy_of_handle()
    assert handle is not None
    file.close(remove=True)
    make_safe(handle, tmp_path)
    assert file.copy_of_handle() is None


def test_journals_of_the_living_are_not_found_and_those_of_the_dead_once(tmp_path: Path) -> None:
    folder = JournalFolder(tmp_path)
    first, second = folder.number(), folder.number()
    paths: list[Path] = []
    for number, generation in ((first, 1), (first, 2), (second, 10), (second, 9)):
        file = folder.create(number, generation)
        file.append(line_of(HEAD))
        file.close(remove=False)
        paths.append(file.path)
    assert abandoned(tmp_path) == []
    folder.close()
    (found,) = abandoned(tmp_path)
    assert found.journals == ((paths[1], paths[0]), (paths[2], paths[3]))
    assert abandoned(tmp_path) == []
    found.release()
    (again,) = abandoned(tmp_path)
    for path in paths:
        path.unlink()
    again.release()
    assert list(tmp_path.iterdir()) == []


def test_a_process_that_left_nothing_is_forgotten(tmp_path: Path) -> None:
    folder = JournalFolder(tmp_path)
    folder.create(1, 1).close(remove=True)
    folder.close()
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "old.held").write_bytes(b"")
    assert abandoned(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_journals_whose_holder_is_gone_are_found_too(tmp_path: Path) -> None:
    path = tmp_path / "token-1-1.jsonl"
    path.write_bytes(line_of(HEAD))
    (found,) = abandoned(tmp_path)
    assert found.journals == ((path,),)
    found.release()


def test_no_folder_is_made_to_look_into_it(tmp_path: Path) -> None:
    assert abandoned(tmp_path / "none") == []
    JournalFolder(tmp_path / "none").close()
    assert not (tmp_path / "none").exists()
