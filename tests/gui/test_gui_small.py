"""The small parts of the window: words of edits, messages, settings, sizes, languages, tokens of requests."""

from __future__ import annotations

from pathlib import Path

import pytest
from gui.gui_helpers import make_window
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.edit_words import budget_edit, differences
from ctxlab.gui.i18n import install, language_of
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.messages import MessageBar
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.requests import request_tokens
from ctxlab.gui.theme.palette import DARK, LIGHT
from ctxlab.gui.theme.style import Look
from ctxlab.gui.ui_state import UiState
from ctxlab.gui.views.banner import Act, Kind
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.settings import LoadedSettings, Settings, Theme, UiLanguage, load_settings


def changed(**settings: object) -> Profile:
    """A profile with settings changed, `__` standing for dots."""
    profile = Profile(name="p").set("budget.history.cap", 8400)
    for key, value in settings.items():
        profile = profile.set(key.replace("__", "."), value)
    return profile


def test_an_edit_is_named_by_row_and_values() -> None:
    assert budget_edit(Row.HISTORY, "cap", 8400, 8000, "en") == "history 8,400 → 8,000"
    assert budget_edit(Row.HISTORY, "cap", None, 0, "en") == "history — → 0"
    assert budget_edit(Row.HISTORY, "overflow", "stop", "skip", "en") == "history overflow stop → skip"
    assert budget_edit(Row.HISTORY, "cap", 1, 2, "zh").endswith(" 1 → 2")
    assert not budget_edit(Row.HISTORY, "cap", 1, 2, "zh").startswith("history")


def test_differences_name_up_to_three_settings() -> None:
    base = changed()
    assert differences(base, base, "en") == ""
    assert differences(base, changed(), "en") == ""
    assert differences(base, changed(budget__history__cap=8000), "en") == "history cap 8,000"
    assert differences(base, changed(window__buffer=5), "en") == "window.buffer 5"
    many = changed(
        budget__history__cap=1,
        budget__history__overflow="skip",
        window__buffer=5,
        select__pairs="drop",
        name="q",
    )
    assert differences(base, many, "en") == "history cap 1, history overflow skip, window.buffer 5 and 2 more"


@pytest.mark.parametrize("key", ["budget.summary.tier", "tokens.encoding", "construct.layout", "description"])
def test_no_difference_goes_unnamed(key: str) -> None:
    values = {"tier": 1, "encoding": "chars/3", "layout": "flat", "description": "other"}
    base = changed()
    assert differences(base, base.set(key, values[key.rpartition(".")[2]]), "en")


def test_a_message_stays_until_its_cause_is_gone(qtbot: QtBot) -> None:
    bar = MessageBar()
    qtbot.addWidget(bar)
    assert bar.text() == ""
    bar.tell("it <b>failed</b>\nbadly", "run")
    assert bar.text() == "it <b>failed</b>\nbadly"
    bar.clear("file")
    assert bar.text()
    bar.clear("run")
    assert bar.text() == ""
    bar.tell("a note", kind=Kind.NOTE)
    banner = bar.banner("")
    assert banner is not None
    QTest.keyClick(banner, Qt.Key.Key_Escape)
    assert bar.text() == ""


def test_messages_of_several_topics_stand_side_by_side_and_an_act_ends_its_own(qtbot: QtBot) -> None:
    bar = MessageBar()
    qtbot.addWidget(bar)
    done: list[str] = []
    bar.tell("the profile changed", "profile", Kind.NOTE, [Act("Reload", lambda: done.append("reload"))])
    bar.tell("no such file", "file", details="line 3")
    assert bar.text() == "no such file"
    assert bar.banner("file") is not None
    banner = bar.banner("profile")
    assert banner is not None
    assert banner.text.text() == "the profile changed"
    next(one for one in banner.findChildren(QPushButton) if one.text() == "Reload").click()
    assert done == ["reload"]
    assert bar.banner("profile") is None
    assert bar.text() == "no such file"


def test_sizes_are_remembered_and_can_be_forgotten(qtbot: QtBot, tmp_path: Path) -> None:
    state = UiState(tmp_path / "window.ini")
    first = make_window(ui_state=state)
    # so wide that the left side is not folded away
    first.resize(1200, 700)
    first.show()
    first.docks.must_keeps.close()
    first.resizeDocks([first.docks.budget], [220], Qt.Orientation.Vertical)
    QApplication.processEvents()
    high = first.docks.budget.height()
    first.close()
    second = make_window(ui_state=UiState(tmp_path / "window.ini"))
    second.show()
    # a window that is larger than the screen of the test is made to fit it
    second.resize(1200, 700)
    QApplication.processEvents()
    assert second.docks.must_keeps.isHidden()
    assert second.docks.budget.height() == high
    second.commands.reset_layout.trigger()
    QApplication.processEvents()
    assert not second.docks.must_keeps.isHidden()
    assert second.docks.budget.height() != high
    second.close()
    for window in (first, second):
        window.deleteLater()


def test_sizes_of_another_layout_or_a_damaged_file_are_not_taken(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "window.ini"
    file.write_text("[General]\nlayout=99\ngeometry=what", encoding="utf-8")
    window = make_window(ui_state=UiState(file))
    window.show()
    assert (window.width(), window.height()) == (1440, 900)
    window.close()
    window.deleteLater()


def test_theme_and_language_are_kept_in_the_settings(qtbot: QtBot) -> None:
    look = Look()
    preferences = Preferences(load_settings({}), look)
    preferences.set_theme("dark")
    assert look.theme is DARK
    preferences.set_theme("light")
    assert look.theme is LIGHT
    preferences.set_language("zh")
    kept = load_settings({}).stored
    assert (kept.theme, kept.language) == (Theme.LIGHT, UiLanguage.CHINESE)


def test_opened_files_are_remembered_once_and_the_latest_first(qtbot: QtBot, tmp_path: Path) -> None:
    preferences = Preferences(load_settings({}), Look())
    for name in ("a.json", "b.json", "a.json"):
        preferences.remember(str(tmp_path / name))
    assert load_settings({}).stored.recent_files == (str(tmp_path / "a.json"), str(tmp_path / "b.json"))
    assert preferences.settings.recent_files == load_settings({}).stored.recent_files


def test_settings_of_the_environment_are_heeded_and_never_written(qtbot: QtBot, tmp_path: Path) -> None:
    loaded = load_settings({"CTXLAB_THEME": "dark"})
    preferences = Preferences(loaded, Look())
    preferences.dress()
    preferences.remember(str(tmp_path / "a.json"))
    assert preferences.settings.theme is Theme.DARK
    assert load_settings({}).stored.theme is Theme.SYSTEM


def test_settings_that_cannot_be_written_are_said(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setenv("CTXLAB_CONFIG_DIR", str(blocked / "folder"))
    preferences = Preferences(LoadedSettings(Settings(), Settings()), Look())
    with qtbot.waitSignal(preferences.failed):
        preferences.set_theme("dark")


def test_the_theme_can_be_switched_in_the_running_window(window: MainWindow) -> None:
    dark = next(action for action in window.commands.themes.actions() if action.data() == "dark")
    dark.trigger()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    assert app.palette().base().color().name() == DARK.base
    assert [action.data() for action in window.commands.themes.actions() if action.isChecked()] == ["dark"]


@pytest.mark.parametrize(
    ("wanted", "environment", "language"),
    [
        (UiLanguage.CHINESE, {"LANG": "en_US.UTF-8"}, "zh"),
        (UiLanguage.ENGLISH, {"LANG": "zh_CN.UTF-8"}, "en"),
        (UiLanguage.SYSTEM, {"LANG": "zh_CN.UTF-8"}, "zh"),
        (UiLanguage.SYSTEM, {"LC_ALL": "en_GB", "LANG": "zh_CN"}, "en"),
    ],
)
def test_the_language_is_as_set_else_as_the_environment_says(
    wanted: UiLanguage, environment: dict[str, str], language: str
) -> None:
    assert language_of(wanted, environment) == language


def test_a_language_takes_the_place_of_the_one_before(qtbot: QtBot) -> None:
    app = QApplication.instance()
    assert app is not None
    before = QLocale()
    assert install(app, "zh")
    assert app.translate("Actions", "Undo") == "撤销"
    assert QLocale().language() is QLocale.Language.Chinese
    assert install(app, "en")
    assert app.translate("Actions", "Undo") == "Undo"
    QLocale.setDefault(before)


def test_the_tokens_before_a_request_are_those_of_what_stood_there() -> None:
    talk = [{"role": ("user", "assistant")[n % 2], "content": "x" * (n + 1)} for n in range(5)]
    session = Session.from_parts("messages", messages=talk)
    found = request_tokens(session, len)
    by_hand = {one.index: sum(len(item.text) for item in session.items[: one.end]) for one in session.chain()}
    assert found == by_hand
    assert len(found) >= 1
