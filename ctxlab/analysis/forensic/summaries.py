"""What a sent text that no item explains holds of the items that are gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ctxlab.analysis.forensic.likely import Terms
from ctxlab.analysis.forensic.units import Unit

#: A term that more than this part of the items has tells nothing of any one of them.
_EVERYWHERE = 0.3
#: So many terms of an item, and that part of them, are in what sums it up; where it says that it is a summary
#: and where it does not.
_LEAST = {True: (2, 0.12), False: (4, 0.4)}


@dataclass(frozen=True, slots=True)
class SummedUp:
    """An item of which something is in a summary: how many of its telling terms, of how many."""

    old: Unit
    new: Unit
    found: int
    of: int


def summed_up(gone: Sequence[Unit], sent: Sequence[tuple[Unit, int]], known: Terms) -> list[SummedUp]:
    """For the items that are gone, the sent text that holds most of their telling terms, where one does.

    `sent` are candidates, each with the place in the session before which it speaks.
    """
    if not gone or not sent:
        return []
    candidates = [(unit, behind, known.telling(unit.text), unit.sums_up) for unit, behind in sent]
    shared = [
        [
            (new, says, known.telling(unit.text) & held)
            for new, behind, held, says in candidates
            if unit.at < behind
        ]
        for unit in gone
    ]
    many: Counter[str] = Counter()
    for one in shared:
        many.update(frozenset[str]().union(*(terms for _, _, terms in one)))
    most = max(3, int(_EVERYWHERE * len(gone)))
    common = {term for term, count in many.items() if count > most}
    found: list[SummedUp] = []
    for unit, ones in zip(gone, shared, strict=True):
        best: SummedUp | None = None
        for new, says, terms in ones:
            count = len(terms - common)
            of = len(known.telling(unit.text)) - len(terms) + count
            least, part = _LEAST[says]
            if count >= max(least, part * of) and (best is None or count > best.found):
                best = SummedUp(unit, new, count, of)
        if best is not None:
            found.append(best)
    return found
