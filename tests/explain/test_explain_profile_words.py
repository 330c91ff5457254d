"""The differences of two profiles in words: what each setting is called, and what its values mean."""

from __future__ import annotations

import pytest
from helpers.any_profile import PROFILES
from hypothesis import given, settings

from ctxlab.explain.profile_words import Line, Part, flat, in_words
from ctxlab.explain.setting_words import field_of
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.profile_diff import Difference, differences
from ctxlab.model.profile_keys import all_keys

BASE = Profile(name="p").set("budget.history.cap", 8000).set("budget.history.overflow", "stop")
AFTER = (
    BASE.set("name", "q")
    .set("window.size", 128_000)
    .set("window.buffer", 1)
    .set("budget.history.cap", 4000)
    .set("budget.history.overflow", "skip")
    .set("budget.history.tier", 3)
    .set("budget.tool_result.cap", 500)
    .set("gather.key_facts", True)
    .set("select.pairs", "drop")
)


def test_differences_stand_under_the_part_that_they_belong_to() -> None:
    assert in_words(differences(BASE, AFTER), "en") == (
        Part("", "profile", (Line("name", "name: p → q"),)),
        Part(
            "window",
            "window",
            (
                Line("window.size", "size: none → 128,000"),
                Line("window.buffer", "buffer: 0 → 1 (1 token more)"),
            ),
        ),
        Part(
            "budget.history",
            "history",
            (
                Line("budget.history.cap", "may use 4,000 tokens less (8,000 → 4,000)"),
                Line(
                    "budget.history.overflow",
                    "overflow: stops at the first that does not fit → skips what does not fit",
                ),
                Line("budget.history.tier", "tier: 2, kept if possible → 3, cut first"),
            ),
        ),
        Part(
            "budget.tool_result",
            "tool results",
            (Line("budget.tool_result.cap", "may use 500 tokens; it had no cap"),),
        ),
        Part("gather", "Gather", (Line("gather.key_facts", "hard demands as key facts: off → on"),)),
        Part(
            "select",
            "Select",
            (
                Line(
                    "select.pairs",
                    "call of a dropped result: stays, with a note in the result's place → goes too",
                ),
            ),
        ),
    )


def test_the_same_in_chinese() -> None:
    assert flat(differences(BASE, AFTER), "zh") == (
        "配置：名称：p → q",
        "窗口：窗口大小：无 → 128,000",
        "窗口：缓冲：0 → 1（多 1 个 token）",
        "历史对话：可用的少了 4,000 个 token（8,000 → 4,000）",
        "历史对话：超限时：到第一条放不下的为止 → 跳过放不下的",
        "历史对话：层级：2，尽量保留 → 3，最先删减",
        "工具结果：至多可用 500 个 token，原先没有上限",
        "收集：硬性要求列为关键事实：关 → 开",
        "选择：结果被丢弃的调用：保留，以一条说明代替结果 → 一并去掉",
    )


def test_a_cap_that_grows_and_one_that_goes() -> None:
    more, gone = BASE.set("budget.history.cap", 8001), BASE.set("budget.history.cap", None)
    assert flat(differences(BASE, more), "en") == ("history: may use 1 token more (8,000 → 8,001)",)
    assert flat(differences(BASE, gone), "en") == ("history: has no cap any more; it was 8,000 tokens",)


def test_rules_that_come_and_go_are_told_one_by_one() -> None:
    before = BASE.set("must_keep", [{"text": "a"}, {"text": "b"}])
    after = BASE.set("must_keep", [{"text": "b"}, {"number": "3,000"}])
    assert flat(differences(before, after), "en") == (
        "must-keeps: without text a",
        "must-keeps: with number 3,000",
    )
    turned = BASE.set("must_keep", [{"text": "b"}, {"text": "a"}])
    assert flat(differences(before, turned), "en") == ("must-keeps: in another order",)
    ruled = BASE.set("gather.rule", [{"regex": "^<notes>", "source": "agent_note"}])
    assert flat(differences(BASE, ruled), "en") == (
        "Gather: source rules: with text ^<notes>: to agent note",
    )
    assert flat(differences(ruled, BASE), "zh") == ("收集：来源规则：去掉 文本 ^<notes>：归入执行笔记",)


def test_the_order_of_the_rows_and_words_of_ones_own() -> None:
    table = (Row.HISTORY, *(row for row in BASE.table() if row is not Row.HISTORY))
    turned = BASE.with_parts(budget=tuple((row, BASE.row(row)) for row in table))
    (line,) = flat(differences(BASE, turned), "en")
    assert line.startswith("budget table: the order of the rows: history, system prompt, ")
    # a model that is called as a choice is keeps its name, and a text stays on one line
    named = BASE.set("window.model", "flat").set("description", "one\ntwo " + "x" * 100)
    model, description = flat(differences(BASE, named), "zh")[::-1]
    assert model == "窗口：模型：无 → flat"
    assert description.startswith(r"配置：说明：无 → one\ntwo xxx")
    assert description.endswith("…")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_setting_has_a_name(language: str) -> None:
    lists = ("mode.rule", "gather.rule", "gather.fields", "must_keep")
    for key in all_keys():
        table, dot, _ = key.partition(".")
        if (
            not dot
            or table in ("published", "must_keep", "provenance")
            or key.startswith(tuple(f"{one}." for one in lists))
        ):
            continue
        if key.rpartition(".")[2] in ("unknown", "instructions") or (
            key.startswith("budget.") and key.count(".") == 1
        ):
            continue
        name = field_of(key, language)
        assert name != key
        assert "{" not in name


@settings(max_examples=40)
@given(PROFILES, PROFILES)
def test_every_difference_is_told(one: Profile, other: Profile) -> None:
    found: tuple[Difference, ...] = differences(one, other)
    for language in ("en", "zh"):
        told = in_words(found, language)
        assert {line.key for part in told for line in part.lines} == {change.key for change in found}
        assert all(part.title for part in told)
        lines = [line for part in told for line in part.lines if line.key != "gather.rule"]
        assert not any("\n" in line.text for line in lines)
    assert flat(found, "en") != flat(found, "zh") or not found
