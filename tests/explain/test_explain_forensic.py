"""Fates in what was sent, in words: every one in both languages, with its evidence."""

from __future__ import annotations

import pytest

from ctxlab.explain import forensic as words
from ctxlab.model.forensic import (
    AddedKind,
    AddedText,
    Basis,
    GuessedRule,
    How,
    ItemFate,
    RuleCode,
    SentFate,
)

REWRITTEN = SentFate.REWRITTEN


def test_everything_has_words_in_both_languages() -> None:
    for table, names in (
        (words.FATES, SentFate),
        (words.HOWS, How),
        (words.ADDED, AddedKind),
        (words.RULES, RuleCode),
        (words.BASES, Basis),
    ):
        assert set(table) == set(names)
        for english, chinese in table.values():
            assert english.isascii() or "“" in english
            assert any("\u4e00" <= char <= "\u9fff" for char in chinese)


@pytest.mark.parametrize(
    ("one", "english", "chinese"),
    [
        (ItemFate("i", SentFate.KEPT), "kept", "保留"),
        (ItemFate("i", SentFate.KEPT, moved=True), "kept, moved", "保留，位置变了"),
        (ItemFate("i", SentFate.DROPPED), "dropped", "丢弃"),
        (ItemFate("i", SentFate.MERGED, message=3), "merged, with others in message 3", None),
        (
            ItemFate("i", REWRITTEN, How.CUT, spans=((1024, 2000),), marker="\n[cut]"),
            "cut at 1,024 characters (976 are gone), “[cut]” stands there",
            "在 1,024 字符处截断（少了 976 字符），原处为“[cut]”",
        ),
        (
            ItemFate("i", REWRITTEN, How.CUT, spans=((10, 20),), tail=True),
            "cut in the middle: characters 10 to 20 are gone (10)",
            None,
        ),
        (
            ItemFate("i", REWRITTEN, How.CUT, spans=((0, 7),), tail=True),
            "its first 7 characters are cut off",
            None,
        ),
        (
            ItemFate("i", REWRITTEN, How.CUT, spans=((1, 3), (5, 9)), tail=True),
            "cut at 2 places (6 characters are gone)",
            None,
        ),
        (
            ItemFate("i", REWRITTEN, How.VALUES, was="3000", now="5000"),
            "a value changed: 3000 became 5000",
            None,
        ),
        (
            ItemFate("i", REWRITTEN, How.SUMMARISED, message=2, found=5, of=9),
            "summarised in message 2, 5 of its 9 telling words are there",
            "已写成摘要，在第 2 条消息中，其 9 个关键词中有 5 个在那里",
        ),
        (
            ItemFate("i", REWRITTEN, How.CLEARED, marker="{gone}"),
            "cleared: “{gone}” stands in its place",
            None,
        ),
        (
            ItemFate("i", REWRITTEN, How.ROLE, was="user", now="system"),
            "said by system instead of user",
            None,
        ),
    ],
)
def test_a_fate_is_told_with_its_evidence(one: ItemFate, english: str, chinese: str | None) -> None:
    assert words.item_fate(one, "en") == english
    if chinese:
        assert words.item_fate(one, "zh") == chinese


def test_the_brief_form_leaves_out_counts_and_markers() -> None:
    one = ItemFate("i", REWRITTEN, How.SUMMARISED, message=2, found=5, of=9)
    assert words.told(one, "en", brief=True) == "summarised in message 2"
    cut = ItemFate("i", REWRITTEN, How.CUT, spans=((10, 20),), marker="[cut]")
    assert words.told(cut, "en", brief=True) == "cut at 10 characters (10 are gone)"


def test_what_was_added_and_rules() -> None:
    added = AddedText(2, "i2", "user", "Summary", AddedKind.SUMMARY, ("i1", "i3"))
    assert words.told(added, "en") == "added by the builder: a summary (items in it: 2)"
    rule = GuessedRule(RuleCode.LAST_TURNS, 8, 12, 13)
    assert (words.rule(rule, "en"), words.agreement(rule, "en")) == (
        "keeps the last 8 turns",
        "12 of 13 requests agree",
    )
    assert words.rule(rule, "zh") == "保留最近 8 轮"
