"""Pictures: made of the run on final counts, of the size and theme that were asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import write_profile, write_talk
from helpers.cli import process
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from ctxlab.errors import CtxlabError, FormatError, ProfileError, RequestError, SaveError
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.budget_columns import MORE
from ctxlab.gui.models.diff_choices import BeforeKind
from ctxlab.gui.screenshot import ScreenshotError, View, shoot, wait_for_run
from ctxlab.gui.theme.palette import DARK, LIGHT
from ctxlab.lab import Lab
from ctxlab.model.items import Row
from ctxlab.model.pose import Pose
from ctxlab.model.solution import Solution
from ctxlab.model.sweep import Sweep

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


def test_a_picture_waits_for_all_that_is_worked_out_beside_the_run(qtbot: QtBot, tmp_path: Path) -> None:
    told: list[tuple[bool, int, int]] = []

    def look(window: MainWindow) -> None:
        wait_for_run(window)
        ticks = window.views.budget.budget.ticks(Row.HISTORY)
        told.append((ticks.after(0) is not None, len(window.advisor.advice.remedies), lost(window)))

    def lost(window: MainWindow) -> int:
        return window.presenter.requests.first_lost() or 0

    trip = str(SAMPLES / "trip-hangzhou.ctx.json")
    shoot(
        trip,
        str(tmp_path / "shot.png"),
        profile=str(SAMPLES / "travel-agent.toml"),
        request=31,
        pose=Pose(item="i8", tab="sensitivity", row="history"),
        prepare=look,
    )
    ((ticked, remedies, first),) = told
    assert ticked
    assert remedies
    # turn 13 begins with request 24
    assert first == 24


def test_the_window_stands_as_the_pose_says(qtbot: QtBot, tmp_path: Path) -> None:
    seen: list[object] = []

    def look(window: MainWindow) -> None:
        views, document = window.views, window.workspace.active
        assert document is not None
        seen.extend(
            [
                window.pages.currentWidget() is window.investigate_page,
                window.page.details.currentWidget() is views.wire,
                views.panes.arrangement(),
                views.diff.mode,
                views.panes.filter_bar.field.text(),
                window.presenter.chosen,
                views.budget.budget.unfolded,
                views.budget.layout_state()["columns"] == [one.name.lower() for one in MORE],
                document.before.kind,
                window.palette_box.isVisible(),
                window.palette_box.field.text(),
            ]
        )

    shoot(
        str(write_talk(tmp_path)),
        str(tmp_path / "shot.png"),
        profile=str(write_profile(tmp_path)),
        pose=Pose(
            page="investigate",
            tab="messages",
            arrangement="own",
            mode="unified",
            item="i2",
            before="unmanaged",
            filter="fate:dropped",
            palette="save",
            unfold=True,
            columns=True,
        ),
        prepare=look,
    )
    assert seen == [
        True,
        True,
        "own",
        "unified",
        "fate:dropped",
        "i2",
        True,
        True,
        BeforeKind.UNMANAGED,
        True,
        "save",
    ]


@pytest.mark.parametrize(
    ("before", "kind"),
    [("saved", BeforeKind.SAVED), ("1", BeforeKind.REQUEST), ("gssc", BeforeKind.PROFILE)],
)
def test_every_before_can_be_pictured(qtbot: QtBot, tmp_path: Path, before: str, kind: BeforeKind) -> None:
    seen: list[BeforeKind] = []

    def look(window: MainWindow) -> None:
        document = window.workspace.active
        assert document is not None
        assert document.run is not None
        seen.append(document.run.request.before.kind)

    talk, out = str(write_talk(tmp_path)), str(tmp_path / "shot.png")
    shoot(talk, out, pose=Pose(before=before), prepare=look)
    assert seen == [kind]


@pytest.mark.parametrize(
    ("pose", "error"),
    [
        (Pose(item="i99"), RequestError),
        (Pose(before="99"), RequestError),
        (Pose(before="sent"), RequestError),
        (Pose(before="no-such"), ProfileError),
    ],
)
def test_a_pose_that_cannot_be_had_is_an_error(
    qtbot: QtBot, tmp_path: Path, pose: Pose, error: type[CtxlabError]
) -> None:
    with pytest.raises(error):
        shoot(str(write_talk(tmp_path)), str(tmp_path / "shot.png"), pose=pose)
    assert not (tmp_path / "shot.png").exists()


def test_an_empty_window_and_one_on_several_files(qtbot: QtBot, tmp_path: Path) -> None:
    seen: list[tuple[int, str, int]] = []

    def look(window: MainWindow) -> None:
        active = window.workspace.active
        name = window.workspace.title(active) if active else ""
        request = active.snapshot.request.index if active else 0
        seen.append((len(window.workspace.documents), name, request))

    shoot([], str(tmp_path / "empty.png"), prepare=look)
    (tmp_path / "more").mkdir()
    files = [write_talk(tmp_path), write_talk(tmp_path / "more", name="other.json"), tmp_path / "more"]
    shoot([str(file) for file in files], str(tmp_path / "many.png"), prepare=look)
    transcript = DATA / "with-tool-results.redacted.jsonl"
    (tmp_path / "more" / transcript.name).write_bytes(transcript.read_bytes())
    shoot(str(tmp_path / "more"), str(tmp_path / "folder.png"), request=1, prepare=look)
    assert seen == [(0, "", 0), (2, "talk", 1), (2, "other", 1)]
    assert QImage(str(tmp_path / "empty.png")).width() == QImage(str(tmp_path / "many.png")).width() == 1280


def test_a_picture_at_twice_the_scale_has_four_times_the_pixels(tmp_path: Path) -> None:
    out = tmp_path / "shot.png"
    words = ("--size", "1000x640", "--scale", "2", "--page", "investigate", "--lang", "zh")
    done = process("screenshot", write_talk(tmp_path), "-o", out, *words)
    assert done.code == 0, done.err
    picture = QImage(str(out))
    assert (picture.width(), picture.height()) == (2000, 1280)


def test_the_scale_of_a_running_application_stays(qtbot: QtBot, tmp_path: Path) -> None:
    with pytest.raises(ScreenshotError, match="scale"):
        shoot(str(write_talk(tmp_path)), str(tmp_path / "shot.png"), scale=2)


def test_another_arrangement_keeps_the_item_in_focus(qtbot: QtBot, tmp_path: Path) -> None:
    seen: list[str] = []

    def look(window: MainWindow) -> None:
        window.views.panes.tables[0].setFocus()
        seen.append(window.presenter.chosen)
        for name in ("own", "aligned"):
            window.views.panes.set_arrangement(name)
            seen.append(window.presenter.chosen)

    talk, profile = str(write_talk(tmp_path)), str(write_profile(tmp_path))
    shoot(talk, str(tmp_path / "shot.png"), profile=profile, pose=Pose(item="i4"), prepare=look)
    assert seen == ["i4", "i4", "i4"]


def test_a_picture_waits_for_a_sweep_and_for_a_solution(qtbot: QtBot, tmp_path: Path) -> None:
    seen: list[object] = []

    def look(window: MainWindow) -> None:
        results, solve = window.views.sweep.results, window.casework.solve
        window.casework.sweep.runner.ended.connect(lambda error: seen.append((error, results.sweep)))
        solve.runner.ended.connect(lambda error: seen.append((error, window.views.solve.solution)))
        seen.append(window.pages.currentWidget() is window.pages.sweep)

    settings = ("budget.history.cap=40:60:20", "budget.recent.cap=500,1000")
    shoot(
        str(write_talk(tmp_path)),
        str(tmp_path / "shot.png"),
        profile=str(write_profile(tmp_path)),
        pose=Pose(page="solve", sweep=settings, grid=True, solve=True),
        prepare=look,
    )
    turned, *ended = seen
    assert turned
    assert len(ended) == 2
    kinds = {type(found): found for error, found in ended if error is None}
    sweep = kinds[Sweep]
    assert sweep.whole
    assert [one.settings for one in sweep.variants] == [
        (("budget.history.cap", history), ("budget.recent.cap", recent))
        for history in ("40", "60")
        for recent in ("500", "1000")
    ]
    assert kinds[Solution].places == sweep.places


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("budget.histry.cap=1,2", "budget.history.cap"),
        ("WRONG=1", "WRONG"),
        ("budget.history.cap", "KEY=VALUES"),
        ("budget.history.cap=4:1:1", "empty range"),
        ("window.model=a,b", "window.model holds no number"),
        ("budget.history.cap=none", "whole numbers only"),
    ],
)
def test_a_setting_that_cannot_be_swept_is_refused(tmp_path: Path, setting: str, told: str) -> None:
    out = tmp_path / "shot.png"
    done = process("screenshot", write_talk(tmp_path), "-o", out, "--sweep", setting)
    assert (done.code, out.exists()) == (2, False)
    assert told in done.err


def test_a_mistake_in_a_reader_ends_the_picture(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_lab: Lab, _path: object, *, format: str | None = None) -> object:
        raise KeyError("role")

    monkeypatch.setattr(Lab, "open_all", broken)
    with pytest.raises(ScreenshotError, match="KeyError: 'role'"):
        shoot(str(write_talk(tmp_path)), str(tmp_path / "x.png"))
