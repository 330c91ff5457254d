"""Rescues in words, in both languages."""

from __future__ import annotations

import pytest

from ctxlab.explain.rescue import change, changes, heading, no_rescue, rescue
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile, RowBudget
from ctxlab.model.profile_keys import section_models
from ctxlab.model.rescue import Change, Lever, Rescue, Rescues

CAP = Change(Lever.CAP, "budget.history.cap", 8000, 8002)
FOUND = Rescue((CAP,), Profile(), Marks(), 38, pushes_out=("i6",))


@pytest.mark.parametrize(
    ("one", "english", "chinese"),
    [
        (CAP, "history cap 8,000 → 8,002", "历史对话上限 8,000 → 8,002"),
        (
            Change(Lever.OVERFLOW, "budget.history.overflow", "stop", "keep"),
            "history overflow stop → keep",
            "历史对话超限时 停止 → 保留",
        ),
        (
            Change(Lever.PER_ITEM, "budget.tool_result.per_item", None, 1200),
            "tool results limit of one item none → 1,200",
            "工具结果单条上限 无 → 1,200",
        ),
        (
            Change(Lever.LIMIT, "window.enforce_soft", True, False),
            "soft limit enforced on → off",
            "强制软限额 开 → 关",
        ),
        (Change(Lever.PIN, "pin", None, "i8"), "pin I8", "钉住 I8"),
        (Change(Lever.KEY_FACT, "key_fact", None, "i8"), "key fact from I8", "将 I8 中的该句列为关键事实"),
        (
            Change(Lever.KEY_FACT, "gather.key_facts", False, True),
            "hard demands as key facts off → on",
            "硬性要求列为关键事实 关 → 开",
        ),
        (
            Change(Lever.SETTING, "gather.rule", "rooms", None),
            "without the rule that excludes rooms",
            "去掉排除 rooms 的规则",
        ),
        (Change(Lever.SETTING, "other.key", "a", "b"), "other.key a → b", "other.key a → b"),
        (
            Change(Lever.SETTING, "budget.history.other_key", 1, 2),
            "history other key 1 → 2",
            "历史对话other key 1 → 2",
        ),
    ],
)
def test_a_change_is_told_in_both_languages(one: Change, english: str, chinese: str) -> None:
    assert change(one, "en", label_of=str.upper) == english
    assert change(one, "zh", label_of=str.upper) == chinese


def test_every_setting_of_a_row_and_every_choice_has_words() -> None:
    for field in RowBudget.model_fields:
        key = f"budget.{Row.RECENT.value}.{field}"
        assert "_" not in change(Change(Lever.SETTING, key, 1, 2), "en")
        assert not any("a" <= letter <= "z" for letter in change(Change(Lever.SETTING, key, 1, 2), "zh")), (
            field
        )
    assert set(section_models()) >= {"window", "gather", "select", "summarize", "construct"}


def test_a_rescue_is_told_with_cost_and_what_it_pushes_out() -> None:
    told = rescue(FOUND, "en", label_of=lambda one: f"assistant {one[1:]}")
    assert " · ".join(told) == "history cap 8,000 → 8,002 · +38 tokens · pushes out assistant 6"
    told = rescue(FOUND, "zh", label_of=lambda one: f"助手 {one[1:]}")
    assert " · ".join(told) == "历史对话上限 8,000 → 8,002 · +38 个 token · 挤出 助手 6"


def test_what_is_lost_and_saved_is_named_and_many_are_counted() -> None:
    found = Rescue(
        (CAP, Change(Lever.PIN, "pin", None, "i8")),
        Profile(),
        Marks(),
        -1,
        pushes_out=tuple(f"i{at}" for at in range(1, 7)),
        suffers=("m1",),
        saves=("m2", "m3"),
        least=True,
    )
    labels = {"m1": "no red-eye", "m2": "two rooms", "m3": "3000 yuan"}
    assert rescue(found, "en", must_keep_of=labels.__getitem__) == (
        "history cap 8,000 → 8,002 and pin i8",
        "−1 token",
        "pushes out 6 items: i1, i2, i3, i4, …",
        "loses no red-eye",
        "also brings back two rooms, 3000 yuan",
        "no smaller value does",
    )
    assert rescue(found, "zh")[2:] == (
        "挤出 6 条：i1，i2，i3，i4，…",
        "丢失 m1",
        "另找回 m2，m3",
        "更小的值都不行",
    )
    assert changes(found, "zh") == "历史对话上限 8,000 → 8,002，并且 钉住 i8"


def test_where_nothing_helps_it_says_so_and_what_is_in_the_way() -> None:
    nothing = Rescues("m", conflict=("i1", "i2"), builds=1200)
    assert no_rescue(nothing, "en", label_of=str.upper) == (
        "no change of one setting or of two keeps it",
        "what cannot go holds its room: I1, I2",
    )
    assert no_rescue(Rescues("m"), "zh") == ("改动一项或两项设置都留不住",)
    assert heading(nothing, "en") == "what keeps it, the best first, each shown by a run (1,200 made)"
    assert heading(nothing, "zh").endswith("（共 1,200 次）")


def test_demands_that_came_back_are_told_apart_from_must_keeps() -> None:
    found = Rescue((CAP,), Profile(), Marks(), 38, saves=("found:i1:0", "m1"))
    names = {"found:i1:0": "one night", "m1": "no chilli"}
    told = rescue(
        found, "en", must_keep_of=names.__getitem__, is_must_keep=lambda key: not key.startswith("found:")
    )
    assert told[2:] == ("also brings back no chilli", "also brings back one night (found, not marked)")
    assert rescue(found, "en", must_keep_of=names.__getitem__)[2:] == (
        "also brings back one night, no chilli",
    )
