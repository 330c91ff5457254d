"""Opening files beside the window: the outcome, the order, and closing meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, write_profile, write_talk
from pytestqt.qtbot import QtBot

from ctxlab.gui.loader import Loader, Opened, Refused, Wish, file_of
from ctxlab.lab import Counters


@pytest.fixture
def loader(qtbot: QtBot) -> Iterator[Loader]:
    made = Loader(Counters(store=False))
    yield made
    made.close()


def test_a_file_is_opened_under_its_own_profile_or_the_one_named(
    qtbot: QtBot, loader: Loader, tmp_path: Path
) -> None:
    talk = write_talk(tmp_path)
    found: list[Opened] = []
    loader.opened.connect(found.extend)
    loader.load(Wish(talk))
    loader.load(Wish(talk, "gssc"))
    loader.load(Wish(talk, str(write_profile(tmp_path))))
    qtbot.waitUntil(lambda: len(found) == 3, timeout=PATIENCE_MS)
    assert [one.profile.name for one in found] == ["as-recorded", "gssc", "small"]
    assert [one.profile_file for one in found] == [None, None, tmp_path / "small.toml"]
    assert not loader.busy


def test_all_sessions_of_a_file_come_at_once(qtbot: QtBot, loader: Loader) -> None:
    path = Path(__file__).parents[1] / "data" / "formats" / "01_openai_chat" / "openai_example_batch.jsonl"
    with qtbot.waitSignal(loader.opened, timeout=PATIENCE_MS) as opened:
        loader.load(Wish(path))
    found = opened.args[0]
    assert [one.place for one in found] == list(range(len(found)))
    assert {one.count for one in found} == {len(found)}


def test_a_file_that_cannot_be_opened_is_refused_and_the_next_one_comes(
    qtbot: QtBot, loader: Loader, tmp_path: Path
) -> None:
    told: list[object] = []
    loader.refused.connect(told.append)
    loader.opened.connect(lambda _found: told.append("opened"))
    names: list[str] = []
    loader.busy_changed.connect(names.append)
    loader.load(Wish(tmp_path / "missing.json"))
    loader.load(Wish(write_talk(tmp_path)))
    qtbot.waitUntil(lambda: len(told) == 2, timeout=PATIENCE_MS)
    assert isinstance(told[0], Refused)
    assert "no such file" in str(told[0].error)
    assert told[1] == "opened"
    assert names == ["missing.json", "missing.json", "talk.json", ""]


def test_nothing_comes_after_closing(qtbot: QtBot, tmp_path: Path) -> None:
    loader = Loader(Counters(store=False))
    told: list[object] = []
    loader.opened.connect(told.append)
    loader.load(Wish(write_talk(tmp_path)))
    loader.close()
    loader.load(Wish(write_talk(tmp_path)))
    qtbot.wait(20)
    assert told == []


def test_a_built_in_profile_has_no_file() -> None:
    assert file_of("gssc") is None
    assert file_of("") is None
    assert file_of("my.toml") == Path("my.toml")
