"""The gallery of profiles in the window: which is in use, which is broken, and what is chosen in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import PROFILE, after, document_of
from gui.shell_desk import Answers
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from ctxlab import export
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.models.diff_choices import BeforeChoice, BeforeKind
from ctxlab.gui.models.profile_cards import ProfileCard
from ctxlab.gui.views.profile_gallery import ProfileGallery
from ctxlab.model.items import Row
from ctxlab.profiles import builtin, builtin_names


def gallery(window: MainWindow) -> ProfileGallery:
    window.commands.gallery.trigger()
    return next(one for one in window.findChildren(ProfileGallery) if one.isVisible())


def cards(view: ProfileGallery) -> list[ProfileCard]:
    return list(view._all)


def choose(view: ProfileGallery, target: str) -> None:
    view.table.selectRow(view.cards.row_of(target))


@pytest.fixture
def recent(talk: MainWindow, tmp_path: Path) -> MainWindow:
    """With three profiles used lately: one that is broken, one that is gone, and a folder."""
    (tmp_path / "broken.toml").write_text('schema = "ctxlab.profile/1"\nname = [', encoding="utf-8")
    (tmp_path / "folder.toml").mkdir()
    for name in ("broken.toml", "gone.toml", "folder.toml"):
        talk.preferences.remember_profile(str(tmp_path / name))
    return talk


def test_what_cannot_be_read_is_said_in_its_card_and_cannot_be_used(
    recent: MainWindow, tmp_path: Path
) -> None:
    view = gallery(recent)
    problems = {card.name: card for card in cards(view) if card.problem}
    assert set(problems) == {"broken", "gone", "folder"}
    assert "broken.toml" in problems["broken"].problem
    for card in problems.values():
        choose(view, card.target)
        assert view.chosen() == card
        assert not view.use.isEnabled()
        assert not view.compare.isEnabled()
    assert recent.views.messages.text() == ""
    view.reject()


def test_all_built_in_ones_are_there_and_only_the_one_in_use_is_marked(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    view = gallery(talk)
    assert {card.target for card in cards(view) if card.group == "built-in"} == set(builtin_names())
    assert [card for card in cards(view) if card.current] == [], (
        "a file that was not used before is in no list"
    )
    view.reject()
    # a file of the user's that is called like a built-in one is not that one
    mine = tmp_path / "mine.toml"
    mine.write_text(PROFILE.replace('"small"', '"gssc"'), encoding="utf-8")
    after(qtbot, talk, lambda: talk.files.use_profile(str(mine)))
    view = gallery(talk)
    assert [card.target for card in cards(view) if card.current] == [str(mine)]
    choose(view, "gssc")
    after(qtbot, talk, view.use.click)
    assert document_of(talk).profile == builtin("gssc")
    view = gallery(talk)
    assert [card.target for card in cards(view) if card.current] == ["gssc"]
    view.reject()


def test_a_card_can_stand_before_and_the_gallery_goes_when_it_is_closed(
    talk: MainWindow, qtbot: QtBot
) -> None:
    view = gallery(talk)
    choose(view, "gssc")
    after(qtbot, talk, view.compare.click)
    assert document_of(talk).before.profile == builtin("gssc")
    assert view.isVisible()
    view.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert talk.findChildren(ProfileGallery) == []


def test_published_figures_and_broken_files_as_what_stands_before(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    answers = talk.files.dialogs = Answers(talk)
    ask = BeforeChoice(BeforeKind.PROFILE, "profile from a file…")
    talk.views.diff.before_requested.emit(ask)
    assert document_of(talk).before.kind is BeforeKind.SAVED, "cancelled"
    answers.chosen = tmp_path / "budget.py"
    answers.chosen.write_text(
        export.to_context_budget(builtin("gssc").set("budget.history.cap", 4321)), encoding="utf-8"
    )
    after(qtbot, talk, lambda: talk.views.diff.before_requested.emit(ask))
    before = document_of(talk).before
    assert before.profile is not None
    assert before.profile.row(Row.HISTORY).cap == 4321
    assert talk.views.diff.said()[0].startswith("before: budget.py")
    answers.chosen = tmp_path / "gone.toml"
    talk.views.diff.before_requested.emit(ask)
    assert "gone.toml" in talk.views.messages.text()
    assert document_of(talk).before is before
