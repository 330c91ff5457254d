"""States of files: what counts as changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ctxlab.store import file_state as module
from ctxlab.store.file_state import NO_FILE, file_state, quick_state


def test_a_file_that_is_not_there_has_the_empty_state(tmp_path: Path) -> None:
    assert file_state(tmp_path / "none") == NO_FILE
    assert not NO_FILE.there


def test_other_bytes_of_the_same_size_are_a_change_and_a_new_time_is_none(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("one")
    first = file_state(file)
    os.utime(file, ns=(1, 1))
    touched = file_state(file, first)
    assert touched.changed != first.changed
    assert touched.holds_the_same(first)
    file.write_text("two")
    os.utime(file, ns=(2, 2))
    assert not file_state(file, touched).holds_the_same(touched)
    file.unlink()
    assert not file_state(file).holds_the_same(first)


def test_a_large_file_is_judged_by_size_and_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_HASHED", 2)
    file = tmp_path / "a"
    file.write_text("one")
    first = file_state(file)
    assert first == quick_state(file)
    assert first.holds_the_same(file_state(file))
    os.utime(file, ns=(1, 1))
    assert not file_state(file).holds_the_same(first)
