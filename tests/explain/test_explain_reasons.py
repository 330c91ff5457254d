from __future__ import annotations

import pytest

from ctxlab import explain
from ctxlab.explain.en import EN
from ctxlab.explain.wording import Wording, fields_of
from ctxlab.explain.zh import ZH
from ctxlab.model.decision import NUMBERS, Decision, Fate, Reason, Stage
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Order
from ctxlab.model.trace import LEDGER

CAP = (("cap", 8000), ("used", 7964), ("need", 38), ("left", 36), ("count", 15))


def dropped(reason: Reason, *numbers: tuple[str, int | str]) -> Decision:
    return Decision(Stage.SELECT, Fate.DROPPED, reason, tuple(numbers), 0)


@pytest.mark.parametrize("wording", [EN, ZH], ids=["en", "zh"])
@pytest.mark.parametrize("reason", Reason)
def test_each_reason_has_sentences_of_exactly_its_numbers(wording: Wording, reason: Reason) -> None:
    sentences = (*(wording.would_fit if reason is Reason.BEHIND_OVERFLOW else ()), *wording.reasons[reason])
    used = frozenset[str]().union(*map(fields_of, sentences))
    assert used == set(NUMBERS.get(reason, ()))
    # The barest has none, so that a decision without numbers has its sentence, too.
    assert fields_of(sentences[-1]) == frozenset()


@pytest.mark.parametrize("wording", [EN, ZH], ids=["en", "zh"])
def test_both_languages_word_all_there_is(wording: Wording) -> None:
    assert set(wording.reasons) == set(Reason)
    assert set(wording.fates) == set(Fate)
    assert set(wording.stages) == set(Stage)
    assert set(wording.rows) == set(Row)
    assert set(wording.sources) == set(Source)
    assert set(wording.ledger) == set(LEDGER)
    assert set(wording.before) == set(Order)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_two_reasons_read_the_same(language: str) -> None:
    assert len({explain.reason(one, language) for one in Reason}) == len(Reason)


def test_a_decision_tells_its_numbers() -> None:
    decision = dropped(Reason.OVER_CAP, *CAP)
    assert explain.decision(decision, "en", order=Order.NEWEST) == (
        "over its cap: 15 newer items hold 7,964 of 8,000; 36 left, 38 needed"
    )
    assert explain.decision(decision, "zh", order=Order.NEWEST) == (
        "超出上限：较新的 15 条已占 8,000 中的 7,964，剩 36，需要 38"
    )


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (None, "1 item before it holds"),
        (Order.NEWEST, "1 newer item holds"),
        (Order.OLDEST, "1 older item holds"),
        (Order.RELEVANCE, "1 at least as relevant item holds"),
        (Order.PRIORITY, "1 item of at least its priority holds"),
    ],
)
def test_one_item_is_told_in_the_singular_and_by_the_rows_order(order: Order | None, words: str) -> None:
    decision = dropped(Reason.OVER_CAP, ("cap", 9), ("used", 5), ("need", 6), ("left", 4), ("count", 1))
    assert explain.decision(decision, "en", order=order) == f"over its cap: {words} 5 of 9; 4 left, 6 needed"


def test_a_row_that_stopped_says_where_and_that_this_comes_after() -> None:
    row = (("cap", 1200), ("used", 1168), ("need", 31), ("left", 32), ("count", 19))
    numbers = (*row, ("by", "i15"))
    decision = dropped(Reason.BEHIND_OVERFLOW, *numbers)
    assert explain.decision(decision, "en", order=Order.NEWEST) == (
        "its row stops at the first that does not fit, i15; by itself this would fit: "
        "19 newer items hold 1,168 of 1,200; 32 left, 31 needed"
    )
    assert explain.decision(decision, "zh", order=Order.NEWEST) == (
        "该行到第一条放不下的（i15）为止；这一条单独放得下，但排在其后："
        "较新的 19 条已占 1,200 中的 1,168，剩 32，需要 31"
    )
    larger = dropped(Reason.BEHIND_OVERFLOW, *numbers, ("need", 33))
    assert explain.decision(larger, "en", order=Order.NEWEST) == (
        "its row stops at the first that does not fit, i15, and this comes after it: "
        "19 newer items hold 1,168 of 1,200; 32 left, 33 needed"
    )


def test_what_is_left_is_never_told_as_less_than_nothing() -> None:
    decision = dropped(Reason.OVER_CAP, ("cap", 9), ("used", 12), ("need", 6), ("left", -3), ("count", 2))
    assert "12 of 9; 0 left" in explain.decision(decision, "en")


def test_an_item_is_called_by_its_label() -> None:
    decision = dropped(Reason.PAIR_BROKEN, ("by", "i7"))
    assert "i7" in explain.decision(decision, "en")
    assert "the search" in explain.decision(decision, "en", label_of={"i7": "the search"}.__getitem__)


def test_a_decision_that_lacks_numbers_is_told_by_those_it_has() -> None:
    assert explain.decision(dropped(Reason.OVER_CAP), "en") == "over its cap"
    no_cap = dropped(Reason.FITS, ("count", 2), ("used", 10), ("need", 5))
    assert (
        explain.decision(no_cap, "en") == "fits: 2 items before it hold 10, 5 needed, and its row has no cap"
    )
    merged = dropped(Reason.SUMMARISED, ("limit", 600), ("count", 12), ("by", "i3~summary"))
    assert explain.decision(merged, "en") == "one of 12 items summarised as i3~summary, in at most 600 tokens"
    assert explain.decision(merged, "zh") == "共 12 条一起并入摘要 i3~summary，最多 600 个 token"


def test_a_summary_tells_what_it_left_out() -> None:
    left = (("left_demands", 0), ("left_numbers", 2), ("left_sentences", 7))
    made = dropped(Reason.SUMMARISED, ("limit", 600), ("count", 12), *left)
    assert explain.decision(made, "en") == (
        "summary of 12 items in at most 600 tokens; 7 sentences left out, 0 with demands and 2 with numbers"
    )
    assert explain.decision(made, "zh") == (
        "12 条的摘要，最多 600 个 token；7 句未写入，其中 0 句含要求，2 句含数字"
    )


def test_names_and_verdicts() -> None:
    assert explain.fate(Fate.DROPPED, "en") == "dropped"
    assert explain.fate(Fate.DROPPED, "zh") == "丢弃"
    assert explain.row(Row.RECENT, "en") == "recent conversation"
    assert explain.source(Source.TOOL_RESULT, "zh") == "工具结果"
    assert explain.verdict(None, "en") == "kept"
    assert explain.verdict(Stage.SELECT, "en") == "lost in Select"
    assert explain.verdict(Stage.SELECT, "zh") == "在“选择”阶段丢失"
    with pytest.raises(ValueError, match="fr"):
        explain.fate(Fate.KEPT, "fr")


def test_a_level_of_degradation_says_what_it_gives_up_and_why() -> None:
    decision = dropped(Reason.DEGRADED_1, ("limit", 27000), ("used", 27202), ("need", 123))
    assert explain.decision(decision, "en") == (
        "degradation level 1: only the best documents stay, since the context held 27,202, its limit is "
        "27,000, and this item holds 123"
    )
    assert explain.decision(decision, "zh") == (
        "一级降级，只留最好的文档：上下文已占 27,202，限额 27,000，这一条占 123"
    )


def test_a_reduced_result_says_how_many_rows_are_left() -> None:
    decision = dropped(Reason.FIELDS_PROJECTED, ("need", 623), ("rows", 10), ("of", 12))
    assert explain.decision(decision, "en") == (
        "reduced from 623 to the fields that the profile names, 10 of 12 rows"
    )
    assert explain.decision(decision, "zh") == "从 623 缩减到配置指定的字段，12 行中取 10 行"
