"""Marks: what the user says of one session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ctxlab.model.constraint import Kind, Tier
from ctxlab.model.items import Source


@dataclass(frozen=True, slots=True)
class MustKeep:
    """Something that a profile is judged by; exactly one of text, regex, number, item and source is set.

    `text` is found by exact words, numbers compared by value (3000 = 3,000 = 三千 = ３０００); `meaning` lets
    other words of the same force do, as for constraints that were found. `number` is found by value alone.
    `item` is an id: the item, or what stands for it, has to be there with all its hard constraints.
    `source`: every item of it, whole. `since` is the id of the item that states it, or empty: before that
    item it is not judged, nor is any before an item of the session states it.
    """

    id: str
    text: str = ""
    regex: str = ""
    number: str = ""
    item: str = ""
    source: str = ""
    since: str = ""
    meaning: bool = field(default=False, kw_only=True)

    @property
    def label(self) -> str:
        """What to show for it: the words, the pattern or the id."""
        return self.text or self.number or self.regex or self.item or self.source


@dataclass(frozen=True, slots=True)
class KeyFactMark:
    """A sentence to stand among the key facts: code points `start` to `end` of an item's text."""

    item: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ConstraintMark:
    """What the user says of a constraint at code points `start` to `end` of an item's text.

    `kind` and `tier` are as in `model.constraint`. `rejected` says that nothing is demanded there, whatever
    the rules find.
    """

    item: str
    start: int
    end: int
    kind: Kind = Kind.REQUIREMENT
    tier: Tier = Tier.HARD
    rejected: bool = False

    def touches(self, item: str, start: int, end: int) -> bool:
        """Whether it speaks of any of the code points `start` to `end` of an item's text."""
        return self.item == item and self.start < end and start < self.end


@dataclass(frozen=True, slots=True)
class Marks:
    """Pins, must-keeps, key facts, sources and corrected constraints set by hand, all by item id."""

    pins: tuple[str, ...] = ()
    must_keeps: tuple[MustKeep, ...] = ()
    key_facts: tuple[KeyFactMark, ...] = ()
    sources: tuple[tuple[str, Source], ...] = ()
    constraints: tuple[ConstraintMark, ...] = ()


def with_unique_ids(must_keeps: Sequence[MustKeep]) -> tuple[MustKeep, ...]:
    """The same must-keeps, each under an id of its own: those that share one get `.2`, `.3` and so on."""
    stated = {one.id for one in must_keeps}
    taken: set[str] = set()
    out: list[MustKeep] = []
    for one in must_keeps:
        name, number = one.id, 1
        while name in taken or (number > 1 and name in stated):
            number += 1
            name = f"{one.id}.{number}"
        taken.add(name)
        out.append(one if name == one.id else replace(one, id=name))
    return tuple(out)
