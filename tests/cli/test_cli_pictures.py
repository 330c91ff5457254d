"""The commands written down for pictures are ones that `screenshot` takes, and make what is shown."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers.tree import ROOT

from ctxlab.cli.main import run
from ctxlab.cli.state import Shot

PICTURES = ROOT / "resources" / "screenshots"
TEXT = (PICTURES / "README.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)

#: Stands where the command is, and writes down the words of each call.
SPY = '#!/bin/sh\nfor word in "$@"; do printf "%s\\n" "$word"; done >> calls\necho --- >> calls\n'


class _Window:
    """Stands where the window is, and remembers the pictures that it was asked for."""

    def __init__(self) -> None:
        self.shots: list[tuple[tuple[Path, ...], Shot]] = []

    def window(
        self,
        files: Sequence[str],
        *,
        smoke: bool,
        profile: str | None,
        request: int | None,
        language: str | None,
    ) -> int:
        raise AssertionError("no window was asked for")

    def shoot(self, files: Sequence[Path], shot: Shot) -> None:
        self.shots.append((tuple(files), shot))


def asked(block: str, folder: Path) -> list[tuple[tuple[Path, ...], Shot]]:
    """The pictures that a block of shell commands asks for."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash")
    spy = folder / ".venv" / "bin" / "ctxlab"
    spy.parent.mkdir(parents=True)
    spy.write_text(SPY, encoding="utf-8")
    spy.chmod(0o755)
    subprocess.run([bash, "-euc", block], cwd=folder, check=True, capture_output=True)
    window = _Window()
    for call in (folder / "calls").read_text(encoding="utf-8").split("---\n")[:-1]:
        assert run(call.splitlines(), gui=window) == 0
    return window.shots


def test_the_pictures_that_are_shown_are_the_ones_that_are_made(tmp_path: Path) -> None:
    shots = asked(BLOCKS[0], tmp_path)
    made = {shot.out.name for _, shot in shots}
    assert made == {path.name for path in PICTURES.glob("*.png")}
    assert made == set(re.findall(r"`([\w-]+\.png)`", TEXT))
    assert {shot.size for _, shot in shots} == {(1440, 900)}
    shown = re.findall(r"!\[[^]]*\]\(resources/screenshots/([\w.-]+)\)", README)
    assert shown
    assert set(shown) <= made


def test_every_page_and_state_is_looked_at_in_every_dress(tmp_path: Path) -> None:
    shots = asked(BLOCKS[1], tmp_path)
    assert len({shot.out for _, shot in shots}) == len(shots)
    dresses = {(shot.language, shot.theme, shot.size, shot.scale) for _, shot in shots}
    sizes = (((1280, 800), 1), ((1680, 1050), 1), ((1280, 800), 2))
    assert dresses == {
        (language, theme, *size) for language in ("en", "zh") for theme in ("light", "dark") for size in sizes
    }
    poses = [shot.pose for _, shot in shots]
    assert {pose.tab for pose in poses} == {"", "diff", "messages", "sensitivity"}
    assert {pose.page for pose in poses} == {"", "investigate", "runs", "compare"}
    assert {files for files, _ in shots} >= {(), (Path("sessions"),)}
