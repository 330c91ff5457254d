"""Messages of a published build while they are put together, with where each piece came from."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, cast

from ctxlab.model.trace import Message, Span
from ctxlab.stages.published_contents import PublishedContent, estimate
from ctxlab.tokens.protocols import Counter


@dataclass(slots=True)
class Draft:
    """One message in the making; `value` is a content that is no text and is passed on, `json` its JSON."""

    role: Any
    texts: list[str] = field(default_factory=list[str])
    spans: list[Span] = field(default_factory=list[Span])
    positions: list[int] = field(default_factory=list[int])
    length: int = 0
    value: Any = None
    json: str = ""

    def add(self, text: str, position: int = -1) -> None:
        """Appends text; `position` is the item that it came from, -1 for none."""
        end = self.length + len(text)
        self.texts.append(text)
        if position >= 0:
            self.positions.append(position)
            if text:
                self.spans.append(("/content", self.length, end, position))
        self.length = end

    def message(self, counter: Counter) -> Message:
        """The finished message; the published system counts no framing."""
        if self.value is not None:
            content = self.value
            tokens = estimate(counter, PublishedContent(self.json, len(self.value)))
        else:
            content = "".join(self.texts)
            tokens = counter.count(content)
        value = {"role": self.role, "content": content}
        return Message(value, tokens, tuple(self.positions), tuple(self.spans))


def draft_value(role: str, content: str, position: int) -> Draft:
    """A message whose content is a list or an object, from its JSON; its texts are known as spans."""
    value = json.loads(content)
    draft = Draft(role, positions=[position], value=value, json=content)
    if isinstance(value, list):
        for at, part in enumerate(cast("list[object]", value)):
            text: object = cast("dict[str, object]", part).get("text") if isinstance(part, dict) else part
            if isinstance(text, str) and text:
                pointer = f"/content/{at}/text" if isinstance(part, dict) else f"/content/{at}"
                draft.spans.append((pointer, 0, len(text), position))
    return draft
