"""A window that is killed at a random moment loses no accepted edit.

`CTXLAB_KILLS=200` asks for so many kills; a few are made by default.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

from gui import killed_window
from gui.gui_helpers import write_profile, write_talk
from gui.killed_window import state_hash

from ctxlab.formats.marks_file import marks_path, read_sidecar
from ctxlab.formats.recovery import Recovery
from ctxlab.model.marks import Marks
from ctxlab.profiles import load_profile

KILLS = int(os.environ.get("CTXLAB_KILLS", "5"))

#: A kill comes after at most so many accepted edits.
MOST_EDITS = 120


def _run_and_kill(folder: Path, chance: random.Random) -> list[str]:
    """What a window said until it was killed, in whole lines."""
    seed, edits = str(chance.randrange(10**6)), chance.randrange(2, MOST_EDITS)
    script = Path(killed_window.__file__)
    environment = {
        **os.environ,
        "CTXLAB_DATA_DIR": str(folder / "data"),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    command = [sys.executable, str(script), str(folder / "talk.json"), str(folder / "small.toml"), seed]
    lines: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as child:
        assert child.stdout is not None
        while edits and (line := child.stdout.readline()):
            lines.append(line.decode())
            edits -= lines[-1].startswith("done")
        # it goes on meanwhile: the moment is any
        child.kill()
        lines += [line.decode() for line in child.stdout.readlines()]
    assert not edits, "it ended by itself"
    return [line.strip() for line in lines if line.endswith("\n")]


def _recovered(folder: Path) -> tuple[str, bool]:
    """The state that the next start has after restoring, and whether anything was to be restored."""
    recovery = Recovery(folder / "data" / "journal")
    found = recovery.found()
    assert recovery.unreadable == []
    recovery.close()
    if found:
        (one,) = found
        return state_hash(one.last.state.profile, one.last.state.marks), True
    marks = read_sidecar(marks_path(folder / "talk.json")).marks.get(0, Marks())
    return state_hash(load_profile(folder / "small.toml"), marks), False


def test_no_accepted_edit_is_lost_whenever_the_window_is_killed(tmp_path: Path) -> None:
    chance = random.Random(os.environ.get("CTXLAB_KILLS_SEED", "1"))
    accepted = restored = 0
    for at in range(KILLS):
        folder = tmp_path / str(at)
        folder.mkdir()
        write_talk(folder)
        write_profile(folder)
        said = _run_and_kill(folder, chance)
        last = max(n for n, line in enumerate(said) if line.startswith("done"))
        state, was_unsaved = _recovered(folder)
        assert state in [line.split()[1] for line in said[last:]], (at, said[-20:])
        accepted += sum(line.startswith("done") for line in said)
        restored += was_unsaved
    print(f"{KILLS} kills, {accepted} accepted edits, {restored} times something to restore")  # noqa: T201
    # else nothing was put to the test
    assert restored > KILLS // 2
