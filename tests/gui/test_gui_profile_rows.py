"""Two profiles as lines: settings by part, figures with what is better, steps with the newest first."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from ctxlab.gui.models.profile_rows import (
    change_rows,
    difference_rows,
    figure_rows,
    history_rows,
    session_rows,
)
from ctxlab.gui.models.text_rows import Sign
from ctxlab.model.profile import Profile
from ctxlab.model.profile_diff import differences
from ctxlab.model.profile_figures import ProfileFigures, Shift
from ctxlab.model.provenance import EDIT, SOLVE
from ctxlab.model.sweep import Outcome, Place, VariantFigures
from ctxlab.profiles import builtin
from ctxlab.profiles.provenance import stamped

PLACE = Place("/s/talk.json", 0, "talk", "ab12cd34ef5678")


def figures(**values: int) -> VariantFigures:
    usual = VariantFigures(0, 2, 0, 100, 60, 3, 4, 1, 0, 0)
    return replace(usual, **values)


def test_what_differs_stands_under_its_row_which_is_named_once() -> None:
    before = builtin("gssc")
    after = before.set("budget.history.cap", 1000).set("budget.history.tier", 3).set("window.buffer", 77)
    rows = difference_rows(before, after, "en")
    assert [(row.lead, row.note) for row in rows] == [
        ("window", "window.buffer"),
        ("history", "budget.history.cap"),
        ("", "budget.history.tier"),
    ]
    assert len({row.key for row in rows}) == len(rows)
    assert "1,000" in rows[1].text
    assert difference_rows(before, before, "en") == []
    assert difference_rows(before, after, "zh")[0].lead == "窗口"


def test_more_kept_is_better_and_fewer_tokens_are_only_fewer() -> None:
    rows = {
        row.key: row
        for row in figure_rows(ProfileFigures(figures(), figures(kept=4, losing=0, tokens=90, over=1), ()))
    }
    assert (rows["kept"].pill, rows["kept"].text, rows["kept"].note) == (
        "better",
        "3/4 → 4/4",
        "75.0 % → 100 %",
    )
    assert (rows["losing"].sign, rows["losing"].text) == (Sign.GOOD, "1 → 0")
    assert (rows["over"].sign, rows["over"].pill) == (Sign.BAD, "worse")
    assert (rows["tokens"].pill, rows["tokens"].note) == ("", "-10")
    assert (rows["peak"].text, rows["peak"].note) == ("60 → 60", "")
    assert "failed" not in rows


def test_the_sessions_that_fare_otherwise_are_named_with_why() -> None:
    fine, lost = Outcome(tokens=50, judged=("m1",)), Outcome(tokens=40, judged=("m1",), lost=("m1",))
    broken, over = Outcome(error="no such tokenizer"), Outcome(tokens=90, over=10)
    shifts = (
        Shift(PLACE, fine, lost, newly_lost=("under 300 yuan",)),
        Shift(PLACE, lost, fine, newly_kept=("under 300 yuan",)),
        Shift(PLACE, fine, broken),
        Shift(PLACE, over, fine),
        Shift(PLACE, fine, fine),
    )
    rows = figure_rows(ProfileFigures(figures(), figures(), shifts))[-4:]
    assert [(row.pill, row.text) for row in rows] == [
        ("worse", "loses “under 300 yuan”"),
        ("better", "keeps “under 300 yuan” again"),
        ("worse", "cannot be built: no such tokenizer"),
        ("better", "fits the limit"),
    ]


def test_without_must_keeps_nothing_is_said_of_them() -> None:
    none = figures(kept=0, judged=0, losing=0)
    assert [row.key for row in figure_rows(ProfileFigures(none, none, ()))] == ["tokens", "peak"]


def made() -> Profile:
    """A profile with two steps."""
    first = builtin("gssc")
    second = first.set("budget.history.cap", 1000)
    second = stamped(
        second,
        by=SOLVE,
        sessions=[PLACE] * 30,
        kept=8,
        judged=8,
        changes=differences(first, second),
        at=datetime(2026, 1, 31, 12, tzinfo=UTC),
    )
    third = second.set("budget.recent.cap", 900)
    return stamped(third, by=EDIT, changes=differences(second, third), at=datetime(2026, 2, 1, tzinfo=UTC))


def test_the_newest_step_is_told_first_with_what_it_kept() -> None:
    edit, solve = history_rows(made().provenance)
    assert (edit.pill, edit.text) == ("edited", "1 setting changed")
    assert (solve.pill, solve.sign) == ("solved", Sign.GOOD)
    assert solve.text == "keeps 8 of 8 must-keeps · on 30 sessions · 1 setting changed"
    assert solve.lead.startswith("2026-01-31") or solve.lead.startswith("2026-02-01")
    assert solve.note.startswith("ctxlab ")


def test_a_step_names_its_settings_and_the_first_of_its_sessions() -> None:
    solve = made().provenance[0]
    (change,) = change_rows(solve, "en")
    assert "history" in change.text
    assert "1,000" in change.text
    sessions = session_rows(solve)
    assert len(sessions) == len(solve.sessions) + 1
    assert (sessions[0].text, sessions[0].note) == ("talk", "ab12cd34ef56")
    assert sessions[-1].text == f"and {30 - len(solve.sessions)} more"
