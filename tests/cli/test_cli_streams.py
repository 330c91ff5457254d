"""Where the answer goes: a reader that leaves, a full disk, a profile with thousands of mistakes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.cli import ctxlab

posix = pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices of POSIX")


def _into(stdout: int, *words: object) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "ctxlab", *(str(word) for word in words)],
        stdout=stdout,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    return done.returncode, done.stderr


@posix
@pytest.mark.parametrize("words", [("run",), ("run", "--json", "--gate"), ("check",), ("convert",)])
def test_a_reader_that_leaves_is_no_verdict(words: tuple[str, ...], trip: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        code, said = _into(writing, *words, trip)
    finally:
        os.close(writing)
    # 1 would say: does not hold.
    assert code == 141
    assert "Traceback" not in said
    assert "fault" not in said


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is full")
@pytest.mark.parametrize("words", [("run",), ("run", "--json"), ("convert",)])
def test_a_full_disk_is_told_in_one_line(words: tuple[str, ...], trip: Path) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        code, said = _into(full.fileno(), *words, trip)
    assert code == 2
    assert "ctxlab: the output: No space left on device" in said.splitlines()


def test_of_thousands_of_mistakes_the_first_are_told(trip: Path, tmp_path: Path) -> None:
    profile = tmp_path / "many.toml"
    wrong = "".join(f"wrong{i} = 1\n" for i in range(3000))
    profile.write_text(f'schema = "ctxlab.profile/1"\n{wrong}', encoding="utf-8")
    answer = ctxlab("run", trip, "--profile", profile)
    assert answer.code == 2
    lines = answer.err.splitlines()
    assert lines[0] == "ctxlab: many.toml: 3000 problems:"
    assert "line 2, wrong0" in lines[1]
    # One line says how many there are, 19 name one, and one counts the rest.
    assert lines[-1] == "  … and 2,981 more"
    assert len(lines) == 21


@pytest.mark.parametrize("name", [".", ""])
def test_a_folder_is_named(name: str) -> None:
    answer = ctxlab("run", name)
    assert answer.code == 2
    assert answer.err == "ctxlab: .: it is a folder, not a file\n"


def test_the_answer_names_the_file_that_was_opened(trip: Path) -> None:
    copy = trip.with_name("copy.ctx.json")
    assert ctxlab("convert", trip, "-o", copy).code == 0
    assert ctxlab("run", copy).out.startswith("copy.ctx.json · trip · ")
