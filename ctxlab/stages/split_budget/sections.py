"""The sections of the published prompt: three that are always there, and one for each tool result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Profile
from ctxlab.stages.published_pieces import Contents, Piece, connected, text_of
from ctxlab.stages.split_budget.rag import head_of, is_text
from ctxlab.stages.split_budget.texts import SEPARATOR
from ctxlab.tokens.protocols import Counter

PROMPT, CONVERSATION, RAG, TOOL_RESULT = "system_prompt", "conversation", "rag", "tool_result"

#: The row whose tier a section has.
_ROWS = {
    PROMPT: Row.SYSTEM_PROMPT,
    CONVERSATION: Row.RECENT,
    RAG: Row.RETRIEVED_DOC,
    TOOL_RESULT: Row.TOOL_RESULT,
}

#: What the tiers of sections are read from.
TIERS = tuple(f"budget.{row.value}.tier" for row in _ROWS.values())


@dataclass(frozen=True, slots=True)
class Section:
    """A named part of the prompt, its tier (1 must not be cut, 3 goes first) and its tokens."""

    name: str
    tier: int
    pieces: tuple[Piece, ...]
    tokens: int

    @property
    def text(self) -> str:
        """Its content."""
        return text_of(self.pieces)


def sections_of(
    contents: Contents, order: Sequence[int], form: str, profile: Profile, counter: Counter
) -> list[Section]:
    """The sections in the order in which the published code adds them.

    Several system prompts of a recorded session are one prompt here, with a blank line between them: the
    published call takes one text. A summary stands before the messages. What is no text is left out of the
    conversation; an item without parts gives an empty text, no head.
    """

    def of(source: Source) -> list[int]:
        return [position for position in order if contents.source(position) is source]

    prompts = connected([_plain(contents, position) for position in of(Source.SYSTEM_PROMPT)], "\n\n")
    said = [*of(Source.SUMMARY), *sorted(of(Source.CONVERSATION))]
    texts = [position for position in said if is_text(contents.parts(position))]
    talk = connected([_plain(contents, position) for position in texts], "\n")
    docs = connected([_doc(contents, position, form) for position in of(Source.RETRIEVED_DOC)], SEPARATOR)
    results = [_plain(contents, position) for position in sorted(of(Source.TOOL_RESULT))]
    named = [(PROMPT, prompts), (CONVERSATION, talk), (RAG, docs), *((TOOL_RESULT, one) for one in results)]
    return [section(name, profile.row(_ROWS[name]).tier, pieces, counter) for name, pieces in named]


def section(name: str, tier: int, pieces: Sequence[Piece], counter: Counter) -> Section:
    """A section of these pieces, counted as one text."""
    return Section(name, tier, tuple(pieces), counter.count(text_of(pieces)))


def _plain(contents: Contents, position: int) -> list[Piece]:
    return [Piece(contents.text(position), position)]


def _doc(contents: Contents, position: int, form: str) -> list[Piece]:
    head = head_of(contents.item(position), form) if is_text(contents.parts(position)) else None
    own = Piece(contents.text(position), position)
    return [Piece(head, row="prefix"), own] if head else [own]
