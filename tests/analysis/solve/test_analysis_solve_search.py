"""The search for the cheapest caps, against all combinations of caps."""

from __future__ import annotations

from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.analysis.solve.needs import Need, Way, Wish
from ctxlab.analysis.solve.price import Price
from ctxlab.analysis.solve.search import Choice, Search
from ctxlab.analysis.solve.spans import END, union
from ctxlab.model.solution import Aim

ROWS, TOP = 2, 7


def _wish(*ways: Way) -> Wish:
    return Wish("k", "k", ways)


def _from(row: int, cap: int) -> Need:
    return Need(row, ((cap, END),))


@st.composite
def _needs(draw: st.DrawFn, row: int) -> Need:
    pairs = draw(st.lists(st.tuples(st.integers(0, TOP - 1), st.integers(1, 3)), min_size=1, max_size=2))
    spans = union((first, first + size) for first, size in pairs)
    if draw(st.booleans()):
        spans = union((*spans, (draw(st.integers(0, TOP)), END)))
    return Need(row, spans)


@st.composite
def _wishes(draw: st.DrawFn) -> Wish:
    ways: list[Way] = []
    for _ in range(draw(st.integers(1, 3))):
        rows = draw(st.sampled_from([(0,), (1,), (0, 1)]))
        ways.append(tuple(draw(_needs(row)) for row in rows))
    return _wish(*ways)


_PLACES = st.lists(st.lists(_wishes(), max_size=3), min_size=1, max_size=3)


def _best(places: list[list[Wish]], price: Price, may_lose: int) -> int | None:
    """The least cost of all combinations of caps and of places that are given up."""
    costs: list[int] = []
    for count in range(may_lose + 1):
        for out in combinations(range(len(places)), min(count, len(places))):
            wishes = [wish for at, one in enumerate(places) if at not in out for wish in one]
            for caps in product(range(TOP + 4), repeat=ROWS):
                if all(wish.met(caps) for wish in wishes):
                    costs.append(price.total(caps))
    return min(costs, default=None)


@settings(max_examples=150, deadline=None)
@given(_PLACES, st.sampled_from(Aim), st.tuples(st.integers(0, TOP), st.integers(0, TOP)), st.integers(0, 2))
def test_the_first_choice_is_the_best_of_all(
    places: list[list[Wish]], aim: Aim, now: tuple[int, int], may_lose: int
) -> None:
    price = Price(aim, now)
    search = Search(places, price, may_lose)
    choices = list(search.choices())
    assert search.whole
    best = _best(places, price, may_lose)
    assert (price.total(choices[0].caps) if choices else None) == best
    keys = [price.key(one.caps) for one in choices]
    assert keys == sorted(keys)
    for one in choices:
        assert len(one.given_up) <= may_lose
        kept = [wish for at, wishes in enumerate(places) if at not in one.given_up for wish in wishes]
        assert all(wish.met(one.caps) for wish in kept)


@settings(max_examples=80, deadline=None)
@given(_PLACES, st.integers(0, 1))
def test_a_quick_choice_meets_all(places: list[list[Wish]], may_lose: int) -> None:
    found = Search(places, Price(Aim.SMALLEST, (0, 0)), may_lose).quick()
    if found is not None:
        kept = [wish for at, wishes in enumerate(places) if at not in found.given_up for wish in wishes]
        assert all(wish.met(found.caps) for wish in kept)


def test_independent_needs_give_the_largest_of_each_row() -> None:
    places = [[_wish((_from(0, 4),)), _wish((_from(1, 2),))], [_wish((_from(0, 6),))]]
    assert next(Search(places, Price(Aim.SMALLEST, (0, 0))).choices()) == Choice((6, 2))


def test_of_two_rows_the_cheaper_says_it() -> None:
    places = [[_wish((_from(0, 9),), (_from(1, 4),))], [_wish((_from(0, 3),))]]
    assert next(Search(places, Price(Aim.SMALLEST, (0, 0))).choices()) == Choice((3, 4))
    # where the first row has 9 already, nothing has to change for it
    assert next(Search(places, Price(Aim.NEAREST, (9, 0))).choices()) == Choice((9, 0))


def test_the_place_that_costs_most_is_given_up() -> None:
    places = [[_wish((_from(0, 50),))], [_wish((_from(0, 5),))], [_wish((_from(1, 40),))]]
    assert next(Search(places, Price(Aim.SMALLEST, (0, 0)), may_lose=1).choices()) == Choice(
        (5, 40), frozenset({0})
    )
    assert next(Search(places, Price(Aim.SMALLEST, (0, 0)), may_lose=2).choices()) == Choice(
        (5, 0), frozenset({0, 2})
    )


def test_what_no_cap_meets_has_no_choice_unless_it_may_be_lost() -> None:
    places = [[Wish("k", "k", (), "count")], [_wish((_from(0, 5),))]]
    assert list(Search(places, Price(Aim.SMALLEST, (0, 0))).choices()) == []
    assert next(Search(places, Price(Aim.SMALLEST, (0, 0)), 1).choices()) == Choice((5, 0), frozenset({0}))


def test_many_that_may_lose_are_given_up_one_by_one_by_what_that_saves() -> None:
    places = [[_wish((_from(at % 2, 10 * at),))] for at in range(1, 40)]
    search = Search(places, Price(Aim.SMALLEST, (0, 0)), may_lose=10, most=1)
    assert next(search.choices(), None) is None
    found = search.quick()
    assert found is not None
    # 390 and 380 decide; each one that is given up saves the 20 to the next of its row
    assert (sum(found.caps), len(found.given_up)) == (390 + 380 - 10 * 20, 10)


def test_a_search_that_takes_too_long_says_so() -> None:
    places = [[_wish((_from(0, at),), (_from(1, 40 - at),)) for at in range(1, 40)]]
    search = Search(places, Price(Aim.SMALLEST, (0, 0)), most=1)
    assert list(search.choices()) == []
    assert not search.whole
    assert search.quick() is not None
