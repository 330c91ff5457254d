"""Where a session shows a sign that a constraint was broken, and the request before each place.

Looked at are the texts and calls of models' answers, not their thinking and not what programs wrote in their
place.
"""

from __future__ import annotations

import operator
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal

from ctxlab.analysis.call_arguments import NumberArgument, arguments_of
from ctxlab.analysis.path_globs import matches
from ctxlab.analysis.touched_paths import touched_paths
from ctxlab.errors import RequestError
from ctxlab.model.constraint import Comparator, Value
from ctxlab.model.items import Item, Part, PartKind
from ctxlab.model.session import Request, Session
from ctxlab.model.violation import Sign, Violation
from ctxlab.text.patience import PatientPattern
from ctxlab.text.values import find_values

Span = tuple[int, int]

_COMPARE: Mapping[Comparator, Callable[[Decimal, Decimal], bool]] = {
    Comparator.ABOVE: operator.gt,
    Comparator.AT_LEAST: operator.ge,
    Comparator.BELOW: operator.lt,
    Comparator.AT_MOST: operator.le,
    Comparator.EQUAL: operator.eq,
    Comparator.ABOUT: operator.eq,
}
_UPWARD = (Comparator.ABOVE, Comparator.AT_LEAST)
#: A sum in a currency that is not said.
_MONEY = "money"
PLACES_IN_TIME = frozenset({"time", "date", "weekday"})
#: What a bound without a unit is not compared with: that 3000 seconds pass says nothing of 3000.
_OF_TIME = PLACES_IN_TIME | {"second", "month", "year"}
#: Names of fields whose bare numbers are sums of money.
_MONEY_FIELD = re.compile(r"price|cost|budget|amount|fare|fee|total|金额|价格|预算|费用", re.IGNORECASE)


def find_violations(session: Session, sign: Sign) -> tuple[Violation, ...]:
    """All places that show a sign, in file order.

    A pattern is looked for in answers and in the arguments of calls, as recorded and with their escapes read.
    A path is looked for in calls that write, or that do something unknown with it, unless `sign.reads`. A
    number in a sum of money whose currency is not said counts for every currency, and so does a bare number
    in a field of a call that is named for money. A bound without a unit counts for all numbers but dates,
    times of day, weekdays and durations.

    Raises:
        ProfileError: The pattern cannot be read.
        RequestError: There is no answer or call of that id, or the pattern takes too long on this session.
    """
    asked = _Asked(session)
    if sign.item:
        item = next((one for one in session.items if one.id == sign.item), None)
        if item is None or not _answers(item):
            raise RequestError(f"there is no answer or call {sign.item!r} in the session")
        return (asked.violation(item, (0, len(item.text))),)
    pattern = PatientPattern(sign.regex) if sign.regex else None
    found = [
        asked.violation(item, span)
        for item in session.items
        if _answers(item)
        for span in sorted(set(_spans(item, sign, pattern)))
    ]
    if pattern is not None and pattern.too_slow:
        raise RequestError(f"the pattern {sign.regex[:60]!r} takes too long on this session")
    return tuple(found)


class _Asked:
    """The request before each answer: the one that stands at its message's first item."""

    def __init__(self, session: Session) -> None:
        self._place = {item.id: at for at, item in enumerate(session.items)}
        self._first: dict[tuple[str, int], int] = {}
        for at, item in enumerate(session.items):
            if item.message >= 0:
                self._first.setdefault((item.chain, item.message), at)
        self._requests: dict[str, list[Request]] = {}
        for request in sorted(session.requests, key=lambda one: one.end):
            self._requests.setdefault(request.chain, []).append(request)

    def violation(self, item: Item, span: Span) -> Violation:
        """The place as a violation."""
        place = self._place[item.id]
        first = self._first.get((item.chain, item.message), place)
        requests = self._requests.get(item.chain, [])
        before = bisect_right(requests, first, key=lambda one: one.end)
        request = requests[before - 1].index if before else 0
        return Violation(item.id, request, *span, item.text[slice(*span)], item.chain)


def _answers(item: Item) -> bool:
    """Whether a model gave it, as text or as a call."""
    said = item.has(PartKind.TEXT) or item.has(PartKind.CALL)
    return item.role == "assistant" and not item.injected and said


def _spans(item: Item, sign: Sign, pattern: PatientPattern | None) -> Iterator[Span]:
    """The places of an item's text that show the sign."""
    at = 0
    for part in item.parts:
        if part.kind in (PartKind.TEXT, PartKind.CALL):
            for start, end in _of_part(part, sign, pattern):
                yield at + start, at + end
        # Parts without text are not in an item's text.
        at += len(part.text) + 1 if part.text else 0


def _of_part(part: Part, sign: Sign, pattern: PatientPattern | None) -> Iterator[Span]:
    if pattern is not None:
        return _matching(part, pattern)
    if sign.path:
        return _touching(part, sign)
    return _beyond(part, sign)


def _matching(part: Part, pattern: PatientPattern) -> Iterator[Span]:
    yield from pattern.spans(part.text)
    if part.kind is PartKind.CALL and "\\" in part.text:
        for one in arguments_of(part.text):
            if not isinstance(one, NumberArgument):
                yield from (one.span(*span) for span in pattern.spans(one.text))


def _touching(part: Part, sign: Sign) -> Iterator[Span]:
    if part.kind is PartKind.CALL:
        for one in touched_paths(part.name, part.text):
            if (sign.reads or not one.reads) and matches(one.path, sign.path):
                yield one.start, one.end


def _beyond(part: Part, sign: Sign) -> Iterator[Span]:
    if sign.bound is None:
        return
    if part.kind is PartKind.TEXT:
        yield from ((one.start, one.end) for one in find_values(part.text) if _counts(one, sign))
        return
    for one in arguments_of(part.text):
        if not isinstance(one, NumberArgument):
            yield from (one.span(v.start, v.end) for v in find_values(one.text) if _counts(v, sign))
            continue
        unit = _MONEY if _MONEY_FIELD.search(one.name) else ""
        if _same_unit(unit, sign.unit) and _COMPARE[sign.comparator](one.number, sign.bound):
            yield one.start, one.end


def _counts(value: Value, sign: Sign) -> bool:
    """Whether a value is beyond the bound: of a range that end which reaches further."""
    if sign.bound is None or not _same_unit(value.unit, sign.unit):
        return False
    number = value.high if value.high is not None and sign.comparator in _UPWARD else value.number
    return _COMPARE[sign.comparator](number, sign.bound)


def _same_unit(found: str, wanted: str) -> bool:
    if not wanted:
        return found not in _OF_TIME
    if found == wanted:
        return True
    return (found == _MONEY and is_currency(wanted)) or (wanted == _MONEY and is_currency(found))


def is_currency(unit: str) -> bool:
    """Whether a unit is a currency by its ISO 4217 code."""
    return len(unit) == 3 and unit.isascii() and unit.isupper()
