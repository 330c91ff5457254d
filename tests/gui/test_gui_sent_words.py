"""What lines of a diff and cells of the matrix say of what was really sent."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.diff_cells import message_cell
from ctxlab.gui.models.survived_words import told
from ctxlab.model.constraint import Survived
from ctxlab.model.decision import Reason, Stage
from ctxlab.model.diff import NO_CHANGE, DiffBlock, DiffKind
from ctxlab.model.forensic import AddedKind, AddedText, Basis, How, ItemFate, SentFate
from ctxlab.model.matrix import Cell

CUT = ItemFate("i4", SentFate.REWRITTEN, How.CUT, message=3, spans=((1024, 2000),), marker="[truncated]")
DROPPED = ItemFate("i4", SentFate.DROPPED)


def why(told_of: ItemFate | AddedText, by: Basis, kind: DiffKind = DiffKind.ADDED) -> tuple[str, str]:
    block = DiffBlock(
        kind,
        None if kind is DiffKind.ADDED else 3,
        4,
        "tool",
        "read · 1",
        "before",
        "after",
        1,
        2,
        Stage.SELECT,
        Reason.OVER_CAP,
        ("i4",),
        told=told_of,
        told_by=by,
    )
    cell = message_cell(block, NO_CHANGE, "en", exact=True, opened=False, one=False, old=False)
    return cell.why, cell.short


def test_what_became_of_it_there_stands_in_place_of_a_stage(qtbot: QtBot) -> None:
    assert why(DROPPED, Basis.SENT) == ("sent: dropped", "sent: dropped")
    assert why(DROPPED, Basis.RECORD)[0] == "recorder: dropped"
    long, short = why(CUT, Basis.SENT, DiffKind.CHANGED)
    assert long == "sent: cut at 1,024 characters (976 are gone), “[truncated]” stands there"
    assert short == "sent: cut at 1,024 characters (976 are gone)"
    added = AddedText(2, "i2", "user", "Be brief.", AddedKind.TEXT)
    assert why(added, Basis.SENT)[0] == "sent: added by the builder: a text that no item explains"


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (
            Cell(Survived.CHANGED, was="3000", now="5000", since=12),
            "changed at request 12; 3000 became 5000",
        ),
        (Cell(Survived.LOST, since=7, told=DROPPED), "lost at request 7; its item: dropped"),
        (
            Cell(
                Survived.CHANGED,
                was="3000 CNY",
                now="5000 CNY",
                since=6,
                told=ItemFate("i2", SentFate.REWRITTEN, How.VALUES, was="3000", now="5000"),
            ),
            "changed at request 6; 3000 CNY became 5000 CNY",
        ),
        (Cell(Survived.LOST, Stage.GATHER, since=3, told=DROPPED), "lost at request 3; its item: dropped"),
        (Cell(Survived.LOST, Stage.GATHER), "lost; lost in Gather"),
    ],
)
def test_a_cell_says_since_when_and_what_became_of_its_item(qtbot: QtBot, cell: Cell, words: str) -> None:
    assert told(cell, "en") == words
