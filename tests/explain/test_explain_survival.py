"""What became of a constraint, in words: every verdict and every reason, in both languages."""

from __future__ import annotations

from string import Formatter

import pytest

from ctxlab.explain.survival import REASONS, VERDICTS, survival, survived
from ctxlab.model.constraint import Survival, Survived
from ctxlab.text.survival.codes import REASONS as CODES


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_code_is_worded() -> None:
    assert set(REASONS) == set(CODES)
    assert set(VERDICTS) == set(Survived)


@pytest.mark.parametrize("words", [words for sentences in REASONS.values() for words in sentences])
def test_both_languages_tell_the_same(words: tuple[str, str]) -> None:
    assert all(words)
    assert fields(words[0]) == fields(words[1]) <= {"was", "now"}


@pytest.mark.parametrize("code", CODES)
def test_a_reason_without_values_is_told_without_gaps(code: str) -> None:
    for language in ("en", "zh"):
        told = survival(Survival(Survived.CHANGED, reason=code, was="3000 元", now="5000 元"), language)
        assert told
        assert "{" not in told
        bare = survival(Survival(Survived.CHANGED, reason=code), language)
        assert bare
        assert "{" not in bare


def test_what_differs_is_said() -> None:
    found = Survival(Survived.CHANGED, 0, 9, "number", "3000 CNY", "5000 CNY")
    assert survival(found, "en") == "the number changed: 3000 CNY became 5000 CNY"
    assert survival(found, "zh") == "数字变了：3000 CNY 变成 5000 CNY"


def test_the_words_of_a_text_are_no_template() -> None:
    found = Survival(Survived.CHANGED, 0, 9, "named_value", "{now}", "{0}")
    assert survival(found, "en") == "{now} became {0}"


def test_an_unknown_code_is_told_as_it_is() -> None:
    assert survival(Survival(Survived.LOST, reason="eaten_by_dog"), "en") == "eaten by dog"


def test_verdicts_have_a_name() -> None:
    assert survived(Survived.REWORDED, "en") == "reworded"
    assert survived(Survived.LOST, "zh") == "丢失"
