"""Solutions in words."""

from __future__ import annotations

import pytest

from ctxlab.explain import solve
from ctxlab.model.solution import Proof


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_reason_has_words_of_its_own(language: str) -> None:
    reasons = ("absent", "gather", "count", "relevance", "item_limit", "pair", "row", "window")
    told = [solve.kept_out(one, language) for one in reasons]
    told += [solve.loose(one, language) for one in ("elastic", "recent", "summary", "pairs")]
    told += [solve.proof(one, language) for one in Proof]
    told.append(solve.kept_out("window", language, whole=True))
    assert len(set(told)) == len(told)
    assert not set(reasons) & set(told)
    assert all(any(char >= "\u4e00" for char in one) is (language == "zh") for one in told)
