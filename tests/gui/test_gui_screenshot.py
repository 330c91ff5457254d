"""Pictures: made of the run on final counts, of the size and theme that were asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import write_profile, write_talk
from helpers.cli import process
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from ctxlab.errors import FormatError, ProfileError, RequestError, SaveError
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.screenshot import View, shoot
from ctxlab.gui.theme.palette import DARK, LIGHT
from ctxlab.model.items import Row

DATA = Path(__file__).parents[1] / "data" / "formats" / "04_claude_code"
SAMPLES = Path(__file__).parents[2] / "sessions"


def colours(picture: QImage) -> set[str]:
    """Some colours of a picture."""
    return {picture.pixelColor(x, y).name() for x in range(0, picture.width(), 7) for y in range(0, 700, 7)}


@pytest.mark.parametrize(("theme", "ground"), [("light", LIGHT.base), ("dark", DARK.base)])
def test_a_picture_has_its_size_and_theme(qtbot: QtBot, tmp_path: Path, theme: str, ground: str) -> None:
    out = tmp_path / "shot.png"
    shoot(str(DATA / "with-tool-results.redacted.jsonl"), str(out), theme=theme, size=(1100, 720))
    picture = QImage(str(out))
    assert (picture.width(), picture.height()) == (1100, 720)
    assert ground in colours(picture)


def test_a_picture_shows_the_run_that_was_asked_for(qtbot: QtBot, tmp_path: Path) -> None:
    seen: list[tuple[bool, int, str]] = []

    def look(window: MainWindow) -> None:
        document = window.workspace.active
        assert document is not None
        assert document.run is not None
        seen.append((document.run.request.counted, document.run.trace.request, document.profile.name))
        window.views.budget.edit_requested.emit("history", "cap", 5)

    shoot(
        str(DATA / "with-tool-results.redacted.jsonl"),
        str(tmp_path / "shot.png"),
        profile=str(write_profile(tmp_path)),
        request=9,
        prepare=look,
    )
    assert seen == [(True, 9, "small")]
    assert "cap = 60" in (tmp_path / "small.toml").read_text(encoding="utf-8"), (
        "edits for a picture are not saved"
    )


def test_what_cannot_be_pictured_is_an_error(qtbot: QtBot, tmp_path: Path) -> None:
    talk, out = str(write_talk(tmp_path)), str(tmp_path / "shot.png")
    with pytest.raises(FormatError):
        shoot(str(tmp_path / "missing.json"), out)
    with pytest.raises(ProfileError):
        shoot(talk, out, profile="no-such-profile")
    with pytest.raises(RequestError):
        shoot(talk, out, request=99)
    with pytest.raises(SaveError):
        shoot(talk, str(tmp_path / "no" / "folder.png"))
    assert not (tmp_path / "shot.png").exists()


def test_the_command_writes_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "shot.png"
    done = process("screenshot", write_talk(tmp_path), "-o", out, "--theme", "dark", "--size", "900x600")
    assert done.code == 0, done.err
    assert QImage(str(out)).width() == 900


def test_a_picture_shows_the_turn_the_edits_and_the_language(qtbot: QtBot, tmp_path: Path) -> None:
    seen: list[tuple[int, int | None, bool, str]] = []

    def look(window: MainWindow) -> None:
        document = window.workspace.active
        assert document is not None
        assert document.run is not None
        cap = document.profile.row(Row.HISTORY).cap
        seen.append((document.run.trace.request, cap, document.profile_changed, window.language))

    shoot(
        str(SAMPLES / "trip-hangzhou.ctx.json"),
        str(tmp_path / "shot.png"),
        profile=str(SAMPLES / "travel-agent.toml"),
        view=View(turn=2),
        edit=lambda profile: profile.set("budget.history.cap", 2500),
        language="en",
        prepare=look,
    )
    # turn 2 has the requests 2 and 3
    assert seen == [(3, 2500, True, "en")]


def test_a_picture_of_a_session_that_is_not_there_is_an_error(qtbot: QtBot, tmp_path: Path) -> None:
    talk, out = str(write_talk(tmp_path)), str(tmp_path / "shot.png")
    with pytest.raises(RequestError):
        shoot(talk, out, view=View(session=2))
    with pytest.raises(RequestError):
        shoot(talk, out, view=View(chain="none"))
    with pytest.raises(FormatError):
        shoot(talk, out, view=View(format="no-such-format"))
