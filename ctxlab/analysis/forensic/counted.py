"""How many tokens items have, and what stands for them in what was sent."""

from __future__ import annotations

from dataclasses import replace

from ctxlab.model.forensic import Forensic, How, ItemFate, SentFate
from ctxlab.model.session import Session
from ctxlab.tokens.items import count_item
from ctxlab.tokens.protocols import Counter


def counted_fates(found: Forensic, session: Session, sent: Session, counter: Counter) -> Forensic:
    """The same with tokens; `sent` has the items in which those of the session stand."""
    wanted = {one.item for one in found.items}
    counts = {item.id: count_item(item, counter) for item in session.items if item.id in wanted}
    others = {item.id: count_item(item, counter) for item in sent.items} if sent is not session else counts
    items = tuple(
        replace(one, tokens=counts[one.item][0], left=_left(one, counts[one.item][0], others))
        for one in found.items
    )
    added = tuple(replace(one, tokens=others[one.sent][0]) for one in found.added)
    used = [*counts.values(), *(others[one.sent] for one in found.added)]
    return replace(found, items=items, added=added, exact=all(exact for _, exact in used))


def _left(one: ItemFate, tokens: int, others: dict[str, tuple[int, bool]]) -> int:
    """What stands in the item's place by itself."""
    if not one.sent or one.how is How.SUMMARISED:
        return 0
    # what stands whole in a longer text is as long as it was
    whole = one.fate is SentFate.MERGED or one.how is How.WRAPPED
    return tokens if whole else others[one.sent][0]
