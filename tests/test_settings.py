from __future__ import annotations

import os
from pathlib import Path

import pytest

from ctxlab import paths
from ctxlab.errors import SaveError
from ctxlab.settings import (
    FILE,
    KEEP_BUILDS,
    MOST_RECENT,
    RunsSettings,
    Settings,
    Theme,
    UiLanguage,
    load_settings,
    save_settings,
)

SCHEMA = 'schema = "ctxlab.settings/1"\n'


def file() -> Path:
    return paths.config_dir() / FILE


def write(content: bytes) -> None:
    file().parent.mkdir(parents=True, exist_ok=True)
    file().write_bytes(content)


def test_without_a_file_the_defaults_hold_and_nothing_is_written() -> None:
    loaded = load_settings({})
    assert loaded.stored == loaded.effective == Settings()
    assert loaded.problems == ()
    assert not file().exists()


def test_what_is_saved_is_loaded() -> None:
    settings = Settings(language=UiLanguage.CHINESE, theme=Theme.DARK, last_profile="gssc", first_start=False)
    settings = settings.with_recent("a.json").with_recent("旅行.json")
    save_settings(settings)
    assert load_settings({}).stored == settings
    assert load_settings({}).stored.recent_files == ("旅行.json", "a.json")


def test_recording_is_on_and_how_many_builds_are_kept_is_a_number() -> None:
    assert (Settings().runs.record, Settings().runs.keep) == (True, KEEP_BUILDS)
    write((SCHEMA + "[runs]\nrecord = false\nkeep = 50\n").encode())
    assert load_settings({}).stored.runs == RunsSettings(record=False, keep=50)
    save_settings(Settings(runs=RunsSettings(keep=7)))
    assert load_settings({}).stored.runs == RunsSettings(keep=7)
    for wrong in ("keep = 0", "keep = true", 'record = "no"', "keeps = 1"):
        write((SCHEMA + f"[runs]\n{wrong}\n").encode())
        assert load_settings({}).stored == Settings()


def test_recent_files_are_few_and_each_stands_once() -> None:
    settings = Settings()
    for i in range(MOST_RECENT + 5):
        settings = settings.with_recent(f"{i}.json")
    settings = settings.with_recent("10.json")
    assert len(settings.recent_files) == MOST_RECENT
    assert settings.recent_files[0] == "10.json"
    assert settings.recent_files.count("10.json") == 1


def test_the_environment_goes_over_the_file_and_is_never_written() -> None:
    save_settings(Settings(theme=Theme.LIGHT))
    loaded = load_settings(
        {"CTXLAB_THEME": "dark", "CTXLAB_LANGUAGE": "zh", "CTXLAB_LAST_PROFILE": "mine.toml"}
    )
    assert loaded.effective == Settings(
        theme=Theme.DARK, language=UiLanguage.CHINESE, last_profile="mine.toml"
    )
    assert loaded.stored == Settings(theme=Theme.LIGHT)
    odd = load_settings({"CTXLAB_THEME": "purple"})
    assert odd.effective.theme is Theme.LIGHT
    assert "CTXLAB_THEME" in odd.problems[0]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 640,
        b"[broken",
        b"\xff\xfe",
        SCHEMA.encode() + b'theme = "purple"\n',
        SCHEMA.encode() + b'thme = "dark"\n',
        SCHEMA.encode() + b'first_start = "false"\n',
        b'schema = "ctxlab.settings/2"\n',
        b'theme = "dark"\n',
        b"x = " + b"[" * 5000,
    ],
)
def test_a_bad_file_is_set_aside_and_said(content: bytes) -> None:
    # B179: it is neither half applied nor overwritten.
    write(content)
    loaded = load_settings({})
    assert loaded.stored == Settings()
    assert f"{FILE}.bad" in loaded.problems[0]
    assert (file().parent / f"{FILE}.bad").read_bytes() == content
    save_settings(Settings(theme=Theme.DARK))
    assert load_settings({}).stored.theme is Theme.DARK
    assert (file().parent / f"{FILE}.bad").read_bytes() == content


def test_a_file_that_went_bad_after_the_start_is_not_overwritten() -> None:
    save_settings(Settings())
    write(b"[broken")
    save_settings(Settings(theme=Theme.DARK))
    assert (file().parent / f"{FILE}.bad").read_bytes() == b"[broken"
    assert load_settings({}).stored.theme is Theme.DARK


def test_a_save_that_fails_leaves_the_old_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    save_settings(Settings(theme=Theme.DARK))

    def refusing(_source: object, _target: object) -> None:
        raise PermissionError(13, "the file is in use")

    monkeypatch.setattr(os, "replace", refusing)
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    with pytest.raises(SaveError, match="in use"):
        save_settings(Settings(theme=Theme.LIGHT))
    assert load_settings({}).stored.theme is Theme.DARK


def test_a_byte_order_mark_is_no_fault() -> None:
    write(b"\xef\xbb\xbf" + (SCHEMA + 'theme = "dark"\n').encode())
    loaded = load_settings({})
    assert (loaded.stored.theme, loaded.problems) == (Theme.DARK, ())
