"""`ctxlab profiles set`: settings change, comments stay, and what came with ctxlab is left alone."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from helpers.cli import ctxlab

from ctxlab import profiles
from ctxlab.model.items import Row
from ctxlab.model.provenance import Provenance
from ctxlab.paths import resource

COMMENTED = """\
# how we run it
schema = "ctxlab.profile/1"
name = "own"

[window]
size = 9000  # what the provider says

[budget.history]
cap = 450  # measured
overflow = "stop"
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A profile with comments."""
    file = tmp_path / "own.toml"
    file.write_text(COMMENTED, encoding="utf-8")
    return file


def settings_of(file: Path) -> str:
    """The text of a profile's file up to its history."""
    return file.read_text(encoding="utf-8").partition("\n[[provenance]]")[0]


def history_of(file: Path) -> tuple[Provenance, ...]:
    """The entries of a profile's file."""
    return profiles.load_profile(file).provenance


def test_a_setting_changes_and_the_comments_stay(own: Path) -> None:
    answer = ctxlab("profiles", "set", own, "budget.history.cap=9,000", "window.size=64000")
    assert (answer.code, answer.err) == (0, f"wrote {own}\n")
    assert answer.out == "window.size: 9,000 → 64,000\nbudget.history.cap: 450 → 9,000\n"
    wanted = COMMENTED.replace("= 450", "= 9000").replace("= 9000  # what", "= 64000  # what")
    assert settings_of(own) == wanted


def test_what_changed_is_told_in_the_history(own: Path) -> None:
    ctxlab("profiles", "set", own, "budget.history.cap=9,000")
    ctxlab("profiles", "set", own, "budget.history.cap=400", "window.size=64000")
    told = [[(one.key, one.before, one.after) for one in entry.changes] for entry in history_of(own)]
    assert told == [
        [("budget.history.cap", 450, 9000)],
        [("window.size", 9000, 64000), ("budget.history.cap", 9000, 400)],
    ]
    assert {entry.by for entry in history_of(own)} == {"edit"}


def test_rules_that_are_added_are_told_in_the_history(own: Path) -> None:
    assert ctxlab("profiles", "rules", own, "--add", "regex='^<a>', source=\"agent_note\"").code == 0
    (change,) = history_of(own)[0].changes
    assert (change.key, change.before) == ("gather.rule", None)


def test_a_setting_that_is_missing_is_added(own: Path) -> None:
    assert ctxlab("profiles", "set", own, "budget.tool_result.cap=70").code == 0
    text = own.read_text(encoding="utf-8")
    assert text.startswith(COMMENTED)
    assert len(history_of(own)) == 1
    assert tomllib.loads(text)["budget"]["tool_result"]["cap"] == 70


def test_a_setting_that_may_be_absent_is_cleared(own: Path) -> None:
    assert ctxlab("profiles", "set", own, "budget.history.cap=").out == "budget.history.cap: 450 → not set\n"
    assert profiles.load_profile(own).row(Row.HISTORY).cap is None


def test_another_file_takes_the_comments_over(own: Path, tmp_path: Path) -> None:
    out = tmp_path / "other.toml"
    assert ctxlab("profiles", "set", own, "budget.history.cap=500", "-o", out).code == 0
    assert own.read_text(encoding="utf-8") == COMMENTED
    assert settings_of(out) == COMMENTED.replace("450", "500").replace('"own"', '"other"')


def test_another_file_is_another_profile_unless_a_name_is_stated(own: Path, tmp_path: Path) -> None:
    named, again = tmp_path / "named.toml", tmp_path / "again.toml"
    answer = ctxlab("profiles", "set", own, "budget.history.cap=500", "name=mine", "-o", named)
    assert answer.out == "name: own → mine\nbudget.history.cap: 450 → 500\n"
    assert profiles.load_profile(named).name == "mine"
    # the file itself, named once more, keeps its name
    assert ctxlab("profiles", "set", named, "budget.history.cap=600", "-o", named).code == 0
    assert profiles.load_profile(named).name == "mine"
    assert ctxlab("profiles", "rules", own, "--add", "common", "-o", again).code == 0
    assert profiles.load_profile(again).name == "again"


def test_a_row_goes_back_to_what_is_published(own: Path, trip: Path) -> None:
    published = profiles.builtin("gssc-published-en").row(Row.HISTORY)
    assert ctxlab("profiles", "set", own, "budget.history=published").code == 0
    assert profiles.load_profile(own).row(Row.HISTORY) == published
    words = (
        "run",
        trip,
        "--profile",
        own,
        "--set",
        "budget.history.cap=1",
        "--set",
        "budget.history=published",
    )
    rows = ctxlab(*words).out.splitlines()
    assert [line.split()[1] for line in rows if line.startswith("history")] == [f"{published.cap:,}"]


def test_a_built_in_profile_is_changed_into_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused = ctxlab("profiles", "set", "gssc", "budget.history.cap=7")
    assert refused.code == 2
    assert "gssc came with ctxlab and stays as it is; -o names the file to write" in refused.err
    assert ctxlab("profiles", "set", "gssc", "budget.history.cap=7", "-o", "mine.toml").code == 0
    assert ctxlab("profiles", "diff", "gssc", "mine.toml").out.splitlines() == [
        "profile",
        "  name: gssc → mine",
        "history",
        "  may use 29,993 tokens less (30,000 → 7)",
    ]
    shipped = resource("profiles", "gssc.toml").read_text(encoding="utf-8")
    assert Path("mine.toml").read_text(encoding="utf-8").count("#") == shipped.count("#")


def test_what_changes_nothing_is_not_written(own: Path) -> None:
    before = own.stat().st_mtime_ns
    answer = ctxlab("profiles", "set", own, "budget.history.cap=450")
    assert (answer.code, answer.out, answer.err) == (0, "nothing changes\n", "")
    assert own.stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("budget.histroy.cap=1", "the nearest valid name is budget.history.cap"),
        ("budget.history.cap=much", "cannot be 'much'"),
        ("budget.history.cap", "a setting is KEY=VALUE"),
        ("budget.nothing=published", "budget.nothing"),
    ],
)
def test_an_impossible_setting_leaves_the_file(setting: str, told: str, own: Path) -> None:
    answer = ctxlab("profiles", "set", own, setting)
    assert answer.code == 2
    assert told in answer.err
    assert own.read_text(encoding="utf-8") == COMMENTED
