"""The rows below a message's head: its blocks, wrapped, as far as they are to be shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from ctxlab.gui.models.wrap import Wrapper
from ctxlab.model.message_blocks import Block, BlockKind
from ctxlab.model.trace import Message, Span


class Line(Enum):
    """What a row below a head is."""

    TEXT = "text"
    THINKING = "thinking"
    DATA = "data"
    NAME = "name"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class BodyRow:
    """One row: its text, and which code points of the text at `pointer` it stands for.

    Of data that are set out on lines these are code points of the lines, not of the recorded text. Names and
    notes stand for none.
    """

    line: Line
    text: str
    pointer: str = ""
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Body:
    """The rows of a message that are shown, and how many characters stand behind them."""

    rows: tuple[BodyRow, ...]
    left: int = 0


def lay_out(
    blocks: Sequence[Block], names: dict[str, str], wrapper: Wrapper, widths: tuple[float, float], most: int
) -> Body:
    """The first `most` rows of these blocks.

    Args:
        blocks: What the message says.
        names: The tool of each call, by the call's id.
        wrapper: Wraps in the window's font, which data are shown in as well.
        widths: Pixels for a row of text, and for one of thinking or data, which are set in.
        most: Rows at most; at 0 nothing is looked at.
    """
    if most <= 0:
        return Body((), sum(len(block.text) for block in blocks))
    rows: list[BodyRow] = []
    alone = len(blocks) == 1 and blocks[0].kind in (BlockKind.TEXT, BlockKind.RESULT)
    for at, block in enumerate(blocks):
        for row in _rows(block, names, wrapper, widths, alone=alone):
            if len(rows) == most:
                behind = sum(len(one.text) for one in blocks[at + 1 :])
                told = max(0, len(block.text) - row.start if row.end else len(block.text))
                return Body(tuple(rows), max(1, told + behind))
            rows.append(row)
    return Body(tuple(rows))


def _rows(
    block: Block, names: dict[str, str], wrapper: Wrapper, widths: tuple[float, float], *, alone: bool
) -> Iterator[BodyRow]:
    name = block.name or names.get(block.call_id, "")
    if block.kind is BlockKind.MEDIA:
        yield BodyRow(Line.NOTE, " · ".join(part for part in (name, block.text) if part), block.pointer)
        return
    if not alone and block.kind is not BlockKind.TEXT:
        mark = {BlockKind.CALL: "→", BlockKind.RESULT: "←"}.get(block.kind, "")
        said = name or (block.kind.value if block.kind is not BlockKind.RESULT else block.call_id)
        yield BodyRow(Line.NAME, f"{mark} {said}".strip(), block.pointer)
    if not block.text and not alone:
        return
    line = Line.DATA if block.laid_out else Line.THINKING if block.kind is BlockKind.THINKING else Line.TEXT
    width = widths[0] if line is Line.TEXT else widths[1]
    for row in wrapper.rows(block.text, width):
        yield BodyRow(line, row.text, block.pointer, row.start, row.end)


def owner(message: Message, row: BodyRow) -> int | None:
    """The position of the item that a row's text comes from; None where ctxlab wrote it (a heading)."""
    return owner_of(message.spans, row)


def owner_of(spans: Iterable[Span], row: BodyRow) -> int | None:
    """The position among these spans that the row's text comes from, or None."""
    certain = row.line in (Line.TEXT, Line.THINKING)
    for pointer, start, end, position in spans:
        if certain and pointer == row.pointer:
            if (start < row.end and row.start < end) or start <= row.start == row.end <= end:
                return position
        elif not certain and (pointer == row.pointer or pointer.startswith(f"{row.pointer}/")):
            return position
    return None
