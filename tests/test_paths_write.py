from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from threading import Thread

import pytest

from ctxlab.errors import SaveError
from ctxlab.paths import check_writable, write_atomic


def test_text_is_written_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    write_atomic(path, "a\r\nb\n泊位\u2028")
    assert path.read_bytes() == "a\r\nb\n泊位\u2028".encode()


def test_half_a_character_is_written_as_a_replacement(tmp_path: Path) -> None:
    path = tmp_path / "x"
    write_atomic(path, "a\ud83db")
    assert path.read_text(encoding="utf-8") == "a\ufffdb"


@pytest.mark.skipif(sys.platform == "win32", reason="needs rights there")
def test_a_link_stays_a_link_and_its_target_keeps_its_permissions(tmp_path: Path) -> None:
    target, link = tmp_path / "real", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_atomic(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_folder_in_the_way_is_a_save_error(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    with pytest.raises(SaveError):
        write_atomic(tmp_path / "x", "text")
    assert [one.name for one in tmp_path.iterdir()] == ["x"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes there")
def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    """A file put in the place of a device, such as the one that swallows all, would break other programs."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_atomic(pipe, "all of it")
    reader.join(20)
    assert got == [b"all of it"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    write_atomic(os.devnull, "nothing")
    assert not Path(os.devnull).is_file()
    assert [one.name for one in tmp_path.iterdir()] == ["pipe"]


def test_whether_a_file_can_be_written_is_known_before(tmp_path: Path) -> None:
    file = tmp_path / "x"
    check_writable(file)
    assert list(tmp_path.iterdir()) == []
    file.write_text("old")
    check_writable(file)
    check_writable(os.devnull)
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("x", "old")]
    for bad in (tmp_path, tmp_path / "none" / "x", file / "x"):
        with pytest.raises(SaveError, match="cannot be written"):
            check_writable(bad)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs rights to be without")
def test_a_folder_that_may_not_be_written_to_is_known_before(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(SaveError, match="cannot be written"):
        check_writable(tmp_path / "x")
    tmp_path.chmod(0o700)
