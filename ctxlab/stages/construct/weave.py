"""The conversation's messages in time order: unchanged ones as they are kept, changed ones built anew."""

from __future__ import annotations

from ctxlab.model.trace import Message
from ctxlab.stages.construct.view import View


def weave(view: View) -> list[Message]:
    """One message a slot; results that a wire wants together are joined."""
    stream = view.stream
    changed = view.altered_slots()
    messages: list[Message] = []
    owners: list[int] = []
    for slot in view.touched():
        members = stream.slots[slot]
        if slot not in changed and (len(members) == 1 or all(view.alive[p] for p in members)):
            messages.append(stream.blocks.get(slot) or stream.whole(slot))
        else:
            messages.append(_build(view, [slot]))
        owners.append(slot)
    if stream.wire.results_together:
        return _together(view, owners, messages)
    return messages


def _build(view: View, slots: list[int]) -> Message:
    positions = [position for slot in slots for position in view.members(slot)]
    entries = [view.entry(position) for position in positions]
    tokens = [view.tokens(position) for position in positions]
    return view.stream.build(entries, tokens, result=bool(view.stream.is_result[slots[0]]))


def _together(view: View, owners: list[int], messages: list[Message]) -> list[Message]:
    """Adjacent results become one message, as wires that answer all calls at once demand."""
    out: list[Message] = []
    run: list[int] = []
    for slot, message in zip([*owners, -1], [*messages, None], strict=True):
        if message is not None and view.stream.is_result[slot]:
            run.append(slot)
            continue
        if len(run) == 1:
            out.append(messages[owners.index(run[0])])
        elif run:
            out.append(_build(view, run))
        run = []
        if message is not None:
            out.append(message)
    return out
