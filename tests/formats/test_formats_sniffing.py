from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.sniffing import overall


@given(st.lists(st.floats(0, 1), max_size=8))
def test_nobody_is_surer_than_of_the_surest_record(sure: list[float]) -> None:
    assert 0 <= overall(sure) <= max(sure, default=0)
    assert (overall(sure) > 0) == any(one * 0.6 > 0 for one in sure)


def test_records_that_are_not_alike_make_unsure() -> None:
    assert overall([0.9, 0.8]) == pytest.approx(0.9)
    assert overall([0.9, 0.0]) == pytest.approx(0.9 * 0.8)
    assert overall([0.9, *[0.0] * 3]) == pytest.approx(0.9 * 0.7)
    assert overall([]) == 0
