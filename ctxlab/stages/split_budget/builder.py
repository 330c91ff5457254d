"""The published builder: sections by tier, whole as long as they fit, then one cut, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from operator import eq

from ctxlab.stages.published_pieces import clipped
from ctxlab.stages.split_budget.sections import Section
from ctxlab.stages.split_budget.texts import CUT_MARK, SENTENCE_END
from ctxlab.tokens.cache import first_tokens
from ctxlab.tokens.protocols import Counter

_TIERS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Built:
    """The sections that stand in the prompt, in order. `cut` is the one that was cut, None without a cut.

    `split` says that the cut went through a character, `lone` that the mark is all that is left of the
    section.
    """

    sections: tuple[Section, ...]
    cut: Section | None = None
    split: bool = False
    lone: bool = False


def build(sections: Sequence[Section], limit: int | None, counter: Counter) -> Built:
    """All sections as they were added where they fit together, without what joins them.

    Else tier by tier: each whole while it fits what remains, the first that does not is cut to that, and
    nothing follows. Only at the end of a tier is it asked whether anything remains.
    """
    if limit is None or sum(one.tokens for one in sections) <= limit:
        return Built(tuple(sections))
    found: list[Section] = []
    left = limit
    for tier in _TIERS:
        for one in sections:
            if one.tier != tier:
                continue
            if one.tokens > left:
                return _with_cut(found, one, left, counter)
            found.append(one)
            left -= one.tokens
        if left <= 0:
            break
    return Built(tuple(found))


def _with_cut(before: Sequence[Section], one: Section, left: int, counter: Counter) -> Built:
    text, split = cut_text(one.text, left, counter)
    # The published encoder knows no halves of a surrogate pair: what was cut comes back without them.
    pieces = [replace(piece, text=sound(piece.text)) for piece in one.pieces]
    whole = "".join(piece.text for piece in pieces)
    kept = sum(takewhile(bool, map(eq, text, whole)))
    shorter = replace(one, pieces=tuple(clipped(pieces, kept, text[kept:])))
    return Built((*before, shorter), shorter, split, text == CUT_MARK)


def cut_text(text: str, tokens: int, counter: Counter) -> tuple[str, bool]:
    """A text cut to so many tokens, and whether that left a part of a character.

    Back to the last full stop where that lies beyond half of what is left, else with a mark behind it, which
    is not counted.
    """
    head = first_tokens(counter, text, tokens) if tokens > 0 else ""
    stop = head.rfind(SENTENCE_END)
    if stop > len(head) / 2:
        return head[: stop + 1], False
    split = bool(head) and head.endswith("\ufffd") and not sound(text).startswith(head)
    return head + CUT_MARK, split


def sound(text: str) -> str:
    """The text with surrogate pairs as the characters that they spell, and lone ones as U+FFFD."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
