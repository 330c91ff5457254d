"""Root causes in words, in English and in Chinese."""

from __future__ import annotations

from dataclasses import fields

import pytest
from helpers.cause_cases import CASES, diagnosed

from ctxlab.explain import causes
from ctxlab.explain.cause_texts import EN, ZH, CauseTexts
from ctxlab.explain.wording import fields_of
from ctxlab.model.cause import Cause, Diagnosis
from ctxlab.model.constraint import Survival, Survived
from ctxlab.model.decision import NUMBERS

#: What a sentence may say beside the numbers of a decision.
KNOWN = {
    *("row", "item", "by", "was", "now", "evidence", "depth", "share", "reason"),
    *("gone", "later", "main", "opens", "replaced"),
    *(name for names in NUMBERS.values() for name in names),
}
LANGUAGES = {"en": EN, "zh": ZH}


@pytest.mark.parametrize("texts", LANGUAGES.values(), ids=list(LANGUAGES))
def test_every_cause_has_a_name_and_sentences(texts: CauseTexts) -> None:
    assert set(texts.names) == set(texts.details) == set(Cause)
    assert len(set(texts.names.values())) == len(Cause)
    for sentences in texts.details.values():
        assert sentences
        assert all(fields_of(sentence) <= KNOWN for sentence in sentences)


def test_both_languages_say_the_same_numbers() -> None:
    for cause in Cause:
        english, chinese = EN.details[cause], ZH.details[cause]
        assert [fields_of(one) for one in english] == [fields_of(one) for one in chinese], cause
    for field in fields(CauseTexts):
        english, chinese = getattr(EN, field.name), getattr(ZH, field.name)
        if isinstance(english, str):
            assert fields_of(english) == fields_of(chinese)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CASES)
def test_no_verdict_has_a_hole(name: str, language: str) -> None:
    case = CASES[name]
    said = causes.verdict(diagnosed(case), language, label=case.keep.label)
    assert "{" not in said
    assert "None" not in said
    assert case.keep.label in said
    assert said.endswith("。" if language == "zh" else ".")


def test_the_design_words_it_so() -> None:
    found = diagnosed(CASES["over_cap"])
    assert causes.detail(found, "en") == "history: 4 newer items hold 39 of 45; 6 left, 7 needed"
    assert causes.detail(found, "zh") == "历史对话：较新的 4 条已占 45 中的 39，剩 6，需要 7"
    assert causes.verdict(found, "en", label="no chilli") == (
        "“no chilli” is not in the context of request 1. "
        "Lost in Select: history has 6 of 45 tokens left, and 7 are needed."
    )
    assert causes.verdict(found, "zh", label="不吃辣") == (
        "“不吃辣”不在第 1 次请求的上下文中。丢失于“选择”阶段：历史对话只剩 6 / 45 个 token，需要 7。"
    )


def test_the_rows_of_the_stages_say_test_and_numbers() -> None:
    found = diagnosed(CASES["over_cap"])
    assert [causes.stage_row(row, "en", order=found.order) for row in found.stages] == [
        "a candidate",
        "over its cap: 4 newer items hold 39 of 45; 6 left, 7 needed",
        "never reached",
        "never reached",
    ]
    nothing = diagnosed(CASES["never_said"])
    assert causes.stage_row(nothing.stages[0], "en") == "no item states it"
    assert causes.stage_row(nothing.stages[1], "zh") == "未到达"


def test_items_are_called_as_asked() -> None:
    found = diagnosed(CASES["behind_overflow"])
    said = causes.detail(found, "en", label_of=lambda item: f"answer {item}")
    assert said.startswith("history stops at answer i2, the first that does not fit")


def test_what_is_present_sends_to_the_model() -> None:
    said = causes.verdict(diagnosed(CASES["present"]), "en", label="x")
    assert said == (
        "“x” is in the context of request 1. Present: 36 tokens come before i1, and 17 % of the context "
        "after it; ask the model, not the context."
    )


def test_what_stands_in_other_words_is_not_called_absent() -> None:
    changed = Survival(Survived.CHANGED, was="3000 yuan", now="5000 yuan")
    found = Diagnosis("budget", 7, Cause.VALUE_CHANGED, (), changed, evidence_item="i9")
    assert causes.verdict(found, "en") == (
        "“budget” is not in the context of request 7 as it was said. "
        "Its value was changed: i9 says 5000 yuan, not 3000 yuan."
    )


def test_a_long_label_is_shortened_and_stays_on_one_line() -> None:
    found = diagnosed(CASES["over_cap"])
    said = causes.verdict(found, "en", label="word\n" * 40)
    assert "\n" not in said
    assert "…”" in said
