"""A context that is one text: pieces of items and of what connects them, and books that keep both apart.

Two published systems build a text and then cut it as a text. Here the text keeps its pieces, so that each
item's share of what is left is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.trace import LEDGER, Altered, Made, Message, Pool
from ctxlab.stages.kept import kept_with
from ctxlab.stages.protocol import Constructed, Gathered, StageContext, Summarized
from ctxlab.stages.published_record import Decisions

#: The roles whose texts belong where one text of the system holds them.
_SYSTEM = ("system", "developer")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the text: an item's at `position`, or what connects items, a row of the ledger.

    `kept` is how many code points of an item's text a cut left, without the mark behind them; -1 where the
    item is whole.
    """

    text: str
    position: int = -1
    row: str = "separator"
    kept: int = -1


@dataclass(frozen=True, slots=True)
class Contents:
    """What a stage finds at positions: gathered items and made ones, with their texts as they stand."""

    pool: Pool
    made: Sequence[Made] = ()
    altered: Mapping[int, Altered] = field(default_factory=dict[int, Altered])

    def item(self, position: int) -> Item:
        """The item as it was gathered or made."""
        pool = len(self.pool)
        return self.pool.items[position] if position < pool else self.made[position - pool].item

    def source(self, position: int) -> Source:
        """Where it comes from at this request."""
        pool = len(self.pool)
        return self.pool.source[position] if position < pool else self.made[position - pool].source

    def text(self, position: int) -> str:
        """Its text by now."""
        altered = self.altered.get(position)
        return self.item(position).text if altered is None else altered.text

    def parts(self, position: int) -> tuple[Part, ...]:
        """Its parts by now."""
        altered = self.altered.get(position)
        return self.item(position).parts if altered is None else altered.parts


@dataclass(frozen=True, slots=True)
class _BySource:
    """What Gather let through, as it is kept with the gather."""

    positions: Mapping[Source, tuple[int, ...]]


def kept_by_source(given: Gathered) -> Mapping[Source, tuple[int, ...]]:
    """What Gather let through, by source, in the order gathered; found out once."""
    return kept_with(given, _BySource, lambda: _by_source(given)).positions


def _by_source(given: Gathered) -> _BySource:
    found: dict[Source, list[int]] = {}
    for position in given.record.order:
        found.setdefault(given.pool.source[position], []).append(position)
    return _BySource({source: tuple(positions) for source, positions in found.items()})


def contents_of(given: Summarized) -> Contents:
    """What Summarize handed on."""
    return Contents(given.selected.gathered.pool, given.made, given.altered)


def text_of(pieces: Iterable[Piece]) -> str:
    """The text that the pieces make."""
    return "".join(piece.text for piece in pieces)


def connected(groups: Iterable[Sequence[Piece]], separator: str) -> list[Piece]:
    """The groups one after the other, with a separator between them."""
    found: list[Piece] = []
    for at, group in enumerate(groups):
        if at:
            found.append(Piece(separator))
        found.extend(group)
    return found


def clipped(pieces: Iterable[Piece], length: int, mark: str = "") -> list[Piece]:
    """What is left of the pieces in the first `length` code points; `mark` stands behind it.

    It belongs to the item that was cut, or to the seam where the cut runs between two.
    """
    found: list[Piece] = []
    for piece in pieces:
        if length <= 0:
            break
        if len(piece.text) > length:
            text = piece.text[:length]
            if piece.position >= 0:
                return [*found, replace(piece, text=text + mark, kept=length)]
            found.append(replace(piece, text=text))
            break
        found.append(piece)
        length -= len(piece.text)
    return [*found, Piece(mark, row="seam")] if mark else found


def cut_away(
    pieces: Iterable[Piece], left: Iterable[Piece], limit: int, total: int, tokens: Sequence[int]
) -> dict[int, tuple[Reason, Numbers]]:
    """The items of the pieces that a cut to the limit left nothing of; `total` is what all pieces count."""
    stands = {piece.position for piece in left}
    return {
        position: (Reason.OVER_WINDOW, (("limit", limit), ("used", total), ("need", tokens[position])))
        for position in (piece.position for piece in pieces)
        if position >= 0 and position not in stands
    }


@dataclass(frozen=True, slots=True)
class Telling:
    """What is known of a built text beside its pieces.

    `gone` says why items that a cut took are not in it; all other items that are not were never rendered.
    `cuts` are the spans of texts as they were recorded that are gone from items which were cut.
    """

    gone: Mapping[int, tuple[Reason, Numbers]] = field(default_factory=dict[int, tuple[Reason, Numbers]])
    cuts: Mapping[int, tuple[tuple[int, int], ...]] = field(
        default_factory=dict[int, tuple[tuple[int, int], ...]]
    )
    diagnostics: tuple[Diagnostic, ...] = ()


def one_text(
    given: Summarized, context: StageContext, strategy: str, pieces: Sequence[Piece], telling: Telling
) -> Constructed:
    """The pieces as one system message, each item's fate, and the ledger of what connects them.

    The whole text is counted; `seam` takes what that gains or loses beside the sum of the pieces.
    """
    contents, count = contents_of(given), context.counter.count
    text = text_of(pieces)
    total = count(text)
    message = _message(text, total, pieces)
    by_position = {piece.position: piece for piece in pieces if piece.position >= 0}
    decisions = Decisions(len(given.record.fate))
    altered: dict[int, Altered] = {}
    held = 0
    for position in given.record.order:
        piece = by_position.get(position)
        if piece is None:
            reason, numbers = telling.gone.get(position, (Reason.NOT_RENDERED, ()))
            decisions.decide(position, Fate.DROPPED, reason, 0, numbers)
            continue
        tokens = given.record.tokens[position]
        if piece.kept >= 0 or piece.text != contents.text(position):
            tokens = count(piece.text)
            cuts = telling.cuts.get(position, ())
            altered[position] = Altered((Part(PartKind.TEXT, piece.text),), tokens, cuts)
        held += tokens
        fate = Fate.KEPT if piece.kept < 0 else Fate.TRUNCATED
        decisions.decide(position, fate, _reason(piece, contents), tokens)
    return Constructed(
        summarized=given,
        record=decisions.record(Stage.CONSTRUCT, strategy, message.positions),
        context=(message,),
        outside=(),
        ledger=_ledger(pieces, context, total - held),
        total=total,
        closing=0,
        diagnostics=telling.diagnostics,
        altered=altered,
    )


def _reason(piece: Piece, contents: Contents) -> Reason:
    if piece.kept >= 0:
        return Reason.CUT_TO_WINDOW
    if piece.text != contents.text(piece.position):
        return Reason.TEXT_ALTERED
    return Reason.RENDERED if contents.item(piece.position).role in _SYSTEM else Reason.ROLE_CHANGED


def _message(text: str, tokens: int, pieces: Sequence[Piece]) -> Message:
    spans: list[tuple[str, int, int, int]] = []
    positions: list[int] = []
    start = 0
    for piece in pieces:
        end = start + len(piece.text)
        if piece.position >= 0:
            positions.append(piece.position)
            if piece.text:
                spans.append(("/content", start, end, piece.position))
        start = end
    return Message({"role": "system", "content": text}, tokens, tuple(positions), tuple(spans))


def _ledger(pieces: Sequence[Piece], context: StageContext, rest: int) -> tuple[tuple[str, int], ...]:
    """`rest` is what the text holds beside its items; the seam takes what the other rows do not."""
    found: dict[str, int] = dict.fromkeys(LEDGER, 0)
    for piece in pieces:
        if piece.position < 0 and piece.row != "seam":
            found[piece.row] += context.counter.count(piece.text)
    found["seam"] = rest - sum(found.values())
    return tuple(found.items())
