"""Sweeps: figures by hand, and the front against one that compares all with all."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxlab.model.profile import Profile
from ctxlab.model.sweep import Outcome, Place, Sweep, Variant


def outcome(tokens: int, kept: int, judged: int = 4, **more: int) -> Outcome:
    names = tuple(f"m{at}" for at in range(judged))
    return Outcome(tokens, 1000, judged=names, lost=names[kept:], **more)


def sweep(*rows: list[Outcome | None], price: float | None = None) -> Sweep:
    places = tuple(Place(f"{at}.json", 0, f"{at}.json") for at in range(len(rows[0])))
    variants = tuple(Variant(f"v{at}", Profile()) for at in range(len(rows)))
    return Sweep(places, variants, tuple(map(tuple, rows)), price)


def test_the_figures_are_sums_over_the_sessions_that_were_built() -> None:
    found = sweep(
        [outcome(100, 4), outcome(250, 1, level=2), Outcome(error="no"), None],
        [Outcome(50, prefix=0.5, exact=False), Outcome(1200, 1000, 200, prefix=1.0), None, None],
        price=3.0,
    )
    first, second = found.figures
    assert (first.sessions, first.failed, first.tokens, first.peak) == (2, 1, 350, 250)
    assert (first.kept, first.judged, first.losing, first.over, first.level) == (5, 8, 1, 0, 2)
    assert first.survival == 5 / 8
    assert first.cost == 350 * 3 / 1_000_000
    assert first.exact
    assert first.prefix is None
    assert (second.over, second.prefix, second.exact, second.survival) == (1, 0.75, False, None)
    assert (found.done, found.whole) == (5, False)


def test_the_front_has_what_no_other_beats_in_the_order_of_tokens() -> None:
    found = sweep(
        [outcome(900, 4)],  # as much as the next, for more
        [outcome(800, 4)],
        [outcome(100, 1)],
        [outcome(100, 2)],  # more than the one before, for as many
        [outcome(300, 2)],  # no more than that, for more
        [outcome(500, 3)],
    )
    assert found.front == (3, 5, 1)


def test_of_equal_variants_the_first_is_on_the_front() -> None:
    assert sweep([outcome(5, 1)], [outcome(5, 1)]).front == (0,)


def test_variants_that_lack_a_session_are_not_compared_even_where_they_lack_as_many() -> None:
    found = sweep(
        [outcome(100, 4), outcome(100, 4)],
        [outcome(10, 4), Outcome(error="no")],
        [None, outcome(1, 4)],
    )
    assert found.front == (0,)
    assert sweep([outcome(9, 1), None], [None, outcome(1, 4)]).front == (0,)


def test_shares_count_where_variants_judge_different_numbers() -> None:
    assert sweep([outcome(100, 3, 3)], [outcome(200, 5, 10)]).front == (0,)


def test_where_nothing_is_judged_the_fewest_tokens_are_the_front() -> None:
    assert sweep([Outcome(7)], [Outcome(5)], [Outcome(6)]).front == (1,)
    assert sweep([Outcome(7)], [outcome(9, 1)]).front == (1,)
    assert sweep([None], [None]).front == ()
    assert sweep([Outcome(error="no")]).front == ()


def test_the_cheapest_loses_nothing_fits_and_was_built_everywhere() -> None:
    found = sweep(
        [outcome(10, 3), outcome(10, 4)],  # loses one
        [outcome(20, 4), outcome(20, 4, over=5)],  # does not fit
        [outcome(30, 4), None],  # not there yet
        [outcome(40, 4), Outcome(error="no")],
        [outcome(90, 4), outcome(90, 4)],
        [outcome(50, 4), outcome(60, 4)],
    )
    assert found.cheapest == 5
    assert sweep([outcome(10, 3)]).cheapest is None
    assert sweep([Outcome(10)]).cheapest is None, "nothing was judged"


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4)), min_size=1, max_size=12))
def test_the_front_is_that_of_comparing_all_with_all(points: list[tuple[int, int]]) -> None:
    found = sweep(*([outcome(tokens, kept)] for tokens, kept in points)).front
    unbeaten = {
        (tokens, kept)
        for tokens, kept in points
        if not any((t <= tokens and k > kept) or (t < tokens and k >= kept) for t, k in points)
    }
    assert [points[at] for at in found] == sorted(unbeaten)
    assert all(points.index(points[at]) == at for at in found)
