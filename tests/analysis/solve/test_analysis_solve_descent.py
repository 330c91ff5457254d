"""The first of a row's caps that holds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxlab.analysis.solve.descent import floor, with_cap
from ctxlab.analysis.solve.needs import Caps


@given(st.sets(st.integers(0, 16)), st.integers(0, 17))
def test_of_few_steps_it_is_the_first_of_all(good: set[int], count: int) -> None:
    steps = [10 * at for at in range(min(count, 17))]
    tried: list[Caps] = []

    def run(caps: Caps) -> bool:
        tried.append(caps)
        return caps[1] // 10 in good

    found = floor(run, (7, 99, 3), 1, steps, bool)
    assert found.at == min((at for at in good if at < len(steps)), default=len(steps))
    assert [caps for caps, _ in found.runs] == tried
    assert len(set(tried)) == len(tried)
    assert all((caps[0], caps[2]) == (7, 3) for caps in tried)


@given(st.integers(0, 3_000), st.integers(1, 3_000))
def test_of_many_it_is_found_by_halves(first: int, count: int) -> None:
    found = floor(lambda caps: caps[0] >= first, (5_000,), 0, range(count), bool)
    assert found.at == min(first, count)
    assert len(found.runs) <= 30


def test_one_cap_is_changed() -> None:
    assert with_cap((1, 2, 3), 1, 9) == (1, 9, 3)
