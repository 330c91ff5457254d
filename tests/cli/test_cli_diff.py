"""`ctxlab diff`: against no management, a profile, a request, what was sent, another file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.chat import LONG, message, write_json
from helpers.cli import ctxlab


def _kinds(document: dict[str, object]) -> list[tuple[str, list[str]]]:
    blocks = document["blocks"]
    assert isinstance(blocks, list)
    return [(block["kind"], block["items"]) for block in blocks]


def test_what_a_profile_takes_away_names_stage_and_reason(trip: Path, tight: Path) -> None:
    answer = ctxlab("diff", trip, "--profile", tight, "--against", "unmanaged")
    lines = answer.out.splitlines()
    assert answer.code == 0
    assert lines[:2] == ["before: unmanaged", "after:  tight"]
    assert sum(line.startswith("− ") for line in lines) == 4
    assert sum("[behind_overflow]" in line for line in lines) == 3
    assert sum("[over_cap]" in line for line in lines) == 1
    assert lines[-1] == "0 added, 4 removed, 0 changed, 0 moved; 1,267 → 433 tokens"


def test_json_lists_every_message(trip: Path, tight: Path) -> None:
    document = ctxlab("diff", trip, "--profile", tight, "--against", "unmanaged", "--json").json
    assert _kinds(document) == [
        ("equal", ["i1"]),
        ("removed", ["i2"]),
        ("removed", ["i3"]),
        ("removed", ["i4"]),
        ("removed", ["i5"]),
        ("equal", ["i6"]),
        ("equal", ["i7"]),
        ("equal", ["i8"]),
    ]
    assert (document["before"]["tokens"], document["after"]["tokens"]) == (1267, 433)


def test_by_default_before_is_the_profile_without_settings(trip: Path, tight: Path) -> None:
    out = ctxlab("diff", trip, "--profile", tight, "--set", "budget.history.cap=9000").out
    assert out.startswith("before: tight\nafter:  tight, budget.history.cap=9000\n")
    assert "4 added, 0 removed, 0 changed, 0 moved; 433 → 1,267 tokens" in out


def test_without_settings_before_is_no_management(trip: Path, roomy: Path) -> None:
    assert ctxlab("diff", trip, "--profile", roomy).out.splitlines() == [
        "before: unmanaged",
        "after:  roomy",
        "the two contexts are the same",
    ]


def test_against_another_profile(trip: Path, tight: Path, roomy: Path) -> None:
    out = ctxlab("diff", trip, "--profile", roomy, "--against", tight).out
    assert "4 added" in out


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A bare list with two answers, so with two requests and one more for the last question."""
    pairs = [
        ("user", "one"),
        ("assistant", "two"),
        ("user", "three"),
        ("assistant", "four"),
        ("user", "five"),
    ]
    return write_json(tmp_path / "talk.json", [message(role, text) for role, text in pairs])


def test_against_another_request(talk: Path) -> None:
    document = ctxlab("diff", talk, "--against", "1", "--json").json
    assert (document["before"]["request"], document["after"]["request"]) == (1, 3)
    titles = (document["before"]["title"], document["after"]["title"])
    assert titles == ("request 1", "request 3")
    assert _kinds(document) == [("equal", ["i1"]), *(("added", [item]) for item in ("i2", "i3", "i4", "i5"))]


def test_against_what_was_really_sent(talk: Path, tmp_path: Path) -> None:
    session = ctxlab("convert", talk).json
    session["requests"][-1]["sent"] = {"messages": [message("user", "one"), message("user", "five")]}
    file = write_json(tmp_path / "talk.ctx.json", session)
    document = ctxlab("diff", file, "--against", "sent", "--json").json
    assert [block["kind"] for block in document["blocks"]] == ["equal", "added", "added", "added", "equal"]
    assert document["before"]["title"] == "really sent"


def test_what_was_sent_has_to_be_recorded(talk: Path) -> None:
    answer = ctxlab("diff", talk, "--against", "sent")
    assert (answer.code, answer.out) == (2, "")
    assert "not recorded" in answer.err
    assert "no body of any request" in " ".join(answer.err.split())
    assert "--against recorded" in " ".join(answer.err.split())


def test_what_was_sent_is_not_nothing(talk: Path, tmp_path: Path) -> None:
    session = ctxlab("convert", talk).json
    session["requests"][-1]["sent"] = {"messages": []}
    answer = ctxlab("diff", write_json(tmp_path / "talk.ctx.json", session), "--against", "sent")
    assert (answer.code, answer.out) == (2, "")


def test_two_files(trip: Path, tmp_path: Path) -> None:
    other = json.loads(trip.read_text(encoding="utf-8"))
    other["messages"][2] = message("assistant", LONG + " indeed")
    file = write_json(tmp_path / "other.json", other)
    document = ctxlab("diff", trip, file, "--json").json
    assert (document["before"]["title"], document["after"]["title"]) == ("trip.json", "other.json")
    assert [block["kind"] for block in document["blocks"]].count("changed") == 1


def test_against_the_file_of_another_session(trip: Path, tmp_path: Path) -> None:
    """What `--against` names is before, as with every other `--against`."""
    other = json.loads(trip.read_text(encoding="utf-8"))
    other["messages"][2] = message("assistant", LONG + " indeed")
    file = write_json(tmp_path / "other.json", other)
    against = ctxlab("diff", file, "--against", trip, "--json").json
    assert against == ctxlab("diff", trip, file, "--json").json


def test_two_things_to_compare_with_are_refused(trip: Path) -> None:
    assert ctxlab("diff", trip, trip, "--against", "unmanaged").code == 2


def test_an_empty_session_is_nothing_to_do(tmp_path: Path, trip: Path) -> None:
    empty = write_json(tmp_path / "empty.json", [])
    for words in ([empty], [trip, empty], [empty, "--json"]):
        answer = ctxlab("diff", *words)
        assert answer.code == 0
        assert "nothing to do" in answer.out


def test_what_was_sent_names_what_the_profile_took(talk: Path, tmp_path: Path) -> None:
    session = ctxlab("convert", talk).json
    sent = [message(role, text) for role, text in (("user", "one"), ("assistant", "two"), ("user", "five"))]
    session["requests"][-1]["sent"] = {"messages": sent}
    file = write_json(tmp_path / "talk.ctx.json", session)
    settings = ("--set", "budget.history.cap=0", "--set", "budget.history.overflow=stop")
    document = ctxlab("diff", file, "--profile", "as-recorded", "--against", "sent", *settings, "--json").json
    gone = [(block["stage"], block["items"]) for block in document["blocks"] if block["kind"] == "removed"]
    # by the ids of the session, not by those of what was sent
    assert gone == [("select", ["i1"]), ("select", ["i2"])]
    assert document["before"]["title"] == "really sent"


def test_against_what_the_recorder_had(trip: Path, tight: Path) -> None:
    out = ctxlab("diff", trip, "--profile", tight, "--against", "recorded").out
    assert out.startswith("before: as recorded\nafter:  tight\n")
    assert "0 added, 4 removed" in out


def test_against_the_saved_profile_is_what_settings_are_compared_with(trip: Path, tight: Path) -> None:
    words = ("diff", trip, "--profile", tight, "--set", "budget.history.cap=9000")
    assert ctxlab(*words, "--against", "saved").out == ctxlab(*words).out
    same = ctxlab("diff", trip, "--profile", tight, "--against", "saved").out.splitlines()
    assert same == ["before: tight", "after:  tight", "the two contexts are the same"]


def test_what_differs_inside_a_message(talk: Path, tmp_path: Path) -> None:
    other = [message("user", "one"), message("assistant", "two and a half"), message("user", "five")]
    first = [message("user", "one"), message("assistant", "two or a half"), message("user", "five")]
    files = write_json(tmp_path / "first.json", first), write_json(tmp_path / "other.json", other)
    lines = ctxlab("diff", *files, "--inline").out.splitlines()
    assert lines[4] == "    two [-or-]{+and+} a half"
    (changed,) = (
        block
        for block in ctxlab("diff", *files, "--inline", "--json").json["blocks"]
        if block["kind"] == "changed"
    )
    assert (changed["removed_spans"], changed["added_spans"]) == ([[4, 6]], [[4, 7]])
    assert "removed_spans" not in ctxlab("diff", *files, "--json").json["blocks"][0]


def test_equal_stretches_inside_a_message_are_shortened(tmp_path: Path) -> None:
    files = [
        write_json(tmp_path / f"{word}.json", [message("user", f"{'x ' * 99}{word}{' y' * 99}")])
        for word in ("old", "new")
    ]
    line = ctxlab("diff", *files, "--inline").out.splitlines()[3]
    assert line == f"    …{'x ' * 16}[-old-]{{+new+}}{' y' * 16}…"


@pytest.mark.parametrize("against", ["unmanaged", "recorded", "sent"])
def test_both_sides_are_counted_alike(talk: Path, tmp_path: Path, against: str) -> None:
    session = ctxlab("convert", talk).json
    texts = ("one", "two", "three", "four", "five")
    roles = ("user", "assistant", "user", "assistant", "user")
    session["requests"][-1]["sent"] = {"messages": [message(*one) for one in zip(roles, texts, strict=True)]}
    file = write_json(tmp_path / "talk.ctx.json", session)
    counted = ("--set", "tokens.encoding=chars/4", "--json")
    document = ctxlab("diff", file, "--against", against, *counted).json
    assert {block["kind"] for block in document["blocks"]} == {"equal"}
    assert document["before"]["tokens"] == document["after"]["tokens"]
    assert not document["exact"]
