"""A sweep that is killed goes on where it stood: real processes, a real SIGKILL, the user's own store."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from helpers.sweeps import NEWEST, write_corpus

from ctxlab.batch.corpus import corpus_of
from ctxlab.batch.grid import variants
from ctxlab.batch.sweep import sweep
from ctxlab.model.sweep import Sweep
from ctxlab.profiles.load import load_profile

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

CAPS = "budget.history.cap=100:490:10"

#: Sweeps a folder under a profile, and tells after each step how many outcomes there are.
PROGRAM = """\
import sys
from pathlib import Path
from ctxlab.batch.corpus import corpus_of
from ctxlab.batch.grid import variants
from ctxlab.batch.sweep import sweep
from ctxlab.profiles.load import load_profile

folder, profile, caps = sys.argv[1:]
places = corpus_of([Path(folder)]).places
for step in sweep(places, variants(load_profile(profile), [caps]), workers=2):
    print(step.done, flush=True)
"""


@pytest.fixture
def asked(tmp_path: Path) -> tuple[Path, Path]:
    """Eight sessions and a profile, for 40 variants: 320 contexts."""
    profile = tmp_path / "newest.toml"
    profile.write_text(NEWEST, "utf-8")
    return write_corpus(tmp_path / "c", 8), profile


def broken_off(asked: tuple[Path, Path], sign: int) -> tuple[int, int, str]:
    """Breaks a sweep off after its third step: outcomes told by then, exit code, what was said on stderr."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *map(str, asked), CAPS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as run:
        assert run.stdout is not None
        done = [int(run.stdout.readline()) for _ in range(3)][-1]
        if sign == signal.SIGINT:
            # as a terminal does: every process of the group hears it
            os.killpg(run.pid, sign)
        else:
            run.send_signal(sign)
        _, err = run.communicate(timeout=60)
    return done, run.returncode, err


def swept(asked: tuple[Path, Path], **more: Any) -> Sweep:
    """The same sweep to its end, in threads of this process."""
    folder, profile = asked
    with ThreadPoolExecutor(2) as pool:
        *_, last = sweep(
            corpus_of([folder]).places, variants(load_profile(profile), [CAPS]), executor=pool, **more
        )
    assert last.whole
    return last


def test_a_killed_sweep_goes_on_and_gives_the_table_of_an_undisturbed_one(asked: tuple[Path, Path]) -> None:
    undisturbed = swept(asked, store=False)
    assert undisturbed.builds == 320
    done, code, _ = broken_off(asked, signal.SIGKILL)
    assert code == -signal.SIGKILL
    assert 0 < done < 320
    resumed = swept(asked)
    assert resumed.found >= done
    assert resumed.builds == 320 - resumed.found
    assert resumed.outcomes == undisturbed.outcomes
    assert resumed.figures == undisturbed.figures


def test_ctrl_c_ends_it_without_a_word_from_its_workers_and_what_was_made_is_kept(
    asked: tuple[Path, Path],
) -> None:
    done, code, err = broken_off(asked, signal.SIGINT)
    assert code != 0
    assert err.count("Traceback") == 1, err
    assert err.strip().endswith("KeyboardInterrupt")
    assert swept(asked).found >= done > 0


def test_a_worker_that_is_killed_is_replaced_and_nothing_is_lacking(asked: tuple[Path, Path]) -> None:
    expected = swept(asked, store=False)
    places = corpus_of([asked[0]]).places
    killed = False
    for step in sweep(places, expected.variants, workers=1, store=False):
        if step.done and not killed:
            killed = True
            for child in children(os.getpid()):
                os.kill(child, signal.SIGKILL)
    assert killed
    assert step.outcomes == expected.outcomes


def children(process: int) -> list[int]:
    """The worker processes of a process."""
    listed = subprocess.run(
        ["ps", "--ppid", str(process), "-o", "pid=,args="], capture_output=True, text=True, check=True
    )
    return [int(line.split()[0]) for line in listed.stdout.splitlines() if "spawn_main" in line]
