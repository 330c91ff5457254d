"""Construct as the published split budget does it: sections by tier under one ceiling, cut at their end.

The published build_context() returns one text. Here it is one system message: it holds the system prompt, and
not the user's input, which the caller has to send behind it. No framing is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxlab.model.decision import Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Source
from ctxlab.model.profile import Wire
from ctxlab.stages.protocol import Constructed, StageContext, Summarized
from ctxlab.stages.published_pieces import Piece, Telling, connected, contents_of, cut_away, one_text
from ctxlab.stages.published_table import unread_caps
from ctxlab.stages.split_budget.builder import Built, build
from ctxlab.stages.split_budget.rag import cleaned, is_text
from ctxlab.stages.split_budget.sections import (
    CONVERSATION,
    PROMPT,
    TIERS,
    TOOL_RESULT,
    Section,
    sections_of,
)
from ctxlab.stages.split_budget.texts import SEPARATOR
from ctxlab.text.reduction import rooted

#: Figures of the published table that no code reads, and the sections that each would have bound.
_UNREAD = (("system_prompt", PROMPT), ("conversation", CONVERSATION), ("tool_results", TOOL_RESULT))


class ConstructSplitBudgetPublished:
    """The published builder.

    The ceiling is the window's limit, and holds what the sections count, without what joins them. `published`
    is read only to say which of its figures nothing enforces.
    """

    name = "split-budget-published"
    version = "1"
    slot = Stage.CONSTRUCT
    reads: tuple[str, ...] = ("window", "published", "tokens", *TIERS)
    #: The limit holds whether or not the window says so.
    idle: tuple[str, ...] = ("window.enforce",)
    requires: tuple[str, ...] = ()
    provides: tuple[str, ...] = ()
    external = False
    fixed_wire = Wire.OPENAI_CHAT

    def run(self, given: Summarized, context: StageContext, /) -> Constructed:
        """One text; what the cut took is dropped, what is no text was never rendered."""
        profile, counter = context.profile, context.counter
        form = given.selected.gathered.snapshot.session.form
        sections = sections_of(contents_of(given), given.record.order, form, profile, counter)
        limit = profile.window.limit
        built = build(sections, limit, counter)
        pieces = connected([one.pieces for one in built.sections], SEPARATOR)
        whole = [piece for one in sections for piece in one.pieces]
        total = sum(one.tokens for one in sections)
        telling = Telling(
            gone=cut_away(whole, pieces, limit or 0, total, given.record.tokens),
            cuts=_cuts(pieces, given),
            diagnostics=(*_left_out(given), *unread_caps(profile, _used(sections)), *_cut_notices(built)),
        )
        return one_text(given, context, self.name, pieces, telling)


def _used(sections: Sequence[Section]) -> Iterator[tuple[str, int]]:
    """The figures that no code reads, and what the sections that each would have bound count."""
    for figure, name in _UNREAD:
        yield figure, sum(one.tokens for one in sections if one.name == name)


def _cuts(pieces: Sequence[Piece], given: Summarized) -> dict[int, tuple[tuple[int, int], ...]]:
    """What is gone of the text of the item that the cut runs through, as spans of that text as recorded."""
    contents = contents_of(given)
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    for piece in pieces:
        if piece.position < 0 or piece.kept < 0:
            continue
        text = contents.item(piece.position).text
        if text.startswith(piece.text[: piece.kept]):
            found[piece.position] = ((piece.kept, len(text)),)
        elif contents.source(piece.position) is Source.RETRIEVED_DOC:
            left = cleaned(text)
            found[piece.position] = rooted([(piece.kept, len(left.text))], left.cuts, left.stands)
        elif piece.position in given.altered:
            found[piece.position] = given.altered[piece.position].cuts
    return found


def _left_out(given: Summarized) -> Iterator[Diagnostic]:
    """Messages whose content is no text: the conversation is joined without them."""
    contents = contents_of(given)
    for position in given.record.order:
        parts = contents.parts(position)
        if contents.source(position) is Source.CONVERSATION and parts and not is_text(parts):
            yield Diagnostic("media_left_out", contents.item(position).id)


def _cut_notices(built: Built) -> Iterator[Diagnostic]:
    """What the cut did beside taking text away."""
    if built.cut is None:
        return
    section = (("section", built.cut.name),)
    if built.split:
        yield Diagnostic("character_split", numbers=section)
    if built.lone:
        yield Diagnostic("lone_mark", numbers=section)
