"""Roles in words."""

from __future__ import annotations

from ctxlab.explain.roles import role, speaker


def test_roles_are_words_in_chinese_and_codes_in_english() -> None:
    assert [role(one, "zh") for one in ("user", "assistant", "system", "tool")] == [
        "用户",
        "助手",
        "系统",
        "工具",
    ]
    assert (role("user", "en"), role("critic", "zh")) == ("user", "critic")


def test_a_label_keeps_its_turn_and_the_name_of_a_tool() -> None:
    assert speaker("user · 3", "zh") == "用户 · 3"
    assert speaker("user", "zh") == "用户"
    assert speaker("search_trains · 3", "zh") == "search_trains · 3"
    assert speaker("user · 3", "en") == "user · 3"
