"""`ctxlab why`: by id or by text, stage by stage."""

from __future__ import annotations

from pathlib import Path

from helpers.chat import message, write_json
from helpers.cli import ctxlab
from helpers.tree import ROOT

TRAVEL_SAMPLE = ROOT / "sessions" / "trip-hangzhou.ctx.json"
TRAVEL_PROFILE = ROOT / "sessions" / "travel-agent.toml"


def test_an_item_is_told_stage_by_stage(trip: Path, tight: Path) -> None:
    answer = ctxlab("why", trip, "i5", "--profile", tight)
    lines = answer.out.splitlines()
    assert answer.code == 0
    assert lines[0].startswith("i5  assistant  Yes. and and")
    # the call's framing is charged with the message: 402 + 3
    assert lines[1] == "  row history, turn 2, 402 tokens, 405 with its message's framing, in /messages/4"
    assert lines[2] == "  Gather: candidate, row history [kept · gathered]"
    assert lines[3].strip().startswith("Select: ")
    assert "dropped · over_cap" in lines[3]
    # used 414, the cap 450, the need 405
    assert all(number in lines[3] for number in ("450", "405"))
    assert "newer item" in lines[3]
    assert "(budget.history: cap 450, overflow stop) [dropped · over_cap]" in lines[3]


def test_an_item_behind_the_one_that_did_not_fit_is_told_so(trip: Path, tight: Path) -> None:
    line = ctxlab("why", trip, "i2", "--profile", tight).out.splitlines()[3]
    assert line.startswith(
        "  Select: its row stops at the first that does not fit, i5; by itself this would fit: 2 newer items"
    )
    line = ctxlab("why", trip, "i2", "--profile", tight, "--lang", "zh").out.splitlines()[3]
    assert "该行到第一条放不下的（i5）为止；这一条单独放得下，但排在其后：较新的 2 条" in line


def test_an_item_without_a_place_is_told_without_one() -> None:
    sample = ROOT / "sessions" / "trip-hangzhou.ctx.json"
    words = ["why", sample, "i34~placeholder", "--profile", ROOT / "sessions" / "travel-agent.toml"]
    line = ctxlab(*words).out.splitlines()[1]
    assert line.startswith("  row ")
    assert not line.endswith((", in", "in "))


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


def test_it_tells_what_displaced_the_item_and_what_would_keep_it() -> None:
    words = ["why", TRAVEL_SAMPLE, "i29", "--profile", TRAVEL_PROFILE]
    lines = ctxlab(*words).out.splitlines()
    # 251 of 1,200 are left for its 579: 949 + 579 is the cap that takes it.
    assert "  a cap of 1,528 for history, now 1,200, keeps it whole (+579 tokens)" in lines
    assert any(line.startswith("  displaced by i41 (51 tokens), i75 (50 tokens)") for line in lines)
    document = ctxlab(*words, "--json").json
    (item,) = document["items"]
    assert item["keeping"] == {
        "row": "history",
        "cap": 1528,
        "now": 1200,
        "verified": True,
        "reason": "",
        "by": "",
        "tokens": 579,
        "lost": [],
        "must_keeps_lost": [],
        "must_keeps_saved": [],
    }
    assert item["displaced_by"][0] == {"item": "i41", "row": "history", "tokens": 51, "blocks": False}
    assert sum(one["tokens"] for one in item["displaced_by"]) >= 579 - 251
    # What it says is so.
    fixed = ctxlab(*words, "--json", "--set", "budget.history.cap=1528").json["items"][0]
    below = ctxlab(*words, "--json", "--set", "budget.history.cap=1527").json["items"][0]
    assert (fixed["fate"], below["fate"]) == ("kept", "dropped")
    assert (fixed["displaced_by"], fixed["keeping"]) == ([], None)


def test_it_names_the_must_keeps_that_come_back() -> None:
    words = ["why", TRAVEL_SAMPLE, "i12", "--profile", TRAVEL_PROFILE]
    out = ctxlab(*words).out
    assert "  its row stopped at i29\n" in out
    assert "  that brings 2 must-keeps back: 周日晚上八点前必须回到苏州, nothing that needs a car\n" in out
    chinese = ctxlab(*words, "--lang", "zh").out
    assert "  该行止于 i29\n" in chinese
    assert "  历史对话的上限为 1,947（现为 1,200）时整条保留（+1,055 个 token）\n" in chinese


def test_where_no_cap_helps_it_says_why() -> None:
    out = ctxlab("why", TRAVEL_SAMPLE, "i10", "--profile", TRAVEL_PROFILE).out
    assert "  no cap of tool results keeps it: i9, its other half, is gone\n" in out
    kept = ctxlab("why", TRAVEL_SAMPLE, "i1", "--profile", TRAVEL_PROFILE).out
    assert "keeps it" not in kept


def test_a_cap_is_looked_for_only_for_the_first_of_many(tmp_path: Path) -> None:
    talk = [message("user" if at % 2 else "assistant", f"word {at}") for at in range(1, 60)]
    file = write_json(tmp_path / "long.json", {"model": "gpt-4o", "messages": talk})
    words = ["why", file, "word", "--profile", "gssc", "--json", "--set", "budget.history.overflow=stop"]
    found = ctxlab(*words, "--set", "budget.history.cap=0").json["items"]
    assert len([one for one in found if one["fate"] == "dropped"]) > 20
    assert len([one for one in found if one["keeping"] is not None]) == 20


def test_the_ids_that_it_names_are_all_there_are() -> None:
    answer = ctxlab("why", TRAVEL_SAMPLE, "i100", "--profile", TRAVEL_PROFILE, "--turn", "13")
    assert answer.code == 2
    assert "(ids go from i1 to i99)" in answer.err
