"""`ctxlab marks`: what it writes lies beside the session, is judged by `check`, and can be taken back."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from helpers.chat import message, write_json
from helpers.cli import ctxlab
from helpers.tree import ROOT

from ctxlab.formats.marks_file import read_sidecar
from ctxlab.model.constraint import Kind, Tier
from ctxlab.model.marks import ConstraintMark, KeyFactMark, Marks, MustKeep

DEMAND = "Keep it under 3000 yuan and never suggest spicy food."


def marks_of(trip: Path, place: int = 0) -> Marks:
    """The marks beside the session."""
    return read_sidecar(trip.with_suffix(".marks.json")).marks[place]


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """A file with two sessions."""
    talks: list[dict[str, Any]] = [
        {"messages": [message("user", words), message("assistant", "Yes.")]} for words in ("first", "second")
    ]
    file = tmp_path / "two.jsonl"
    file.write_text("".join(json.dumps(talk) + "\n" for talk in talks), encoding="utf-8")
    return file


def test_each_kind_is_added_beside_the_session(trip: Path) -> None:
    before = trip.read_bytes()
    added = (
        ("--text", " 3000 yuan ", "--since", "i2"),
        ("--regex", "spic(y|ed)"),
        ("--number", "3000", "--id", "budget"),
        ("--item", "i4"),
        ("--source", "system_prompt"),
    )
    for words in added:
        answer = ctxlab("marks", "add", trip, *words)
        assert (answer.code, answer.out) == (0, ""), answer.err
        assert "trip.marks.json" in answer.err
    assert marks_of(trip).must_keeps == (
        MustKeep("m1", text="3000 yuan", since="i2"),
        MustKeep("m2", regex="spic(y|ed)"),
        MustKeep("budget", number="3000"),
        MustKeep("m3", item="i4"),
        MustKeep("m4", source="system_prompt"),
    )
    assert trip.read_bytes() == before


def test_what_was_added_is_judged_and_listed(trip: Path, tight: Path) -> None:
    ctxlab("marks", "add", trip, "--text", "spicy food", "--since", "i2")
    assert ctxlab("check", trip, "--profile", tight).out.count("must-keep LOST") == 2
    lines = ctxlab("marks", trip, "--profile", tight).out.splitlines()
    assert lines[0] == "trip.json · request 1 of 1 (turn 4) · judged under tight"
    unnamed = ctxlab("marks", trip).out.splitlines()[0]
    assert unnamed.endswith(" · judged under as-recorded, this session's default; --profile takes another")
    assert [line.split("  ") for line in lines[1:]] == [
        ["profile:1", "lost in Select", "3000 yuan", " stated by the profile"],
        ["m1", "", "", "", " lost in Select", "spicy food", "since i2"],
    ]


def test_a_must_keep_is_not_judged_before_it_is_stated() -> None:
    sample = ROOT / "sessions" / "trip-hangzhou.ctx.json"
    words = ("marks", sample, "--profile", ROOT / "sessions" / "travel-agent.toml", "--turn")
    early = ctxlab(*words, "1", "--json").json
    assert early["schema"] == "ctxlab.marks-list/1"
    assert {(one["stated_by"], one["judged"], one["lost_at"]) for one in early["must_keeps"]} == {
        ("session", False, None)
    }
    late = ctxlab(*words, "13", "--json").json["must_keeps"][0]
    assert (late["value"], late["since"], late["kind"]) == ("预算三千以内", "i8", "text")
    assert (late["judged"], late["lost_at"], late["verdict"]) == (True, "select", "lost in Select")
    assert "not judged at this request" in ctxlab(*words, "1").out


def test_pins_and_key_facts_are_listed_with_their_words(trip: Path) -> None:
    assert ctxlab("marks", "pin", trip, "i4").code == 0
    assert ctxlab("marks", "key-fact", trip, "i2", "under 3000 yuan").code == 0
    assert ctxlab("marks", "key-fact", trip, "i2", "0", "7").code == 0
    assert marks_of(trip) == Marks(("i4",), (), (KeyFactMark("i2", 8, 23), KeyFactMark("i2", 0, 7)))
    assert DEMAND[8:23] == "under 3000 yuan"
    assert ctxlab("marks", trip).out.splitlines()[1:] == [
        "i4  pinned         What can we see?",
        "i2  key fact 8-23  under 3000 yuan",
        "i2  key fact 0-7   Keep it",
    ]
    answer = ctxlab("marks", "--json", trip).json
    assert answer["pins"] == ["i4"]
    assert answer["key_facts"] == [
        {"item": "i2", "start": 8, "end": 23},
        {"item": "i2", "start": 0, "end": 7},
    ]


def test_marks_are_taken_back(trip: Path) -> None:
    ctxlab("marks", "add", trip, "--text", "3000 yuan")
    ctxlab("marks", "pin", trip, "i4")
    ctxlab("marks", "key-fact", trip, "i2", "spicy food")
    assert ctxlab("marks", "remove", trip, "m1").err.startswith("no longer must-keep m1: 3000 yuan\n")
    assert ctxlab("marks", "unpin", trip, "i4").code == 0
    assert ctxlab("marks", "key-fact", trip, "i2", "spicy food", "--remove").code == 0
    assert marks_of(trip) == Marks()
    assert ctxlab("marks", trip).out.splitlines()[1:] == ["no marks, and the profile asks for no must-keeps"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("add", "--text", "a", "--number", "3"), "give one of --text, --regex, --number, --item, --source"),
        (("add",), "give one of --text"),
        (("add", "--text", "  "), "the must-keep is empty"),
        (("add", "--regex", "("), "the pattern '(' cannot be read"),
        (("add", "--regex", "((a{1000}){1000}){1000}"), "must-keep m1"),
        (("add", "--number", "many"), "'many' is no number"),
        (("add", "--item", "i99"), "no item is named 'i99' (ids go from i1 to i8)"),
        (("add", "--text", "food", "--since", "x"), "no item is named 'x'"),
        (("add", "--source", "nonsense"), "'nonsense' is not one of 'system_prompt'"),
        (("add", "--text", "food", "--id", "profile:1"), "ids that begin with profile:"),
        (("remove", "m7"), "no must-keep is named 'm7'"),
        (("remove", "profile:1"), "is stated by the profile"),
        (("pin", "i99"), "no item is named 'i99'"),
        (("unpin", "i4"), "i4 is not pinned"),
        (("key-fact", "i2", "not there"), "i2 does not hold this text"),
        (("key-fact", "i2", "e"), "START END names a place"),
        (("key-fact", "i2", "5", "5"), "no part from 5 to 5"),
        (("key-fact", "i2", "0", "999"), "its text ends at 53"),
        (("key-fact", "i2", "a", "b"), "START END, in code points, or one TEXT"),
        (("key-fact", "i2", "spicy", "--remove"), "this is no key fact"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_writes_nothing(
    words: tuple[str, ...], told: str, trip: Path
) -> None:
    name, *rest = words
    answer = ctxlab("marks", name, trip, *rest)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert answer.err.count("\n") == 1
    assert not trip.with_suffix(".marks.json").exists()


def test_nothing_is_stated_twice(trip: Path) -> None:
    for words in (("add", trip, "--text", "food"), ("pin", trip, "i4"), ("key-fact", trip, "i2", "food")):
        assert ctxlab("marks", *words).code == 0
        again = ctxlab("marks", *words)
        assert again.code == 2
        assert "already" in again.err
    assert (
        "there is a must-keep 'm1' already"
        in ctxlab("marks", "add", trip, "--text", "yuan", "--id", "m1").err
    )


def test_words_that_stand_nowhere_are_added_and_said(trip: Path) -> None:
    answer = ctxlab("marks", "add", trip, "--text", "3000 dollars")
    assert answer.code == 0
    assert "nothing in the session holds it" in answer.err
    assert "nothing in" not in ctxlab("marks", "add", trip, "--text", "３０００ YUAN").err


def test_marks_of_one_session_leave_those_of_the_others(two: Path) -> None:
    ctxlab("marks", "pin", two, "i1")
    assert ctxlab("marks", "pin", two, "i2", "--session", "2").code == 0
    assert (marks_of(two), marks_of(two, 1)) == (Marks(("i1",)), Marks(("i2",)))
    assert ctxlab("marks", two, "--session", "2", "--json").json["pins"] == ["i2"]
    assert "there is no session 3" in ctxlab("marks", "pin", two, "i1", "--session", "3").err


def test_marks_of_a_native_session_go_over_into_the_file_beside(trip: Path, tmp_path: Path) -> None:
    ctxlab("marks", "pin", trip, "i4")
    native = tmp_path / "own.ctx.json"
    ctxlab("convert", trip, "-o", native)
    before = native.read_bytes()
    assert ctxlab("marks", "add", native, "--text", "food").code == 0
    found = read_sidecar(tmp_path / "own.marks.json").marks[0]
    assert found == Marks(("i4",), (MustKeep("m1", text="food"),))
    assert native.read_bytes() == before


@pytest.mark.parametrize("text", ["{broken", '{"schema": "ctxlab.marks/1", "pinns": ["i1"]}'])
def test_marks_that_cannot_be_read_are_not_written_over(text: str, trip: Path) -> None:
    beside = trip.with_suffix(".marks.json")
    beside.write_text(text, encoding="utf-8")
    answer = ctxlab("marks", "pin", trip, "i1")
    assert answer.code == 2
    assert "trip.marks.json" in answer.err
    assert beside.read_text(encoding="utf-8") == text


def test_stdin_is_listed_but_has_no_place_for_marks(trip: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(trip.read_bytes())))
    assert "no marks" in ctxlab("marks", "-").out
    assert "stdin has no place" in ctxlab("marks", "pin", "-", "i1").err


def test_a_file_that_is_named_like_a_subcommand_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "did you mean ctxlab marks remove?" in ctxlab("marks", "remve").err
    write_json(Path("remve"), [message("user", "Hello")])
    assert ctxlab("marks", "remve", "--lang", "zh").out.startswith("remve")
    assert "没有标记" in ctxlab("marks", "--lang", "zh", "remve").out
    assert "Missing argument 'FILE'" in ctxlab("marks").err


def test_a_constraint_is_corrected_refused_and_taken_back(trip: Path) -> None:
    words = "never suggest spicy food"
    start = DEMAND.index(words)
    added = ctxlab("marks", "constraint", trip, "i2", words, "--kind", "health", "--tier", "soft")
    assert (added.code, added.out) == (0, "")
    assert f"constraint of i2: {words}" in added.err
    mark = ConstraintMark("i2", start, start + len(words), Kind.HEALTH, Tier.SOFT)
    assert marks_of(trip).constraints == (mark,)
    assert f"constraint {mark.start}-{mark.end}, soft health" in ctxlab("marks", trip).out
    (listed,) = ctxlab("marks", trip, "--json").json["constraints"]
    assert listed == {
        "item": "i2",
        "start": mark.start,
        "end": mark.end,
        "kind": "health",
        "tier": "soft",
        "rejected": False,
    }
    found = ctxlab("survival", trip, "--find", "--json").json["constraints"]
    assert [one["kind"] for one in found if one["marked"]] == ["health"]
    again = ctxlab("marks", "constraint", trip, "i2", words, "--kind", "health", "--tier", "soft")
    assert (again.code, "said already" in again.err) == (2, True)
    refused = ctxlab("marks", "constraint", trip, "i2", str(start), str(start + 5), "--reject")
    assert "no constraint of i2: never" in refused.err
    assert [one.rejected for one in marks_of(trip).constraints] == [True]
    assert "no constraint" in ctxlab("marks", trip).out
    removed = ctxlab("marks", "constraint", trip, "i2", words, "--remove")
    assert (removed.code, marks_of(trip)) == (0, Marks())
    nothing = ctxlab("marks", "constraint", trip, "i2", words, "--remove")
    assert (nothing.code, "nothing is said" in nothing.err) == (2, True)


def test_a_constraint_without_a_kind_has_the_one_that_rules_find(trip: Path) -> None:
    ctxlab("marks", "constraint", trip, "i2", "Keep it under 3000 yuan")
    ctxlab("marks", "constraint", trip, "i4", "What can we see?")
    assert [one.kind for one in marks_of(trip).constraints] == [Kind.BUDGET, Kind.REQUIREMENT]
