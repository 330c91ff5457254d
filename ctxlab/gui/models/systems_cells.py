"""The cells of a comparison of profiles: what is painted, and the same in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.gui.models.source_rows import row_of
from ctxlab.gui.models.survived_words import word
from ctxlab.gui.models.systems_answers import SystemsAnswers
from ctxlab.gui.models.systems_lines import FATES, Figure, LineKind, SystemLine
from ctxlab.gui.text import clauses, token_text
from ctxlab.model.constraint import Survived
from ctxlab.model.decision import Fate
from ctxlab.model.items import Row, Source
from ctxlab.model.systems import Keep, SystemRun

translate = QCoreApplication.translate

#: What stands for nothing.
NOTHING = "–"


class CellKind(Enum):
    """How a cell is painted."""

    BLANK = "blank"
    NUMBER = "number"
    KEEP = "keep"
    FATE = "fate"
    WAITING = "waiting"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class SystemCell:
    """A cell. `text` is the number, `bar` the stretches of a bar of which `whole` would fill the cell.

    A stretch without a row is what belongs to no item. `alarm` is a number that should not be, `section` a
    cell of a line that heads others, `pending` one for which a newer answer is awaited, `said` what it says
    in words.
    """

    kind: CellKind
    text: str = ""
    said: str = ""
    bar: tuple[tuple[Row | None, int], ...] = ()
    whole: int = 0
    verdict: Survived | None = None
    fate: Fate | None = None
    alarm: bool = False
    strong: bool = False
    section: bool = False
    pending: bool = False


def cell_of(answers: SystemsAnswers, line: SystemLine, key: str, language: str, whole: int) -> SystemCell:
    """The cell of a line under a profile; a bar as long as the cell is wide stands for `whole` tokens."""
    if line.kind is LineKind.SECTION:
        return SystemCell(CellKind.BLANK, line.note, section=True)
    pending = answers.pending(key)
    why = answers.refusal(key)
    run = answers.run(key)
    if why or run is None:
        return _absent(line, why)
    if line.kind is LineKind.FIGURE:
        return _figure(run, Figure(line.target), whole, pending=pending)
    if line.kind is LineKind.SOURCE:
        return _source(run, Source(line.target), whole, pending=pending)
    if line.kind is LineKind.KEEP:
        return _keep(answers.keep(key, line.target), language, pending=pending)
    return _item(run, answers.fate(key, line.target), line.target, language, pending=pending)


def _absent(line: SystemLine, why: str) -> SystemCell:
    if not why:
        return SystemCell(CellKind.WAITING, said=translate("Systems", "to come"))
    said = translate("Systems", "cannot be built: {0}").format(why)
    if line.key == f"{LineKind.FIGURE}:{Figure.TOKENS}":
        return SystemCell(CellKind.REFUSED, translate("Systems", "cannot be built"), said)
    return SystemCell(CellKind.BLANK, said=said)


def _figure(run: SystemRun, figure: Figure, whole: int, *, pending: bool) -> SystemCell:
    if figure is Figure.TOKENS:
        text = token_text(run.tokens, run.exact)
        held = [(row_of(source), tokens) for source, tokens in run.sources]
        rest = max(0, run.tokens - sum(tokens for _row, tokens in held))
        bar: tuple[tuple[Row | None, int], ...] = (*_in_order(held), *([(None, rest)] if rest else []))
        return SystemCell(CellKind.NUMBER, text, _tokens(run), bar, whole, strong=True, pending=pending)
    text, alarm = _counted(run, figure)
    return SystemCell(CellKind.NUMBER, text, text, alarm=alarm, pending=pending)


def _counted(run: SystemRun, figure: Figure) -> tuple[str, bool]:
    """What a figure is in a run, and whether it should not be so."""
    if figure in FATES:
        count = dict(run.fates).get(FATES[figure], 0)
        return (f"{count:,}" if count else NOTHING), False
    if figure is Figure.LIMIT:
        return (NOTHING if run.limit is None else f"{run.limit:,}"), False
    if figure is Figure.OVER:
        return (f"+{run.over:,}" if run.over else NOTHING), bool(run.over)
    if figure is Figure.ITEMS:
        return f"{run.kept:,}/{run.of:,}", False
    if figure is Figure.KEEPS:
        return f"{run.keeps_kept:,}/{run.keeps_judged:,}", run.keeps_kept < run.keeps_judged
    if figure is Figure.FOUND:
        return f"{run.found_kept:,}/{run.found_judged:,}", run.found_kept < run.found_judged
    if figure is Figure.LEVEL:
        return (f"{run.level:,}" if run.level else NOTHING), False
    return f"{run.counted if figure is Figure.COUNTED else run.messages:,}", False


def _tokens(run: SystemRun) -> str:
    tokens = token_text(run.tokens, run.exact)
    if run.exact:
        return translate("Systems", "{0} tokens").format(tokens)
    return translate("Systems", "{0} tokens, estimated").format(tokens)


def _in_order(held: list[tuple[Row, int]]) -> list[tuple[Row, int]]:
    """Stretches in the order of the budget table, so that bars of several profiles can be compared."""
    order = list(Row)
    return sorted(held, key=lambda one: order.index(one[0]))


def _source(run: SystemRun, source: Source, whole: int, *, pending: bool) -> SystemCell:
    tokens = dict(run.sources).get(source, 0)
    if not tokens:
        none = translate("Systems", "nothing of it")
        return SystemCell(CellKind.NUMBER, NOTHING, none, pending=pending)
    text = token_text(tokens, run.exact)
    said = translate("Systems", "{0} tokens").format(text)
    return SystemCell(CellKind.NUMBER, text, said, ((row_of(source), tokens),), whole, pending=pending)


def _keep(keep: Keep | None, language: str, *, pending: bool) -> SystemCell:
    if keep is None or keep.verdict is None:
        said = translate("Systems", "not judged here")
        return SystemCell(CellKind.KEEP, said=said, pending=pending)
    said = word(keep.verdict)
    if keep.lost_at is not None and not keep.kept:
        lost = translate("Systems", "lost in {0}").format(explain.stage(keep.lost_at, language))
        said = clauses([said, lost])
    return SystemCell(CellKind.KEEP, word(keep.verdict), said, verdict=keep.verdict, pending=pending)


def _item(run: SystemRun, fate: Fate | None, item: str, language: str, *, pending: bool) -> SystemCell:
    position = run.trace.position(item)
    if fate is None or position is None:
        said = translate("Systems", "not gathered")
        return SystemCell(CellKind.FATE, said=said, pending=pending)
    text, outcome = explain.fate(fate, language), run.trace.outcome(position)
    why = f"{explain.stage(outcome.stage, language)}: {explain.decision(outcome, language)}"
    said = text if fate is Fate.KEPT else clauses([text, why])
    return SystemCell(CellKind.FATE, text, said, fate=fate, pending=pending)
