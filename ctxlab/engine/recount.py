"""Counting a built context anew, under another encoding than the one that it was built with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from ctxlab.model.message_blocks import image_of
from ctxlab.model.trace import Outside
from ctxlab.stages.protocol import Constructed
from ctxlab.tokens.images import Vision, image_tokens
from ctxlab.tokens.items import AUDIO_TOKENS, FILE_TOKENS, compact_json
from ctxlab.tokens.protocols import Counter

_IMAGES = frozenset({"image", "image_url"})
_MEDIA = {"input_audio": AUDIO_TOKENS, "file": FILE_TOKENS, "document": FILE_TOKENS}
#: What of a message or block is not said to the model as text, or is counted by framing.
_NO_TEXT = frozenset(
    {"role", "type", "id", "tool_call_id", "tool_use_id", "signature", "source", "cache_control"}
)


def recount(constructed: Constructed, counter: Counter, vision: Vision) -> int:
    """Counts the texts of the messages and of what stands outside them anew; framing stays as it was."""
    total = dict(constructed.ledger)["framing"]
    texts: list[str] = []
    for message in constructed.context:
        value = message.value
        content = value.get("content")
        # Nearly all messages of long contexts are a role and one text.
        if isinstance(content, str) and len(value) == 2 and "role" in value:
            texts.append(content)
        else:
            total += _sum(value, counter, vision)
    total += sum(counter.count_all(texts))
    for outside in constructed.outside:
        total += _outside(outside, counter, vision)
    return total


def _outside(outside: Outside, counter: Counter, vision: Vision) -> int:
    if outside.field != "tools":
        return _sum(outside.value, counter, vision)
    return sum(counter.count(compact_json(_text(schema))) for schema in outside.value)


def _text(schema: Any) -> str:
    return schema if isinstance(schema, str) else json.dumps(schema, ensure_ascii=False)


def _sum(value: Any, counter: Counter, vision: Vision) -> int:
    total = 0
    for found in _leaves(value, vision):
        total += found if isinstance(found, int) else counter.count(found)
    return total


def _leaves(value: object, vision: Vision) -> Iterator[str | int]:
    """The texts in a value, and the estimates of its media."""
    if isinstance(value, str):
        yield value
    elif _is_list(value):
        for one in value:
            yield from _leaves(one, vision)
    elif _is_object(value):
        kind = str(value.get("type", ""))
        if kind in _IMAGES:
            yield image_tokens(image_of(value), vision)[0]
        elif kind in _MEDIA:
            held = value.get("source")
            plain = _is_object(held) and held.get("type") == "text"
            yield str(held["data"]) if _is_object(held) and plain else _MEDIA[kind]
        elif kind == "tool_use":
            yield str(value.get("name", ""))
            yield _text(value.get("input"))
        else:
            for key, one in value.items():
                if key not in _NO_TEXT:
                    yield from _leaves(one, vision)


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _is_object(value: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, Mapping)
