"""The words of reports and of stand-ins: both languages say all, with the same values."""

from __future__ import annotations

from string import Formatter

import pytest

from ctxlab.explain import redaction
from ctxlab.explain import report as words
from ctxlab.explain.survival import survived
from ctxlab.model.cause import Passed
from ctxlab.model.constraint import Survived
from ctxlab.model.redaction import SecretKind


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", words.TEXTS)
def test_both_languages_have_the_same_values(key: str) -> None:
    english, chinese = words.TEXTS[key]
    assert english
    assert chinese or key == "sentence"
    assert _fields(english) == _fields(chinese)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_verdict_result_and_kind_has_a_name_of_its_own(language: str) -> None:
    for names in (
        [survived(one, language) for one in Survived],
        [words.passed(one, language) for one in Passed],
        [redaction.secret(one, language) for one in SecretKind],
        [redaction.stand_in(one, 1, language) for one in SecretKind],
    ):
        assert len(set(names)) == len(names)
        assert all(names)


def test_a_stand_in_has_a_kind_and_a_number() -> None:
    assert redaction.stand_in(SecretKind.EMAIL, 2, "en") == "[e-mail 2]"
    assert redaction.stand_in(SecretKind.EMAIL, 2, "zh") == "[邮箱 2]"


def test_places_are_counted() -> None:
    assert words.places(1, "en") == " in 1 place"
    assert words.places(3, "en") == " in 3 places"
    assert words.places(3, "zh") == "（3 处）"


def test_a_rescue_is_said_to_be_shown_at_one_request_alone() -> None:
    assert "at this request alone" in words.word("en", "tried", builds=3)
    assert "只在此次请求处" in words.word("zh", "tried", builds=3)
