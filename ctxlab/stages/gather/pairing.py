"""Which result answers which call."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Container, Iterable, Mapping, Sequence

from ctxlab.model.decision import Numbers, Reason
from ctxlab.model.items import Item, PartKind


def pair_calls(items: Sequence[Item], positions: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """Maps each call's position to those of its results.

    Pairs by id, the first open call first, since some tools give the same id twice; a call or result
    without an id pairs by tool name, then by order. One result answers one call; a second result with the
    id of an answered call joins it.
    """
    open_by_id: dict[str, deque[int]] = defaultdict(deque)
    nameless: deque[int] = deque()
    answered: dict[str, int] = {}
    pairs: dict[int, tuple[int, ...]] = {}
    for position in positions:
        item = items[position]
        if item.has(PartKind.CALL):
            pairs[position] = ()
            if item.call_id:
                open_by_id[item.call_id].append(position)
            else:
                nameless.append(position)
        elif item.has(PartKind.RESULT):
            call = _call_for(item, items, open_by_id, nameless, answered)
            if call >= 0:
                pairs[call] = (*pairs[call], position)
                if item.call_id:
                    answered[item.call_id] = call
    return pairs


def break_pairs(
    items: Sequence[Item],
    pairs: Mapping[int, tuple[int, ...]],
    recorder: Container[int],
    dropped: dict[int, tuple[Reason, Numbers]],
) -> None:
    """Drops results whose call is not there any more: excluded by a rule, or by the recorder itself.

    A call whose result is not there stays; Select puts a placeholder in its place.
    """
    answered: set[int] = set()
    for call, results in pairs.items():
        answered.update(results)
        if call in dropped:
            for result in results:
                dropped.setdefault(result, (Reason.PAIR_BROKEN, (("by", items[call].id),)))
    gone = {
        item.call_id: item.id
        for position, item in enumerate(items)
        if position in recorder and item.call_id and item.has(PartKind.CALL)
    }
    if not gone:
        return
    for position, item in enumerate(items):
        if position not in dropped and position not in answered and item.has(PartKind.RESULT):
            call_id = gone.get(item.call_id)
            if call_id is not None:
                dropped[position] = (Reason.PAIR_BROKEN, (("by", call_id),))


def _call_for(
    item: Item,
    items: Sequence[Item],
    open_by_id: dict[str, deque[int]],
    nameless: deque[int],
    answered: dict[str, int],
) -> int:
    if item.call_id:
        waiting = open_by_id.get(item.call_id)
        return waiting.popleft() if waiting else answered.get(item.call_id, -1)
    for call in nameless:
        if not item.name or _call_name(items[call]) == item.name:
            nameless.remove(call)
            return call
    return -1


def _call_name(item: Item) -> str:
    return next((part.name for part in item.parts if part.kind is PartKind.CALL), "")
