"""`ctxlab compare`: one session under several profiles, as tables and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from helpers.cli import ctxlab

from ctxlab.profiles import builtin_names


def test_a_line_a_profile_with_what_it_keeps(trip: Path, tight: Path) -> None:
    answer = ctxlab("compare", trip, "--profile", "gssc", "--profile", tight)
    assert answer.code == 0
    head, columns, first, second, *rest = answer.out.splitlines()
    assert head.endswith("request 1 · 2 profiles side by side")
    assert columns.split()[:2] == ["profile", "tokens"]
    assert first.split()[:2] == ["1", "gssc"]
    assert second.split()[:2] == ["2", tight.stem]
    assert "8/8" in first.split()
    # Under 450 only the newest answer and the question before it stay, with the prompt and the question.
    assert "4/8" in second.split()
    # The demand stands under the first and is lost under the second.
    assert any(line.split()[0] == "=-" for line in rest if line)


def test_tokens_are_those_that_run_tells_and_an_estimate_stands_beside_them(trip: Path) -> None:
    words = ["--profile", "gssc-published-zh"]
    trace = ctxlab("run", trip, *words, "--json").json["totals"]
    lines = ctxlab("compare", trip, *words, "--profile", "gssc").out.splitlines()
    assert lines[1].split()[:4] == ["profile", "tokens", "its", "estimate"]
    cells = lines[2].split()
    assert cells[2].lstrip("≈") == f"{trace['counted']:,}"
    assert cells[3] == f"{trace['constructed']:,}"
    assert lines[3].split()[3] == "–"


def test_items_are_listed_when_asked(trip: Path, tight: Path) -> None:
    words = ["compare", trip, "--profile", "gssc", "--profile", tight]
    assert "4 of 8 items fare differently" in ctxlab(*words).out
    lines = ctxlab(*words, "--items").out.splitlines()
    listed = [line.split()[1] for line in lines if line.startswith("=−")]
    assert listed == ["i2", "i3", "i4", "i5"]


def test_json_is_one_document_that_agrees_with_run(trip: Path, tight: Path) -> None:
    document = ctxlab("compare", trip, "--profile", tight, "--profile", "unmanaged", "--json").json
    assert document["schema"] == "ctxlab.systems/1"
    assert [one["profile"] for one in document["profiles"]] == [tight.stem, "unmanaged"]
    trace = ctxlab("run", trip, "--profile", tight, "--json").json
    assert document["profiles"][0]["tokens"] == trace["totals"]["constructed"]
    assert document["profiles"][0]["sha256"] == trace["profile"]["sha256"]
    assert document["profiles"][1]["items"] == {"kept": 8, "of": 8}
    fates = {line["id"]: line["fates"] for line in document["items"]}
    assert fates["i2"] == ["dropped", "kept"]


def test_without_profiles_all_built_in_ones_are_compared(trip: Path) -> None:
    document = ctxlab("compare", trip, "--json").json
    named = [one["profile"] for one in document["profiles"] + document["refused"]]
    assert sorted(named) == sorted(builtin_names())


def test_the_final_contexts_are_written(trip: Path, tight: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out" / "contexts"
    answer = ctxlab("compare", trip, "--profile", "gssc", "--profile", tight, "--contexts", folder)
    assert answer.code == 0
    assert sorted(file.name for file in folder.iterdir()) == ["gssc.json", f"{tight.stem}.json"]
    written = json.loads((folder / f"{tight.stem}.json").read_text("utf-8"))
    assert written == ctxlab("run", trip, "--profile", tight, "--json").json["messages"]


def test_a_context_never_replaces_what_was_read(trip: Path, tmp_path: Path) -> None:
    before = trip.read_bytes()
    profile = tmp_path / "trip.toml"
    profile.write_text('schema = "ctxlab.profile/1"\n', "utf-8")
    answer = ctxlab("compare", trip, "--profile", profile, "--profile", "gssc", "--contexts", trip.parent)
    assert answer.code == 2
    assert "never changed" in answer.err
    assert trip.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_told(trip: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    answer = ctxlab("compare", trip, "--profile", "gssc", "--contexts", tmp_path / "file" / "in")
    assert answer.code == 2
    assert "cannot make the folder" in answer.err


def test_one_profile_alone_is_no_comparison(trip: Path) -> None:
    answer = ctxlab("compare", trip, "--profile", "gssc")
    assert answer.code == 2
    assert "at least two" in answer.err


def test_the_same_name_twice_is_told_apart(trip: Path) -> None:
    document = ctxlab("compare", trip, "--profile", "gssc", "--profile", "gssc", "--json").json
    assert [one["profile"] for one in document["profiles"]] == ["gssc", "gssc (2)"]
    assert all(len(set(line["fates"])) == 1 for line in document["items"])


def test_in_chinese(trip: Path, tight: Path) -> None:
    out = ctxlab("compare", trip, "--profile", "gssc", "--profile", tight, "--lang", "zh").out
    assert "并列 2 个配置" in out
    assert "必留项" in out
