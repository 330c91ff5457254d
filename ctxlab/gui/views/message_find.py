"""Finding text in the messages, section by section, so that a search can be done in slices."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ctxlab.gui.models.message_rows import MessageRowsModel
from ctxlab.gui.models.raw_rows import RawRowsModel
from ctxlab.gui.text import MAX_LINE

#: So many rows of a message, or pieces of a line, are shown at most because something was found in them.
MOST_ROWS = 2_000
MOST_PIECES = 200
#: So many places of one message are told apart.
MOST_HITS = 1_000

#: The rows of a section in which something is found, in order.
Hits = Callable[[int], list[int]]


def pattern_of(needle: str) -> re.Pattern[str] | None:
    """What finds the text, whatever its case; None for an empty one."""
    return re.compile(re.escape(needle), re.IGNORECASE) if needle else None


def steps(
    model: MessageRowsModel | RawRowsModel,
    wanted: re.Pattern[str],
    start: int,
    direction: int,
    found: Callable[[int | None], None],
) -> Iterator[None]:
    """Looks for the next row (direction 1) or the previous one (-1) from a row on, once round.

    One step a section; at the end `found` is called with the row, or None where there is none.
    """
    total = len(model.keys)
    first = max(0, model.place(start)[0])
    for turn in range(total + 1):
        section = (first + direction * turn) % total
        rows = (
            _pretty(model, section, wanted)
            if isinstance(model, MessageRowsModel)
            else _raw(model, section, wanted)
        )
        if turn == 0:
            rows = [row for row in rows if (row - start) * direction > 0]
        if rows:
            found(rows[0] if direction > 0 else rows[-1])
            return
        yield
    found(None)


def _pretty(model: MessageRowsModel, section: int, wanted: re.Pattern[str]) -> list[int]:
    """Rows of a message; its head where the text is too far behind to be shown."""
    hits: list[tuple[str, int]] = []
    for block in model.blocks(section):
        for found in wanted.finditer(block.text):
            hits.append((block.pointer, found.start()))
            if len(hits) >= MOST_HITS:
                break
    if not hits:
        return []
    body = model.body(section)
    if len(body.rows) < MOST_ROWS and (body.left or not body.rows):
        model.show_rows(section, MOST_ROWS)
        body = model.body(section)
    head = model.first_row(section)
    rows: list[int] = []
    at = 0
    for pointer, offset in hits:
        while at < len(body.rows):
            row = body.rows[at]
            if row.pointer == pointer and row.start <= offset < row.end:
                break
            at += 1
        if at == len(body.rows):
            break
        rows.append(head + 1 + at)
    return list(dict.fromkeys(rows)) or [head]


def _raw(model: RawRowsModel, section: int, wanted: re.Pattern[str]) -> list[int]:
    rows: list[int] = []
    for at, line in enumerate(model.lines(section)):
        found = wanted.search(line)
        if found is None:
            continue
        pieces = min(MOST_PIECES, found.start() // MAX_LINE)
        if pieces and not rows:
            model.show_to(section, at, pieces + 1)
        rows.append(model.row_of(section, at, found.start()))
    return rows
