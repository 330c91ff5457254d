"""Whether a text may be parted somewhere."""

from __future__ import annotations

from ctxlab.text.graphemes import border_before


def is_border(text: str, position: int) -> bool:
    """Whether no grapheme cluster lies across that position (code points)."""
    return border_before(text, position) == position
