"""Opening files beside the window: the outcome, the order, and closing meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Timer, current_thread

import pytest
from gui.gui_helpers import PATIENCE_MS, write_profile, write_talk
from pytestqt.qtbot import QtBot

from ctxlab.gui.loader import Haul, Loader, Opened, Refused, Wish, file_of
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


def test_many_files_come_in_batches_and_only_the_first_that_opens_is_to_be_shown(
    qtbot: QtBot, loader: Loader, tmp_path: Path
) -> None:
    files = [tmp_path / "missing.json", *(write_talk(tmp_path, name=f"{at}.json") for at in range(45))]
    batches: list[list[Opened]] = []
    hauls: list[Haul] = []
    refused: list[object] = []
    steps: list[tuple[int, int]] = []
    loader.opened.connect(batches.append)
    loader.hauled.connect(hauls.append)
    loader.refused.connect(refused.append)
    loader.progressed.connect(lambda done, total: steps.append((done, total)))
    loader.load_many(files, "gssc")
    qtbot.waitUntil(lambda: not loader.busy, timeout=PATIENCE_MS)
    found = [one for batch in batches for one in batch]
    assert [one.wish.file for one in found] == files[1:]
    assert [one.wish.show for one in found] == [True] + [False] * 44
    assert len(batches[0]) == 1
    assert max(map(len, batches)) <= 20
    assert len({id(one.profile) for one in found}) == 1
    assert (hauls[0].files, hauls[0].sessions, len(hauls[0].skipped)) == (45, 45, 1)
    assert refused == []
    assert steps[0] == (0, 46)
    assert steps[-1] == (45, 46)


def test_a_bad_profile_opens_none_of_many(qtbot: QtBot, loader: Loader, tmp_path: Path) -> None:
    with qtbot.waitSignal(loader.refused, timeout=PATIENCE_MS) as refused:
        loader.load_many([write_talk(tmp_path), write_talk(tmp_path, name="b.json")], "no-such")
    assert "no-such" in str(refused.args[0].error)
    assert not loader.busy


def test_stopping_gives_up_what_was_not_read(
    qtbot: QtBot, loader: Loader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [write_talk(tmp_path, name=f"{at}.json") for at in range(10)]
    inside, go = Event(), Event()
    read = loader._lab.open_all

    def slow(path: Path, *, format: str | None = None) -> object:
        inside.set()
        go.wait(20)
        return read(path, format=format)

    monkeypatch.setattr(loader._lab, "open_all", slow)
    found: list[Opened] = []
    loader.opened.connect(found.extend)
    loader.load_many(files)
    loader.load(Wish(files[0]))
    assert inside.wait(20)
    loader.stop()
    go.set()
    qtbot.waitUntil(lambda: not loader.busy, timeout=PATIENCE_MS)
    assert [one.wish.file for one in found] == files[:1]


def test_closing_waits_for_the_file_under_way_only(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loader = Loader(Counters(store=False))
    read: list[Path] = []
    inside, go = Event(), Event()
    open_all = loader._lab.open_all

    def slow(path: Path, *, format: str | None = None) -> object:
        read.append(path)
        inside.set()
        go.wait(20)
        return open_all(path, format=format)

    monkeypatch.setattr(loader._lab, "open_all", slow)
    loader.load_many([write_talk(tmp_path, name=f"{at}.json") for at in range(10)])
    assert inside.wait(20)
    Timer(0.05, go.set).start()
    loader.close()
    assert len(read) == 1


def test_a_file_that_is_made_first_is_made_on_the_thread(
    qtbot: QtBot, loader: Loader, tmp_path: Path
) -> None:
    threads: list[str] = []

    def make() -> Path:
        threads.append(current_thread().name)
        return write_talk(tmp_path)

    with qtbot.waitSignal(loader.opened, timeout=PATIENCE_MS) as opened:
        loader.load_made("clipboard", make)
    assert opened.args[0][0].wish.file == tmp_path / "talk.json"
    assert threads[0].startswith("ctxlab-load")


def test_a_mistake_in_a_reader_takes_away_its_own_file_only(
    qtbot: QtBot, loader: Loader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [write_talk(tmp_path, name=f"{at}.json") for at in range(3)]
    read = loader._lab.open_all

    def broken(path: Path, *, format: str | None = None) -> object:
        if path == files[1]:
            raise KeyError("role")
        return read(path, format=format)

    monkeypatch.setattr(loader._lab, "open_all", broken)
    with qtbot.waitSignal(loader.hauled, timeout=PATIENCE_MS) as hauled:
        loader.load_many(files)
    haul = hauled.args[0]
    assert haul.sessions == 2
    assert [str(one.error) for one in haul.skipped] == ["ctxlab itself made a mistake: KeyError: 'role'"]


def test_what_a_folder_holds_besides_sessions_is_named(qtbot: QtBot, loader: Loader, tmp_path: Path) -> None:
    write_talk(tmp_path)
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")
    with qtbot.waitSignal(loader.hauled, timeout=PATIENCE_MS) as hauled:
        loader.load_many([tmp_path])
    assert hauled.args[0].passed_over == ("notes.txt",)
