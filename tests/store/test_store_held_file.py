"""Held files: one holder at a time, and none once its process is gone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ctxlab.store.held_file import HeldFile

HOLD = """
import sys
from pathlib import Path
from ctxlab.store.held_file import HeldFile
held = HeldFile.create(Path(sys.argv[1]), b"mine")
print("held", flush=True)
sys.stdin.read()
"""


def test_a_held_file_can_be_read_but_not_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "one.held"
    held = HeldFile.create(path, b"first")
    held.append(b" second")
    assert path.read_bytes() == b"first second"
    assert HeldFile.adopt(path) is None
    with pytest.raises(FileExistsError):
        HeldFile.create(path)


def test_a_released_file_is_gone_or_left_for_others(tmp_path: Path) -> None:
    path = tmp_path / "one.held"
    held = HeldFile.create(path)
    held.release(remove=False)
    with pytest.raises(OSError, match="released"):
        held.append(b"x")
    again = HeldFile.adopt(path)
    assert again is not None
    again.release(remove=True)
    again.release(remove=True)
    assert not path.exists()
    assert HeldFile.adopt(path) is None


def test_the_file_of_a_killed_process_can_be_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "one.held"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"held\n"
        assert HeldFile.adopt(path) is None
        child.kill()
        child.wait()
    held = HeldFile.adopt(path)
    assert held is not None
    assert path.read_bytes() == b"mine"
    held.release()
