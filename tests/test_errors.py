"""Errors name their place and their hint, and each kind has a code of its own."""

from __future__ import annotations

import pytest

from ctxlab import errors
from ctxlab.errors import CtxlabError, FormatError, Problem, ProfileError, Where


@pytest.mark.parametrize(
    ("where", "told"),
    [
        (Where(), ""),
        (Where("a.json"), "a.json"),
        (Where("a.json", line=3, byte=0, key="messages[2]"), "a.json, line 3, byte 0, messages[2]"),
        (Where(key="window.size"), "window.size"),
    ],
)
def test_a_place_tells_what_is_known(where: Where, told: str) -> None:
    assert str(where) == told


def test_an_error_is_place_message_and_hint() -> None:
    assert str(FormatError("cut off", where=Where("a.json", line=2), hint="the last record is missing")) == (
        "a.json, line 2: cut off (the last record is missing)"
    )
    assert str(CtxlabError("cut off")) == "cut off"


def test_each_kind_has_a_code_of_its_own() -> None:
    found = [one for one in vars(errors).values() if isinstance(one, type)]
    kinds = [kind for kind in found if issubclass(kind, CtxlabError)]
    assert len({kind.code for kind in kinds}) == len(kinds) > 8


def test_several_problems_of_a_profile_are_told_together_and_one_alone() -> None:
    first = Problem("no such key", Where(line=1, key="a"), "the nearest is b")
    second = Problem("too large", Where(line=2, key="c"), "")
    both = ProfileError.of((first, second), "x.toml")
    assert both.problems == (first, second)
    assert len(str(both).splitlines()) == 3
    assert str(ProfileError.of((first,), "x.toml")) == "x.toml, line 1, a: no such key (the nearest is b)"
