"""Pairing calls and results of one conversation under ids of their own, where recorded ones do not do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Group
from ctxlab.model.items import Part, PartKind

#: Ids that a library makes of the tool's name and a number; calls and results get different numbers.
_NUMBERED = re.compile(r"(.+)_\d+")


class PairedIds:
    """Gives the calls and results of one conversation, in order, ids by which they pair."""

    def __init__(self) -> None:
        self.pairing = Pairing()
        self._recorded: set[str] = set()
        self._names: set[str] = set()

    def of(self, groups: Iterable[Sequence[Part]]) -> list[Group]:
        """The groups with ids that pair; results get their tool's name."""
        return [tuple(self._paired(part) for part in group) for group in groups]

    def _paired(self, part: Part) -> Part:
        if part.kind is PartKind.CALL:
            self._recorded.add(part.call_id)
            self._names.add(part.name)
            return replace(part, call_id=self.pairing.call(part.call_id, part.name))
        if part.kind is PartKind.RESULT:
            call_id, name = self.pairing.result(*self._looked_for(part))
            return replace(part, call_id=call_id or part.call_id, name=part.name or name)
        return part

    def _looked_for(self, part: Part) -> tuple[str, str]:
        """By what id and name a result's call is to be found."""
        found = _NUMBERED.fullmatch(part.call_id)
        if found and part.call_id not in self._recorded and found[1] in self._names:
            return "", found[1]
        return part.call_id, part.name
