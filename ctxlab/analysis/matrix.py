"""The survival matrix, made request by request, better with each."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from ctxlab.analysis.placing import Place
from ctxlab.analysis.survival import Judge
from ctxlab.analysis.wanted import Wanted
from ctxlab.engine.standing import Held
from ctxlab.errors import CancelledError
from ctxlab.model.constraint import Survived
from ctxlab.model.forensic import ItemFate
from ctxlab.model.items import Item
from ctxlab.model.marks import MustKeep
from ctxlab.model.matrix import Cell, Column, Matrix, MatrixRow, Under
from ctxlab.model.session import Request, Session
from ctxlab.model.trace import Trace

#: Runs (profiles, marks, contexts) whose cells are kept.
_RUNS_KEPT = 6

_NOT_JUDGED = Cell()

#: The cells of one run: of each must-keep by the index of the request.
Cells = dict[MustKeep, dict[int, Cell]]

#: The run of a request, None where nothing of its context is known.
Build = Callable[[Request], Trace | None]

#: What became of an item, by its id, in what was sent or recorded at a request; None where it is as it was.
FateOf = Callable[[Request, str], ItemFate | None]


def untold(_request: Request, _item: str) -> None:
    """Tells nothing: under a profile stages say what became of an item."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Which matrix: a chain of a session, whose context, the rows. The request in `focus` is made first."""

    session: Session
    under: Under
    wanted: Wanted
    chain: str = ""
    focus: int | None = None


class Cellar:
    """The cells of a session's matrices, by the run that they speak of, and the judges that fill them.

    What was really sent is read as sessions of its own, whose texts a judge of its own knows.
    """

    def __init__(self, pools: int) -> None:
        self._judge, self._sent = Judge(pools), Judge()
        self._cells: dict[Hashable, Cells] = {}

    def judge(self, under: Under) -> Judge:
        """The judge of contexts of that kind."""
        return self._sent if under is Under.SENT else self._judge

    def cells(self, run: Hashable) -> Cells:
        """What is known of a run's cells, to be added to."""
        found = self._cells.pop(run, None)
        found = self._cells[run] = {} if found is None else found
        if len(self._cells) > _RUNS_KEPT:
            self._cells.pop(next(iter(self._cells)))
        return found


def matrices(
    asked: Asked,
    build: Build,
    judge: Judge,
    known: Cells,
    cancelled: Callable[[], bool],
    fate_of: FateOf = untold,
) -> Generator[Matrix]:
    """Better and better matrices: one after each request that had to be built, the last is complete.

    `known` are cells of the same run from before, and takes the new ones.

    Raises:
        CancelledError: `cancelled` said so.
    """
    requests = asked.session.chain(asked.chain)
    rows = asked.wanted.must_keeps
    cells = [(one, known.setdefault(one, {})) for one in rows]
    said = _said_at(asked.session, asked.chain, rows)
    judge.expect(rows)
    told = False
    for request in _in_turn(requests, asked.focus):
        missing = [(one, of_it) for one, of_it in cells if request.index not in of_it]
        if not missing:
            continue
        if cancelled():
            raise CancelledError("the matrix is not wanted any more")
        due = {one.id for one, _ in missing if said.get(one.id, -1) < request.end}
        trace = build(request) if due else None
        for one, of_it in missing:
            judged = trace is not None and one.id in due
            cell = _cell(asked, trace, one, judge) if judged and trace else _NOT_JUDGED
            if trace is not None and cell.verdict not in (None, Survived.VERBATIM):
                stating = one.since or one.item
                became = fate_of(request, stating) if stating else None
                cell = replace(_by_its_item(asked, cell, trace, one, judge, became), told=became)
            of_it[request.index] = cell
        told = True
        yield _matrix(asked, requests, cells)
    if not told:
        yield _matrix(asked, requests, cells)


def _in_turn(requests: Sequence[Request], focus: int | None) -> list[Request]:
    """The request in focus, then the others in order."""
    return sorted(requests, key=lambda request: request.index != focus)


def _said_at(session: Session, chain: str, rows: Sequence[MustKeep]) -> Mapping[str, int]:
    """For each must-keep the position of the item that states it, those of other chains behind all."""
    named = {one.id: one.since or one.item for one in rows}
    names = set(named.values())
    behind = len(session.items)
    place = {
        item.id: at if item.chain == chain else behind
        for at, item in enumerate(session.items)
        if item.id in names
    }
    return {key: place.get(name, behind) for key, name in named.items() if name}


def _cell(asked: Asked, trace: Trace, one: MustKeep, judge: Judge) -> Cell:
    if asked.under is Under.SENT:
        return _sent_cell(asked.session, trace, one, judge)
    held = judge.held(trace, one)
    if held is None:
        return _NOT_JUDGED
    cell = _filled(trace, held, judge)
    item = "" if held.position is None else trace.id(held.position)
    return replace(cell, item=item, stage=None if held.kept else judge.lost_at(trace, one))


def _sent_cell(session: Session, trace: Trace, one: MustKeep, judge: Judge) -> Cell:
    """A cell of what was sent: its items are not the session's, so that only words are looked for."""
    if one.source:
        return _NOT_JUDGED
    if not one.item:
        held = judge.standing(trace, one)
    else:
        item = next((item for item in session.items if item.id == one.item), None)
        held = None if item is None else _demands_of(item, trace, judge)
    return _NOT_JUDGED if held is None else _filled(trace, held, judge)


def _by_its_item(
    asked: Asked, cell: Cell, trace: Trace, one: MustKeep, judge: Judge, told: ItemFate | None
) -> Cell:
    """The cell by what the very item became that was sent in place of the one that states it.

    Elsewhere a user's words with another value are a demand of their own.
    """
    position = trace.position(told.sent) if told is not None and asked.under is Under.SENT else None
    if position is None or one.item or one.source:
        return cell
    found = judge.said(one, trace.item(position).text)
    if found is None or cell.verdict is None or found.verdict.rank >= cell.verdict.rank:
        return cell
    return _filled(trace, Held(found, position), judge)


def _demands_of(item: Item, trace: Trace, judge: Judge) -> Held | None:
    """The worst of what an item demands, or its words where it demands nothing."""
    found = [
        judge.standing(trace, MustKeep("", text=text, meaning=True)) for text in judge.demands(item.text)
    ]
    return max(
        (held for held in found if held is not None),
        key=lambda held: held.survival.verdict.rank,
        default=None,
    )


def _filled(trace: Trace, held: Held, judge: Judge) -> Cell:
    found = held.survival
    place = Place() if held.position is None else judge.place(trace, held.position)
    return Cell(found.verdict, None, "", place.depth, place.follows, found.was, found.now, opens=place.opens)


def _matrix(
    asked: Asked, requests: Sequence[Request], cells: Sequence[tuple[MustKeep, Mapping[int, Cell]]]
) -> Matrix:
    indexes = [request.index for request in requests]
    rows = tuple(
        MatrixRow(
            one.id,
            one.label,
            _dated(asked.under, indexes, of_it),
            one.since or one.item,
            asked.wanted.superseded.get(one.id, ""),
        )
        for one, of_it in cells
    )
    columns = tuple(Column(request.index, request.turn) for request in requests)
    return Matrix(asked.under, columns, rows, asked.wanted.left_out)


def _dated(under: Under, indexes: Sequence[int], cells: Mapping[int, Cell]) -> tuple[Cell | None, ...]:
    """The cells of a row; of what was recorded or sent each says since when it is so."""
    row = tuple(map(cells.get, indexes))
    if under is Under.PROFILE:
        return row
    found: list[Cell | None] = []
    before: Cell | None = None
    for index, cell in zip(indexes, row, strict=True):
        dated = cell
        if cell is not None and cell.verdict not in (None, Survived.VERBATIM):
            same = before is not None and (before.verdict, before.now) == (cell.verdict, cell.now)
            # behind a cell that is not made yet nobody knows
            known = before is not None or not found
            since = before.since if before is not None and same else index if known else None
            dated = replace(cell, since=since)
        found.append(dated)
        before = dated
    return tuple(found)
