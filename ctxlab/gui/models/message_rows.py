"""The messages of a context as rows: a head line each, and below it what it says, wrapped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate

from PySide6.QtCore import QObject
from PySide6.QtGui import QFont

from ctxlab import explain
from ctxlab.gui.models.message_layout import Body, BodyRow, Line, lay_out, owner
from ctxlab.gui.models.section_rows import SectionRowsModel
from ctxlab.gui.models.thumbnails import Thumbnails
from ctxlab.gui.models.wrap import Wrapper
from ctxlab.gui.text import counted, listed, one_line, token_text, tooltip
from ctxlab.model.decision import Fate
from ctxlab.model.items import Part, Row, Source
from ctxlab.model.message_blocks import Block, beside_blocks, blocks_of, call_names, result_id, speaker
from ctxlab.model.trace import Message, Outside, Trace
from ctxlab.model.wire_view import Finding, WireView

#: So many rows of a message are shown at first; where there are more messages than `FEW`, none.
FIRST = 8
FEW = 200
#: So many more each time that more is asked for.
MORE = 400
#: Pixels that the texts of rows keep free at the left, and of blocks that stand below their name.
TEXT_LEFT = 44
BLOCK_LEFT = 60
RIGHT = 14


class RowKind(Enum):
    """What a row is: the head of a section, a row of its body, or the offer to show more of it."""

    HEAD = "head"
    BODY = "body"
    MORE = "more"


@dataclass(frozen=True, slots=True)
class Pill:
    """A fate that items of a message have, in words with its mark."""

    fate: Fate
    text: str


@dataclass(frozen=True, slots=True)
class MessageCell:
    """What a painter needs of one row.

    `row` is the budget row whose colour the line has. `fate` is that of the item that the text comes from;
    `own` says that it comes from none, since ctxlab wrote it. Heads have `number`, `label`, `told` (tokens
    and place), `pills`, and `wrong` where something is wrong with the message; `open` says that the body is
    shown. Rows of a picture have the image as `part` and show what is `above` pixels below its top.
    """

    kind: RowKind
    text: str
    line: Line = Line.TEXT
    row: Row | None = None
    fate: Fate = Fate.KEPT
    own: bool = False
    number: str = ""
    label: str = ""
    told: str = ""
    pills: tuple[Pill, ...] = ()
    wrong: bool = False
    open: bool = False
    part: Part | None = None
    above: int = 0


class MessageRowsModel(SectionRowsModel[MessageCell]):
    """The rows of a `WireView`; what stands beside the messages comes first, closed.

    Bodies are laid out for as many rows as are shown and are kept for as long as a message stays the same.
    """

    def __init__(self, font: QFont, parent: QObject | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self._language = language
        self._wrapper = Wrapper(font)
        self._width = 600
        self._trace: Trace | None = None
        self._view: WireView | None = None
        self._carriers: list[Message | Outside] = []
        self._names: dict[str, str] = {}
        self._before: list[int] = [0]
        self._most: dict[str, int] = {}
        self._bodies: dict[str, tuple[object, int, int, Body]] = {}
        self._wrong: frozenset[int] = frozenset()
        self._media_tokens: Callable[[Part], int] | None = None
        self.thumbnails = Thumbnails(self)

    def set_context(
        self,
        trace: Trace | None,
        view: WireView | None,
        media_tokens: Callable[[Part], int] | None = None,
    ) -> None:
        """Show another context; messages that stay keep what is open of them.

        `media_tokens` estimates what an image takes; without it, that is not said.
        """
        self._trace, self._view = trace, view
        self._media_tokens = media_tokens
        messages = () if view is None else view.messages
        self._carriers = [] if view is None else [*view.outside, *messages]
        self._names = call_names(messages)
        self._before = [0, *accumulate(message.tokens for message in messages)]
        self._wrong = _wrong(() if view is None else view.findings or ())
        self._relay(_keys(trace, self._carriers))
        self.touch_all()

    def set_findings(self, findings: Sequence[Finding]) -> None:
        """Mark the messages with which something is wrong."""
        self._wrong = _wrong(findings)
        self.touch_all()

    def set_width(self, width: int) -> None:
        """Wrap for rows of this width (pixels)."""
        if width != self._width:
            self._width = width
            self._relay(list(self._keys))
            self.touch_all()

    def carrier(self, section: int) -> Message | Outside | None:
        """The message, or what stands beside the messages, of a section; None beyond them."""
        return self._carriers[section] if 0 <= section < len(self._carriers) else None

    def number(self, section: int) -> int:
        """The 1-based number of a section's message; below 1 for what stands beside the messages."""
        return section + 1 - self._beside()

    def section_of_number(self, number: int) -> int:
        """The section of the message with that number."""
        return number - 1 + self._beside()

    def section_of_item(self, position: int) -> int:
        """The first section that holds the item at that position, or -1."""
        for at, carrier in enumerate(self._carriers):
            if position in carrier.positions:
                return at
        return -1

    def blocks(self, section: int) -> Sequence[Block]:
        """What a section says."""
        carrier = self._carriers[section]
        return list(
            blocks_of(carrier.value) if isinstance(carrier, Message) else beside_blocks(carrier.value)
        )

    def is_open(self, section: int) -> bool:
        """Whether any of its body is shown."""
        return self._shown(self._keys[section], section) > 0

    def toggle(self, section: int) -> None:
        """Open or close a section."""
        self.show_rows(section, 0 if self.is_open(section) else FIRST * 5)

    def show_more(self, section: int) -> None:
        """Show further rows of a section."""
        self.show_rows(section, self._shown(self._keys[section], section) + MORE)

    def show_rows(self, section: int, most: int) -> None:
        """Show at most so many rows of a section's body."""
        self._most[self._keys[section]] = most
        body = self._body(section)
        self.resize_section(section, _rows_of(body))
        self.touch_section(section)

    def body(self, section: int) -> Body:
        """What is laid out of a section's body."""
        return self._body(section)

    def cell(self, row: int) -> MessageCell | None:
        """What a row shows; None beyond the rows."""
        section, at = self.place(row)
        carrier = self.carrier(section)
        if carrier is None or self._trace is None:
            return None
        if at == 0:
            return self._head(self._trace, section, carrier)
        body = self._body(section)
        if at <= len(body.rows):
            return self._line(self._trace, carrier, body.rows[at - 1])
        left = self.tr("… {0} more characters: Enter shows them").format(f"{body.left:,}")
        return MessageCell(RowKind.MORE, left)

    def _said(self, cell: MessageCell) -> str:
        return self.tr("picture") if cell.line is Line.PICTURE else self._spoken(cell)

    def _tip(self, cell: MessageCell) -> str | None:
        return tooltip(self._spoken(cell)) if cell.kind is RowKind.HEAD else None

    def _spoken(self, cell: MessageCell) -> str:
        if cell.kind is not RowKind.HEAD:
            fate = explain.fate(cell.fate, self._language) if cell.fate is not Fate.KEPT else ""
            own = self.tr("written by ctxlab") if cell.own else ""
            return listed(part for part in (fate, own, cell.text) if part)
        wrong = self.tr("not valid") if cell.wrong else ""
        opened = self.tr("open") if cell.open else self.tr("closed")
        pills = [pill.text for pill in cell.pills]
        return listed(
            part for part in (cell.number, cell.label, cell.told, *pills, wrong, opened, cell.text) if part
        )

    def _head(self, trace: Trace, section: int, carrier: Message | Outside) -> MessageCell:
        view = self._view
        exact = trace.exact and (view is None or view.as_built)
        tokens = token_text(carrier.tokens, exact)
        told = counted(tokens, self.tr("{0} token"), self.tr("{0} tokens"))
        number, label = "", ""
        if isinstance(carrier, Outside):
            label = carrier.field
            told = self.tr("{0} · beside the messages").format(told)
        else:
            at = self.number(section)
            number, label = f"#{at}", self._label(carrier)
            percent = self._before[at - 1] * 100 // max(1, self._before[-1])
            told = self.tr("{0} · at {1} %").format(told, percent)
        opened = self.is_open(section)
        words = "" if opened else self._words(section)
        first = carrier.positions[0] if carrier.positions else None
        return MessageCell(
            RowKind.HEAD,
            words,
            row=None if first is None else trace.row(first),
            number=number,
            label=one_line(label, 60),
            told=told,
            pills=_pills(trace, carrier.positions, self._language),
            wrong=self.number(section) in self._wrong,
            open=opened,
        )

    def _label(self, message: Message) -> str:
        role = speaker(message.value)
        name = self._names.get(result_id(message.value), "")
        return f"{role} · {name}" if name else role

    def _words(self, section: int) -> str:
        """The first words of a closed section."""
        for block in self.blocks(section):
            name = block.name or self._names.get(block.call_id, "")
            words = one_line(block.text[:600], 160)
            if words or name:
                return f"{one_line(name, 60)} {words}".strip()
        return ""

    def _line(self, trace: Trace, carrier: Message | Outside, row: BodyRow) -> MessageCell:
        if isinstance(carrier, Outside):
            return MessageCell(RowKind.BODY, row.text, row.line)
        text = row.text
        if row.line is Line.NOTE and row.part is not None and self._media_tokens is not None:
            tokens = token_text(self._media_tokens(row.part), exact=False)
            text = self.tr("{0} · {1} tokens").format(text, tokens)
        position = owner(carrier, row)
        if position is None:
            own = row.line is Line.TEXT and bool(carrier.spans)
            first = trace.row(carrier.positions[0]) if carrier.positions else None
            return MessageCell(RowKind.BODY, text, row.line, first, own=own)
        place, fate = trace.row(position), trace.fate(position)
        if row.line is Line.PICTURE:
            return MessageCell(RowKind.BODY, text, row.line, place, fate, part=row.part, above=row.above)
        return MessageCell(RowKind.BODY, text, row.line, place, fate)

    def _beside(self) -> int:
        return 0 if self._view is None else len(self._view.outside)

    def _shown(self, key: str, section: int) -> int:
        beside = section < self._beside()
        first = 0 if beside or len(self._carriers) > FEW else FIRST
        return self._most.get(key, first)

    def _relay(self, keys: list[str]) -> None:
        """Take over the sections, with as many rows as are shown of each."""
        kept = set(keys)
        self._bodies = {key: body for key, body in self._bodies.items() if key in kept}
        if len(keys) > FEW and kept.isdisjoint(self._most):
            counts = [1] * len(keys)
        else:
            counts = [_rows_of(self._body(at, key)) for at, key in enumerate(keys)]
        self.patch_sections(keys, counts)

    def _body(self, section: int, key: str = "") -> Body:
        key = key or self._keys[section]
        carrier = self._carriers[section]
        most = self._shown(key, section)
        if not most:
            return _CLOSED
        found = self._bodies.get(key)
        if found is not None and found[0] is carrier.value and found[1:3] == (self._width, most):
            return found[3]
        widths = (self._width - TEXT_LEFT - RIGHT, self._width - BLOCK_LEFT - RIGHT)
        body = lay_out(self.blocks(section), self._names, self._wrapper, widths, most)
        self._bodies[key] = (carrier.value, self._width, most, body)
        return body


_CLOSED = Body(())


def _rows_of(body: Body) -> int:
    return 1 + len(body.rows) + (1 if body.left and body.rows else 0)


def _wrong(findings: Sequence[Finding]) -> frozenset[int]:
    return frozenset(one.message for one in findings if one.severity == "error" and one.message)


def _keys(trace: Trace | None, carriers: Sequence[Message | Outside]) -> list[str]:
    """A key for each section that stays with it while others come and go: its role and its first item."""
    seen: dict[str, int] = {}
    keys: list[str] = []
    for carrier in carriers:
        what = carrier.field if isinstance(carrier, Outside) else str(carrier.value.get("role"))
        first = trace.id(carrier.positions[0]) if trace is not None and carrier.positions else ""
        key = f"{what}:{first}"
        count = seen[key] = seen.get(key, 0) + 1
        keys.append(key if count == 1 else f"{key} {count}")
    return keys


def _pills(trace: Trace, positions: Sequence[int], language: str) -> tuple[Pill, ...]:
    """The fates of the items in a message other than kept, with how many have them where it holds several."""
    counts: dict[Fate, int] = {}
    sources: Mapping[Fate, Source] = {}
    for position in positions:
        fate = trace.fate(position)
        if fate is not Fate.KEPT:
            counts[fate] = counts.get(fate, 0) + 1
            sources = {fate: trace.source(position), **sources}
    alone = len(positions) == 1
    found: list[Pill] = []
    for fate, count in sorted(counts.items()):
        word = explain.fate(fate, language)
        if fate is Fate.ADDED and sources[fate] is Source.SUMMARY:
            word = explain.source(Source.SUMMARY, language)
        found.append(Pill(fate, f"{fate.mark} {word}" if alone else f"{fate.mark} {count:,} {word}"))
    return tuple(found)
