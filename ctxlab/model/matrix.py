"""The survival matrix: what became of each must-keep at each request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby

from ctxlab.model.constraint import Survived
from ctxlab.model.decision import Stage
from ctxlab.model.forensic import ItemFate
from ctxlab.model.marks import MustKeep

#: More must-keeps than these are no table that anyone reads.
MOST_ROWS = 40

#: A must-keep that more of the context than this share follows is deep, unless it stands in the system part
#: that opens the context: models look at what stands first, and lose what stands in the middle.
DEEP_SHARE = 0.4


def is_deep(follows: float, *, opens: bool) -> bool:
    """Whether what stands in a context is deep in it; `opens`: it is of the system part at the head."""
    return follows > DEEP_SHARE and not opens


class Under(StrEnum):
    """Which context the cells speak of."""

    PROFILE = "profile"
    RECORDED = "recorded"
    SENT = "sent"


@dataclass(frozen=True, slots=True)
class Cell:
    """One must-keep at one request.

    `verdict` is that of the final context, None where it cannot be judged there: it is not said yet, or
    nothing of the context is known. `stage` is the first stage after which it was not kept, None where it
    is, and in what was really sent, which went through no stage. `item` is the root id of the item that
    states it best in the context, empty where none does, and in what was sent, whose items are its own.
    `depth` is how many tokens of the context stand before that item, `follows` what share of the context
    stands after it; `opens` says that it stands in the system part at the head. `was` and `now` are what
    differs, where something does. Of what was recorded or sent, `since` is the first request in a row with
    that verdict up to this one, None where that is not known or where it is verbatim, and `told` what became
    of the item that states it, where it is not as it was.
    """

    verdict: Survived | None = None
    stage: Stage | None = None
    item: str = ""
    depth: int = 0
    follows: float = 0.0
    was: str = ""
    now: str = ""
    since: int | None = None
    told: ItemFate | None = None
    opens: bool = False

    @property
    def deep(self) -> bool:
        """Whether it is kept, but with much of the context after it, and not in the part that opens it."""
        kept = self.verdict is not None and self.verdict.kept
        return kept and is_deep(self.follows, opens=self.opens)


@dataclass(frozen=True, slots=True)
class Column:
    """A request of the matrix: its 1-based index and its turn."""

    request: int
    turn: int


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A must-keep through all requests; `cells` run parallel to the columns, None where one is not made yet.

    `label` is what to show for it, `since` the item that states it, `superseded` the id of the must-keep that
    replaced it later, or empty.
    """

    must_keep: str
    label: str
    cells: tuple[Cell | None, ...]
    since: str = ""
    superseded: str = ""

    @property
    def first_loss(self) -> int | None:
        """The index of the first cell that is not kept though one before it was, or that never was."""
        for at, cell in enumerate(self.cells):
            if cell is not None and cell.verdict is not None and not cell.verdict.kept:
                return at
        return None


@dataclass(frozen=True, slots=True)
class Matrix:
    """Must-keeps x requests under one profile, as recorded, or as really sent.

    `left_out` are must-keeps for which there was no row.
    """

    under: Under
    columns: tuple[Column, ...]
    rows: tuple[MatrixRow, ...]
    left_out: tuple[MustKeep, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every cell is made."""
        return all(cell is not None for row in self.rows for cell in row.cells)


@dataclass(frozen=True, slots=True)
class Fold:
    """Columns shown as one: those at `places`, all of `turn`; the worst verdict of them stands for it."""

    turn: int
    places: tuple[int, ...] = field(default=())


def folds(columns: Sequence[Column], most: int) -> tuple[Fold, ...]:
    """The columns as they are shown: one by one up to `most`, else folded by turn."""
    if len(columns) <= most:
        return tuple(Fold(column.turn, (at,)) for at, column in enumerate(columns))
    # In a row only: another branch has turns of the same numbers.
    found = groupby(range(len(columns)), lambda at: columns[at].turn)
    return tuple(Fold(turn, tuple(places)) for turn, places in found)


def worst(cells: Sequence[Cell | None]) -> Cell | None:
    """The cell with the worst verdict, the first of several; one not judged only where all are not."""
    judged = [cell for cell in cells if cell is not None and cell.verdict is not None]
    if judged:
        return max(judged, key=lambda cell: cell.verdict.rank if cell.verdict is not None else -1)
    return next((cell for cell in cells if cell is not None), None)
