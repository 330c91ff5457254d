"""`ctxlab why` of must-keeps and texts: the verdict, the root cause, since when, and what broke it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.chat import message, write_json
from helpers.cli import ctxlab
from helpers.tree import ROOT

MIGRATIONS = ROOT / "sessions" / "migrations.claude.jsonl"
TRAVEL = ("why", ROOT / "sessions" / "trip-hangzhou.ctx.json")
UNDER = ("--profile", ROOT / "sessions" / "travel-agent.toml")
KEEP_OUT = "Do not touch anything under db/migrations/"


def test_a_must_keep_has_its_verdict_a_row_a_stage_and_since_when() -> None:
    answer = ctxlab(*TRAVEL, "budget", *UNDER, "--turn", "13")
    lines = answer.out.splitlines()
    assert answer.code == 0
    assert lines[0].startswith("“预算三千以内” is not in the context of request 25")
    assert lines[0].endswith(" Lost in Select: history stops before it, with 1,168 of 1,200 used.")
    assert lines[1] == "  Gather: a candidate [passed · verbatim]"
    assert lines[2].startswith(
        "  Select: its row stops at the first that does not fit, i15; by itself this would fit: "
    )
    assert "32 left, 31 needed (budget.history: cap 1200, overflow stop) [failed · " in lines[2]
    assert lines[3].startswith("  Summarize: never reached [never reached · ")
    assert lines[5] == "  its row stopped at i15"
    # Turn 13 has two requests, 24 and 25; turn 12 ends with 23, which has it.
    assert lines[6] == "  lost since request 24 (turn 13)"
    assert lines[8].startswith("i8  user  ")


def test_its_words_and_its_id_mean_the_same_must_keep() -> None:
    by_words = ctxlab(*TRAVEL, "预算三千以内", *UNDER, "--turn", "13", "--json").json
    by_id = ctxlab(*TRAVEL, "budget", *UNDER, "--turn", "13", "--json").json
    assert by_words == by_id
    found = by_id["diagnosis"]
    assert {key: found[key] for key in ("must_keep", "request", "cause", "stage", "item", "row", "by")} == {
        "must_keep": "budget",
        "request": 25,
        "cause": "behind_overflow",
        "stage": "select",
        "item": "i8",
        "row": "history",
        "by": "i15",
    }
    assert found["lost_since"] == {"request": 24, "turn": 13}
    assert found["displaced_by"] == [{"item": "i15", "row": "history", "tokens": 0, "blocks": True}]
    assert [row["stage"] for row in found["stages"]] == ["gather", "select", "summarize", "construct"]
    assert found["stages"][1]["numbers"] == {
        "cap": 1200,
        "used": 1168,
        "need": 31,
        "left": 32,
        "count": 19,
        "by": "i15",
    }
    assert [item["item"] for item in by_id["items"]] == ["i8", "i11"]


def test_what_is_there_is_told_with_its_depth() -> None:
    found = ctxlab(*TRAVEL, "budget", *UNDER, "--turn", "12", "--json").json["diagnosis"]
    assert (found["cause"], found["stage"], found["lost_since"]) == ("deep", None, None)
    assert found["survival"]["verdict"] == "verbatim"
    assert found["depth"] > 0
    assert 0.4 < found["follows"] < 1


def test_the_answer_in_chinese() -> None:
    out = ctxlab(*TRAVEL, "budget", *UNDER, "--turn", "13", "--lang", "zh").out
    assert out.startswith("“预算三千以内”")
    assert "第 25 次请求的上下文中。丢失于“选择”阶段：历史对话在它之前已停止，用去 1,168 / 1,200。" in out
    assert "  自第 24 次请求（第 13 轮）起丢失\n" in out


def test_an_item_by_its_id_has_its_history_alone() -> None:
    document = ctxlab(*TRAVEL, "i8", *UNDER, "--json").json
    assert set(document) == {"schema", "request", "profile", "items"}


def test_a_path_finds_what_broke_it_and_the_verdict_before_that() -> None:
    answer = ctxlab("why", MIGRATIONS, KEEP_OUT, "--path", "db/migrations/**")
    lines = answer.out.splitlines()
    assert answer.code == 0
    assert lines[0] == (
        "broken in turn 4 by i56: “/srv/ledgerly/db/migrations/0007_refund_reasons.sql”; "
        "the request before it is 16"
    )
    assert lines[1:4] == [
        "  2 places show it (--nth N looks at another):",
        '    1: turn 4, request 16, i56 “{"file_path":"/srv/ledgerly/db/migrations/0007_refund_reasons.s…”',
        '    2: turn 4, request 17, i58 “…:"psql ledgerly_test -f db/migrations/0007_refund_reasons.sql…”',
    ]
    assert lines[4].startswith(f"“{KEEP_OUT}” is not in the context of request 16")
    assert lines[4].endswith(
        " Lost in Gather, superseded: i46 replaced i1 in the recording and does not say it."
    )
    assert "  lost since request 14 (turn 4)" in lines


def test_a_place_may_be_chosen_and_all_are_listed() -> None:
    words = ("why", MIGRATIONS, KEEP_OUT, "--broken-by", "0007_refund", "--json")
    document = ctxlab(*words).json
    assert [(one["item"], one["request"]) for one in document["violations"]] == [
        ("i53", 15),
        ("i56", 16),
        ("i58", 17),
        ("i60", 18),
    ]
    assert (document["looked_at"], document["request"]) == (1, 15)
    third = ctxlab(*words, "--nth", "3").json
    assert (third["looked_at"], third["request"], third["diagnosis"]["cause"]) == (3, 17, "superseded")
    assert third["violations"][2] == {
        "item": "i58",
        "request": 17,
        "turn": 4,
        "chain": "",
        "start": 48,
        "end": 59,
        "words": "0007_refund",
    }
    answer = ctxlab(*words, "--nth", "5")
    assert (answer.code, answer.out) == (2, "")
    assert "4 show it" in answer.err


def test_reading_counts_where_asked() -> None:
    document = ctxlab("why", MIGRATIONS, KEEP_OUT, "--path", "db/migrations", "--reads", "--json").json
    assert document["violations"][0]["item"] == "i53"


def test_a_bound_and_an_answer_find_it_too() -> None:
    out = ctxlab(*TRAVEL, "budget", *UNDER, "--bound", "> 3000 CNY").out
    assert out.startswith("broken in turn 22 by i99: “5200元”; the request before it is 47\n")
    assert "is not in the context of request 47" in out
    out = ctxlab(*TRAVEL, "budget", *UNDER, "--answer", "i99").out
    assert "the request before it is 47\n" in out


def test_the_first_place_after_it_was_said_is_looked_at(tmp_path: Path) -> None:
    talk = [
        message("user", "What does a weekend cost?"),
        message("assistant", "About 5000 yuan."),
        message("user", "At most 3000 yuan for us."),
        message("assistant", "How about 4000 yuan?"),
    ]
    file = write_json(tmp_path / "talk.json", {"messages": talk})
    marks = {
        "schema": "ctxlab.marks/1",
        "must_keeps": [{"id": "cap", "text": "At most 3000 yuan", "since": "i3"}],
    }
    write_json(tmp_path / "talk.marks.json", marks)
    document = ctxlab("why", file, "cap", "--bound", "> 3000 CNY", "--json").json
    assert [one["item"] for one in document["violations"]] == ["i2", "i4"]
    assert (document["looked_at"], document["request"]) == (2, 2)
    assert document["diagnosis"]["survival"]["verdict"] == "verbatim"


def test_where_nothing_broke_it_that_is_said() -> None:
    answer = ctxlab("why", MIGRATIONS, KEEP_OUT, "--path", "frontend/**")
    first, blank, verdict, *_ = answer.out.splitlines()
    assert first == "no answer and no call shows that it was broken (--path frontend/**); so of request 18:"
    assert (answer.code, blank) == (0, "")
    assert verdict.startswith(f"“{KEEP_OUT}” is not in the context of request 18")
    document = ctxlab("why", MIGRATIONS, KEEP_OUT, "--path", "frontend/**", "--json").json
    assert (document["violations"], document["looked_at"], document["request"]) == ([], None, 18)
    assert document["diagnosis"]["cause"] == "superseded"


def test_a_bare_bound_is_in_the_unit_of_the_must_keep() -> None:
    """Not dates, times of day and durations, of which the trip is full."""
    with_unit = ctxlab(*TRAVEL, "budget", *UNDER, "--bound", "> 3000 CNY", "--json").json["violations"]
    bare = ctxlab(*TRAVEL, "budget", *UNDER, "--bound", "> 3000", "--json").json["violations"]
    assert [one["words"] for one in bare] == [one["words"] for one in with_unit] == ["5200元"]
    of_no_unit = ctxlab(*TRAVEL, "不吃辣", *UNDER, "--bound", "> 3000", "--json").json["violations"]
    assert [one["words"] for one in of_no_unit] == ["5200元"]


def test_of_many_places_the_first_dozen_is_told_with_its_words() -> None:
    lines = ctxlab(*TRAVEL, "budget", *UNDER, "--broken-by", "元").out.splitlines()
    listed = lines[2:14]
    assert all(f"    {number}: turn " in line for number, line in enumerate(listed, 1))
    assert all("元" in line and ", request " in line for line in listed)
    assert lines[14] == "    and 8 more (--nth N)"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--path", "a", "--bound", "> 3"), "give one of"),
        (("--path", ""), "give one of"),
        (("--path", "a", "--turn", "2"), "leave out --request"),
        (("--nth", "2"), "go with what broke it"),
        (("--bound", "> many"), "states no number"),
        (("--broken-by", "("), "cannot be read"),
        (("--answer", "i1"), "no answer or call"),
    ],
)
def test_bad_usage_is_said_in_one_line(options: tuple[str, ...], said: str) -> None:
    answer = ctxlab("why", MIGRATIONS, KEEP_OUT, *options)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


def test_a_place_without_a_recorded_request_is_said(tmp_path: Path) -> None:
    body = {
        "model": "gpt-4o",
        "messages": [
            message("user", "Under 3000 yuan."),
            message("assistant", "It costs 5000 yuan."),
            message("user", "Why?"),
        ],
        "tools": [],
        "temperature": 0,
    }
    file = write_json(tmp_path / "body.json", body)
    found = ctxlab("why", file, "Under 3000 yuan", "--bound", "> 3000 CNY", "--json")
    if found.code == 0:
        assert json.loads(found.out)["violations"][0]["request"] == 1
    else:
        assert "no request is recorded before i2" in found.err
