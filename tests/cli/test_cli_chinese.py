"""Answers in Chinese: rows, roles, results and settings are in words, and codes stay in JSON."""

from __future__ import annotations

import re

import pytest
from helpers.cli import ctxlab
from helpers.tree import ROOT

from ctxlab.cli.rules import worded

TRAVEL = ROOT / "sessions" / "trip-hangzhou.ctx.json"
UNDER = ("--profile", ROOT / "sessions" / "travel-agent.toml", "--lang", "zh")

#: What would be half Chinese; a placeholder's own text stays in English.
HALF = re.compile(r"\d tokens(?!\])|\d must-keeps|^[#+~= ]*\d* ?(?:user|assistant) · ", re.MULTILINE)


def _said(*words: object) -> str:
    return ctxlab(*words, *UNDER).out


def test_why_has_results_rows_roles_and_settings_in_words() -> None:
    lines = _said("why", TRAVEL, "budget", "--turn", "13").splitlines()
    assert lines[1] == "  收集：候选 [通过 · 原文保留]"
    assert lines[2].endswith("需要 31（budget.history：上限 1,200，超限时停止） [丢失于此 · 丢失]")
    assert lines[3] == "  摘要：未到达 [未到达 · 丢失]"
    assert lines[8].startswith("i8  用户  ")
    assert lines[9].startswith("  行：历史对话，第 2 轮，28 个 token，")
    assert lines[10] == "  收集：候选，行：历史对话 [保留]"


@pytest.mark.parametrize(
    "words",
    [
        ("check",),
        ("run",),
        ("marks",),
        ("diff", "--set", "budget.history.cap=2500"),
        ("messages",),
        ("report", "--as", "md"),
    ],
)
def test_no_line_of_its_own_is_half_chinese(words: tuple[str, ...]) -> None:
    command, *options = words
    out = _said(command, TRAVEL, *options)
    assert "个 token" in out or command == "marks"
    assert not HALF.findall(out)


def test_a_sensitivity_curve_names_its_row_and_its_rule() -> None:
    out = _said("sensitivity", TRAVEL, "history")
    assert out.startswith("历史对话：现为 1,200，超限时停止 · 第 47 次请求 · 配置 travel-agent\n")
    assert "token 数" in out.splitlines()[1]


def test_found_constraints_are_told_in_words() -> None:
    out = _said("survival", TRAVEL, "--find")
    lines = {line.split("  ")[0]: re.sub(" +", " ", line) for line in out.splitlines()}
    assert "期限 硬性 ≤ 周日；≤ 20:00 周日晚上八点前必须回到苏州" in lines["found:i18:0"]
    assert "硬性 < 500 km under 500 km" in lines["found:i5:528"]
    assert "预算 硬性 ≤ 3,000 总共预算三千以内" in lines["found:i8:13"]


def test_codes_stay_in_json() -> None:
    document = ctxlab("why", TRAVEL, "budget", "--turn", "13", *UNDER, "--json").json
    row = document["diagnosis"]["stages"][1]
    assert (row["passed"], row["held"]) == ("failed", "lost")
    assert row["setting"] == "budget.history: cap 1200, overflow stop"
    assert (document["items"][0]["row"], document["items"][0]["role"]) == ("history", "user")


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("", ""),
        ("budget.user_message: no cap", "budget.user_message：无上限"),
        ("budget.tool_result: per_item 1500", "budget.tool_result：单条上限 1,500"),
        ("budget.history: max_items 20", "budget.history：最多条数 20"),
        ("select: max_messages 50", "select：最多消息数 50"),
        ("select: pairs placeholder", "select：结果被丢弃的调用占位"),
        ("summarize: max_item_tokens 800", "summarize：单条上限 800"),
        ("summarize: max_tokens 800", "summarize：单份摘要的 token 数 800"),
        ("gather: clean_docs true", "gather：去掉文档的杂质开"),
        ("degrade: rounds 2", "degrade：降级时保留的轮数 2"),
        (
            "window: size 27000, output_reserve 1000, buffer 0",
            "window：窗口大小 27,000，输出预留 1,000，缓冲 0",
        ),
    ],
)
def test_a_setting_that_decided_is_told_in_words(setting: str, words: str) -> None:
    assert worded(setting, "zh") == words
    assert worded(setting, "en") == setting
