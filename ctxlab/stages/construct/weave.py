"""The conversation's messages in order: unchanged ones as they are kept, changed ones built anew."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlab.model.trace import Message
from ctxlab.stages.construct.view import View

#: Beyond so many kept messages of placeholders and joined results all are forgotten.
_MESSAGES_KEPT = 50_000


def weave(view: View) -> list[Message]:
    """One message a slot; results that a wire wants together are joined."""
    stream = view.stream
    changed = view.altered_slots()
    changed.update(view.placeholder_slots)
    slots = view.touched()
    if stream.wire.results_together:
        return [_message(view, run, changed) for run in _runs(view, slots)]
    messages: list[Message] = []
    for slot in slots:
        members = stream.slots[slot]
        if slot not in changed and (len(members) == 1 or all(view.alive[p] for p in members)):
            messages.append(stream.kept.get(members) or stream.whole(slot))
        else:
            messages.append(_stand_in(view, slot) or _build(view, [slot]))
    return messages


def _stand_in(view: View, slot: int) -> Message | None:
    """The message of a placeholder, where one was built before: the same, at the position that it has now."""
    stand_in = view.placeholder_slots.get(slot)
    if stand_in is None:
        return None
    origin, position = stand_in
    found = view.stream.kept.get((-1 - origin,))
    return found if found is None or found.positions[0] == position else _moved(found, [position])


def _runs(view: View, slots: Sequence[int]) -> list[list[int]]:
    """The slots that share a message, in order.

    Results that follow each other do, with what the recorded message of the last one says besides.
    """
    is_result = view.stream.is_result
    runs: list[list[int]] = []
    for slot in slots:
        joins = (
            bool(runs) and is_result[runs[-1][-1]] and (is_result[slot] or _beside(view, runs[-1][-1], slot))
        )
        if joins:
            runs[-1].append(slot)
        else:
            runs.append([slot])
    return runs


def _beside(view: View, result: int, slot: int) -> bool:
    """Whether the slot's items were recorded in the same message as the result."""
    pool, stream = view.stream.pool, view.stream
    if not stream.slots[result]:
        return False
    message = pool.items[stream.slots[result][0]].message
    return message >= 0 and pool.items[stream.slots[slot][0]].message == message


def _message(view: View, run: list[int], changed: set[int]) -> Message:
    if len(run) == 1 and run[0] not in changed:
        members = view.stream.slots[run[0]]
        if all(view.alive[p] for p in members):
            return view.stream.whole(run[0])
    return _build(view, run)


def _build(view: View, slots: list[int]) -> Message:
    """A message of what stands in these slots.

    It is kept by the positions in it, where a placeholder counts as what it stands for.
    """
    stream = view.stream
    positions: list[int] = []
    key: list[int] = []
    altered = False
    for slot in slots:
        stand_in = view.placeholder_slots.get(slot)
        members = view.members(slot)
        positions.extend(members)
        key.extend(members if stand_in is None else [-1 - stand_in[0]])
        altered = altered or any(map(view.is_altered, members))
    result = bool(stream.is_result[slots[0]])
    found = None if altered else stream.kept.get(tuple(key))
    if found is None:
        entries = [view.entry(position) for position in positions]
        found = stream.build(entries, [view.tokens(position) for position in positions], result=result)
        if not altered:
            if len(stream.kept) >= _MESSAGES_KEPT + len(stream.slots):
                stream.kept.clear()
            stream.kept[tuple(key)] = found
    return found if list(found.positions) == positions else _moved(found, positions)


def _moved(message: Message, positions: list[int]) -> Message:
    """The same message with its placeholders at other positions, as another run makes them."""
    now = dict(zip(message.positions, positions, strict=True))
    spans = tuple((pointer, start, end, now[position]) for pointer, start, end, position in message.spans)
    return Message(message.value, message.tokens, tuple(positions), spans, message.framing)
