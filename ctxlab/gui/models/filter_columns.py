"""What filters ask of a trace, as whole columns: made once a trace, and once a pool where only items count.

A filter runs again on each edit, so what an edit cannot change is kept: folded texts by item object, the
tools that items name, and for each needle which gathered items hold it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ctxlab.model.decision import STAGES, Fate, Stage
from ctxlab.model.items import Item, PartKind, Row, Source
from ctxlab.model.trace import Pool, Trace

#: Needles whose hits are kept; typing makes a new one with each letter.
NEEDLES = 64


#: Each row's number in columns of bytes; 0 is none.
ROW_NUMBERS = {row: number for number, row in enumerate(Row, 1)}


@dataclass(frozen=True, slots=True)
class Marked:
    """What marks say of items: whether each that states a must-keep has lost it, and which are pinned."""

    must: Mapping[str, bool] = field(default_factory=dict[str, bool])
    pinned: frozenset[str] = frozenset()


NO_MARKS = Marked()


def fates(trace: Trace) -> bytes:
    """The fate of every position, the worst of its stages, as one column."""
    length = len(trace)
    columns = [bytes(record.fate).ljust(length, b"\0") for record in trace.stages]
    return bytes(map(max, *columns))


def deciding_stages(trace: Trace, worst: bytes) -> bytes:
    """For every position the index of the stage whose decision tells its fate.

    It is the latest stage with the worst fate, but of items that were kept it is Select.
    """
    found = bytearray(len(worst))
    for index, record in enumerate(trace.stages):
        for position, (here, all_in_all) in enumerate(zip(record.fate, worst, strict=False)):
            if here == all_in_all:
                found[position] = index
    select = STAGES.index(Stage.SELECT)
    kept = worst.translate(bytes(select if fate == Fate.KEPT else 255 for fate in range(256)))
    return bytes(map(min, found, kept)) if len(kept) else b""


def rows(trace: Trace) -> list[Row]:
    """The budget row of every position."""
    found = [*trace.pool.row, *(made.row for made in trace.made)]
    for position, row in trace.moved.items():
        found[position] = row
    return found


def tool_name(trace: Trace, position: int) -> str:
    """The tool that the item names: of a schema, a call or a result; empty for other items."""
    return _tool(trace.item(position), trace.source(position))


def tool_names(pool: Pool) -> list[str]:
    """The tool that each gathered item names, as `tool_name` has it."""
    return [_tool(item, source) for item, source in zip(pool.items, pool.source, strict=True)]


def _tool(item: Item, source: Source) -> str:
    for part in item.parts:
        if part.kind in (PartKind.CALL, PartKind.RESULT) and part.name:
            return part.name
    if source in (Source.TOOL_SCHEMAS, Source.TOOL_RESULT):
        return item.name or next((part.name for part in item.parts if part.name), "")
    return ""


class ItemTexts:
    """What does not change with an edit: folded texts, tools, rows, and which items hold a needle.

    It is kept for the pool that was asked for last.
    """

    def __init__(self) -> None:
        self._folded: dict[str, tuple[Item, str]] = {}
        self._pool: Pool | None = None
        self._hits: dict[str, bytes] = {}
        self._tools: list[str] | None = None
        self._rows: bytes | None = None

    def hits(self, pool: Pool, needle: str) -> bytes:
        """1 for each gathered item whose text holds the folded needle."""
        self._take(pool)
        found = self._hits.get(needle)
        if found is None:
            found = bytes(needle in self.folded(item) for item in pool.items)
            if len(self._hits) >= NEEDLES:
                self._hits.pop(next(iter(self._hits)))
            self._hits[needle] = found
        return found

    def folded(self, item: Item) -> str:
        """The item's text without regard to case."""
        known = self._folded.get(item.id)
        if known is None or known[0] is not item:
            text = item.text
            folded = text.casefold()
            # most Chinese texts, and many others, are their own folded form: kept once
            known = self._folded[item.id] = (item, text if folded == text else folded)
        return known[1]

    def tools(self, pool: Pool) -> list[str]:
        """The folded name of the tool of each gathered item."""
        self._take(pool)
        if self._tools is None:
            self._tools = [name.casefold() for name in tool_names(pool)]
        return self._tools

    def row_numbers(self, pool: Pool) -> bytes:
        """The number of the row of each gathered item, as `ROW_NUMBERS` has it."""
        self._take(pool)
        if self._rows is None:
            self._rows = bytes(ROW_NUMBERS[row] for row in pool.row)
        return self._rows

    def _take(self, pool: Pool) -> None:
        if self._pool is pool:
            return
        if self._pool is None or self._pool.items is not pool.items:
            self._hits.clear()
            here = {item.id for item in pool.items}
            for gone in [item_id for item_id in self._folded if item_id not in here]:
                del self._folded[gone]
        self._tools = self._rows = None
        self._pool = pool


class FilterColumns:
    """The columns of one trace, each made when a condition asks for it."""

    def __init__(self, trace: Trace, texts: ItemTexts | None = None, marked: Marked = NO_MARKS) -> None:
        self.trace = trace
        self.marked = marked
        self._texts = texts or ItemTexts()

    def __len__(self) -> int:
        return len(self.trace)

    @cached_property
    def fates(self) -> bytes:
        """The fate of every position."""
        return fates(self.trace)

    @cached_property
    def stages(self) -> bytes:
        """The index of the stage that decided each position's fate."""
        return deciding_stages(self.trace, self.fates)

    @cached_property
    def rows(self) -> list[Row]:
        """The budget row of every position."""
        return rows(self.trace)

    @cached_property
    def row_numbers(self) -> bytes:
        """The number of the row of every position, as `ROW_NUMBERS` has it."""
        made = bytes(ROW_NUMBERS[one.row] for one in self.trace.made)
        found = bytearray(self._texts.row_numbers(self.trace.pool) + made)
        for position, row in self.trace.moved.items():
            found[position] = ROW_NUMBERS[row]
        return bytes(found)

    @cached_property
    def sources(self) -> list[Source]:
        """The source of every position."""
        return [*self.trace.pool.source, *(made.source for made in self.trace.made)]

    @cached_property
    def turns(self) -> list[int]:
        """The turn of every position."""
        return [*self.trace.pool.turn, *(made.turn for made in self.trace.made)]

    @cached_property
    def tokens(self) -> list[int]:
        """Tokens of every position as gathered or made."""
        return [*self.trace.pool.tokens, *(made.tokens for made in self.trace.made)]

    @cached_property
    def current(self) -> bytes:
        """1 for each position of the current turn; made items belong to none."""
        return bytes(self.trace.pool.current) + bytes(len(self.trace.made))

    @cached_property
    def roles(self) -> list[str]:
        """The folded role of every position."""
        items = [*self.trace.pool.items, *(made.item for made in self.trace.made)]
        return [item.role.casefold() for item in items]

    @cached_property
    def tools(self) -> list[str]:
        """The folded tool name of every position, empty where it names none."""
        made = [_tool(one.item, one.source).casefold() for one in self.trace.made]
        return [*self._texts.tools(self.trace.pool), *made]

    def holding(self, needle: str) -> bytes:
        """1 for each position whose text holds the folded needle."""
        made = bytes(needle in one.item.text.casefold() for one in self.trace.made)
        return self._texts.hits(self.trace.pool, needle) + made

    def at(self, ids: Mapping[str, object] | frozenset[str]) -> bytes:
        """1 for each position whose root id is one of these."""
        found = bytearray(len(self))
        for item_id in ids:
            position = self.trace.position(item_id)
            if position is not None:
                found[position] = 1
        return bytes(found)
