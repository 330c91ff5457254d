"""What is known of each profile of a comparison: its run, by the newest answer that has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from ctxlab.model.decision import Fate
from ctxlab.model.systems import ItemLine, Keep, SystemRun, SystemsTable


@dataclass(frozen=True, slots=True)
class SystemColumn:
    """A profile that is compared. `key` is what its run goes by; `own` is the one that the session is under.

    `note` says beneath the name where it comes from, `tip` all that is known of it.
    """

    key: str
    name: str
    note: str = ""
    tip: str = ""
    own: bool = False


class _Answer:
    """A comparison with its lines by id, so that single cells can be asked for."""

    def __init__(self, table: SystemsTable) -> None:
        self.table = table
        self.places = {run.name: at for at, run in enumerate(table.runs)}
        self.keeps = {key: at for at, (key, _label) in enumerate(table.must_keeps)}
        self.items = {line.id: line for line in table.items}


#: A column of an answer.
_Place = tuple[_Answer, int]
#: The ids of items that differ, by the answers and the columns that were looked at.
_Differing = dict[tuple[tuple[_Answer, ...], tuple[_Place, ...]], list[str]]


class SystemsAnswers:
    """The newest comparison over an older one, which stands in for runs that are still to come.

    `stale` says that both are of another state than that which is looked at. `refused` are profiles that
    could not even be read, with why. What was worked out for `last` is not worked out again.
    """

    def __init__(
        self,
        table: SystemsTable | None = None,
        before: SystemsTable | None = None,
        refused: Mapping[str, str] | None = None,
        *,
        stale: bool = False,
        last: SystemsAnswers | None = None,
    ) -> None:
        self._told = (table, before, dict(refused or {}))
        told = [one for one in (table, before) if one is not None]
        made = {} if last is None else {id(one.table): one for one in last._answers}
        self._answers: list[_Answer] = [made.get(id(one)) or _Answer(one) for one in told]
        self._refused = dict(refused or {})
        self._refused |= {one.name: one.why for one in (table.refused if table else ())}
        self._stale = stale
        self._differing: _Differing = {} if last is None else last._differing

    def of(self, table: SystemsTable | None, before: SystemsTable | None, refused: Mapping[str, str]) -> bool:
        """Whether this is made of these."""
        return self._told[0] is table and self._told[1] is before and self._told[2] == refused

    def aged(self, *, stale: bool) -> SystemsAnswers:
        """The same, stale or not; what was worked out is shared."""
        if stale == self._stale:
            return self
        made = copy(self)
        made._stale = stale
        return made

    def run(self, key: str) -> SystemRun | None:
        """The run of a profile; None where it is to come or cannot be."""
        found = self._of(key)
        return None if found is None else found[0].table.runs[found[1]]

    def refusal(self, key: str) -> str:
        """Why there is no run of a profile, or empty."""
        return self._refused.get(key, "")

    def pending(self, key: str) -> bool:
        """Whether a newer run of a profile is awaited than the one that is there."""
        found = self._of(key)
        return found is not None and (self._stale or found[0].table is not self._told[0])

    def runs(self, columns: Sequence[SystemColumn]) -> Iterator[SystemRun]:
        """The runs that are there, in the order of the columns."""
        for column in columns:
            run = self.run(column.key)
            if run is not None:
                yield run

    def must_keeps(self) -> dict[str, str]:
        """The labels of all that is judged, by id."""
        return {key: label for one in reversed(self._answers) for key, label in one.table.must_keeps}

    def keep(self, key: str, must_keep: str) -> Keep | None:
        """How a must-keep stands under a profile; None where that is not known."""
        found = self._of(key)
        if found is None or must_keep not in found[0].keeps:
            return None
        answer, at = found
        return answer.table.runs[at].keeps[answer.keeps[must_keep]]

    def items(self) -> list[str]:
        """The ids of the items that any run gathered."""
        return list({name: None for one in reversed(self._answers) for name in one.items})

    def differing(self, keys: Sequence[str]) -> list[str]:
        """The ids of the items that profiles do not all treat alike."""
        places = tuple(found for key in keys if (found := self._of(key)) is not None)
        asked = (tuple(self._answers), places)
        if asked not in self._differing:
            # what was worked out for others than these is of no use any more
            self._differing = {asked: self._found_differing(places)}
        return self._differing[asked]

    def item(self, name: str) -> ItemLine | None:
        """An item by its id, with what it was at first."""
        return next((one.items[name] for one in self._answers if name in one.items), None)

    def _found_differing(self, places: Sequence[_Place]) -> list[str]:
        columns = [(answer.items, at) for answer, at in places]
        return [
            name
            for name in self.items()
            if len({line.fates[at] if (line := items.get(name)) else None for items, at in columns}) > 1
        ]

    def fate(self, key: str, item: str) -> Fate | None:
        """What became of an item under a profile; None where it is not gathered, or not known."""
        found = self._of(key)
        line = found[0].items.get(item) if found else None
        return line.fates[found[1]] if found and line is not None else None

    def _of(self, key: str) -> tuple[_Answer, int] | None:
        if key in self._refused:
            return None
        return next(((one, one.places[key]) for one in self._answers if key in one.places), None)
