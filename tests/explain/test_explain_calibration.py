"""A calibration and a source rule in words, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from ctxlab.explain.calibration import calibration_lines, difference_line
from ctxlab.explain.source_rules import rule_words
from ctxlab.model.calibration import Calibration, CountRow, Doubt, Way
from ctxlab.model.items import Source
from ctxlab.model.profile_rules import GatherRule

ROW = CountRow(1, 1, 1, 1500, 1000)


def found(**more: Any) -> Calibration:
    return Calibration("", "o200k_base", (Source.SYSTEM_PROMPT,), (ROW,), **more)


def test_without_rows_there_is_one_sentence() -> None:
    assert len(calibration_lines(Calibration("", "o200k_base", (), ()))) == 1
    assert calibration_lines(Calibration("", "o200k_base", (), ()), "zh") == (
        "没有任何请求带有服务商的计数，无从比较。",
    )


def test_a_sure_factor_a_doubted_one_and_none() -> None:
    sure = found(way=Way.GROWTH, factor=120, low=118, high=121, constant=300, error=7)
    assert calibration_lines(sure)[-1] == "Enough to go by; counts stay ≈."
    assert any("within 7 tokens" in line for line in calibration_lines(sure))
    doubted = found(way=Way.RATIO, factor=120, low=90, high=190, doubts=(Doubt.FEW, Doubt.SPREAD))
    assert calibration_lines(doubted)[-1] == ("Not to be relied on: few requests; the requests disagree.")
    none = calibration_lines(found(constant=500))
    assert none[1].startswith("Too few requests")
    assert "About 500 tokens" in none[2]


def test_a_constant_below_nothing_is_told_as_what_was_not_sent() -> None:
    assert any("500 tokens less" in line for line in calibration_lines(found(constant=-500)))


@pytest.mark.parametrize("doubt", list(Doubt))
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_doubt_has_words(doubt: Doubt, language: str) -> None:
    told = calibration_lines(found(factor=100, low=100, high=100, doubts=(doubt,)), language)[-1]
    assert len(told) > 8


def test_the_difference_at_a_request() -> None:
    assert difference_line(100, 100, exact=True) == "the provider counted 100, as here"
    assert difference_line(1200, 100, exact=True).endswith("1,200 of what was sent, 1,100 more")
    assert difference_line(100, 1200).endswith("100 of what was sent, ≈1,100 less")
    assert difference_line(100, 1200, "zh") == "服务商对所发送内容计为 100，少 ≈1,100"


def test_a_source_rule_says_for_what_it_is_and_what_it_does() -> None:
    rule = GatherRule(regex="^<a>", role="user", source=Source.AGENT_NOTE)
    assert rule_words(rule) == "user, text ^<a>: to agent note"
    assert rule_words(rule, "zh").startswith("用户，文本 ^<a>：归入")
    assert rule_words(GatherRule(regex="", tool="web_search", exclude=True)) == "tool web_search: left out"
    assert rule_words(GatherRule(regex="", exclude=True)) == "every item: left out"
    assert len(rule_words(GatherRule(regex="x" * 500, exclude=True))) < 90
