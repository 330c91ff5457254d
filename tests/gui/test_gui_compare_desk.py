"""Comparing profiles in the window: what is built when, what stays in sight, and what follows a choice."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, document_of, settle, write_profile, write_talk
from gui.shell_desk import idle
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ctxlab.gui.background import Topic
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.system_choices import FIRST, OWN, UNMANAGED
from ctxlab.gui.models.systems_cells import CellKind
from ctxlab.gui.ui_state import UiState
from ctxlab.gui.view_state import restore, save
from ctxlab.gui.views.compare_view import CompareView
from ctxlab.model.decision import Fate
from ctxlab.profiles import builtin_names


@pytest.fixture
def view(talk: MainWindow, qtbot: QtBot) -> CompareView:
    """The page on the small talk under three profiles."""
    idle(qtbot, talk)
    talk.views.compare.wanted = (UNMANAGED, OWN, "gssc")
    talk.commands.compare.trigger()
    idle(qtbot, talk)
    assert talk.views.compare.isVisible()
    return talk.views.compare


def texts(view: CompareView, key: str) -> list[str]:
    model = view.systems
    cells = (model.cell(model.row_of(key), column) for column in range(model.columnCount()))
    return [cell.text for cell in cells if cell is not None]


def choose(view: CompareView, *keys: str) -> None:
    view.profiles.chosen.emit(keys)


def test_what_is_compared_at_first_is_what_there_is_of_it(
    talk: MainWindow, view: CompareView, qtbot: QtBot
) -> None:
    view.wanted = None
    talk.casework.compare.look()
    idle(qtbot, talk)
    there = [key for key in FIRST if key in (UNMANAGED, OWN, *builtin_names())]
    assert sorted(column.key for column in view.systems.columns) == sorted(there)


def test_profiles_stand_beside_each_other(view: CompareView) -> None:
    assert [column.key for column in view.systems.columns] == [UNMANAGED, OWN, "gssc"]
    assert [column.name for column in view.systems.columns] == ["unmanaged", "small", "gssc"]
    assert texts(view, "figure:items") == ["10/10", "6/10", "10/10"]
    assert view.said() == "request 1"


def test_the_contexts_of_two_are_compared_and_one_is_read(
    talk: MainWindow, view: CompareView, qtbot: QtBot
) -> None:
    assert view.contexts.difference.said()[0] == "before: unmanaged → after: small"
    assert view.contexts.difference.table.lines.diff is not None
    assert view.contexts.difference.table.lines.diff.removed == 4
    view.pair_chosen.emit("gssc", "")
    idle(qtbot, talk)
    assert view.contexts.context.isVisible()
    assert not view.contexts.difference.isVisible()
    assert view.contexts.context.wire_view is not None
    view.pair_chosen.emit("gssc", OWN)
    idle(qtbot, talk)
    assert view.contexts.difference.said()[0] == "before: gssc → after: small"


def test_an_edit_dims_what_is_known_and_is_built_anew(
    talk: MainWindow, view: CompareView, qtbot: QtBot
) -> None:
    document_of(talk).edit("budget.history.cap", 0, "none")
    cell = view.systems.cell(view.systems.row_of("figure:items"), 1)
    assert cell is not None
    assert cell.pending
    assert cell.text == "6/10"
    settle(qtbot, talk)
    idle(qtbot, talk)
    assert texts(view, "figure:items") == ["10/10", "4/10", "10/10"]
    assert view.systems.columns[1].name == "small ●"
    talk.commands.undo.trigger()
    settle(qtbot, talk)
    idle(qtbot, talk)
    assert texts(view, "figure:items") == ["10/10", "6/10", "10/10"]


def test_nothing_is_asked_while_it_is_out_of_sight(talk: MainWindow, view: CompareView, qtbot: QtBot) -> None:
    talk.turn_to("tune")
    asked: list[bool] = []
    document = document_of(talk)
    document.edit("budget.history.cap", 0, "none")
    document.run_ready.connect(lambda _run: asked.append(talk.workspace.background.asks(Topic.COMPARE)))
    settle(qtbot, talk)
    assert asked
    assert not any(asked)
    talk.turn_to("runs")
    idle(qtbot, talk)
    assert texts(view, "figure:items")[1] == "4/10"


def test_a_profile_is_used_as_one_edit(talk: MainWindow, view: CompareView, qtbot: QtBot) -> None:
    document = document_of(talk)
    before = document.profile
    view.use_requested.emit("gssc")
    settle(qtbot, talk)
    assert document.profile.name == "gssc"
    assert document.undo.undoText() == "use profile gssc"
    assert talk.status.currentMessage() == "use profile gssc"
    talk.commands.undo.trigger()
    assert document.profile == before


def test_a_cell_brings_its_item_into_focus_and_follows_it(
    talk: MainWindow, view: CompareView, qtbot: QtBot
) -> None:
    row = next(at for at, key in enumerate(view.systems.keys) if key.startswith("item:"))
    index = view.systems.index(row, 1)
    view.table.scrollTo(index)
    place = view.table.visualRect(index).center()
    QTest.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    line = view.systems.line(row)
    assert line is not None
    assert talk.presenter.chosen == line.target
    other = view.systems.line(row + 1)
    assert other is not None
    talk.presenter.choose(other.target)
    assert view.table.currentIndex().row() == row + 1
    cell = view.systems.cell(row, 1)
    assert cell is not None
    assert cell.fate is Fate.DROPPED


def test_a_must_keep_leads_to_its_investigation(talk: MainWindow, view: CompareView, qtbot: QtBot) -> None:
    document = document_of(talk)
    talk.marks.keep_item(document.session.items[1].id)
    settle(qtbot, talk)
    idle(qtbot, talk)
    key = document.marks.must_keeps[0].id
    view.must_keep_opened.emit(key)
    assert talk.casework.inquiry.key == key
    assert talk.pages.currentWidget() is talk.pages.investigate


def test_what_cannot_be_read_is_told_in_its_column(
    talk: MainWindow, view: CompareView, qtbot: QtBot, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text('schema = "ctxlab.profile/1"\nname = "x"\n[window]\nsize = "many"\n', encoding="utf-8")
    talk.preferences.remember_profile(str(broken))
    choose(view, UNMANAGED, str(broken))
    idle(qtbot, talk)
    assert view.systems.columns[1].name == "broken"
    cell = view.systems.cell(view.systems.row_of("figure:tokens"), 1)
    assert cell is not None
    assert cell.kind is CellKind.REFUSED
    assert "size" in cell.said
    assert view.said() == "request 1 · 1 cannot be built"
    view.pair_chosen.emit(str(broken), "")
    assert "size" in view.contexts.said()


def test_empty_states_say_what_to_do(talk: MainWindow, view: CompareView, qtbot: QtBot) -> None:
    choose(view)
    assert view.table.placeholder.startswith("Nothing is chosen.")
    choose(view, OWN)
    idle(qtbot, talk)
    assert view.said() == "request 1 · choose others to compare it with"
    assert view.contexts.context.isVisible(), "there is one context, which is read"
    talk.workspace.close_document(document_of(talk))
    assert view.table.placeholder.startswith("No session is open.")
    assert view.systems.columns == ()


def test_another_session_is_compared_when_it_is_looked_at(
    talk: MainWindow, view: CompareView, qtbot: QtBot, tmp_path: Path
) -> None:
    talk.open(
        write_talk(tmp_path, [{"role": "user", "content": "hello"}], "hi.json"), str(write_profile(tmp_path))
    )
    settle(qtbot, talk)
    idle(qtbot, talk)
    assert texts(view, "figure:items") == ["1/1", "1/1", "1/1"]


def test_the_choice_is_remembered(talk: MainWindow, view: CompareView, tmp_path: Path) -> None:
    state = UiState(tmp_path / "window.ini")
    view.wanted = None
    save(state, talk.views, talk.palette_box)
    assert state.value("compared") is None, "nothing was chosen"
    choose(view, OWN, "as-recorded")
    save(state, talk.views, talk.palette_box)
    view.wanted = None
    restore(state, talk.views, talk.palette_box)
    assert view.wanted == (OWN, "as-recorded")
    state.remember("compared", [1, "gssc"])
    restore(state, talk.views, talk.palette_box)
    assert view.wanted == ("gssc",)


def test_f7_goes_through_what_differs(talk: MainWindow, view: CompareView) -> None:
    talk.commands.next_change.trigger()
    assert view.contexts.difference.table.currentIndex().isValid()
    assert talk.pages.currentWidget() is talk.pages.runs


def test_a_whole_message_is_shown_among_those_of_its_context(
    talk: MainWindow, view: CompareView, qtbot: QtBot
) -> None:
    view.whole_requested.emit(2)
    idle(qtbot, talk)
    assert view.contexts.after.currentData() == ""
    assert view.contexts.before.currentData() == OWN
    assert view.contexts.context.isVisible()


def test_a_state_without_a_run_is_still_compared_with_others(
    talk: MainWindow, view: CompareView, qtbot: QtBot
) -> None:
    document = document_of(talk)
    changed = document.profile.set("select.strategy", "no-such-strategy")
    with qtbot.waitSignal(talk.presenter.failed, timeout=PATIENCE_MS):
        document.change(changed, document.marks, "broken")
    idle(qtbot, talk)
    row = view.systems.row_of("figure:tokens")
    cells = [view.systems.cell(row, column) for column in range(3)]
    assert [cell.kind for cell in cells if cell is not None] == [
        CellKind.NUMBER,
        CellKind.REFUSED,
        CellKind.NUMBER,
    ]
    assert "no-such-strategy" in view.contexts.said()


def test_a_difference_that_comes_late_does_not_take_the_place_of_what_was_chosen_since(
    talk: MainWindow, view: CompareView, qtbot: QtBot
) -> None:
    view.pair_chosen.emit("gssc", OWN)
    view.pair_chosen.emit("gssc", "")
    idle(qtbot, talk)
    assert view.contexts.context.isVisible()
