"""What one line of a stage pane shows, made from a trace when it is asked for.

A cell costs a few microseconds and is made for visible lines only; what depends on the item alone is kept
between traces by `ItemWords`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.explain.media import medium, parts_of
from ctxlab.gui.models.filter_columns import tool_name
from ctxlab.gui.models.stage_lines import Fold
from ctxlab.gui.text import counted, listed, one_line, token_text, window_language
from ctxlab.model.decision import STAGES, Fate, Reason, Stage
from ctxlab.model.items import Item, Row, Source
from ctxlab.model.trace import StageRecord, Trace


@dataclass(frozen=True, slots=True)
class StageCell:
    """One item in one stage. A fate of NONE means that it never got there: the cell is empty.

    Where it is, `note` says why the item was dropped, and `since` how many stages before.

    `when` is the end of the label that says when or how relevant, and stays when the label is cut.
    `carried` is what an earlier stage did to an item that this one kept. `pill` is the fate's word, empty for
    kept items; `note` says why it was dropped; `place` is message and position in Construct. `tokens` is what
    the item holds on leaving the stage, marked where it is not exact, or with a minus what was lost with it.
    """

    fate: Fate
    row: Row
    label: str = ""
    words: str = ""
    pill: str = ""
    note: str = ""
    place: str = ""
    tokens: str = ""
    starred: bool = False
    carried: Fate = Fate.KEPT
    when: str = ""
    since: int = 0

    @property
    def shade(self) -> Fate:
        """The fate whose mark and ground the line has: this stage's, or what was done before."""
        return self.carried if self.fate is Fate.KEPT else self.fate


@dataclass(frozen=True, slots=True)
class FoldCell:
    """A run of items shown as one line: how many, of which row, and their tokens in this stage.

    `fate` is what became of all of them in this stage. Of a run that was dropped `note` says why; with the
    fate NONE the cell is empty but for it, `since` so many stages ago.
    """

    row: Row
    text: str
    tokens: str
    fate: Fate = Fate.KEPT
    note: str = ""
    since: int = 0


@dataclass(frozen=True, slots=True)
class HeadCell:
    """The thin head over the items that a stage let go: their fate, and how many they are."""

    fate: Fate
    text: str


AnyCell = StageCell | FoldCell | HeadCell


class ItemWords:
    """Labels and first words of items, kept by id and turn for as long as the items stay the same objects."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], tuple[Item, str, str]] = {}

    def of(self, trace: Trace, position: int) -> tuple[str, str]:
        """The label (who, when) and the first words of the item at that position."""
        item = trace.item(position)
        key = (item.id, trace.turn(position))
        found = self._known.get(key)
        if found is None or found[0] is not item:
            found = (item, one_line(label(trace, position), 60), first_words(item))
            self._known[key] = found
        return found[1], found[2]


def first_words(item: Item) -> str:
    """The first words of an item on one line; of one without text, what its images and other media are."""
    if item.text.strip():
        return one_line(item.text)
    language = window_language()
    return one_line(" · ".join(medium(part, language) for part in parts_of(item)))


def label(trace: Trace, position: int) -> str:
    """Who speaks, and when: `user · 2`, a tool's name, `doc · 0.91`."""
    item = trace.item(position)
    source = trace.source(position)
    turn = trace.turn(position)
    if source is Source.SYSTEM_PROMPT:
        return QCoreApplication.translate("StageCells", "system")
    if source is Source.TASK_STATE:
        return QCoreApplication.translate("StageCells", "task state")
    if source is Source.AGENT_NOTE:
        return QCoreApplication.translate("StageCells", "note")
    if source is Source.KEY_FACT:
        return QCoreApplication.translate("StageCells", "key fact")
    if source is Source.SUMMARY:
        return QCoreApplication.translate("StageCells", "summary")
    if source is Source.RETRIEVED_DOC:
        return QCoreApplication.translate("StageCells", "doc · {0}").format(f"{item.relevance:.2f}")
    if source is Source.TOOL_SCHEMAS:
        return tool_name(trace, position) or QCoreApplication.translate("StageCells", "tool schema")
    if source is Source.TOOL_RESULT:
        name = tool_name(trace, position) or QCoreApplication.translate("StageCells", "tool result")
        return f"{name} · {turn}"
    speaker = item.role or QCoreApplication.translate("StageCells", "message")
    return f"{speaker} · {turn}"


#: Sources of which there may be many items, all under one label.
_NAMELESS = (Source.TASK_STATE, Source.AGENT_NOTE, Source.KEY_FACT, Source.SUMMARY)


def words_of(trace: Trace, item_id: str) -> str:
    """What a sentence about an item calls it: its label, or its first words where that only says its kind."""
    position = trace.position(item_id)
    if position is not None and trace.source(position) in _NAMELESS:
        words = one_line(trace.item(position).text, 60).strip()
        if words:
            return words
    return label_of(trace, item_id)


def label_of(trace: Trace, item_id: str) -> str:
    """The label of an item by its root id; the id itself where the run does not have it."""
    position = trace.position(item_id)
    return item_id if position is None else label(trace, position)


def places(trace: Trace) -> list[int]:
    """For each position its place in the context: message number * 128 + percent of the tokens before it.

    Below 128 it is the index of an entry of `outside`; -1 is nowhere.
    """
    found = [-1] * len(trace)
    for entry, outside in enumerate(trace.outside):
        for position in outside.positions:
            found[position] = min(entry, 127)
    whole = max(1, sum(message.tokens for message in trace.context))
    before = 0
    for number, message in enumerate(trace.context, 1):
        value = number * 128 + before * 100 // whole
        before += message.tokens
        for position in message.positions:
            found[position] = value
    return found


def place_text(trace: Trace, place: int) -> str:
    """A place in words: `#11 at 60%`, or the field beside the messages."""
    if place < 0:
        return ""
    if place < 128:
        return QCoreApplication.translate("StageCells", "in {0}").format(trace.outside[place].field)
    return QCoreApplication.translate("StageCells", "#{0} at {1}%").format(place // 128, place % 128)


def stage_cell(
    trace: Trace, stage: Stage, position: int, shown: ItemWords, place: int, starred: bool, language: str
) -> StageCell:
    """The cell of an item in a stage."""
    record = trace.stage(stage)
    fate = Fate(record.fate[position]) if position < len(record.fate) else Fate.NONE
    row = trace.row(position)
    if fate is Fate.NONE:
        left = _left(trace, stage, position)
        if left is None:
            return StageCell(fate, row)
        reason = Reason(trace.stages[left].reason[position])
        since = STAGES.index(stage) - left
        return StageCell(fate, row, note=explain.reason(reason, language), since=since)
    named, first = shown.of(trace, position)
    noted = fate is not Fate.KEPT
    return StageCell(
        fate=fate,
        row=row,
        label=named,
        words=first,
        pill=explain.fate(fate, language) if noted else "",
        note=explain.reason(Reason(record.reason[position]), language) if fate is Fate.DROPPED else "",
        place=place_text(trace, place) if stage is Stage.CONSTRUCT else "",
        tokens=_lost(trace, record, (position,))
        if fate is Fate.DROPPED
        else token_text(record.tokens[position], trace.is_exact(position)),
        starred=starred,
        carried=_carried(trace, stage, position),
        when=named[at:] if (at := named.rfind(" · ")) > 0 else "",
    )


def fold_cell(trace: Trace, stage: int, fold: Fold, rows: Sequence[Row], language: str) -> FoldCell:
    """The line that stands for a run of items in a stage; `rows` has the row of every position."""
    record, first = trace.stages[stage], fold.positions[0]
    if fold.reason is not None:
        note = explain.reason(fold.reason, language)
        left = _left(trace, record.stage, first)
        if left is not None:
            return FoldCell(fold.row, "", "", Fate.NONE, note, stage - left)
        if record.fate[first] == Fate.DROPPED:
            dropped = QCoreApplication.translate("StageCells", "{0} {1}")
            text = dropped.format(f"{len(fold.positions):,}", explain.fate(Fate.DROPPED, language))
            return FoldCell(fold.row, text, _lost(trace, record, fold.positions), Fate.DROPPED, note)
    tokens = sum(map(trace.stages[stage].tokens.__getitem__, fold.positions))
    named = dict.fromkeys(map(rows.__getitem__, fold.positions))
    names = listed(explain.row(row, language) for row in named)
    kept = QCoreApplication.translate("StageCells", "{0} kept · {1}")
    exact = trace.exact or all(map(trace.is_exact, fold.positions))
    return FoldCell(fold.row, kept.format(f"{len(fold.positions):,}", names), token_text(tokens, exact))


def _left(trace: Trace, stage: Stage, position: int) -> int | None:
    """The index of the stage before this one that dropped the item; None where none did."""
    for index, record in enumerate(trace.stages):
        if record.stage is stage:
            return None
        if position < len(record.fate) and record.fate[position] == Fate.DROPPED:
            return index
    return None


def _lost(trace: Trace, record: StageRecord, positions: Sequence[int]) -> str:
    """The tokens that items held before the stage dropped them."""
    at = STAGES.index(record.stage)
    held = trace.stages[at - 1].tokens if at else trace.pool.tokens
    exact = trace.exact or all(map(trace.is_exact, positions))
    return "−" + token_text(sum(held[position] for position in positions), exact)


def _carried(trace: Trace, stage: Stage, position: int) -> Fate:
    """The worst that earlier stages did to an item."""
    found = Fate.KEPT
    for record in trace.stages:
        if record.stage is stage:
            break
        if position < len(record.fate) and record.fate[position] > found:
            found = Fate(record.fate[position])
    return found


def spoken(cell: StageCell | FoldCell, stage_name: str, kept: str) -> str:
    """The cell in words, for screen readers: label, fate, tokens, first words."""
    if cell.fate is Fate.NONE:
        # why is said where the item was dropped
        return QCoreApplication.translate("StageCells", "never reached {0}").format(stage_name)
    tokens = counted(
        cell.tokens,
        QCoreApplication.translate("StageCells", "{0} token"),
        QCoreApplication.translate("StageCells", "{0} tokens"),
    )
    if isinstance(cell, FoldCell):
        return listed(part for part in (cell.text, cell.note, tokens) if part)
    parts = [cell.label, cell.pill or kept, cell.note, cell.place, tokens, cell.words]
    if cell.starred:
        parts.insert(0, QCoreApplication.translate("StageCells", "must keep"))
    return listed(part for part in parts if part)
