"""Claims: two windows on one file hear of each other; dead ones are forgotten."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ctxlab.store.claims import Claims, Owner


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "open"


def test_the_first_hears_of_nobody_the_second_of_the_first_and_then_both(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    first, second = Claims(root), Claims(root)
    before = time.time()
    assert first.claim(file) is None
    owner = second.claim(file)
    assert owner is not None
    assert before <= owner.since <= time.time()
    assert len(first.others(file)) == 1
    first.close()
    assert second.others(file) == ()


def test_only_the_same_file_counts_however_it_is_reached(root: Path, tmp_path: Path) -> None:
    file, link = tmp_path / "small.toml", tmp_path / "link.toml"
    file.write_text("x")
    link.symlink_to(file)
    first, second = Claims(root), Claims(root)
    first.claim(file)
    assert second.claim(tmp_path / "other.toml") is None
    assert second.claim(link) is not None
    first.close()
    second.close()


def test_claims_are_counted(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    first, second = Claims(root), Claims(root)
    first.claim(file)
    first.claim(file)
    first.release(file)
    assert second.others(file) != ()
    first.release(file)
    first.release(file)
    assert second.others(file) == ()
    first.claim(file)
    assert len(second.others(file)) == 1
    first.close()


def test_what_a_dead_window_left_is_taken_away(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    first = Claims(root)
    first.claim(file)
    (mine,) = root.iterdir()
    left = root / "dead.held"
    left.write_bytes(mine.read_bytes())
    second = Claims(root)
    assert second.claim(file) is not None
    assert not left.exists()
    second.close()
    assert first.others(file) == ()
    first.close()


def test_the_longest_comes_first_and_a_half_written_line_is_none(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    windows = [Claims(root) for _ in range(3)]
    for one in windows:
        one.claim(file)
    owners = windows[2].others(file)
    assert len(owners) == 2
    assert list(owners) == sorted(owners)
    assert all(isinstance(one, Owner) for one in owners)
    for one in windows:
        one.close()


def test_the_files_that_others_have_too_are_told_together(root: Path, tmp_path: Path) -> None:
    first, second, third = Claims(root), Claims(root), Claims(root)
    for claims, names in ((first, "ab"), (second, "bc"), (third, "bcd")):
        for name in names:
            claims.claim(tmp_path / name)
    assert set(first.shared()) == {tmp_path / "b"}
    assert first.shared()[tmp_path / "b"] == min(first.others(tmp_path / "b"))
    assert set(third.shared()) == {tmp_path / "b", tmp_path / "c"}
    third.release(tmp_path / "b")
    assert set(third.shared()) == {tmp_path / "c"}
    for claims in (first, second):
        claims.close()
    assert third.shared() == {}
    third.close()


def test_nothing_is_claimed_where_nothing_can_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    claims = Claims(blocked / "open")
    with pytest.raises(OSError):
        claims.claim(tmp_path / "small.toml")
    assert claims.others(tmp_path / "small.toml") == ()
    claims.close()
