"""Several programs that change the marks of one session at a time."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.tree import ROOT


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked there")
def test_marks_that_are_added_at_a_time_are_all_kept(tmp_path: Path) -> None:
    file = Path(shutil.copy(ROOT / "sessions" / "retention-q1.json", tmp_path / "talk.json"))
    command = [sys.executable, "-m", "ctxlab", "marks", "add", str(file), "--text"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    running = [
        subprocess.Popen([*command, f"word {at}"], env=environment, stderr=subprocess.PIPE) for at in range(6)
    ]
    for one in running:
        one.communicate(timeout=120)
    assert [one.returncode for one in running] == [0] * 6
    marks = json.loads((tmp_path / "talk.marks.json").read_text(encoding="utf-8"))
    assert {one["text"] for one in marks["must_keeps"]} == {f"word {at}" for at in range(6)}
    assert len({one["id"] for one in marks["must_keeps"]}) == 6
