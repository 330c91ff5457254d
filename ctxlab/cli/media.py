"""The media of items in words, with what each image is estimated to take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxlab.cli.words import word
from ctxlab.explain.media import medium, parts_of
from ctxlab.model.decision import Fate
from ctxlab.model.items import PartKind
from ctxlab.tokens.items import media_tokens

if TYPE_CHECKING:
    from ctxlab.model.trace import Trace
    from ctxlab.tokens.images import Vision

#: So many media are named; of more there is a count.
_NAMED = 3


def media_of(trace: Trace, position: int, vision: Vision, language: str) -> list[str]:
    """Each medium of an item, such as `image 1024x768 PNG ≈765`, and whether a cut left it out.

    What audio and files take is part of what stands with the item.
    """
    told: list[str] = []
    altered = trace.altered.get(position)
    for part in parts_of(trace.item(position)):
        tokens = media_tokens(part, vision) if part.kind is PartKind.IMAGE else None
        words = medium(part, language, tokens)
        gone = altered is not None and part not in altered.parts
        told.append(word(language, "medium_cut", medium=words) if gone else words)
    return told


def kept_media(trace: Trace, vision: Vision, language: str) -> list[str]:
    """The line that names the media of the context; none without any."""
    found = [
        word(language, "medium_of", medium=told, item=trace.id(position))
        for position in range(len(trace.pool))
        if trace.fate(position) is Fate.KEPT
        for told in media_of(trace, position, vision, language)
    ]
    if not found:
        return []
    named = word(language, "comma").join(found[:_NAMED])
    more = len(found) - _NAMED
    return [word(language, "media_more" if more > 0 else "media", media=named, count=more)]
