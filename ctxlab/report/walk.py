"""Going through a report: every passage with where it stands, and the same report with other passages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ctxlab.model.report import (
    Block,
    Cell,
    Cells,
    DiffRow,
    Excerpt,
    Listing,
    MatrixBlock,
    Paragraph,
    Passage,
    Phrase,
    Report,
    Section,
    Table,
    Verdict,
)

#: Gives what stands in a passage's place; told where it stands, by the id of the section (empty: the head).
Change = Callable[[str, Passage], Passage]


def passages(report: Report) -> Iterator[tuple[str, Passage]]:
    """Every passage in the order of the report, with the id of its section; the head's is empty."""
    met: list[tuple[str, Passage]] = []

    def look(where: str, passage: Passage) -> Passage:
        met.append((where, passage))
        return passage

    mapped(report, look)
    yield from met


def mapped(report: Report, change: Change) -> Report:
    """The same report with every passage changed; they come in the order of the report."""

    def head(phrase: Phrase) -> Phrase:
        return tuple(change("", passage) for passage in phrase)

    return replace(
        report,
        title=head(report.title),
        lines=tuple(map(head, report.lines)),
        verdict=_verdict(report.verdict, head),
        sections=tuple(_section(section, change) for section in report.sections),
    )


def _verdict(verdict: Verdict, phrase: Callable[[Phrase], Phrase]) -> Verdict:
    return replace(verdict, phrase=phrase(verdict.phrase), under=phrase(verdict.under))


def _section(section: Section, change: Change) -> Section:
    def phrase(one: Phrase) -> Phrase:
        return tuple(change(section.id, passage) for passage in one)

    return replace(section, blocks=tuple(_block(block, phrase) for block in section.blocks))


def _block(block: Block, phrase: Callable[[Phrase], Phrase]) -> Block:
    def cells(row: Cells) -> Cells:
        return tuple(_cell(cell, phrase) for cell in row)

    match block:
        case Paragraph() | Listing():
            return replace(block, phrase=phrase(block.phrase))
        case Table():
            return replace(block, head=cells(block.head), rows=tuple(map(cells, block.rows)))
        case MatrixBlock():
            return replace(block, rows=tuple(map(cells, block.rows)), legend=cells(block.legend))
        case Excerpt():
            return replace(
                block,
                before_title=phrase(block.before_title),
                after_title=phrase(block.after_title),
                rows=tuple(_diff_row(row, phrase) for row in block.rows),
            )


def _cell(cell: Cell, phrase: Callable[[Phrase], Phrase]) -> Cell:
    return replace(cell, phrase=phrase(cell.phrase), hint=phrase(cell.hint), note=phrase(cell.note))


def _diff_row(row: DiffRow, phrase: Callable[[Phrase], Phrase]) -> DiffRow:
    return replace(
        row,
        before_head=phrase(row.before_head),
        before=phrase(row.before),
        after_head=phrase(row.after_head),
        after=phrase(row.after),
        why=phrase(row.why),
    )
