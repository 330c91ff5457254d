from __future__ import annotations

import pytest

from ctxlab.formats.usages import first_count, stated, without_cached
from ctxlab.model.session import Usage


def test_the_first_name_that_has_a_count_counts() -> None:
    record = {"a": "7", "b": -1, "c": True, "d": 0, "e": 5}
    assert first_count(record, "a", "b", "c", "d", "e") == 0
    assert first_count(record, "a", "missing") is None


@pytest.mark.parametrize(
    ("total", "cached", "expected"),
    [
        (10, (4, 1), 5),
        (10, (None, None), 10),
        (10, (), 10),
        (3, (4, None), 0),
        (None, (4,), None),
    ],
)
def test_what_a_cache_held_is_no_fresh_input(
    total: int | None, cached: tuple[int | None, ...], expected: int | None
) -> None:
    assert without_cached(total, *cached) == expected


def test_usage_that_says_nothing_is_none() -> None:
    assert stated(Usage()) is None
    assert stated(Usage(input=0)) == Usage(input=0)
