"""The window from the command line, in processes of its own: first paint, pictures, no display."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from helpers.cli import process
from helpers.tree import ROOT
from PySide6.QtGui import QImage

SAMPLE = ROOT / "sessions" / "trip-hangzhou.ctx.json"
NO_DISPLAY = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": ""}


def test_smoke_ends_well_after_the_first_paint() -> None:
    assert process("--smoke").code == 0
    assert process("--smoke", SAMPLE, "--profile", "gssc", "--request", 3).code == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_has_the_size_asked_for(theme: str, tmp_path: Path) -> None:
    out = tmp_path / "shot.png"
    answer = process("screenshot", SAMPLE, "-o", out, "--theme", theme, "--size", "1000x700")
    assert answer.code == 0
    image = QImage(str(out))
    assert (image.width(), image.height()) == (1000, 700)
    assert (image.pixelColor(500, 5).lightness() < 128) == (theme == "dark")


@pytest.mark.skipif(sys.platform != "linux", reason="displays are told by variables on Linux only")
def test_without_a_display_the_window_says_so_and_pictures_still_work(tmp_path: Path) -> None:
    answer = process(SAMPLE, **NO_DISPLAY)
    assert (answer.code, answer.err) == (2, "ctxlab: there is no display for the window\n")
    assert process("screenshot", SAMPLE, "-o", tmp_path / "x.png", **NO_DISPLAY).code == 0


def test_a_picture_of_a_broken_file_is_an_error(tmp_path: Path) -> None:
    broken, out = tmp_path / "broken.json", tmp_path / "x.png"
    broken.write_text("{", encoding="utf-8")
    answer = process("screenshot", broken, "-o", out)
    assert answer.code == 2
    assert "broken.json" in answer.err
    assert not out.exists()
