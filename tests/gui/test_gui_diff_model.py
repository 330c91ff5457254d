"""The unified diff as lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

from gui.trip_sample import trip_diff
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab.analysis.inline import inline_change
from ctxlab.gui.models.diff_cells import DiffSide
from ctxlab.gui.models.diff_model import DiffModel
from ctxlab.model.diff import ContextDiff, DiffBlock, DiffKind, InlineChange


def marks(model: DiffModel) -> list[str]:
    out: list[str] = []
    for row in range(model.rowCount()):
        cell = model.cell(row)
        assert cell is not None
        if cell.fold or cell.detail:
            out.append("…" if cell.fold else " ")
            continue
        before, after = (side.number[1:] if side else "." for side in (cell.before, cell.after))
        out.append(f"{cell.mark}{before}/{after}")
    return out


def shown(model: DiffModel, row: int) -> DiffSide:
    """The side that a line shows where there is room for one."""
    cell = model.cell(row)
    assert cell is not None
    assert cell.side is not None
    return cell.side


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
    old, new = shown(model, 8), shown(model, 9)
    assert (old.tokens, new.tokens) == ("6,204", "1,500")
    assert "omitted" in new.words
    cells = model.cell(8), model.cell(9)
    assert [cell.why for cell in cells if cell] == ["", "Select · cut to what its cap leaves"]


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
        assert model.toggle(6)
    assert model.rowCount() == 12 - 1 + 20
    assert model.block(6) is trip_diff().blocks[6] or model.block(6) == trip_diff().blocks[6]
    assert not model.toggle(99)
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
    assert shown(model, 5000).words == "text 5000"
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
@given(st.lists(st.tuples(KINDS, st.booleans()), min_size=1, max_size=4))
def test_any_sequence_of_diffs_ends_like_a_fresh_model(
    qtbot: QtBot, steps: list[tuple[list[DiffKind], bool]]
) -> None:
    model = DiffModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    for kinds, split in steps:
        model.set_split(split)
        model.set_diff(diff_of(kinds))
        fresh = DiffModel()
        fresh.set_split(split)
        fresh.set_diff(diff_of(kinds))
        assert marks(model) == marks(fresh)
        assert len(set(model.keys)) == len(model.keys)
        shown = [model.line(row) for row in range(model.rowCount())]
        covered = [block for line in shown for block in range(line.first, line.last + 1) if not line.old]
        assert covered == list(range(len(kinds)))


def changed(before: str, after: str) -> ContextDiff:
    """A context of one message that changed."""
    block = DiffBlock(DiffKind.CHANGED, 1, 1, "user", "user · 1", before, after, 9, 8, items=("i1",))
    return ContextDiff("a", "b", [block], 0, 0, 1, 0, 9, 8, inline=inline_change)


def marked(side: DiffSide | None) -> list[str]:
    """The stretches of a line that stand out."""
    assert side is not None
    return [side.words[start:end] for start, end in side.spans]


def test_both_sides_of_a_changed_message_share_a_line_where_they_stand_beside_each_other(
    qtbot: QtBot,
) -> None:
    model = DiffModel()
    model.set_split(True)
    model.set_diff(trip_diff())
    assert marks(model)[8:] == ["~28/25", "+./26", "→29/27"]


def test_what_differs_inside_a_message_stands_out(qtbot: QtBot) -> None:
    model = DiffModel()
    model.set_split(True)
    model.set_diff(changed("at most 3,000 yuan, 不吃辣", "at most 2,800 yuan, 不吃酸"))
    cell = model.cell(0)
    assert cell is not None
    assert marked(cell.before) == ["3,000", "辣"]
    assert marked(cell.after) == ["2,800", "酸"]


def test_a_difference_far_inside_is_brought_to_the_line(qtbot: QtBot) -> None:
    model = DiffModel()
    lead = "words that are equal " * 400
    model.set_diff(changed(lead + "old end\n", lead + "new end\n"))
    assert shown(model, 0).words == "…equal words that are equal old end "
    assert (marked(shown(model, 0)), marked(shown(model, 1))) == (["old"], ["new"])


def test_a_message_that_is_all_different_has_nothing_that_stands_out(qtbot: QtBot) -> None:
    model = DiffModel()
    model.set_diff(changed("one thing", "夏天"))
    assert shown(model, 0).spans == shown(model, 1).spans == ()


def test_characters_outside_the_first_plane_move_the_stretches(qtbot: QtBot) -> None:
    model = DiffModel()
    model.set_diff(changed("😀😀 one more day", "😀😀 two more day"))
    # each emoji takes two UTF-16 units
    assert shown(model, 0).spans == ((5, 8),)


def test_a_message_opens_in_place_and_closes(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model = DiffModel()
    model.set_split(True)
    model.set_diff(changed("one\ntwo\nthree", "one\n2\nthree"))
    model.toggle(0)
    qtmodeltester.check(model)
    sides = [(shown(model, row).words, marked(shown(model, row))) for row in range(1, 4)]
    assert sides == [("one", []), ("2", ["2"]), ("three", [])]
    assert model.is_open(2)
    model.toggle(2)
    assert model.rowCount() == 1


def test_an_opened_message_stays_open_over_an_edit(qtbot: QtBot) -> None:
    model = DiffModel()
    model.set_diff(changed("one\ntwo", "one\n2"))
    model.toggle(0)
    assert model.rowCount() == 2 + 2 * 2
    with qtbot.assertNotEmitted(model.modelReset):
        model.set_diff(changed("one\ntwo", "one\n3"))
    assert [shown(model, row).words for row in (2, 5)] == ["two", "3"]


def test_looking_inside_many_messages_is_spread_over_time(qtbot: QtBot) -> None:
    blocks = [
        DiffBlock(DiffKind.CHANGED, n + 1, n + 1, "user", "user", f"old {n}", f"new {n}", 1, 1)
        for n in range(3)
    ]
    asked: list[str] = []

    def slow(before: str, after: str) -> InlineChange:
        asked.append(before)
        until = perf_counter() + 0.02
        while perf_counter() < until:
            pass
        return inline_change(before, after)

    model = DiffModel()
    model.set_split(True)
    model.set_diff(ContextDiff("a", "b", blocks, 0, 0, 3, 0, 3, 3, inline=slow))
    with qtbot.waitSignal(model.dataChanged):
        assert [bool(shown(model, row).spans) for row in range(3)] == [True, False, False]
    assert bool(shown(model, 1).spans)
    assert asked == ["old 0", "old 1"]
