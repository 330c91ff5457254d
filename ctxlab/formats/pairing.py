"""Giving calls and results ids by which they pair, where the recorded ids are missing or repeated.

By id first; where that fails by the tool's name, then by order: the oldest call without a result.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class _Call:
    recorded: str
    name: str
    id: str
    answered: bool = False


class Pairing:
    """Walks through calls and results in file order and says under which id each goes.

    `made` and `repeated` count ids that had to be made, or made anew because another call already had them.
    """

    def __init__(self) -> None:
        self._calls: list[_Call] = []
        self._ids: set[str] = set()
        self._first_open = 0
        self._by_id: dict[str, list[_Call]] = {}
        self.made = 0
        self.repeated = 0

    def call(self, recorded: str, name: str) -> str:
        """The id of a call with that recorded id, or none."""
        id_ = recorded
        if not recorded:
            self.made += 1
            id_ = self._free(f"call_{len(self._calls) + 1}")
        elif recorded in self._ids:
            self.repeated += 1
            id_ = self._free(recorded)
        call = _Call(recorded, name, id_)
        self._calls.append(call)
        self._by_id.setdefault(recorded, []).append(call)
        self._ids.add(id_)
        return id_

    def result(self, recorded: str, name: str) -> tuple[str, str]:
        """The id of a result, and the name of its call; without any call the recorded id and no name."""
        call = self._match(recorded, name)
        if call is None:
            return recorded, ""
        call.answered = True
        return call.id, call.name

    def _match(self, recorded: str, name: str) -> _Call | None:
        same = self._by_id.get(recorded, []) if recorded else []
        for call in same:
            if not call.answered:
                return call
        if same:
            return same[-1]
        waiting = [call for call in self._open() if not call.recorded or not recorded]
        for call in waiting:
            if name and call.name == name:
                return call
        return waiting[0] if waiting and not name else None

    def _open(self) -> list[_Call]:
        while self._first_open < len(self._calls) and self._calls[self._first_open].answered:
            self._first_open += 1
        return [call for call in self._calls[self._first_open :] if not call.answered]

    def _free(self, wanted: str) -> str:
        number, free = 2, wanted
        while free in self._ids:
            free = f"{wanted}#{number}"
            number += 1
        return free
