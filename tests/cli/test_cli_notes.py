"""What commands tell beside their answers."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from helpers.cli import ctxlab

from ctxlab.paths import sample_sessions


@pytest.mark.parametrize(
    "command",
    [
        ("run",),
        ("why", "budget"),
        ("survival",),
        ("survival", "--find"),
        ("marks",),
        ("report",),
        ("messages",),
        ("diff",),
        ("sensitivity", "history"),
        ("lint",),
        ("check",),
        ("convert",),
    ],
    ids=" ".join,
)
def test_every_command_says_that_the_marks_beside_a_session_are_damaged(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    """They would else judge by other marks, and nobody would know."""
    file = Path(shutil.copy(sample_sessions("trip-hangzhou.ctx.json"), tmp_path / "trip.ctx.json"))
    (tmp_path / "trip.marks.json").write_text("{")
    answer = ctxlab(command[0], file, *command[1:])
    assert "the marks could not be read" in answer.out + answer.err
