"""The language of whoever started the program."""

from __future__ import annotations

from ctxlab.model.language import language_of


def test_the_language_is_that_of_the_locale() -> None:
    assert language_of({"LC_ALL": "zh_CN.UTF-8", "LANG": "en_US"}) == "zh"
    assert language_of({"LC_ALL": "", "LC_MESSAGES": "de_DE", "LANG": "zh_CN"}) == "en"
    assert language_of({}) == "en"
