"""Where requests stand among items, the turns that they are in, and which positions were live.

One request stands before each recorded answer, and one after a chain's last item if that is no answer. What a
turn is, and which a request counts, says `model.turns`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from ctxlab.formats.values import ParseError, parse
from ctxlab.model.items import Item, PartKind
from ctxlab.model.making import maker
from ctxlab.model.session import Request, Usage
from ctxlab.model.turns import TurnCounter

Ranges = tuple[tuple[int, int], ...]

#: Says which positions were live at a request: from its chain, its `end` and all that stand before it there.
LiveRule = Callable[[str, int, Ranges], Ranges]

_request = maker(Request)


def to_ranges(positions: Iterable[int]) -> Ranges:
    """Ascending positions as inclusive, disjoint ranges."""
    ranges: list[tuple[int, int]] = []
    for position in positions:
        extend_ranges(ranges, position)
    return tuple(ranges)


def extend_ranges(ranges: list[tuple[int, int]], position: int) -> None:
    """Adds the next higher position to ascending, disjoint ranges."""
    if ranges and ranges[-1][1] == position - 1:
        ranges[-1] = (ranges[-1][0], position)
    else:
        ranges.append((position, position))


def requests_of(
    items: Sequence[Item],
    answers: Mapping[int, tuple[Usage | None, str] | None],
    live: LiveRule | None = None,
    *,
    branching: bool = False,
) -> tuple[Request, ...]:
    """The requests of recorded messages: one before each answer, one at the end if no answer is last.

    `answers` maps the position of each answer's first item to its usage and to what was really sent for it,
    or to None where the request of the answer before it brought it, too. `branching` as that of the session.
    """
    walks: dict[str, _Walk] = {"": _Walk("", live, branching)}
    requests: list[Request] = []
    for position, item in enumerate(items):
        walk = walks.get(item.chain) or walks.setdefault(item.chain, _Walk(item.chain, live, branching))
        told = answers.get(position)
        if told is not None:
            requests.append(walk.request(position, *told))
        walk.pass_by(position, item, answer=position in answers)
    requests.extend(walk.request(walk.end) for walk in walks.values() if not walk.answered)
    return tuple(sorted(requests, key=lambda request: request.end))


def without_records(items: Sequence[Item], requests: tuple[Request, ...]) -> tuple[Request, ...]:
    """The same requests without what stands in the log and is no message: no API was ever given that."""
    records = [position for position, item in enumerate(items) if _is_record(item)]
    if not records:
        return requests
    return tuple(replace(one, live=_without(one.live, records)) for one in requests)


def _is_record(item: Item) -> bool:
    """Whether it is a whole value of JSON and no message; the rest of a log that was cut off was sent."""
    if item.role != "unknown":
        return False
    return all(part.kind is PartKind.UNKNOWN and _is_whole(part.text) for part in item.parts)


def _is_whole(text: str) -> bool:
    try:
        parse(text)
    except ParseError:
        return False
    return True


def _without(ranges: Ranges, gone: Sequence[int]) -> Ranges:
    found: list[tuple[int, int]] = []
    for first, last in ranges:
        start = first
        for position in gone[bisect_left(gone, first) : bisect_right(gone, last)]:
            if start < position:
                found.append((start, position - 1))
            start = position + 1
        if start <= last:
            found.append((start, last))
    return tuple(found)


def ranges_before(items: Sequence[Item], requests: Sequence[Request]) -> list[Ranges]:
    """For each request the positions of all items before it on its chain."""
    found: list[Ranges] = [()] * len(requests)
    ranges: dict[str, list[tuple[int, int]]] = {}
    position = 0
    for end, index in sorted((request.end, index) for index, request in enumerate(requests)):
        while position < min(end, len(items)):
            extend_ranges(ranges.setdefault(items[position].chain, []), position)
            position += 1
        found[index] = tuple(ranges.get(requests[index].chain, ()))
    return found


def turns_before(items: Sequence[Item], requests: Sequence[Request], *, branching: bool) -> list[int]:
    """For each request the turn that it is in, as what was live at it says."""
    found = [0] * len(requests)
    counters: dict[str, TurnCounter] = {}
    position = 0
    for end, index in sorted((request.end, index) for index, request in enumerate(requests)):
        while position < min(end, len(items)):
            item = items[position]
            counters.setdefault(item.chain, TurnCounter(branching=branching)).pass_by(position, item)
            position += 1
        counter = counters.get(requests[index].chain)
        found[index] = counter.count(requests[index].live) if counter else 0
    return found


class _Walk:
    """One chain on the way through the items: its turns, its requests, whether its last item is an answer."""

    def __init__(self, chain: str, live: LiveRule | None, branching: bool) -> None:
        self.chain = chain
        self.count = 0
        self.end = 0
        self.answered = False
        self._live = live
        self._ranges: list[tuple[int, int]] = []
        self._turns = TurnCounter(branching=branching)
        self._answer = -1

    def request(self, end: int, usage: Usage | None = None, sent: str = "") -> Request:
        """The next request of this chain."""
        self.count += 1
        before = tuple(self._ranges)
        live = before if self._live is None else self._live(self.chain, end, before)
        return _request(self.count, self._turns.count(live), end, live, self.chain, sent, usage)

    def pass_by(self, position: int, item: Item, *, answer: bool) -> None:
        """Takes the item at that position in; `answer` says that a model's answer begins with it."""
        extend_ranges(self._ranges, position)
        self.end = position + 1
        self._turns.pass_by(position, item)
        if answer:
            self._answer = item.message
        self.answered = answer or (item.message >= 0 and item.message == self._answer)


def single_request(
    items: Sequence[Item], live: LiveRule | None = None, *, branching: bool = False
) -> Request:
    """The one request after the last item, whatever chain that is on; it counts the turns of all."""
    walk = _Walk("", live, branching)
    for position, item in enumerate(items):
        walk.pass_by(position, item, answer=False)
    return walk.request(len(items))


def without(ranges: Ranges, gone: Ranges) -> Ranges:
    """Ascending, disjoint ranges less other such ranges."""
    kept: list[tuple[int, int]] = []
    rest = iter(gone)
    cut = next(rest, None)
    for start, last in ranges:
        first = start
        while cut is not None and cut[0] <= last:
            if cut[0] > first:
                kept.append((first, cut[0] - 1))
            first = max(first, cut[1] + 1)
            if cut[1] > last:
                break
            cut = next(rest, None)
        if first <= last:
            kept.append((first, last))
    return tuple(kept)
