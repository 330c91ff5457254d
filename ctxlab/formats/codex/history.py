"""What a compaction of Codex left of the history: its summary, and copies of what was there before."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ctxlab.formats.codex.said import is_injected, texts_of
from ctxlab.formats.dialects.responses import COMPACTION, item_kind
from ctxlab.formats.fields import compact
from ctxlab.formats.values import is_list, is_object

#: What of an item says whether another is its copy; ids are given anew to copies.
_TOLD = (
    *("role", "content", "call_id", "name", "arguments", "input", "action", "output"),
    *("summary", "encrypted_content"),
)


#: Where a compaction says what it left.
REPLACEMENTS = ("replacement_history", "items")


def replacement_of(payload: Mapping[str, Any]) -> list[Any] | None:
    """The history that a compaction left, where it is recorded; texts in it are summaries."""
    return next((payload[key] for key in REPLACEMENTS if is_list(payload.get(key))), None)


def summaries_in(replacement: Sequence[Any], new: Sequence[int], message: str) -> frozenset[int]:
    """Which of the new items in the history that a compaction left are its summary.

    That is what only the provider can read, or what holds the compaction's message, or else the last that
    a user would have said.
    """
    folded = [i for i in new if isinstance(replacement[i], str) or _is_folded(replacement[i])]
    texts = {i: "\n".join(texts_of(replacement[i])) for i in new if _is_spoken(replacement[i])}
    holding = [i for i, text in texts.items() if message and message in text]
    return frozenset(folded or holding or ([] if message else list(texts)[-1:]))


def _is_folded(item: Any) -> bool:
    return is_object(item) and item_kind(item) in COMPACTION


def _is_spoken(item: Any) -> bool:
    return is_object(item) and item.get("role") == "user" and not is_injected(item)


class Originals:
    """The items of a history, to be known again in what a compaction left of it."""

    def __init__(self, items: Iterable[tuple[Any, range]]) -> None:
        self._known: dict[str, deque[range]] = defaultdict(deque)
        for value, positions in items:
            self._known[_told(value)].append(positions)

    def take(self, copy: Any) -> range | None:
        """The positions of the item that this is a copy of, each item once; None where there is none."""
        known = self._known.get(_told(copy))
        return known.popleft() if known else None


def _told(item: Any) -> str:
    """What an item tells, whatever its id."""
    if not is_object(item):
        return compact(item)
    return compact([item_kind(item), *(item.get(key) for key in _TOLD)])
