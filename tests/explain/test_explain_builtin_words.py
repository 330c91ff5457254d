"""Every profile that comes with ctxlab says in Chinese, too, what it is."""

from __future__ import annotations

import pytest

from ctxlab.explain.builtin_words import description
from ctxlab.profiles import builtin, builtin_names


@pytest.mark.parametrize("name", builtin_names())
def test_each_has_a_description_in_both_languages(name: str) -> None:
    english = builtin(name).description
    assert description(english, "en") == english
    assert any("一" <= one <= "鿿" for one in description(english, "zh"))


def test_what_others_wrote_stays_as_it_is() -> None:
    assert description("my own", "zh") == "my own"
