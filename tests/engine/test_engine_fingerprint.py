"""Fingerprints: a strategy sees all that it says it reads, and nothing else."""

from __future__ import annotations

from helpers.spec import profile

from ctxlab.engine.fingerprint import view_of
from ctxlab.model.items import Row
from ctxlab.model.profile import DEFAULT_ROW


def test_settings_of_several_rows_are_all_handed_over() -> None:
    chosen = profile("recent.rounds=2 history.cap=30 history.per_item=9")
    view = view_of(chosen, ("budget.recent.rounds", "budget.history.cap", "budget.history.per_item"))
    assert view.row(Row.RECENT).rounds == 2
    assert (view.row(Row.HISTORY).cap, view.row(Row.HISTORY).per_item) == (30, 9)


def test_one_setting_of_a_row_shows_none_of_its_others() -> None:
    view = view_of(profile("history.cap=30 history.per_item=9"), ("budget.history.cap",))
    assert view.row(Row.HISTORY).cap == 30
    assert view.row(Row.HISTORY).per_item == DEFAULT_ROW.per_item


def test_a_whole_part_beside_one_setting_of_it_is_whole() -> None:
    chosen = profile("recent.rounds=2 history.cap=30")
    for reads in (("budget", "budget.recent.rounds"), ("budget.recent.rounds", "budget")):
        assert view_of(chosen, reads).budget == chosen.budget
