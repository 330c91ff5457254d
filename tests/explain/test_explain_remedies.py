"""What displaced an item and what would keep it, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ctxlab import explain
from ctxlab.explain.en import EN
from ctxlab.explain.wording import fields_of
from ctxlab.explain.zh import ZH
from ctxlab.model.displaced import Displacer
from ctxlab.model.items import Row
from ctxlab.model.sensitivity import KeepingCap

FOUND = KeepingCap("i7", Row.HISTORY, 9002, 9000, verified=True, tokens=38)


def test_both_languages_word_the_same_with_the_same_numbers() -> None:
    assert set(EN.keeping) == set(ZH.keeping)
    assert set(EN.displaced) == set(ZH.displaced)
    for key, sentences in EN.keeping.items():
        numbers = [frozenset[str]().union(*map(fields_of, words)) for words in (sentences, ZH.keeping[key])]
        # The barest may say less in one of them.
        assert numbers[0] - {"row"} == numbers[1] - {"row"}, key


def test_a_cap_is_told_with_its_cost() -> None:
    (line,) = explain.keeping(FOUND, "en")
    assert line == "a cap of 9,002 for history, now 9,000, keeps it whole (+38 tokens)"
    (line,) = explain.keeping(replace(FOUND, now=None, tokens=-5), "en")
    assert line == "a cap of 9,002 for history keeps it whole (-5 tokens)"
    (line,) = explain.keeping(FOUND, "zh")
    assert line == "历史对话的上限为 9,002（现为 9,000）时整条保留（+38 个 token）"


def test_what_it_does_besides_is_told_with_names() -> None:
    found = replace(FOUND, lost=tuple(f"i{at}" for at in range(1, 8)), must_keeps=("m1",), saved=("m2", "m3"))
    labels = {"m1": "3000 yuan", "m2": "no red-eye", "m3": "two rooms"}
    lines = explain.keeping(found, "en", label_of=str.upper, must_keep_of=labels.__getitem__)
    assert lines[1:] == (
        "that brings 2 must-keeps back: no red-eye, two rooms",
        "that loses 1 must-keep: 3000 yuan",
        "that pushes out 7 items: I1, I2, I3, I4, I5, …",
    )


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "reason", ["limit", "pair", "count", "relevance", "elsewhere", "other_row", "unsettled"]
)
def test_each_reason_why_there_is_none_is_worded(reason: str, language: str) -> None:
    none = KeepingCap("i7", Row.HISTORY, None, 9000, verified=False, reason=reason)
    (line,) = explain.keeping(none, language)
    assert line
    assert "{" not in line


def test_the_other_half_of_a_pair_is_named() -> None:
    none = KeepingCap("i7", Row.HISTORY, None, 9000, verified=False, reason="pair", by="i6")
    assert explain.keeping(none, "en") == ("no cap of history keeps it: i6, its other half, is gone",)
    assert explain.keeping(none, "en", label_of="item {}".format) == (
        "no cap of history keeps it: item i6, its other half, is gone",
    )


def test_holders_and_where_the_row_stopped() -> None:
    found = (Displacer("i2", Row.HISTORY, 0, blocks=True), Displacer("i4", Row.HISTORY, 1200))
    assert explain.displaced(found, "en") == ("its row stopped at i2", "displaced by i4 (1,200 tokens)")
    assert explain.displaced(found, "zh") == ("该行止于 i2", "占去空间的是 i4（1,200 个 token）")
    assert explain.displaced(found[1:], "en", label_of=str.upper) == ("displaced by I4 (1,200 tokens)",)
    assert explain.displaced((), "en") == ()
