"""Texts that several items share: joined under headings, with a span for each item.

What stands between the items is counted apart from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxlab.model.trace import Span
from ctxlab.stages.headings import BLANK_LINE
from ctxlab.tokens.protocols import Counter


@dataclass(frozen=True, slots=True)
class Content:
    """An item's text as it is rendered, and its tokens, at its position."""

    position: int
    text: str
    tokens: int


@dataclass(eq=False)
class Joined:
    """A text under construction.

    `places` are (start, end, position) of each item in it. `heading`, `separator` and `prefix` add up what
    each kind of connecting text counts alone, and `items` what the items count.
    """

    counter: Counter
    chunks: list[str] = field(default_factory=list[str])
    length: int = 0
    places: list[tuple[int, int, int]] = field(default_factory=list[tuple[int, int, int]])
    heading: int = 0
    separator: int = 0
    prefix: int = 0
    items: int = 0

    def _append(self, text: str) -> None:
        self.chunks.append(text)
        self.length += len(text)

    def part(self, separator: str = BLANK_LINE) -> None:
        """Begins the next part: a separator, unless the text is still empty."""
        if self.chunks:
            self._append(separator)
            self.separator += self.counter.count(separator)

    def head(self, text: str) -> None:
        """A heading with what follows it up to the first item."""
        self._append(text)
        self.heading += self.counter.count(text)

    def mark(self, text: str) -> None:
        """A prefix before an item, such as who is speaking."""
        self._append(text)
        self.prefix += self.counter.count(text)

    def add(self, content: Content) -> None:
        """One item's text."""
        self.places.append((self.length, self.length + len(content.text), content.position))
        self._append(content.text)
        self.items += content.tokens

    def section(
        self,
        heading: str | None,
        contents: Sequence[Content],
        separator: str = BLANK_LINE,
        heads: Sequence[str] = (),
    ) -> None:
        """A heading and items below it, each under its head if there are `heads`; nothing without items."""
        for at, content in enumerate(contents):
            if at == 0 and heading:
                self.part()
                self.head(heading + BLANK_LINE)
            else:
                self.part(separator if at else BLANK_LINE)
            if heads:
                self.head(heads[at])
            self.add(content)

    @property
    def text(self) -> str:
        """The text so far."""
        return "".join(self.chunks)

    def spans(self, pointer: str) -> tuple[Span, ...]:
        """Where each item stands in the text that the pointer names."""
        return tuple((pointer, start, end, position) for start, end, position in self.places)
