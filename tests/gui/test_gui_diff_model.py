"""The unified diff as lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gui.trip_sample import trip_diff
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.diff_model import DiffModel
from ctxlab.model.diff import ContextDiff, DiffBlock, DiffKind


def marks(model: DiffModel) -> list[str]:
    out: list[str] = []
    for row in range(model.rowCount()):
        cell = model.cell(row)
        assert cell is not None
        out.append("…" if cell.fold else f"{cell.mark}{cell.before or '.'}/{cell.after or '.'}")
    return out


def test_runs_fold_and_changed_messages_have_both_texts(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model = DiffModel()
    model.set_diff(trip_diff())
    qtmodeltester.check(model)
    assert marks(model) == [
        "1/1",
        "2/2",
        "−3/.",
        "−4/.",
        "−5/.",
        "6/3",
        "…",
        "27/24",
        "~28/.",
        "~./25",
        "+./26",
        "→29/27",
    ]
    fold = model.cell(6)
    assert fold is not None
    assert fold.words == "… 20 equal messages …"
    old, new = model.cell(8), model.cell(9)
    assert old is not None
    assert new is not None
    assert (old.old, old.tokens, old.why) == (True, "6,204", "")
    assert (new.old, new.tokens) == (False, "1,500")
    assert "omitted" in new.words


def test_a_gone_block_names_stage_and_reason(qtbot: QtBot) -> None:
    model = DiffModel()
    model.set_diff(trip_diff())
    cell = model.cell(4)
    assert cell is not None
    assert cell.why == "Select · over its cap"
    spoken = model.index(4, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "removed, user · 2, Select · over its cap, 周末想去杭州，预算三千以内，不吃辣"
    moved = model.cell(11)
    assert moved is not None
    assert moved.why == "was #29"


def test_a_fold_opens(qtbot: QtBot) -> None:
    model = DiffModel()
    model.set_diff(trip_diff())
    with qtbot.assertNotEmitted(model.modelReset):
        model.open_fold(6)
    assert model.rowCount() == 12 - 1 + 20
    assert model.block(6) is trip_diff().blocks[6] or model.block(6) == trip_diff().blocks[6]
    model.open_fold(0)
    assert model.rowCount() == 31


def test_stepping_goes_from_change_to_change(qtbot: QtBot) -> None:
    model = DiffModel()
    model.set_diff(trip_diff())
    assert model.next_change(-1, 1) == 2
    assert model.next_change(2, 1) == 8
    assert model.next_change(8, 1) == -1
    assert model.next_change(12, -1) == 8
    assert model.next_change(8, -1) == 2
    assert model.next_change(2, -1) == -1


def test_equal_contexts_are_one_fold(qtbot: QtBot) -> None:
    model = DiffModel()
    block = DiffBlock(DiffKind.EQUAL, 1, 1, "user", "user · 1", "a", "a", 3, 3, items=("i1",))
    blocks = [replace(block, before=n, after=n) for n in range(1, 11)]
    model.set_diff(ContextDiff("a", "b", blocks, 0, 0, 0, 0, 30, 30))
    assert model.rowCount() == 1
    model.set_diff(None)
    assert model.rowCount() == 0


class Lazy(Sequence[DiffBlock]):
    """Removed blocks that are made when they are asked for; their kinds are there at once."""

    def __init__(self, count: int) -> None:
        self.kinds = [DiffKind.REMOVED] * count
        self.made: list[int] = []

    def __len__(self) -> int:
        return len(self.kinds)

    def __getitem__(self, at: Any) -> Any:
        self.made.append(at)
        return DiffBlock(
            DiffKind.REMOVED, at + 1, None, "user", "user · 1", f"text {at}", "", 3, 0, items=(f"i{at}",)
        )


def test_ten_thousand_blocks_are_made_when_they_are_looked_at(qtbot: QtBot) -> None:
    blocks = Lazy(10_000)
    model = DiffModel()
    model.set_diff(ContextDiff("a", "b", blocks, 0, 10_000, 0, 0, 1, 1))
    assert model.rowCount() == 10_000
    assert blocks.made == []
    cell = model.cell(5000)
    assert cell is not None
    assert cell.words == "text 5000"
    assert set(blocks.made) == {5000}


KINDS = st.lists(st.sampled_from(list(DiffKind)), max_size=14)


def diff_of(kinds: list[DiffKind]) -> ContextDiff:
    blocks: list[DiffBlock] = []
    before = after = 0
    for n, kind in enumerate(kinds):
        old = kind is not DiffKind.ADDED
        new = kind is not DiffKind.REMOVED
        before += old
        after += new
        blocks.append(
            DiffBlock(
                kind,
                before if old else None,
                after if new else None,
                "user",
                f"m{n}",
                f"b{n}",
                f"a{n}",
                1,
                1,
                items=(f"i{n}",),
            )
        )
    return ContextDiff("a", "b", blocks, 0, 0, 0, 0, 0, 0)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.lists(KINDS, min_size=1, max_size=4))
def test_any_sequence_of_diffs_ends_like_a_fresh_model(qtbot: QtBot, steps: list[list[DiffKind]]) -> None:
    model = DiffModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    for kinds in steps:
        model.set_diff(diff_of(kinds))
        fresh = DiffModel()
        fresh.set_diff(diff_of(kinds))
        assert marks(model) == marks(fresh)
        assert len(set(model.keys)) == len(model.keys)
        shown = [model.line(row) for row in range(model.rowCount())]
        covered = [block for line in shown for block in range(line.first, line.last + 1) if not line.old]
        assert covered == list(range(len(kinds)))
