"""`ctxlab profiles diff` and `history`: what differs, over sessions too, and how a profile came about."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from helpers.chat import message
from helpers.cli import ctxlab

from ctxlab.model.profile import Profile
from ctxlab.model.profile_diff import differences
from ctxlab.model.provenance import SOLVE
from ctxlab.model.sweep import Place
from ctxlab.model.version import VERSION
from ctxlab.profiles import save_profile
from ctxlab.profiles.provenance import stamped

#: Counted by characters, so that the figures can be made by hand: 9 characters are 3 tokens.
WIDE = (
    Profile(name="wide")
    .set("tokens.encoding", "chars/3")
    .set("budget.history.overflow", "stop")
    .set("budget.history.order", "newest")
    .set("budget.recent.rounds", 0)
    .set("summarize.strategy", "none")
)
TIGHT = WIDE.set("name", "tight").set("budget.history.cap", 20).set("window.size", 1000)


def session(text: str, *, keep: str, later: int = 4) -> dict[str, Any]:
    """A talk in which something has to be kept, with so many words behind it."""
    talk = [message("user", text)]
    talk += [message("assistant" if at % 2 == 0 else "user", f"word {at:04}") for at in range(later)]
    return {
        "messages": [*talk, message("user", "And now?")],
        "marks": {"schema": "ctxlab.marks/1", "must_keeps": [{"id": "k", "text": keep}]},
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two talks, each with what has to be kept: at the beginning, and at the end."""
    found = tmp_path / "talks"
    found.mkdir()
    for name, text, keep in (("early", "no spice", "no spice"), ("late", "hello", "word 0003")):
        made = session(text, keep=keep)
        (found / f"{name}.json").write_text(json.dumps(made["messages"]), encoding="utf-8")
        (found / f"{name}.marks.json").write_text(json.dumps(made["marks"]), encoding="utf-8")
    return found


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    wide, tight = tmp_path / "wide.toml", tmp_path / "tight.toml"
    save_profile(WIDE, wide)
    save_profile(TIGHT, tight)
    return wide, tight


def test_settings_are_told_in_words_by_part(files: tuple[Path, Path]) -> None:
    assert ctxlab("profiles", "diff", *files).out.splitlines() == [
        "profile",
        "  name: wide → tight",
        "window",
        "  size: none → 1,000",
        "history",
        "  may use 20 tokens; it had no cap",
    ]
    assert "  至多可用 20 个 token，原先没有上限" in ctxlab("profiles", "diff", *files, "--lang", "zh").out
    assert ctxlab("profiles", "diff", files[0], files[0]).out == "the two profiles are the same\n"


def test_over_sessions_the_figures_of_both_stand_side_by_side(files: tuple[Path, Path], folder: Path) -> None:
    answer = ctxlab("profiles", "diff", *files, folder)
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    table = lines[lines.index("") + 1 :]
    assert table[0].split() == ["over", "2", "sessions", "wide.toml", "tight.toml", "difference"]
    rows = [line.split("  ", 1) for line in table[1:8]]
    assert {name: " ".join(figures.split()) for name, figures in rows[2:]} == {
        "must-keeps kept": "2 of 2 1 of 2 -1",
        "sessions that lose one": "0 1 +1",
        "sessions over their limit": "0 0 0",
        "deepest level of degradation": "0 0 0",
        "sessions that could not be built": "0 0 0",
    }
    assert table[-2:] == ["early.json", "  newly lost: no spice"]


def test_the_figures_as_json(files: tuple[Path, Path], folder: Path) -> None:
    document = ctxlab("profiles", "diff", *files, folder, "--json").json
    assert document["schema"] == "ctxlab.profile-diff/1"
    assert [one["key"] for one in document["changes"]] == ["name", "window.size", "budget.history.cap"]
    assert document["changes"][2] == {
        "key": "budget.history.cap",
        "before": None,
        "after": 20,
        "words": ["history: may use 20 tokens; it had no cap"],
    }
    figures = document["figures"]
    assert (figures["newly_lost"], figures["newly_kept"]) == (1, 0)
    assert (figures["before"]["kept"], figures["after"]["kept"], figures["after"]["judged"]) == (2, 1, 2)
    assert figures["before"]["tokens"] > figures["after"]["tokens"]
    early, late = figures["sessions"]
    assert (early["title"], early["newly_lost"], late["newly_lost"]) == ("early.json", ["no spice"], [])
    assert early["before"]["tokens"] + late["before"]["tokens"] == figures["before"]["tokens"]
    back = ctxlab("profiles", "diff", *files[::-1], folder, "--json").json["figures"]
    assert (back["newly_lost"], back["newly_kept"]) == (0, 1)
    assert ctxlab("profiles", "diff", *files, "--json").json["figures"] is None


def test_more_requests_of_each_session_are_built_where_asked(files: tuple[Path, Path], folder: Path) -> None:
    every = ctxlab("profiles", "diff", *files, folder, "--requests", "all", "--json").json["figures"]
    last = ctxlab("profiles", "diff", *files, folder, "--requests", "1", "--json").json["figures"]
    # the late one's words are not said yet at its first request, which is no loss there
    for figures in (every, last):
        assert (figures["before"]["kept"], figures["after"]["kept"], figures["after"]["judged"]) == (2, 1, 2)


def test_where_nothing_turns_that_is_said(files: tuple[Path, Path], folder: Path, tmp_path: Path) -> None:
    same = tmp_path / "same.toml"
    save_profile(WIDE.set("name", "same").set("budget.history.cap", 5000), same)
    assert ctxlab("profiles", "diff", files[0], same, folder).out.endswith(
        "every session keeps what it kept\n"
    )


def test_what_cannot_be_read_is_said(files: tuple[Path, Path], folder: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    answer = ctxlab("profiles", "diff", *files, empty)
    assert answer.code == 2
    assert "there is no session in it" in answer.err
    assert ctxlab("profiles", "diff", *files, folder, "--requests", "some").code == 2
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    answer = ctxlab("profiles", "diff", *files, folder, broken)
    assert (answer.code, answer.err.startswith("broken.json cannot be read and was left out: ")) == (0, True)


def test_the_history_of_a_profile_is_told_the_newest_last(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    noon = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)
    solved = stamped(
        TIGHT,
        by=SOLVE,
        sessions=[Place("/s", 0, "trip.json", "ab" * 32)],
        kept=3,
        judged=4,
        changes=differences(WIDE.set("name", "tight"), TIGHT),
        at=noon,
    )
    save_profile(solved, file)
    ctxlab("profiles", "set", file, "budget.history.cap=30")
    first, sessions, size, cap, last, change = ctxlab("profiles", "history", file).out.splitlines()
    local = noon.astimezone().strftime("%Y-%m-%d %H:%M")
    assert first == f"{local} · solved · on 1 session · 3 of 4 must-keeps survive · ctxlab {VERSION}"
    assert sessions == "  sessions: trip.json (abababababab)"
    assert [size, cap] == ["  window: size: none → 1,000", "  history: may use 20 tokens; it had no cap"]
    assert last.endswith(f" · edited · ctxlab {VERSION}")
    assert change == "  history: may use 10 tokens more (20 → 30)"
    document = ctxlab("profiles", "history", file, "--json").json
    assert [one["by"] for one in document["entries"]] == ["solve", "edit"]
    assert document["name"] == "tight"
    shown = ctxlab("profiles", "show", file).out
    assert shown.count("[[provenance]]") == 2
    assert ctxlab("profiles", "show", file, "--json").json["provenance"][0]["kept"] == 3


def test_a_profile_without_a_history_says_so() -> None:
    assert ctxlab("profiles", "history", "gssc").out == "gssc does not tell how it came about\n"
    assert ctxlab("profiles", "history", "gssc", "--lang", "zh").out == "gssc 没有记录其来历\n"
