"""How an item is counted: which texts of it, and what stands in for what has no text."""

from __future__ import annotations

import json
from typing import Any

from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.tokens.cache import is_exact
from ctxlab.tokens.images import DEFAULT, Vision, image_tokens
from ctxlab.tokens.protocols import Counter

#: Tokens of one audio clip that nothing is stated of: one minute at ten tokens a second.
AUDIO_TOKENS = 600

#: Tokens of one attached document that nothing is stated of: three pages of about 500 tokens each.
FILE_TOKENS = 1_500

MEDIA = frozenset({PartKind.IMAGE, PartKind.AUDIO, PartKind.FILE})
STAND_IN = {PartKind.AUDIO: AUDIO_TOKENS, PartKind.FILE: FILE_TOKENS}

#: Parts that are one text and nothing else.
_PLAIN = frozenset({PartKind.TEXT, PartKind.THINKING, PartKind.RESULT})


def _is_document(part: Part) -> bool:
    """Whether it is a file of which the log holds the plain text."""
    return part.kind is PartKind.FILE and bool(part.text) and not part.data


def _is_opaque(part: Part) -> bool:
    """Whether it is a medium with content that is no text."""
    return part.kind in MEDIA and bool(part.data or part.extra) and not _is_document(part)


def media_tokens(part: Part, vision: Vision = DEFAULT) -> int:
    """An estimate for an image, audio clip or file; 0 without content and for all else.

    An image takes what its size comes to by the model's rule, an audio clip or file a figure that stands in.
    The data itself is never decoded and never tokenised. Content is a URL, base64 data, or a reference in
    `extra`. A file that came as plain text counts as that.
    """
    if not _is_opaque(part):
        return 0
    return image_tokens(part, vision)[0] if part.kind is PartKind.IMAGE else STAND_IN[part.kind]


def part_texts(part: Part) -> tuple[str, ...]:
    """The texts of a part whose counts add up to its own; none is empty."""
    if part.kind in MEDIA:
        return (part.text,) if _is_document(part) else ()
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


def unsettled_media(item: Item, vision: Vision) -> frozenset[PartKind]:
    """The kinds of media in an item whose tokens nothing tells, so that a figure stands in.

    What tells them is an image's size, and for all else the tokens that the log states of the item.
    """
    return frozenset(
        part.kind
        for part in item.parts
        if _is_opaque(part)
        and not (image_tokens(part, vision)[1] if part.kind is PartKind.IMAGE else item.stated_tokens)
    )


def count_item(item: Item, counter: Counter, vision: Vision = DEFAULT) -> tuple[int, bool]:
    """An item's tokens without framing, and whether that is exact under the counter's encoding.

    Of an item with an audio clip or a file what the log states of it stands, and at least what its texts and
    images come to.

    It is not exact with media, with a part that no reader understands, or for a tool schema: providers do not
    say how they lay those out. Nor is an estimate, or a count that a provisional counter does not know yet.
    """
    if len(item.parts) == 1 and item.parts[0].kind in _PLAIN and item.source is not Source.TOOL_SCHEMAS:
        # nearly every item: one text
        text = item.parts[0].text
        return (counter.count(text), is_exact(counter, text)) if text else (0, True)
    texts = item_texts(item)
    tokens = sum(counter.count_all(texts))
    plain = item.source is not Source.TOOL_SCHEMAS
    stood_in = 0
    for part in item.parts:
        media = media_tokens(part, vision)
        tokens += media
        stood_in += media if part.kind in STAND_IN else 0
        plain = plain and not media and part.kind is not PartKind.UNKNOWN
    if stood_in and item.stated_tokens:
        tokens = max(item.stated_tokens, tokens - stood_in)
    return tokens, plain and all(is_exact(counter, text) for text in texts)


def compact_json(text: str) -> str:
    """A JSON text without blanks between its values, members in their order; any other text as it is."""
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
