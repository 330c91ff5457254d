"""The lines of a comparison of profiles: figures, tokens by source, must-keeps, items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.gui.models.filter import tool_name
from ctxlab.gui.models.systems_answers import SystemColumn, SystemsAnswers
from ctxlab.gui.text import dotted, one_line
from ctxlab.model.decision import Fate
from ctxlab.model.items import Row, Source
from ctxlab.model.systems import SystemRun

translate = QCoreApplication.translate

#: Characters of a must-keep or an item that its line holds.
LABEL = 160


class LineKind(StrEnum):
    """What a line is about."""

    SECTION = "section"
    FIGURE = "figure"
    SOURCE = "source"
    KEEP = "keep"
    ITEM = "item"


class Figure(StrEnum):
    """What is told of a run as a whole."""

    TOKENS = "tokens"
    COUNTED = "counted"
    LIMIT = "limit"
    OVER = "over"
    MESSAGES = "messages"
    ITEMS = "items"
    TRUNCATED = "truncated"
    COMPRESSED = "compressed"
    MERGED = "merged"
    DROPPED = "dropped"
    KEEPS = "keeps"
    FOUND = "found"
    LEVEL = "level"


#: The key of the line that heads the items.
_ITEMS = f"{LineKind.SECTION}:items"

#: The figures that count items of one fate.
FATES = {
    Figure.TRUNCATED: Fate.TRUNCATED,
    Figure.COMPRESSED: Fate.COMPRESSED,
    Figure.MERGED: Fate.MERGED,
    Figure.DROPPED: Fate.DROPPED,
}


@dataclass(frozen=True, slots=True)
class SystemLine:
    """A line. `target` is the figure, the source, or the id of the must-keep or item that it is about.

    `note` stands at the end of what is said before the cells; `told` is all of it.
    """

    kind: LineKind
    target: str
    label: str
    note: str = ""
    told: str = ""
    source: Source | None = None

    @property
    def key(self) -> str:
        """What tells it from all others."""
        return f"{self.kind}:{self.target}"


def keys_of(
    answers: SystemsAnswers,
    columns: Sequence[SystemColumn],
    lines: Sequence[SystemLine],
    *,
    only_differing: bool,
) -> list[str]:
    """The keys of all lines in order: those of `head_lines`, then of the items.

    With `only_differing` items that fare alike are left out.
    """
    keys = [line.key for line in lines]
    if not any(line.key == _ITEMS for line in lines):
        return keys
    shown = answers.differing([column.key for column in columns]) if only_differing else answers.items()
    return keys + [f"{LineKind.ITEM}:{name}" for name in shown]


def head_lines(
    answers: SystemsAnswers, columns: Sequence[SystemColumn], language: str, *, only_differing: bool
) -> list[SystemLine]:
    """All lines but those of items, which are made one by one.

    With `only_differing` must-keeps that are kept everywhere are left out.
    """
    runs = list(answers.runs(columns))
    if not runs:
        # what cannot be built says so on the first line
        refused = any(answers.refusal(column.key) for column in columns)
        return [_tokens_line(language)] if refused else []
    return [
        *_figures(runs, language),
        *_keeps(answers, columns, only_differing=only_differing),
        *_sources(runs, language),
        _items(answers, columns),
    ]


def item_line(
    answers: SystemsAnswers, runs: Iterable[SystemRun], name: str, language: str
) -> SystemLine | None:
    """The line of an item; None where there is none of that id."""
    line = answers.item(name)
    if line is None:
        return None
    words = one_line(f"{_tool(runs, name)} {line.text}", LABEL) or name
    source = explain.source(line.source, language)
    tokens = translate("Systems", "{0} tokens").format(f"{line.tokens:,}")
    told = f"{dotted([source, name, tokens])}\n{line.text}"
    return SystemLine(LineKind.ITEM, name, words, f"{line.tokens:,}", told, line.source)


def _figures(runs: Sequence[SystemRun], language: str) -> Iterator[SystemLine]:
    names = _names(language)
    for figure in Figure:
        if _is_told(figure, runs):
            yield SystemLine(LineKind.FIGURE, figure.value, names[figure], told=names[figure])


def _tokens_line(language: str) -> SystemLine:
    name = _names(language)[Figure.TOKENS]
    return SystemLine(LineKind.FIGURE, Figure.TOKENS.value, name, told=name)


def _is_told(figure: Figure, runs: Sequence[SystemRun]) -> bool:
    """Whether a figure says anything: what is nowhere has no line."""
    if figure in FATES:
        return any(dict(run.fates).get(FATES[figure]) for run in runs)
    return {
        Figure.COUNTED: any(run.counted != run.tokens for run in runs),
        Figure.OVER: any(run.over for run in runs),
        Figure.KEEPS: any(run.keeps_judged for run in runs),
        Figure.FOUND: any(run.found_judged for run in runs),
        Figure.LEVEL: any(run.level for run in runs),
    }.get(figure, True)


def _names(language: str) -> dict[Figure, str]:
    fates = {figure: f"{fate.mark} {explain.fate(fate, language)}" for figure, fate in FATES.items()}
    return fates | {
        Figure.TOKENS: translate("Systems", "tokens"),
        Figure.COUNTED: translate("Systems", "counted by o200k_base"),
        Figure.LIMIT: translate("Systems", "limit"),
        Figure.OVER: translate("Systems", "over the limit"),
        Figure.MESSAGES: translate("Systems", "messages"),
        Figure.ITEMS: translate("Systems", "items kept"),
        Figure.KEEPS: translate("Systems", "must-keeps kept"),
        Figure.FOUND: translate("Systems", "found, not stated, kept"),
        Figure.LEVEL: translate("Systems", "level of degradation"),
    }


def _sources(runs: Sequence[SystemRun], language: str) -> Iterator[SystemLine]:
    there = [source for source in Source if any(source in dict(run.sources) for run in runs)]
    if there:
        title = translate("Systems", "Tokens by source")
        yield SystemLine(LineKind.SECTION, "sources", title, told=title)
    rows = {row.value: row for row in Row}
    for source in there:
        # the budget beside it calls it so
        row = rows.get(source.value)
        name = explain.source(source, language) if row is None else explain.row(row, language)
        yield SystemLine(LineKind.SOURCE, source.value, name, told=name, source=source)


def _keeps(
    answers: SystemsAnswers, columns: Sequence[SystemColumn], *, only_differing: bool
) -> Iterator[SystemLine]:
    labels = answers.must_keeps()
    keys = [column.key for column in columns if answers.run(column.key) is not None]
    kept = {name for name in labels if all((one := answers.keep(key, name)) and one.kept for key in keys)}
    title = translate("Systems", "Must-keeps")
    if not labels:
        return
    note = translate("Systems", "{0} of {1} kept everywhere").format(len(kept), len(labels))
    yield SystemLine(LineKind.SECTION, "keeps", title, note, dotted([title, note]))
    for name, label in labels.items():
        if not (only_differing and name in kept):
            yield SystemLine(LineKind.KEEP, name, one_line(label, LABEL), told=label)


def _items(answers: SystemsAnswers, columns: Sequence[SystemColumn]) -> SystemLine:
    differing = answers.differing([column.key for column in columns])
    title = translate("Systems", "Items")
    counts = (f"{len(differing):,}", f"{len(answers.items()):,}")
    note = translate("Systems", "{0} of {1} fare differently").format(*counts)
    return SystemLine(LineKind.SECTION, "items", title, note, dotted([title, note]))


def _tool(runs: Iterable[SystemRun], item: str) -> str:
    """The tool that an item calls or that it is the result of, or empty."""
    for run in runs:
        position = run.trace.position(item)
        if position is not None:
            return tool_name(run.trace, position)
    return ""
