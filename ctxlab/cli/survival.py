"""The survival matrix in a terminal: a line a must-keep, a sign a request or turn; and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ctxlab import explain
from ctxlab.cli.render import shortened, table
from ctxlab.cli.words import word
from ctxlab.explain import constraints
from ctxlab.explain.forensic import item_fate
from ctxlab.explain.survival import survived
from ctxlab.model.constraint import Survived
from ctxlab.model.forensic import How
from ctxlab.model.matrix import Cell, Column, Fold, Matrix, MatrixRow, Under, folds, worst

if TYPE_CHECKING:
    from ctxlab.model.constraint import Stated

SCHEMA = "ctxlab.survival/1"
FOUND_SCHEMA = "ctxlab.constraints/1"

#: More requests than these are folded by turn.
MOST_COLUMNS = 60

#: Columns of words that a line shows.
_LABEL = 48

#: The words of the head of each kind of matrix.
_HEADS = {
    Under.PROFILE: "survival_profile",
    Under.RECORDED: "survival_recorded",
    Under.SENT: "survival_sent",
}

#: A sign of one column in every terminal.
SIGNS = {
    Survived.VERBATIM: "=",
    Survived.REWORDED: "+",
    Survived.UNSURE: "?",
    Survived.WEAKENED: "~",
    Survived.CHANGED: "!",
    Survived.LOST: "-",
}
FIRST_LOSS = "X"
NOT_JUDGED = "."


@dataclass(frozen=True, slots=True)
class Loss:
    """The requests up to the one that is looked at which a must-keep is missing from without a break."""

    since: Column
    cell: Cell


def loss_at(matrix: Matrix, row: MatrixRow, place: int) -> Loss | None:
    """Since when a row is not kept at a place; None where it is kept there, or not judged."""
    found: Loss | None = None
    for at in range(place, -1, -1):
        cell = row.cells[at]
        if cell is None or cell.verdict is None or cell.verdict.kept:
            break
        found = Loss(matrix.columns[at], cell)
    return found


def survival_lines(
    matrix: Matrix, place: int, name: str, profile: str, language: str, *, fold: bool
) -> list[str]:
    """A head line, a line a must-keep, the rows left out, and a legend.

    `place` is the request that is looked at, among the columns.
    """
    columns = matrix.columns
    shown = folds(columns, MOST_COLUMNS if fold else len(columns))
    lines = [_head(matrix, place, name, profile, language)]
    if not matrix.rows:
        return [*lines, word(language, "no_rows")]
    span = word(language, "requests_span", first=columns[0].request, last=columns[-1].request)
    if len(shown) < len(columns):
        span = word(language, "turns_span", first=shown[0].turn, last=shown[-1].turn)
    heads = ("", word(language, "verdict_now"), word(language, "verdict_since"), span, "")
    rows = [heads] + [
        (
            row.must_keep,
            _now(row.cells[place], language),
            _since(matrix, row, place, language),
            strip(row, shown),
            shortened(row.label, _LABEL) + _replaced(row, language),
        )
        for row in matrix.rows
    ]
    lines += table(rows)
    if matrix.left_out:
        left = shortened(", ".join(one.id for one in matrix.left_out), 200)
        lines.append(word(language, "rows_left_out", count=len(matrix.left_out), names=left))
    return [*lines, _legend(language)]


def strip(row: MatrixRow, shown: Sequence[Fold]) -> str:
    """A sign for each of the columns as they are shown; the first loss is marked."""
    first = row.first_loss
    return "".join(
        FIRST_LOSS if first is not None and first in one.places else _sign(row, one) for one in shown
    )


def survival_json(matrix: Matrix, place: int, profile: str) -> dict[str, Any]:
    """The document of schema `ctxlab.survival/1`; a verdict is null where it cannot be judged."""
    return {
        "schema": SCHEMA,
        "under": matrix.under.value,
        "profile": profile,
        "request": matrix.columns[place].request,
        "columns": [{"request": one.request, "turn": one.turn} for one in matrix.columns],
        "rows": [_row_json(matrix, row, place) for row in matrix.rows],
        "left_out": [{"id": one.id, "label": one.label} for one in matrix.left_out],
    }


def found_lines(stated: Sequence[Stated], name: str, language: str) -> list[str]:
    """A line for each constraint that a session states: where, what kind, how firm, its values and words."""
    if not stated:
        return [word(language, "no_constraints", name=name)]
    rows = [
        (
            one.id,
            f"{one.constraint.start}-{one.constraint.end}",
            constraints.kind(one.constraint.kind, language),
            constraints.tier(one.constraint.tier, language),
            word(language, "semicolon").join(
                constraints.value(each, language) for each in one.constraint.values
            ),
            shortened(one.constraint.text, _LABEL),
            _beside(one, language),
        )
        for one in stated
    ]
    return table(rows)


def found_json(stated: Sequence[Stated]) -> dict[str, Any]:
    """The document of schema `ctxlab.constraints/1`."""
    return {"schema": FOUND_SCHEMA, "constraints": [_stated_json(one) for one in stated]}


def verdict_word(verdict: Survived | None, language: str) -> str:
    """A verdict in one word."""
    return word(language, "not_judged_here") if verdict is None else survived(verdict, language)


def _head(matrix: Matrix, place: int, name: str, profile: str, language: str) -> str:
    column = matrix.columns[place]
    return word(
        language,
        _HEADS[matrix.under],
        name=name,
        request=column.request,
        requests=len(matrix.columns),
        turn=column.turn,
        profile=profile,
    )


def _now(cell: Cell | None, language: str) -> str:
    if cell is None or cell.verdict is None:
        return verdict_word(None, language)
    said = verdict_word(cell.verdict, language)
    if cell.was or cell.now:
        said += f" {cell.was or '–'} → {cell.now or '–'}"
    if cell.deep:
        said += word(language, "deep", share=round(100 * cell.follows))
    return said


def _since(matrix: Matrix, row: MatrixRow, place: int, language: str) -> str:
    loss = loss_at(matrix, row, place)
    if loss is None:
        first = row.first_loss
        if first is None or first > place:
            return ""
        return word(language, "lost_once", request=matrix.columns[first].request)
    said = word(language, "since_request", request=loss.since.request, turn=loss.since.turn)
    told = loss.cell.told
    if told is not None and not (told.how is How.VALUES and (loss.cell.was or loss.cell.now)):
        return f"{said} · {item_fate(told, language)}"
    stage = "" if loss.cell.stage is None else explain.stage(loss.cell.stage, language)
    return f"{said} {stage}".rstrip()


def _replaced(row: MatrixRow, language: str) -> str:
    return word(language, "replaced_by", name=row.superseded) if row.superseded else ""


def _sign(row: MatrixRow, fold: Fold) -> str:
    cell = worst([row.cells[at] for at in fold.places])
    return NOT_JUDGED if cell is None or cell.verdict is None else SIGNS[cell.verdict]


def _legend(language: str) -> str:
    signs = [f"{sign} {verdict_word(verdict, language)}" for verdict, sign in SIGNS.items()]
    first = f"{FIRST_LOSS} {word(language, 'first_loss')}"
    return " · ".join([*signs, first, f"{NOT_JUDGED} {verdict_word(None, language)}"])


def _row_json(matrix: Matrix, row: MatrixRow, place: int) -> dict[str, Any]:
    loss = loss_at(matrix, row, place)
    first = row.first_loss
    return {
        "id": row.must_keep,
        "label": row.label,
        "since": row.since or None,
        "superseded": row.superseded or None,
        **_cell_json(row.cells[place]),
        "lost_since": loss and {"request": loss.since.request, "turn": loss.since.turn},
        "first_loss": None if first is None else matrix.columns[first].request,
        "cells": [_cell_json(cell) for cell in row.cells],
    }


def _cell_json(cell: Cell | None) -> dict[str, Any]:
    found = cell or Cell()
    return {
        "verdict": found.verdict and found.verdict.value,
        "stage": found.stage and found.stage.value,
        "item": found.item or None,
        "depth": found.depth,
        "follows": round(found.follows, 4),
        "opens": found.opens,
        "was": found.was,
        "now": found.now,
        "verdict_since": found.since,
        "item_fate": found.told and found.told.fate.value,
        "item_how": found.told and found.told.how and found.told.how.value,
    }


def _beside(one: Stated, language: str) -> str:
    parts = [", ".join(one.constraint.rules)]
    if one.marked:
        parts.append(word(language, "by_user"))
    if one.superseded:
        parts.append(word(language, "replaced_by", name=one.superseded).strip())
    return " · ".join(filter(None, parts))


def _stated_json(one: Stated) -> dict[str, Any]:
    found = one.constraint
    return {
        "id": one.id,
        "item": one.item,
        "start": found.start,
        "end": found.end,
        "text": found.text,
        "kind": found.kind.value,
        "tier": found.tier.value,
        "positive": found.positive,
        "values": [
            {
                "start": value.start,
                "end": value.end,
                "comparator": value.comparator.value,
                "number": f"{value.number:f}",
                "high": None if value.high is None else f"{value.high:f}",
                "unit": value.unit,
            }
            for value in found.values
        ],
        "rules": list(found.rules),
        "sentence": list(found.sentence),
        "marked": one.marked,
        "superseded": one.superseded or None,
    }
