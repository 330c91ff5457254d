"""How many tokens stood before each request of a session, from the counts of its texts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from ctxlab.model.session import Session
from ctxlab.tokens.items import item_texts


def request_tokens(session: Session, count: Callable[[str], int]) -> dict[int, int]:
    """For each request of the conversation, by its index, the tokens of what the recorder had at it."""
    requests = session.chain()
    if not requests:
        return {}
    longest = max(one.end for one in requests)
    chain = requests[0].chain
    sums = [0]
    sums.extend(
        accumulate(
            sum(map(count, item_texts(item))) if item.chain == chain else 0
            for item in session.items[:longest]
        )
    )
    found: dict[int, int] = {}
    for one in requests:
        live = one.live or ((0, one.end - 1),)
        ranges = [(first, min(last + 1, one.end)) for first, last in live if first < one.end]
        found[one.index] = sum(sums[end] - sums[first] for first, end in ranges)
    return found
