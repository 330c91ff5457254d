"""The survival matrix of a report: must-keeps x requests, folded by turn where it would be too wide."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlab import explain
from ctxlab.explain.survival import survived
from ctxlab.model.constraint import Survived
from ctxlab.model.matrix import DEEP_SHARE, Column, Fold, Matrix, MatrixRow, Under, folds, worst
from ctxlab.model.matrix import Cell as Verdict
from ctxlab.model.report import Cell, Cells, MatrixBlock, Paragraph, Phrase, Section, Tone
from ctxlab.report.phrases import joined, own, said
from ctxlab.report.signs import NOT_JUDGED, SIGNS, difference, tone
from ctxlab.report.subject import Subject

#: Wider matrices are folded by turn.
_MOST_COLUMNS = 60


def matrix_section(subject: Subject, matrix: Matrix) -> Section:
    """The matrix with its legend."""
    shown = folds(matrix.columns, _MOST_COLUMNS)
    folded = len(shown) < len(matrix.columns)
    name = {Under.PROFILE: None, Under.RECORDED: "as_recorded", Under.SENT: "as_sent"}[matrix.under]
    under = subject.under() if name is None else own(subject.word(name))
    key = "matrix_turns" if folded else "matrix_requests"
    before, _, after = subject.word(key, under="\0").partition("\0")
    block = MatrixBlock(
        caption=subject.word("matrix"),
        corner=subject.word("must_keep"),
        columns=tuple(_head(fold, matrix.columns, folded=folded) for fold in shown),
        rows=tuple(_row(subject, row, shown) for row in matrix.rows),
        chosen=_chosen(shown, matrix.columns, subject.snapshot.request.index),
        legend=_legend(subject),
    )
    blocks = (Paragraph((*own(before), *under, *own(after)), quiet=True), block)
    if matrix.left_out:
        left = own(subject.word("left_out", count=len(matrix.left_out)))
        return Section("matrix", subject.word("matrix"), (*blocks, Paragraph(left, quiet=True)))
    return Section("matrix", subject.word("matrix"), blocks)


def _head(fold: Fold, columns: Sequence[Column], *, folded: bool) -> str:
    return str(fold.turn if folded else columns[fold.places[0]].request)


def _chosen(shown: Sequence[Fold], columns: Sequence[Column], request: int) -> int:
    for at, fold in enumerate(shown):
        if any(columns[place].request == request for place in fold.places):
            return at
    return -1


def _row(subject: Subject, row: MatrixRow, shown: Sequence[Fold]) -> Cells:
    first = row.first_loss
    cells = [
        _cell(subject, worst([row.cells[place] for place in fold.places]), first=first in fold.places)
        for fold in shown
    ]
    note: Phrase = subject.label(row.since) if row.since else ()
    if row.superseded:
        note = joined((note, own(subject.word("replaced_by"))), " · ")
    return (Cell(said(row.label, kept=True), note=note), *cells)


def _cell(subject: Subject, cell: Verdict | None, *, first: bool) -> Cell:
    if cell is None or cell.verdict is None:
        return Cell(tone=Tone.QUIET, sign=NOT_JUDGED, hint=own(subject.word("not_judged")))
    hint: list[Phrase] = [own(survived(cell.verdict, subject.language))]
    if cell.stage is not None and not cell.verdict.kept:
        hint.append(own(explain.stage(cell.stage, subject.language)))
    hint.append(difference(cell.was, cell.now, subject.language))
    hint.append(own(subject.word("deep_here") if cell.deep else ""))
    hint.append(own(subject.word("first_loss") if first else ""))
    return Cell(
        tone=tone(cell.verdict),
        sign=SIGNS[cell.verdict],
        hint=joined(hint, subject.word("list")),
        deep=cell.deep,
        first=first,
    )


def _legend(subject: Subject) -> Cells:
    signs = [
        Cell(own(survived(one, subject.language)), tone(one), SIGNS[one])
        for one in (
            Survived.VERBATIM,
            Survived.REWORDED,
            Survived.WEAKENED,
            Survived.CHANGED,
            Survived.LOST,
            Survived.UNSURE,
        )
    ]
    deep = subject.word("deep", share=round(DEEP_SHARE * 100))
    return (
        *signs,
        Cell(own(deep), Tone.VERBATIM, "◥", deep=True),
        Cell(own(subject.word("first_loss")), Tone.LOST, "−", first=True),
        Cell(own(subject.word("not_judged")), Tone.QUIET, NOT_JUDGED),
    )
