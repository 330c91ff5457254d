"""Construct as HelloAgents does it: its Structure renders a template, its Compress cuts the rendered text.

The published build() returns one text, which its agent sends as a system message before the user's: here it
is that message. The text is cut at the end of a line, from its own end on; the lines are counted, what joins
them is not. No framing is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxlab.model.decision import Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Source
from ctxlab.model.profile import Wire
from ctxlab.stages.hello_agents import (
    CONTEXT_HEAD,
    EVIDENCE,
    EVIDENCE_HEAD,
    OUTPUT,
    ROLE_HEAD,
    SECTION_SEPARATOR,
    STATE_HEAD,
    TASK_HEAD,
    count,
    history,
    instructions,
)
from ctxlab.stages.protocol import Constructed, StageContext, Summarized
from ctxlab.stages.published_pieces import (
    Contents,
    Piece,
    Telling,
    clipped,
    connected,
    contents_of,
    cut_away,
    one_text,
    text_of,
)
from ctxlab.tokens.protocols import Counter

_LINE_END = "\n"


class ConstructHelloAgents:
    """The published template, and the cut of what it gives; packets of types unknown to it are lost."""

    name = "hello-agents"
    version = "1"
    slot = Stage.CONSTRUCT
    reads: tuple[str, ...] = ("window", "tokens")
    #: The limit holds whether or not the window says so.
    idle: tuple[str, ...] = ("window.enforce",)
    requires: tuple[str, ...] = ()
    provides: tuple[str, ...] = ()
    external = False
    fixed_wire = Wire.OPENAI_CHAT

    def run(self, given: Summarized, context: StageContext, /) -> Constructed:
        """One text; what the cut took is dropped, what has no place in the template was never rendered."""
        pieces = _template(contents_of(given), given.record.order)
        text, limit, counter = text_of(pieces), context.profile.window.limit, context.counter
        total = count(text, counter)
        if limit is None or total <= limit:
            return one_text(given, context, self.name, pieces, Telling())
        left = clipped(pieces, _kept(text, limit, counter))
        telling = Telling(
            cut_away(pieces, left, limit, total, given.record.tokens),
            _cuts(left, contents_of(given)),
            tuple(_output_lost(left)),
        )
        return one_text(given, context, self.name, left, telling)


def _template(contents: Contents, order: Sequence[int]) -> list[Piece]:
    """The sections that have something in them, and the two that are always there."""

    def of(*sources: Source) -> list[int]:
        return [position for position in order if contents.source(position) in sources]

    def lines(positions: Sequence[int]) -> list[Piece]:
        return connected([[Piece(contents.text(one), one)] for one in positions], _LINE_END)

    line_end = Piece(_LINE_END)
    evidence = [[line_end, Piece(contents.text(one), one), line_end] for one in of(*EVIDENCE)]
    sections = (
        (ROLE_HEAD, instructions(contents, of(Source.SYSTEM_PROMPT)), False),
        (TASK_HEAD, lines(of(Source.USER_MESSAGE)), True),
        (STATE_HEAD, lines(of(Source.TASK_STATE)), False),
        (EVIDENCE_HEAD, [piece for entry in evidence for piece in entry], False),
        (CONTEXT_HEAD, history(contents, sorted(of(Source.CONVERSATION))), False),
        (OUTPUT, list[Piece](), True),
    )
    rendered = [
        [Piece(head, row="heading"), *pieces] for head, pieces, always in sections if pieces or always
    ]
    return connected(rendered, SECTION_SEPARATOR)


def _kept(text: str, limit: int, counter: Counter) -> int:
    """How many code points the lines have that fit, up to the first that does not."""
    used, kept = 0, -len(_LINE_END)
    for line in text.split(_LINE_END):
        used += count(line, counter)
        if used > limit:
            break
        kept += len(_LINE_END) + len(line)
    return max(0, kept)


def _cuts(left: Iterable[Piece], contents: Contents) -> dict[int, tuple[tuple[int, int], ...]]:
    """The end of the text of the item that the cut runs through."""
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    for piece in left:
        if piece.kept >= 0:
            text = contents.item(piece.position).text
            if text.startswith(piece.text):
                found[piece.position] = ((piece.kept, len(text)),)
    return found


def _output_lost(left: Iterable[Piece]) -> Iterable[Diagnostic]:
    """The demands on the answer stand last in the template, so that a cut takes them first."""
    if not any(piece.text == OUTPUT for piece in left if piece.position < 0):
        yield Diagnostic("output_lost")
