"""`ctxlab survival`: the matrix as a table and as JSON, and the constraints that a session states."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.chat import message, write_json
from helpers.cli import ctxlab
from helpers.tree import ROOT

SAMPLE = ROOT / "sessions" / "trip-hangzhou.ctx.json"
TRAVEL = ROOT / "sessions" / "travel-agent.toml"


def rows(out: str) -> dict[str, str]:
    """The lines of the table by the id that they begin with."""
    return {line.split()[0]: line for line in out.splitlines()[2:-1]}


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A native session of three requests: a demand, a long answer, another demand, a long answer, go on."""
    long = "Yes." + " and" * 400
    texts = ["The budget is at most 3000 yuan.", long, "Never by car, please.", long, "Go on.", "Done."]
    items = [
        {"role": ("user", "assistant")[at % 2], "message": at, "text": text} for at, text in enumerate(texts)
    ]
    marks = {"must_keeps": [{"id": "budget", "text": "at most 3000 yuan", "since": "i1"}]}
    return write_json(
        tmp_path / "talk.ctx.json",
        {"schema": "ctxlab.session/1", "model": "gpt-4o", "marks": marks, "items": items},
    )


TIGHT = [
    "--profile", "gssc", "--set", "budget.recent.rounds=0", "--set", "budget.history.cap=450",
    "--set", "budget.history.overflow=stop", "--set", "gather.key_facts=false",
]  # fmt: skip


def test_a_line_a_must_keep_says_what_it_is_and_since_when(talk: Path) -> None:
    answer = ctxlab("survival", talk, *TIGHT)
    lines = answer.out.splitlines()
    assert answer.code == 0
    assert lines[0] == "talk.ctx.json · at request 3 of 3 (turn 3) · under gssc"
    assert lines[1].split() == ["here", "lost", "since", "requests", "1-3"]
    found = rows(answer.out)
    words = " ".join(found["budget"].split())
    assert words == "budget lost request 3 (turn 3) Select ==X at most 3000 yuan"
    (car,) = [line for name, line in found.items() if name.startswith("found:i3:")]
    assert ".==" in car
    assert "verbatim" in car
    assert lines[-1].startswith("= verbatim · + reworded")
    assert "X first loss" in lines[-1]


def test_another_request_is_looked_at_where_asked(talk: Path) -> None:
    answer = ctxlab("survival", talk, *TIGHT, "--request", "2")
    assert "at request 2 of 3 (turn 2)" in answer.out
    assert rows(answer.out)["budget"].split()[1] == "verbatim,"


def test_what_was_recorded_and_sent(talk: Path) -> None:
    recorded = ctxlab("survival", talk, *TIGHT, "--under", "recorded").out
    assert "as recorded" in recorded.splitlines()[0]
    assert "===" in rows(recorded)["budget"]
    sent = ctxlab("survival", talk, *TIGHT, "--under", "sent").out
    assert "as really sent" in sent.splitlines()[0]
    assert "..." in rows(sent)["budget"]
    assert "not judged" in rows(sent)["budget"]


def test_json_has_every_cell(talk: Path) -> None:
    document = ctxlab("survival", talk, *TIGHT, "--json").json
    assert (document["schema"], document["under"], document["request"]) == ("ctxlab.survival/1", "profile", 3)
    assert document["columns"] == [{"request": at, "turn": at} for at in (1, 2, 3)]
    row = document["rows"][0]
    assert (row["id"], row["label"], row["since"]) == ("budget", "at most 3000 yuan", "i1")
    assert (row["verdict"], row["stage"]) == ("lost", "select")
    assert row["lost_since"] == {"request": 3, "turn": 3}
    assert row["first_loss"] == 3
    assert [cell["verdict"] for cell in row["cells"]] == ["verbatim", "verbatim", "lost"]
    assert row["cells"][0]["item"] == "i1"
    assert document["left_out"] == []


def test_constraints_are_listed_with_their_values_and_rules(talk: Path) -> None:
    document = ctxlab("survival", talk, "--find", "--json").json
    assert document["schema"] == "ctxlab.constraints/1"
    budget, car = document["constraints"]
    assert (budget["item"], budget["kind"], budget["tier"]) == ("i1", "budget", "hard")
    assert "The budget is at most 3000 yuan."[budget["start"] : budget["end"]] == budget["text"]
    (value,) = budget["values"]
    assert (value["comparator"], value["number"], value["unit"]) == ("<=", "3000", "CNY")
    assert car["kind"] == "prohibition"
    assert car["rules"]
    lines = ctxlab("survival", talk, "--find").out.splitlines()
    assert "≤ 3,000 CNY" in lines[0]
    assert "prohibition" in lines[1]


def test_what_is_replaced_later_says_so(tmp_path: Path) -> None:
    file = write_json(
        tmp_path / "talk.json",
        {
            "model": "gpt-4o",
            "messages": [
                message("user", "My budget is at most 3000 yuan."),
                message("assistant", "Yes."),
                message("user", "Make it at most 5000 yuan instead."),
            ],
        },
    )
    lines = ctxlab("survival", file, "--find").out.splitlines()
    assert lines[0].endswith("(replaced by found:i3:0)")
    assert "(replaced by found:i3:0)" in ctxlab("survival", file).out


def test_many_requests_are_folded_by_turn_unless_all_are_asked_for(tmp_path: Path) -> None:
    calls = [{"role": "assistant", "message": 1 + at, "text": f"step {at}"} for at in range(70)]
    items = [{"role": "user", "message": 0, "text": "The budget is at most 3000 yuan."}, *calls]
    items += [
        {"role": "user", "message": 71, "text": "Go on."},
        {"role": "assistant", "message": 72, "text": "Yes."},
    ]
    file = write_json(tmp_path / "long.ctx.json", {"schema": "ctxlab.session/1", "items": items})
    folded = ctxlab("survival", file).out
    assert "turns 1-2" in folded
    assert "  ==  " in folded
    everything = ctxlab("survival", file, "--all").out
    assert "requests 1-71" in everything
    assert "=" * 71 in everything


def test_must_keeps_without_a_line_are_named(tmp_path: Path) -> None:
    keeps = [{"id": f"m{at}", "text": f"word {at}"} for at in range(45)]
    file = write_json(
        tmp_path / "many.ctx.json",
        {
            "schema": "ctxlab.session/1",
            "marks": {"must_keeps": keeps},
            "items": [{"role": "user", "message": 0, "text": "word 1"}],
        },
    )
    out = ctxlab("survival", file).out
    assert "5 more without a line (--all): m40, m41, m42, m43, m44" in out
    assert "\nm44 " in ctxlab("survival", file, "--all").out


def test_a_session_without_any_says_so(tmp_path: Path) -> None:
    file = write_json(tmp_path / "x.json", {"messages": [message("user", "Hello.")]})
    assert "states no hard constraint" in ctxlab("survival", file).out
    assert "no constraints found" in ctxlab("survival", file, "--find").out
    empty = write_json(tmp_path / "empty.json", {"messages": []})
    assert "nothing to do" in ctxlab("survival", empty).out


def test_chinese_answers(talk: Path) -> None:
    out = ctxlab("survival", talk, *TIGHT, "--lang", "zh").out
    assert "丢失" in out
    assert "首次丢失" in out.splitlines()[-1]


def test_the_sample_loses_its_budget_in_select() -> None:
    document = ctxlab("survival", SAMPLE, "--profile", TRAVEL, "--json").json
    found = {row["id"]: row for row in document["rows"]}
    assert (found["budget"]["verdict"], found["budget"]["stage"]) == ("lost", "select")
    # what check says, judged from the last request back
    check = json.loads(ctxlab("check", SAMPLE, "--profile", TRAVEL, "--json").out)
    (result,) = check["results"]
    since = {one["id"]: one["lost_since"] for one in result["must_keeps"] if one["lost_since"]}
    assert {key: one["request"] for key, one in since.items()} == {
        key: found[key]["lost_since"]["request"] for key in since
    }
