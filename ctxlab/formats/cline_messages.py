"""Messages as Cline and Roo Code keep them: Anthropic's, with what the program writes among the user's words.

Blocks of the environment, results of tools written as text, and notes for a task taken up again were typed
by nobody. What the user said to a result stands in tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from ctxlab.formats.fields import count_field, text_field
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Source
from ctxlab.model.session import Usage

#: How blocks begin that the program writes; the user's words that a result brings stand in other tags.
_ENVIRONMENT = "<environment_details>"
_WRITTEN = (_ENVIRONMENT, "[TASK RESUMPTION]", "# task_progress", "# TODO LIST", "[NOTE]", "[ERROR]")
_TYPED = ("<task>", "<feedback>", "<user_message>", "<answer>")
_RESULT = re.compile(r"\[[a-z_][\w-]*(?: for [^\n]*)?\] Result:")

#: So near to the beginning a tag marks the user's words.
_BEGINNING = 40

#: Fields that only these programs write beside a message.
_OWN = ("modelInfo", "isSummary", "condenseId", "condenseParent", "truncationParent", "isTruncationMarker")

#: A run of blocks: whether the program wrote them, and what they are.
Run = tuple[bool, Source | None, list[Any]]


def is_own(message: Any) -> bool:
    """Whether a message can only be of these programs."""
    if not is_object(message) or message.get("role") not in ("user", "assistant"):
        return False
    if any(key in message for key in _OWN):
        return True
    return message["role"] == "user" and any(_text(one).startswith(_ENVIRONMENT) for one in _blocks(message))


def runs_of(message: Mapping[str, Any]) -> Iterator[Run]:
    """A user's message in the runs that differ in who wrote them, in their order."""
    blocks = _blocks(message)
    brings_result = any(_is_result(one) or _RESULT.match(_text(one)) for one in blocks)
    told: list[tuple[bool, Source | None]] = []
    head = False
    for block in blocks:
        text = _text(block)
        is_head = bool(_RESULT.match(text))
        if any(tag in (text if is_head else text[:_BEGINNING]) for tag in _TYPED):
            told.append((False, None))
        elif is_head or (head and _is_plain(block) and not text.startswith(_WRITTEN)):
            told.append((True, Source.TOOL_RESULT))
        else:
            told.append((brings_result or text.startswith(_WRITTEN), None))
        # the result may stand in the blocks behind its heading
        head = told[-1][1] is Source.TOOL_RESULT
    for key, run in groupby(zip(told, blocks, strict=True), key=lambda one: one[0]):
        yield *key, [block for _, block in run]


def _is_result(block: Any) -> bool:
    return is_object(block) and block.get("type") == "tool_result"


def _is_plain(block: Any) -> bool:
    return isinstance(block, str) or (is_object(block) and block.get("type") == "text")


def cline_usage(message: Mapping[str, Any]) -> Usage | None:
    """What the provider counted: what was cached is one figure, whether read or written."""
    metrics = message.get("metrics")
    tokens = metrics.get("tokens") if is_object(metrics) else None
    if not is_object(tokens):
        return None
    usage = Usage(
        input=count_field(tokens, "prompt"),
        cache_read=count_field(tokens, "cached"),
        output=count_field(tokens, "completion"),
    )
    return usage if usage.input or usage.output else None


def _blocks(message: Mapping[str, Any]) -> list[Any]:
    content = message.get("content")
    return content if is_list(content) else [] if content is None else [content]


def _text(block: Any) -> str:
    return block if isinstance(block, str) else text_field(block, "text") if is_object(block) else ""
