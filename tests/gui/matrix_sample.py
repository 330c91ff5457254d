"""Small survival matrices, spelled with a letter a cell."""

from __future__ import annotations

from ctxlab.model.constraint import Survived
from ctxlab.model.decision import Stage
from ctxlab.model.matrix import Cell, Column, Matrix, MatrixRow, Under

_VERDICTS = {
    "v": Survived.VERBATIM,
    "r": Survived.REWORDED,
    "w": Survived.WEAKENED,
    "c": Survived.CHANGED,
    "l": Survived.LOST,
    "?": Survived.UNSURE,
    "d": Survived.VERBATIM,
}


def cell(letter: str) -> Cell | None:
    """`_` is to come, `.` not judged, `d` verbatim and deep; others are the first letters of verdicts."""
    if letter == "_":
        return None
    verdict = _VERDICTS.get(letter)
    stage = Stage.SELECT if verdict is not None and not verdict.kept else None
    return Cell(verdict, stage, follows=0.6 if letter == "d" else 0.1)


def matrix(turns: str, rows: dict[str, str], under: Under = Under.PROFILE) -> Matrix:
    """`turns` has a letter a request, the same for requests of one turn; `rows` a word a must-keep."""
    numbers = {letter: at for at, letter in enumerate(dict.fromkeys(turns), 1)}
    columns = tuple(Column(at, numbers[letter]) for at, letter in enumerate(turns, 1))
    made = tuple(MatrixRow(key, f"say {key}", tuple(map(cell, word))) for key, word in rows.items())
    return Matrix(under, columns, made)
