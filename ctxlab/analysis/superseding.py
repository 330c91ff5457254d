"""Which of the user's constraints a later one of theirs replaces.

A constraint that is taken for replaced though it still holds would hide a loss, so that the test asks for
much. Both have to be the user's, on one chain, the later one in a later item, and one of these must be so:

1. Values: both have a number in one unit that binds alike (two upper bounds, two lower ones, two figures),
   of different size, and
   a. the later sentence says the old number and that it changes ("not 3000 but 5000", "从三千改成五千"), or
   b. both are about the same: their clauses share half of the words that are not about bounds, units or
      prices (of those, where neither has any others), and the later one says that something changes; or seven
      tenths, and half of all such words of both sentences ("rated 4 and more" said of a hotel, then of a
      restaurant, is about two things), or
   c. the later one says that something changes and is about nothing in particular ("make it 5000 instead"),
      and no other constraint in this unit could be meant.
2. Languages: both are about the form of the answer, name different languages, and the later one says that
   something changes or shares another word with the earlier one.
3. Contraries: one demands what the other forbids, the later one says that something changes, and they share
   seven tenths of their words.

The same demand said again replaces nothing. Of several that could be meant, the one that shares the most
words is; where two share as many, none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ctxlab.analysis.topics import Topics, changes, languages, topics_of
from ctxlab.model.constraint import Comparator, Kind, Stated, Value
from ctxlab.text.clauses import clauses
from ctxlab.text.numbers import find_numbers
from ctxlab.text.values import find_values

_UPPER = frozenset({Comparator.BELOW, Comparator.AT_MOST})
_LOWER = frozenset({Comparator.ABOVE, Comparator.AT_LEAST})

#: Kinds that name the same demand, as far as its number goes.
_ALIKE = frozenset({Kind.BUDGET, Kind.LIMIT, Kind.RANGE, Kind.REQUIREMENT})

_FEW = 2

#: Shares of words that have to be in both, the smaller where the later one says that something changes.
_HALF, _MOST = 0.5, 0.7


@dataclass(frozen=True, slots=True)
class _Said:
    """One constraint with its figures, what it is about, and whether its sentence says that it changes."""

    stated: Stated
    sentence: str
    clause: str
    values: Sequence[Value]
    topics: Topics
    changes: bool


def superseded_by(stated: Sequence[Stated], texts: Mapping[str, str]) -> dict[str, str]:
    """For each constraint that a later one replaces, the id of that one.

    `stated` are the user's constraints of one chain in order, `texts` the texts of their items by id.
    """
    live: list[_Said] = []
    found: dict[str, str] = {}
    waiting: list[_Said] = []
    for one in stated:
        said = _said(one, texts[one.item])
        if waiting and waiting[0].stated.item != one.item:
            live, waiting = [*live, *waiting], []
        for old in _replaced(said, live):
            found[old.stated.id] = one.id
            live = [other for other in live if other is not old]
        waiting.append(said)
    return found


def _said(stated: Stated, text: str) -> _Said:
    found = stated.constraint
    first, last = found.sentence
    if not first <= found.start < found.end <= last:
        first, last = found.start, found.end
    parts = [one for one in clauses(text, first, last) if one.start < found.end and found.start < one.end]
    begin = min([found.start, *(one.said_from for one in parts)])
    clause = text[begin : max([found.end, *(one.end for one in parts)])]
    sentence = text[first:last]
    values = found.values or find_values(found.text)
    return _Said(stated, sentence, clause, values, topics_of(clause), changes(sentence))


def _replaced(later: _Said, live: Sequence[_Said]) -> list[_Said]:
    """What a constraint replaces: one demand, be it said several times."""
    graded = [(grade, old) for old in live if (grade := _grade(later, old, live)) > 0]
    if not graded:
        return []
    best = max(grade for grade, _ in graded)
    chosen = [old for grade, old in graded if grade == best]
    return chosen if all(_is_same(chosen[0], other) for other in chosen) else []


def _grade(later: _Said, old: _Said, live: Iterable[_Said]) -> float:
    """How surely a constraint replaces an earlier one, 0 where it does not."""
    if _is_same(later, old):
        return 0
    shared = later.topics.shared(old.topics)
    told = _comparable(later, old, bare=True)
    if told is not None and later.changes and _names(later.sentence, told[1]):
        return 3
    pair = _comparable(later, old)
    if pair is not None:
        near = shared >= (_HALF if later.changes else _MOST) and _alike(later, old)
        if near and (later.changes or _one_matter(later, old)):
            return 1 + shared
        if later.changes and _tells_what(later, old, pair[0]) and not later.topics.own:
            others = (one for one in live if one is not old and not _is_same(one, old))
            if not any(_comparable(later, one) for one in others):
                return 1
        return 0
    first, second = later.stated.constraint, old.stated.constraint
    if first.kind is second.kind is Kind.FORMAT and first.positive is second.positive:
        return 1.0 if _other_language(later, old) else 0.0
    contrary = first.positive is not second.positive and later.changes
    return 1 + shared if contrary and later.topics.own and shared >= _MOST else 0


def _one_matter(later: _Said, old: _Said) -> bool:
    """Whether what else their sentences say leaves them about one thing."""
    if not later.topics.own and not old.topics.own:
        return True
    new, before = topics_of(later.sentence).own, topics_of(old.sentence).own
    return len(new & before) >= _HALF * len(new | before)


def _tells_what(later: _Said, old: _Said, value: Value) -> bool:
    """Whether the figure alone says what it is of: it has a unit, or both are prices."""
    return bool(value.unit) or _prices(later, old)


def _prices(one: _Said, other: _Said) -> bool:
    return one.stated.constraint.kind is other.stated.constraint.kind is Kind.BUDGET


def _alike(later: _Said, old: _Said) -> bool:
    kinds = {later.stated.constraint.kind, old.stated.constraint.kind}
    return len(kinds) == 1 or kinds <= _ALIKE


def _is_same(one: _Said, other: _Said) -> bool:
    """Whether both demand the same: in the same words, or the same figures of the same thing."""
    first, second = one.stated.constraint, other.stated.constraint
    if " ".join(first.text.split()).casefold() == " ".join(second.text.split()).casefold():
        return True
    bounds = [
        {(value.number, value.high, value.unit, _side(value)) for value in said.values}
        for said in (one, other)
    ]
    return bool(bounds[0]) and bounds[0] == bounds[1] and first.positive is second.positive


def _comparable(later: _Said, old: _Said, *, bare: bool = False) -> tuple[Value, Value] | None:
    """A value of each that bind the same quantity to different figures.

    A figure without a unit is one of any unit where `bare` says so, and of money where both are prices.
    """
    for new in later.values:
        for value in old.values:
            sides = {_side(new), _side(value)}
            same = _same_unit(new.unit, value.unit) or ("" in (new.unit, value.unit) and bare)
            same = same or (_prices(later, old) and _may_be_one_money(new.unit, value.unit))
            if not same or (len(sides) > 1 and "figure" not in sides):
                continue
            if (new.number, new.high) != (value.number, value.high):
                return new, value
    return None


def _side(value: Value) -> str:
    if value.comparator in _UPPER:
        return "upper"
    return "lower" if value.comparator in _LOWER else "figure"


def _same_unit(one: str, other: str) -> bool:
    return one == other or (bool(one and other) and _may_be_one_money(one, other))


def _may_be_one_money(one: str, other: str) -> bool:
    """Whether two figures may be sums in one currency."""
    named = {unit for unit in (one, other) if unit not in ("", "money")}
    return len(named) <= 1 and _is_money(one) and _is_money(other)


def _is_money(unit: str) -> bool:
    """Whether a figure of this unit may be a sum of money: without any it may."""
    return unit in ("", "money") or (len(unit) == 3 and unit.isupper())


def _names(sentence: str, value: Value) -> bool:
    """Whether the sentence says the old figure; one or two may be any one or two."""
    return value.number > _FEW and any(number.value == value.number for number in find_numbers(sentence))


def _other_language(later: _Said, old: _Said) -> bool:
    new, before = languages(later.clause), languages(old.clause)
    if not new or not before or new & before:
        return False
    return later.changes or bool(later.topics.own & old.topics.own)
