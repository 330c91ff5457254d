"""Giving calls and results ids by which they pair, where the recorded ids are missing or repeated.

By id first; where that fails by the tool's name, then by order: the oldest call without a result.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ctxlab.model.items import Part, PartKind


@dataclass(slots=True)
class _Call:
    recorded: str
    name: str
    id: str
    answered: bool = False


#: Calls in file order, by recorded id, by name, or all of a kind.
_Queues = defaultdict[str, deque[_Call]]


class Pairing:
    """Walks through calls and results in file order and says under which id each goes.

    `made` and `repeated` count ids that had to be made, or made anew because another call already had them;
    `waiting` counts the calls without a result so far, `lost` the results without any call.
    """

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._next: dict[str, int] = {}
        self._by_id: _Queues = defaultdict(deque)
        self._by_name: _Queues = defaultdict(deque)
        self._nameless: _Queues = defaultdict(deque)  # by name, of calls without a recorded id only
        self._last: dict[str, _Call] = {}
        self._count = 0
        self.made = 0
        self.repeated = 0
        self.waiting = 0
        self.lost = 0

    def call(self, recorded: str, name: str) -> str:
        """The id of a call with that recorded id, or none."""
        self._count += 1
        self.waiting += 1
        id_ = recorded
        if not recorded:
            self.made += 1
            id_ = self._free(f"call_{self._count}")
        elif recorded in self._ids:
            self.repeated += 1
            id_ = self._free(recorded)
        self._ids.add(id_)
        self._queue(_Call(recorded, name, id_))
        return id_

    def result(self, recorded: str, name: str) -> tuple[str, str]:
        """The id of a result, and the name of its call; without any call the recorded id and no name."""
        call = self._match(recorded, name)
        if call is None:
            self.lost += 1
            return recorded, ""
        self.waiting -= not call.answered
        call.answered = True
        return call.id, call.name

    def _queue(self, call: _Call) -> None:
        if call.recorded:
            self._by_id[call.recorded].append(call)
            self._last[call.recorded] = call
        for queues in (self._by_name,) if call.recorded else (self._by_name, self._nameless):
            queues[""].append(call)
            if call.name:
                queues[call.name].append(call)

    def _match(self, recorded: str, name: str) -> _Call | None:
        if recorded in self._last:
            # A second result of an answered call joins it.
            return _oldest_open(self._by_id[recorded]) or self._last[recorded]
        if recorded and not name and recorded in self._nameless:
            # Some frameworks write the tool's name where a call without an id is answered.
            name = recorded
        return _oldest_open((self._nameless if recorded else self._by_name)[name])

    def _free(self, wanted: str) -> str:
        number, free = self._next.get(wanted, 2), wanted
        while free in self._ids:
            free = f"{wanted}#{number}"
            number += 1
        self._next[wanted] = number
        return free


def paired(group: Sequence[Part], pairing: Pairing) -> tuple[Part, ...]:
    """The group under the ids by which calls and results pair, a result with the name of its call's tool."""
    first, *rest = group
    if first.kind is PartKind.CALL:
        first = replace(first, call_id=pairing.call(first.call_id, first.name))
    elif first.kind is PartKind.RESULT:
        call_id, name = pairing.result(first.call_id, first.name)
        first = replace(first, call_id=call_id, name=first.name or name)
    return (first, *rest)


def _oldest_open(calls: deque[_Call]) -> _Call | None:
    while calls and calls[0].answered:
        calls.popleft()
    return calls[0] if calls else None
