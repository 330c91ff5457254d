"""The rows below a message's head: its blocks, wrapped, as far as they are to be shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from ctxlab.gui.models.thumbnails import shown_size
from ctxlab.gui.models.wrap import Wrapper
from ctxlab.model.items import Part
from ctxlab.model.media import image_info, is_embedded
from ctxlab.model.message_blocks import Block, BlockKind
from ctxlab.model.trace import Message, Span

#: The height of a row (pixels).
LINE_HEIGHT = 20


class Line(Enum):
    """What a row below a head is."""

    TEXT = "text"
    THINKING = "thinking"
    DATA = "data"
    NAME = "name"
    NOTE = "note"
    PICTURE = "picture"


@dataclass(frozen=True, slots=True)
class BodyRow:
    """One row: its text, and which code points of the text at `pointer` it stands for.

    Of data that are set out on lines these are code points of the lines, not of the recorded text. Names and
    notes stand for none. A note on an image has it as `part`; so have the rows of its picture, of which each
    shows what is `above` pixels below its top.
    """

    line: Line
    text: str
    pointer: str = ""
    start: int = 0
    end: int = 0
    part: Part | None = None
    above: int = 0


@dataclass(frozen=True, slots=True)
class Body:
    """The rows of a message that are shown, and how many characters stand behind them."""

    rows: tuple[BodyRow, ...]
    left: int = 0


def lay_out(
    blocks: Sequence[Block], names: dict[str, str], wrapper: Wrapper, widths: tuple[float, float], most: int
) -> Body:
    """The first `most` rows of these blocks, pictures not counted.

    Args:
        blocks: What the message says.
        names: The tool of each call, by the call's id.
        wrapper: Wraps in the window's font, which data are shown in as well.
        widths: Pixels for a row of text, and for one of thinking or data, which are set in.
        most: Rows at most, besides those of pictures; at 0 nothing is looked at.
    """
    if most <= 0:
        return Body((), sum(len(block.text) for block in blocks))
    rows: list[BodyRow] = []
    counted = 0
    alone = len(blocks) == 1 and blocks[0].kind in (BlockKind.TEXT, BlockKind.RESULT)
    for at, block in enumerate(blocks):
        for row in _rows(block, names, wrapper, widths, alone=alone):
            # a picture goes with its note: it is never cut off in the middle
            if counted == most and row.line is not Line.PICTURE:
                behind = sum(len(one.text) for one in blocks[at + 1 :])
                told = max(0, len(block.text) - row.start if row.end else len(block.text))
                return Body(tuple(rows), max(1, told + behind))
            rows.append(row)
            counted += row.line is not Line.PICTURE
    return Body(tuple(rows))


def _rows(
    block: Block, names: dict[str, str], wrapper: Wrapper, widths: tuple[float, float], *, alone: bool
) -> Iterator[BodyRow]:
    name = block.name or names.get(block.call_id, "")
    if block.kind is BlockKind.MEDIA:
        said = " · ".join(part for part in (name, block.text) if part)
        yield BodyRow(Line.NOTE, said, block.pointer, part=block.part)
        yield from _picture(block)
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


def _picture(block: Block) -> Iterator[BodyRow]:
    """The rows over which an image that is embedded is painted; none of a remote one."""
    if block.part is None or not is_embedded(block.part):
        return
    info = image_info(block.part)
    for above in range(0, shown_size(info.width, info.height).height() + 2, LINE_HEIGHT):
        yield BodyRow(Line.PICTURE, "", block.pointer, part=block.part, above=above)


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
