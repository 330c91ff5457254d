"""Retrieved documents as published: noise taken out, a head on each, whole entries only."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from ctxlab.model.items import Item, Part, PartKind
from ctxlab.model.keywords import BUILD, BUILD_CONTEXT
from ctxlab.stages.split_budget.texts import IMAGE, doc_head
from ctxlab.text.reduction import Reduction, Steps

# In this order. The code between fences stays, whatever stands before the backticks on their line.
_NOISE = (
    (re.compile(r"```\w*\n?"), ""),
    (re.compile(r"!\[.*?\]\(.*?\)"), IMAGE),
    (re.compile(r"\n{3,}"), "\n\n"),
    (re.compile(r"^[-=_]{3,}[^\S\n]*$", re.MULTILINE), ""),
    (re.compile(r"\A\s+|\s+\Z"), ""),
)

#: A rule or a mark may take a tool's result for a document or a message.
_READABLE = (PartKind.TEXT, PartKind.RESULT)


@dataclass(frozen=True, slots=True)
class Entry:
    """A document as it stands in the section: `head` ends with its line, `reduction` is what noise left."""

    head: str
    reduction: Reduction

    @property
    def text(self) -> str:
        """Head and text."""
        return self.head + self.reduction.text


def cleaned(text: str) -> Reduction:
    """The text without fences, pictures, runs of empty lines and rules; blanks at both ends go last."""
    steps = Steps(text)
    for pattern, stands in _NOISE:
        steps.replace(pattern, stands)
    return steps.reduction() if steps.changed else Reduction(text)


def is_text(parts: tuple[Part, ...]) -> bool:
    """Whether a content is a text: parts that are there, and none that was recorded as another value."""
    return bool(parts) and all(part.kind in _READABLE and not part.json for part in parts)


def entry_of(item: Item, form: str) -> Entry | None:
    """The document's entry, None where the published code fails on it."""
    if not is_text(item.parts):
        return None
    head = head_of(item, form)
    return None if head is None else Entry(head, cleaned(item.text))


def head_of(item: Item, form: str) -> str | None:
    """What stands above a document, None where its score cannot be written.

    The keyword forms of calls keep source and score as they were given where the item cannot hold them.
    """
    given = item.extra and form in (BUILD, BUILD_CONTEXT)
    extra: dict[str, Any] = json.loads(item.extra) if given else {}
    source = extra.get("source", item.name)
    score = extra.get("score", item.relevance)
    try:
        return doc_head(source, score)
    except (TypeError, ValueError, OverflowError):
        return None
