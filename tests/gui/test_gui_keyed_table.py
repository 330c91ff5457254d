"""Rows known by keys: the smallest signals, and what stays keeps its index."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.keyed_table import MANY, Index, KeyedTableModel, ranges


class Words(KeyedTableModel):
    """A model whose cells say their key."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return self.key(index.row()) if index.isValid() and role == Qt.ItemDataRole.DisplayRole else None


def signals_of(model: KeyedTableModel) -> list[tuple[str, int, int]]:
    seen: list[tuple[str, int, int]] = []
    model.rowsInserted.connect(lambda _, first, last: seen.append(("in", first, last)))
    model.rowsRemoved.connect(lambda _, first, last: seen.append(("out", first, last)))
    model.modelReset.connect(lambda: seen.append(("reset", 0, 0)))
    model.dataChanged.connect(lambda a, b, _=None: seen.append(("changed", a.row(), b.row())))
    return seen


def test_ranges_of_neighbours() -> None:
    assert ranges([1, 2, 3, 7, 9, 10]) == [(1, 3), (7, 7), (9, 10)]
    assert ranges([]) == []
    assert ranges(range(0, 400, 2), many=64) == [(0, 398)]


def test_equal_keys_say_nothing(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model = Words(1)
    model.patch_keys(list("abc"))
    seen = signals_of(model)
    assert model.patch_keys(list("abc")) is False
    assert seen == []
    qtmodeltester.check(model)


def test_rows_come_and_go_one_by_one() -> None:
    model = Words(2)
    model.patch_keys(list("abcdef"))
    seen = signals_of(model)
    assert model.patch_keys(list("axbefyz")) is False
    assert seen == [("out", 2, 3), ("in", 1, 1), ("in", 5, 6)]
    assert [model.row_of(key) for key in "axbefyz"] == list(range(7))
    assert model.row_of("c") == -1
    assert model.key(99) == ""


def test_another_order_or_very_many_places_are_a_reset() -> None:
    model = Words(1)
    model.patch_keys(list("abc"))
    assert model.patch_keys(list("acb")) is True
    many = [str(n) for n in range(4 * MANY)]
    model.patch_keys(many)
    assert model.patch_keys(many[::2]) is True
    assert list(model.keys) == many[::2]


def test_touched_rows_are_told_in_ranges() -> None:
    model = Words(3)
    model.patch_keys(list("abcdef"))
    seen = signals_of(model)
    model.touch([0, 1, 4], 1, 2)
    model.touch([])
    assert seen == [("changed", 0, 1), ("changed", 4, 4)]


@pytest.mark.parametrize("start", ["abcdef"])
def test_persistent_indexes_follow_their_rows(start: str) -> None:
    model = Words(1)
    model.patch_keys(list(start))
    kept = {key: QPersistentModelIndex(model.index(row, 0)) for row, key in enumerate(start)}
    model.patch_keys(list("xbydfz"))
    assert [key for key, index in kept.items() if not index.isValid()] == ["a", "c", "e"]
    assert all(index.data() == key for key, index in kept.items() if index.isValid())


KEYS = st.lists(st.sampled_from("abcdefghijkl"), unique=True)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.lists(KEYS, min_size=1, max_size=6))
def test_any_sequence_of_keys_ends_at_the_last(qtbot: QtBot, steps: list[list[str]]) -> None:
    from PySide6.QtTest import QAbstractItemModelTester

    model = Words(1)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    for keys in steps:
        model.patch_keys(keys)
        assert [model.index(row, 0).data() for row in range(model.rowCount())] == keys
        assert all(model.row_of(key) == row for row, key in enumerate(keys))
