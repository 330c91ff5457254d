"""How an item is counted: which texts of it, and what stands in for what has no text."""

from __future__ import annotations

import json
from typing import Any

from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.tokens.cache import is_exact
from ctxlab.tokens.protocols import Counter

#: Tokens of one image: what OpenAI documents for a square of 1024 pixels in high detail (85 + 4 x 170), and
#: what Anthropic's width x height / 750 gives for one of about 760 pixels. The true figure depends on size
#: and model.
IMAGE_TOKENS = 765

#: Tokens of one audio clip: one minute at ten tokens a second.
AUDIO_TOKENS = 600

#: Tokens of one attached document: three pages of about 500 tokens each.
FILE_TOKENS = 1_500

_MEDIA = {PartKind.IMAGE: IMAGE_TOKENS, PartKind.AUDIO: AUDIO_TOKENS, PartKind.FILE: FILE_TOKENS}


def media_tokens(part: Part) -> int:
    """An estimate for an image, audio clip or file, by its kind alone; 0 without content and for all else.

    The data itself is never decoded and never tokenised. Content is a URL, base64 data, or a reference in
    `extra`.
    """
    if part.kind not in _MEDIA or not (part.data or part.extra):
        return 0
    return _MEDIA[part.kind]


def part_texts(part: Part) -> tuple[str, ...]:
    """The texts of a part whose counts add up to its own; none is empty."""
    if part.kind in _MEDIA:
        return ()
    texts = (part.name, part.text) if part.kind is PartKind.CALL else (part.text,)
    return tuple(text for text in texts if text)


def item_texts(item: Item) -> tuple[str, ...]:
    """The texts whose counts add up to the item's, media aside.

    A call is its name and its arguments, two texts. A tool schema is its compact JSON. An unknown part is its
    JSON. A signature is no text of the context, nor are ids.
    """
    if item.source is Source.TOOL_SCHEMAS:
        return tuple(compact_json(text) for part in item.parts for text in part_texts(part))
    if len(item.parts) == 1:
        return part_texts(item.parts[0])
    return tuple(text for part in item.parts for text in part_texts(part))


def count_item(item: Item, counter: Counter) -> tuple[int, bool]:
    """An item's tokens without framing, and whether that is exact under the counter's encoding.

    It is not with media, with a part that no reader understands, or for a tool schema: providers do not say
    how they lay those out. Nor is an estimate, or a count that a provisional counter does not know yet.
    """
    texts = item_texts(item)
    tokens = sum(counter.count_all(texts))
    plain = item.source is not Source.TOOL_SCHEMAS
    for part in item.parts:
        media = media_tokens(part)
        tokens += media
        plain = plain and not media and part.kind is not PartKind.UNKNOWN
    return tokens, plain and all(is_exact(counter, text) for text in texts)


def compact_json(text: str) -> str:
    """A JSON text without blanks between its values, members in their order; any other text as it is."""
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
