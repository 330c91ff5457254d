"""The stable prefix: how much at the head of a context is equal from one request to the next.

Providers keep what they have read of a prefix and take it cheaper the next time; what comes after the first
token that differs is read, and paid, anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ctxlab.analysis.message_text import message_text
from ctxlab.model.trace import Message, Trace


@dataclass(frozen=True, slots=True)
class Stable:
    """How much of a context the next one begins with; what closes a request is no part of either.

    `tokens` of `of` are equal at the head; inside the first message that differs they are its share of equal
    characters. `breaker` is the position, in the context after, of what stands where the two part, and -1
    where the one before is the beginning of the one after.
    """

    tokens: int
    of: int
    breaker: int = -1


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    """One piece of a request in the order in which a provider reads it."""

    value: Any
    tokens: int
    message: Message


def stable_prefix(before: Trace, after: Trace) -> Stable:
    """What the context after has at its head of the one before. Tools and system parts stand first."""
    old, new = _blocks(before), _blocks(after)
    total = sum(block.tokens for block in old)
    tokens = 0
    for at, block in enumerate(old):
        if at >= len(new):
            return Stable(tokens, total)
        other = new[at]
        if block.value is other.value or block.value == other.value:
            tokens += block.tokens
            continue
        return _parted(block, other, tokens, total)
    return Stable(tokens, total)


def _parted(old: _Block, new: _Block, tokens: int, total: int) -> Stable:
    """Where two pieces part, by their texts: an item is named by where it stands in the new one."""
    was, now = message_text(old.message), message_text(new.message)
    same = _common(was, now)
    tokens += old.tokens * same // max(1, len(was))
    return Stable(tokens, total, _standing_at(new.message, same))


def _standing_at(message: Message, at: int) -> int:
    """The position of the item at a place in a message's text, or of the next one; -1 where there is none."""
    if len(message.positions) > 1 and len(message.spans) > 1:
        behind = [span for span in message.spans if span[2] > at]
        return behind[0][3] if behind else message.positions[-1]
    return message.positions[0] if message.positions else -1


def _blocks(trace: Trace) -> list[_Block]:
    beside = [
        _Block(one.value, one.tokens, Message({"content": one.value}, one.tokens, one.positions))
        for one in trace.outside
    ]
    return beside + [_Block(message.value, message.tokens, message) for message in trace.context]


def _common(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
