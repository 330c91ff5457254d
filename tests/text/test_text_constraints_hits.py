from __future__ import annotations

from dataclasses import replace

from ctxlab.model.constraint import Kind, Tier
from ctxlab.text.constraints.hits import Hit, joined
from ctxlab.text.constraints.load import language
from ctxlab.text.constraints.rules import Extent

_ANY = language("en").rules[0]


def hit(
    start: int,
    end: int,
    kind: Kind = Kind.REQUIREMENT,
    extent: Extent = Extent.MATCH,
    tier: Tier = Tier.HARD,
    said_from: int = -1,
) -> Hit:
    rule = replace(_ANY, id=f"{kind}-{extent}", kind=kind, extent=extent, negative=kind is Kind.PROHIBITION)
    return Hit(start, end, start if said_from < 0 else said_from, tier, rule)


def spans(*hits: Hit) -> list[tuple[int, int]]:
    return [(one.start, one.end) for one in joined(hits)]


def test_hits_apart_are_constraints_of_their_own_in_order() -> None:
    assert spans(hit(20, 30), hit(0, 10)) == [(0, 10), (20, 30)]
    assert spans(hit(0, 10), hit(10, 20)) == [(0, 10), (10, 20)]


def test_hits_that_share_text_are_one_with_the_most_specific_kind_first() -> None:
    (found,) = joined([hit(0, 20), hit(10, 30, Kind.BUDGET), hit(5, 12, Kind.LIMIT)])
    assert (found.start, found.end, found.kind) == (0, 30, Kind.BUDGET)
    assert found.rules == ("budget-match", "limit-match", "requirement-match")


def test_one_that_forbids_makes_all_of_it_negative_and_a_hard_one_hard() -> None:
    (found,) = joined([hit(0, 20, Kind.PROHIBITION, tier=Tier.SOFT), hit(10, 30, Kind.LIMIT)])
    assert not found.positive
    assert found.tier is Tier.HARD
    (wish,) = joined([hit(0, 20, tier=Tier.SOFT)])
    assert wish.positive
    assert wish.tier is Tier.SOFT


def test_a_span_to_the_end_of_its_clause_stops_where_the_next_such_span_begins() -> None:
    first, second = hit(0, 40, extent=Extent.REST), hit(20, 40, extent=Extent.REST)
    assert spans(first, second) == [(0, 20), (20, 40)]
    assert spans(first, hit(20, 25)) == [(0, 40)]


def test_a_condition_that_two_clauses_share_goes_with_the_first() -> None:
    first = hit(0, 20, extent=Extent.CLAUSE, said_from=10)
    second = hit(0, 40, extent=Extent.CLAUSE, said_from=22)
    assert spans(second, first) == [(0, 20), (22, 40)]
