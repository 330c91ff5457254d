"""Rows in sections are patched by key."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.keyed_table import Index
from ctxlab.gui.models.section_rows import SectionRowsModel


class Named(SectionRowsModel[Any]):
    """Each row says its section and its place in it."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or not index.isValid():
            return None
        section, at = self.place(index.row())
        return f"{self.keys[section]}{at}"


def shown(model: SectionRowsModel[Any]) -> list[str]:
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_sections_come_go_and_grow_without_a_reset(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model = Named()
    model.patch_sections(["a", "b", "c"], [1, 2, 1])
    qtmodeltester.check(model)
    assert shown(model) == ["a0", "b0", "b1", "c0"]
    held = QPersistentModelIndex(model.index(3, 0))
    with qtbot.assertNotEmitted(model.modelReset):
        model.patch_sections(["a", "x", "c"], [3, 1, 2])
    assert shown(model) == ["a0", "a1", "a2", "x0", "c0", "c1"]
    assert held.row() == 4
    assert (model.section_of("c"), model.section_of("b"), model.first_row(2)) == (2, -1, 4)
    assert (model.place(5), model.place(6), model.place(-1)) == ((2, 1), (-1, -1), (-1, -1))


def test_another_order_is_a_reset(qtbot: QtBot) -> None:
    model = Named()
    model.patch_sections(["a", "b"], [1, 1])
    with qtbot.waitSignal(model.modelReset):
        model.patch_sections(["b", "a"], [1, 2])
    assert shown(model) == ["b0", "a0", "a1"]


SECTIONS = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 3), max_size=8)


@settings(max_examples=60, deadline=None)
@given(st.lists(SECTIONS, min_size=2, max_size=5))
def test_any_patch_ends_in_the_new_sections_and_keeps_what_stays(steps: list[dict[str, int]]) -> None:
    model = Named()
    before: dict[str, int] = {}
    for sections in steps:
        resets: list[bool] = []
        model.modelReset.connect(lambda told=resets: told.append(True))
        held = {
            f"{key}0": QPersistentModelIndex(model.index(model.first_row(model.section_of(key)), 0))
            for key, count in before.items()
            if count and sections.get(key)
        }
        model.patch_sections(list(sections), list(sections.values()))
        assert shown(model) == [f"{key}{at}" for key, count in sections.items() for at in range(count)]
        if not resets:
            assert {name: index.data() for name, index in held.items()} == {name: name for name in held}
        before = sections
