"""A comparison with what was really sent: which messages are one, and what became of the items in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ctxlab.model.diff import DiffBlock, DiffKind
from ctxlab.model.forensic import AddedText, Forensic, How, ItemFate, SentFate

#: The ids of the items in each message.
_Ids = Sequence[tuple[str, ...]]


class Told:
    """Says of the blocks of a comparison what was found by comparing items with what was sent.

    `sent` are the ids of the items in the messages before.
    """

    def __init__(self, fates: Forensic, sent: _Ids) -> None:
        self._fates = fates
        self._sent = sent
        self._numbers = {one: at + 1 for at, ids in enumerate(sent) for one in ids}
        self._added = {one.sent: one for one in fates.added}

    def block(self, block: DiffBlock) -> DiffBlock:
        """The block with what is told of it; messages go by their numbers on the side before."""
        told = self._fate(block) or self._addition(block)
        if told is None or block.kind in (DiffKind.EQUAL, DiffKind.MOVED):
            return block
        return replace(block, told=told, told_by=self._fates.basis)

    def _fate(self, block: DiffBlock) -> ItemFate | None:
        """What became of an item in the message after that is not as it was there; the worst."""
        if block.after is None:
            return None
        fates = (self._fates.by_item.get(one) for one in block.items)
        found = [one for one in fates if one is not None and one.fate is not SentFate.KEPT]
        if not found:
            return None
        told = max(found, key=_weight)
        return replace(told, message=self._numbers.get(told.sent, told.message))

    def _addition(self, block: DiffBlock) -> AddedText | None:
        """What in the message before no item explains."""
        ids = self._sent[block.before - 1] if block.before is not None else ()
        return next((self._added[one] for one in ids if one in self._added), None)


def _weight(fate: ItemFate) -> int:
    """How much a fate explains: that something is gone more than that it is written otherwise."""
    if fate.fate is SentFate.DROPPED:
        return 3
    return 1 if fate.how in (How.REFORMATTED, How.WRAPPED, How.ROLE) else 2


def paired_by_fates(fates: Forensic, old: _Ids, new: _Ids, pairs: Sequence[int | None]) -> list[int | None]:
    """For each new message the old place of the one that its items went into; by `pairs` where none is known.

    `old` are the ids of what was sent, `new` those of the session.
    """
    by_sent = fates.by_sent
    place: dict[str, int] = {}
    for at, ids in enumerate(old):
        for item in (item for one in ids for item in by_sent.get(one, ())):
            fate = fates.by_item[item]
            if fate.fate is not SentFate.MERGED and fate.how is not How.SUMMARISED:
                place.setdefault(item, at)
    found: list[int | None] = [None] * len(new)
    taken: set[int] = set()
    for at, ids in enumerate(new):
        before = next((place[one] for one in ids if one in place and place[one] not in taken), None)
        if before is not None:
            found[at] = before
            taken.add(before)
    for at, before in enumerate(pairs):
        # what became of known items is known, too
        known = found[at] is not None or any(one in fates.by_item for one in new[at])
        if not known and before is not None and before not in taken:
            found[at] = before
            taken.add(before)
    return found
