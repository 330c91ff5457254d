"""Rolling summaries: what a row gives to its summary, split by age into several.

Decided here: no summary covers fewer than five messages (the oldest five merge first), so that few messages
make fewer summaries than `summarize.levels` allows. The messages are split evenly, the tokens by age: the
newest summary gets the most, each older one less by the same step. The oldest whose share is too small to say
anything goes first, and leaves its share to the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, compress, pairwise
from typing import cast

from ctxlab.model.profile import Profile
from ctxlab.stages.protocol import LEAST_USEFUL
from ctxlab.stages.select.selection import Selection

#: Messages that a summary of several covers at least.
LEAST_MESSAGES = 5

#: The positions of one summary, ascending, and its tokens.
Level = tuple[tuple[int, ...], int]


def share_limit(profile: Profile) -> int | None:
    """Tokens that all summaries may hold together; None where nothing bounds them."""
    share, limit = profile.summarize.share, profile.window.limit
    return None if share is None or limit is None else limit * share // 100


def split_levels(selection: Selection, members: Sequence[int], tokens: int) -> list[Level]:
    """The summaries of one row's members, the oldest first; one without tokens is not to be made."""
    if selection.levels == 1:
        return [(tuple(members), tokens)]
    messages = _messages(selection, members)
    count = min(selection.levels, max(1, len(messages.order) // LEAST_MESSAGES))
    return list(zip(messages.split(count), token_shares(tokens, count), strict=True))


def token_shares(tokens: int, count: int) -> list[int]:
    """How so many tokens are shared out among so many summaries, the oldest first.

    They weigh 1, 2, 3 ... by age; what rounding leaves is the newest's.
    """
    gone = 0
    while True:
        weights = range(1, count - gone + 1)
        shares = [tokens * weight // sum(weights) for weight in weights]
        shares[-1] += tokens - sum(shares)
        if len(shares) == 1 or shares[0] >= LEAST_USEFUL:
            return [0] * gone + shares
        gone += 1


@dataclass(frozen=True, slots=True)
class _Messages:
    """Members by recorded message: the key of each one's message, and all keys, the oldest message first.

    `splits` keeps what each count of summaries covers.
    """

    members: tuple[int, ...]
    keys: Sequence[int]
    order: Sequence[int]
    splits: dict[int, list[tuple[int, ...]]] = field(default_factory=dict[int, list[tuple[int, ...]]])

    def split(self, count: int) -> list[tuple[int, ...]]:
        """The members in so many parts of about as many messages, the oldest first; each part ascends."""
        found = self.splits.get(count)
        if found is None:
            size, more = divmod(len(self.order), count)
            ends = list(accumulate(size + (at < more) for at in range(count)))
            found = self.splits[count] = [
                self._of(self.order[begin:end]) for begin, end in pairwise((0, *ends))
            ]
        return found

    def _of(self, messages: Sequence[int]) -> tuple[int, ...]:
        """The members of these messages, ascending."""
        return tuple(sorted(compress(self.members, map(set(messages).__contains__, self.keys))))


def _messages(selection: Selection, members: Sequence[int]) -> _Messages:
    """The members by recorded message, oldest first; results stand with their calls.

    Those of the members that were asked for last are kept: most edits ask for the same.
    """
    kept = selection.gathered.derived.get(_Messages)
    if not isinstance(kept, _Messages) or kept.members != members:
        keys = list(map(_message_keys(selection).__getitem__, members))
        kept = _Messages(tuple(members), keys, list(dict.fromkeys(keys)))
        selection.gathered.derived[_Messages] = kept
    return kept


def _message_keys(selection: Selection) -> Sequence[int]:
    """What tells the message of each position: its ordinal, or below -1 the item that is none."""
    kept = selection.gathered.derived.get(_message_keys)
    if not isinstance(kept, list):
        items, call_of = selection.gathered.pool.items, selection.prepared.call_of
        firsts = [call_of.get(position, position) for position in range(len(items))]
        kept = [items[first].message if items[first].message >= 0 else -2 - first for first in firsts]
        selection.gathered.derived[_message_keys] = kept
    return cast("list[int]", kept)
