"""What stood in the way of an item that Select dropped."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.model.items import Row


@dataclass(frozen=True, slots=True)
class Displacer:
    """One item that holds tokens which a dropped item needed.

    `item` is its root id, `row` the row that charges it, and `tokens` what it is charged there (a cut
    applied, its message's framing counted). `blocks` says that it is the item at which its row stopped: the
    dropped one came after it. Such a one holds no tokens, unless a part of it was kept.
    """

    item: str
    row: Row
    tokens: int
    blocks: bool = False
