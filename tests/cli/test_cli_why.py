"""`ctxlab why`: by id or by text, stage by stage."""

from __future__ import annotations

from pathlib import Path

from helpers.cli import ctxlab


def test_an_item_is_told_stage_by_stage(trip: Path, tight: Path) -> None:
    answer = ctxlab("why", trip, "i5", "--profile", tight)
    lines = answer.out.splitlines()
    assert answer.code == 0
    assert lines[0].startswith("i5  assistant  Yes. and and")
    assert "row history, turn 2, 402 tokens" in lines[1]
    assert lines[2].strip().startswith("Gather: ")
    assert lines[3].strip().startswith("Select: ")
    assert "dropped · over_cap" in lines[3]
    # used 414, the cap 450, the need 405
    assert all(number in lines[3] for number in ("450", "405"))


def test_a_text_finds_its_items(trip: Path, tight: Path) -> None:
    document = ctxlab("why", trip, "SPICY food", "--profile", tight, "--json").json
    (item,) = document["items"]
    assert (item["item"], item["fate"], item["reason"]) == ("i2", "dropped", "behind_overflow")
    assert [step["stage"] for step in item["history"]] == ["gather", "select"]
    assert item["history"][1]["numbers"]["by"] == "i5"


def test_many_items_with_a_text_are_named(trip: Path) -> None:
    out = ctxlab("why", trip, "a").out
    assert sum(line.startswith("i") for line in out.splitlines()) == 5
    assert "more items hold this text" in out


def test_what_is_not_there_is_an_error_with_the_range(trip: Path) -> None:
    answer = ctxlab("why", trip, "i99")
    assert (answer.code, answer.out) == (2, "")
    assert "i1 to i8" in answer.err


def test_an_item_after_the_request_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "talk.json"
    file.write_text(
        '[{"role": "user", "content": "one"}, {"role": "assistant", "content": "two"},'
        ' {"role": "user", "content": "three"}]',
        encoding="utf-8",
    )
    answer = ctxlab("why", file, "three", "--request", "1")
    assert answer.code == 2
    assert "i3" in answer.err
    assert ctxlab("why", file, "three", "--request", "2").code == 0


def test_the_same_in_chinese(trip: Path, tight: Path) -> None:
    english = ctxlab("why", trip, "i5", "--profile", tight).out
    chinese = ctxlab("why", trip, "i5", "--profile", tight, "--lang", "zh").out
    assert "选择" in chinese
    assert chinese != english
