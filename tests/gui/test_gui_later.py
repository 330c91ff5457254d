"""A mapping that is made when it is needed: its keys never make it, its first value does, once."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ctxlab.gui.later import Later


def test_keys_are_known_without_values_and_values_are_made_once() -> None:
    made: list[str] = []

    def make() -> Mapping[str, int]:
        made.append("made")
        return {"one": 1, "two": 2}

    later = Later(("one", "two"), make)

    assert "one" in later
    assert "three" not in later
    assert list(later) == ["one", "two"]
    assert len(later) == 2
    assert made == []
    assert later["two"] == 2
    assert later.get("one") == 1
    assert later.get("three") is None
    assert made == ["made"]
    with pytest.raises(KeyError):
        later["three"]
