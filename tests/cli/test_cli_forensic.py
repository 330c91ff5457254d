"""`ctxlab forensic`: what became of each item in what was sent, since when, and by which rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.cli import ctxlab
from helpers.sent import Messages, built, call, result, say

from ctxlab.formats.writers.native import dumps_session


def talk() -> list[dict[str, Any]]:
    messages = [say("system", "You look after a shop.")]
    for turn in range(1, 7):
        log = "\n".join(f"{turn}-{line} order {line * 37}" for line in range(99))
        question = f"Question {turn}: what about order {turn * 37}?"
        messages += [say("user", question), call(turn, json.dumps({"order": turn})), result(turn, log)]
        messages.append(say("assistant", f"Answer {turn}: order {turn * 37} was slow."))
    return messages


def builder(messages: list[dict[str, Any]], _request: int) -> Messages:
    """The last three turns, results cut at 500 characters, with a reminder behind."""
    start = [at for at, one in enumerate(messages) if one["role"] == "user"][-3:][0]
    rest = [
        {**one, "content": one["content"][:500] + "[cut]"} if one["role"] == "tool" else one
        for one in messages[start:]
    ]
    return [messages[0], *rest, say("system", "Remember to be brief.")]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("forensic") / "shop.ctx.json"
    path.write_text(dumps_session(built(talk(), builder)), encoding="utf-8")
    return path


def test_items_added_changes_and_rules(file: Path) -> None:
    lines = ctxlab("forensic", file, "--lang", "en").out.splitlines()
    assert lines[0].startswith("shop.ctx.json · request 12 of 12 (turn 6) · against what was really sent")
    # the system prompt, three questions, three calls and two answers; three results cut; three turns gone
    assert lines[1] == "9 kept · 3 rewritten · 0 merged · 12 dropped"
    text = "\n".join(lines)
    assert "cut at 500 characters" in text
    assert "i6 to i13: 8 more" in text
    assert "+ added, message 13 · system · a system message that no item explains" in text
    assert "  since request 7: dropped: i2, i3, i4, i5" in lines
    assert "  keeps the last 3 turns: 6 of 6 requests agree" in lines
    assert "  cuts tool results at 500 characters: 11 of 11 requests agree" in lines


def test_all_items_are_listed_where_asked_for(file: Path) -> None:
    assert "8 more" not in ctxlab("forensic", file, "--all", "--lang", "en").out


def test_chinese(file: Path) -> None:
    text = ctxlab("forensic", file, "--lang", "zh").out
    assert "9 保留 · 3 改写 · 0 合并 · 12 丢弃" in text
    assert "保留最近 3 轮：6 次请求中有 6 次相符" in text


def test_json(file: Path) -> None:
    found = ctxlab("forensic", file, "--json", "--request", "8").json
    assert (found["schema"], found["request"], found["basis"]) == ("ctxlab.forensic/1", 8, "sent")
    fates = {one["item"]: one for one in found["items"]}
    assert (fates["i2"]["fate"], fates["i9"]["fate"], fates["i8"]["how"]) == ("dropped", "kept", "cut")
    assert fates["i8"]["spans"][0][0] == 500
    assert [one["kind"] for one in found["added"]] == ["system"]
    assert {"item": "i2", "since": 7, "fate": "dropped", "how": None} in found["course"]["changes"]


def test_without_what_was_sent_it_says_so(tmp_path: Path) -> None:
    path = tmp_path / "plain.json"
    path.write_text(json.dumps(talk()), encoding="utf-8")
    found = ctxlab("forensic", path, "--lang", "en")
    assert "what was really sent is not recorded here" in found.err
    assert "24 kept · 0 rewritten · 0 merged · 0 dropped" in found.out


def test_the_diff_against_what_was_sent_says_the_same(file: Path) -> None:
    text = ctxlab("diff", file, "--against", "sent", "--lang", "en").out
    assert "    sent: dropped" in text
    assert "    sent: cut at 500 characters" in text
    # as recorded, all system messages stand in front as one
    assert "    sent: added by the builder: a system message that no item explains" in text
