"""What is said in banners: each kind in its place, until its cause is gone."""

from __future__ import annotations

from pathlib import Path

from gui.gui_helpers import PATIENCE_MS, after, document_of, settle, write_talk
from gui.shell_desk import Answers, type_cap
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.views.banner import Kind


def test_a_file_that_could_not_be_written_is_said_until_it_could(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "small.toml"
    talk.files.dialogs = answers = Answers(talk)
    after(qtbot, talk, lambda: type_cap(talk, "history", "111"))
    text = file.read_bytes()
    file.unlink()
    file.mkdir()
    talk.commands.save.trigger()
    banner = talk.views.messages.banner("act")
    assert banner is not None
    assert "small.toml" in banner.text.text()
    # what was opened meanwhile is another matter
    with qtbot.waitSignal(talk.workspace.refused, timeout=PATIENCE_MS):
        talk.open(tmp_path / "missing.json")
    assert talk.views.messages.banner("act") is banner
    file.rmdir()
    file.write_bytes(text)
    talk.commands.save.trigger()
    assert answers.asked == []
    assert talk.views.messages.banner("act") is None
    assert talk.views.messages.banner("file") is not None
    first = document_of(talk)
    talk.open(write_talk(tmp_path, name="other.json"))
    qtbot.waitUntil(lambda: document_of(talk) is not first, timeout=PATIENCE_MS)
    assert talk.views.messages.banner("file") is None


def test_what_is_being_opened_is_said_where_there_is_nothing_yet(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    panes = window.views.panes.tables[0]
    window.open(write_talk(tmp_path))
    assert panes._placeholder == "opening talk.json…"
    assert window.status.currentMessage() == "opening talk.json…"
    settle(qtbot, window)
    assert window.status.currentMessage() == ""
    window.files.close_active()
    assert panes._placeholder.startswith("No session is open.")
    window.open(tmp_path / "missing.json")
    qtbot.waitUntil(lambda: "missing.json" in window.views.messages.text(), timeout=PATIENCE_MS)
    assert panes._placeholder.startswith("No session is open.")


def test_many_files_are_summed_up_in_a_note(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    files = [write_talk(tmp_path, name=f"{at}.json") for at in range(3)]
    with qtbot.waitSignal(window.workspace.told, timeout=PATIENCE_MS) as told:
        window.files.open_files([*files, tmp_path / "broken.json"])
    banner = window.views.messages.banner("opened")
    assert banner is not None
    assert banner.text.text() == told.args[0]
    assert banner.property("role") == "notice"
    settle(qtbot, window)


def test_a_run_that_cannot_be_made_is_said_while_it_is_looked_at(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    first, bad = document_of(talk), talk.views.messages
    with qtbot.waitSignal(talk.presenter.failed, timeout=PATIENCE_MS):
        talk.intents.set_setting("select.strategy", "no-such-strategy")
    assert "last good one" in bad.text()
    assert first.run is not None
    talk.open(write_talk(tmp_path, name="other.json"))
    qtbot.waitUntil(lambda: document_of(talk) is not first, timeout=PATIENCE_MS)
    settle(qtbot, talk)
    assert bad.banner("run") is None, "the other session has nothing to do with it"
    with qtbot.waitSignal(talk.presenter.failed, timeout=PATIENCE_MS):
        talk.workspace.activate(first)
    assert bad.banner("run") is not None
    after(qtbot, talk, first.undo.undo)
    assert bad.banner("run") is None


def test_settings_with_mistakes_are_said_at_the_start(qtbot: QtBot) -> None:
    from gui.gui_helpers import counters

    from ctxlab.gui.preferences import Preferences
    from ctxlab.gui.theme.style import Look
    from ctxlab.settings import LoadedSettings, Settings

    loaded = LoadedSettings(Settings(), Settings(), ("settings.toml line 3: no such theme",))
    look = Look()
    made = MainWindow(look, Preferences(loaded, look, write=False), counters(), ask_before_quit=False)
    banner = made.views.messages.banner("settings")
    assert banner is not None
    assert banner.text.text() == "settings.toml line 3: no such theme"
    assert banner.property("role") == {Kind.ERROR: "alert", Kind.NOTE: "notice"}[Kind.ERROR]
    made.close()
    made.deleteLater()


def test_a_file_of_another_kind_is_said_to_be_none_and_what_can_be_opened_is_listed(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "README.md").write_text("# words", encoding="utf-8")
    window.open(tmp_path / "README.md")
    qtbot.waitUntil(lambda: bool(window.views.messages.text()), timeout=PATIENCE_MS)
    assert window.views.messages.text() == "README.md is not a session file."
    banner = window.views.messages.banner("file")
    assert banner is not None
    asking = next(one for one in banner.findChildren(QPushButton) if one.text() == "What can be opened?")
    asking.click()
    box = window.findChild(QMessageBox, "whatCanBeOpened")
    assert isinstance(box, QMessageBox)
    assert "Claude Code" in box.informativeText()
    box.close()


def test_every_fault_of_a_profile_has_a_line(talk: MainWindow, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(
        'schema = "ctxlab.profile/1"\nname = "x"\n[window]\nsize = -3\nfoo = 1\n', encoding="utf-8"
    )
    talk.files.use_profile(str(bad))
    lines = talk.views.messages.text().splitlines()
    assert lines[0] == "bad.toml: 2 problems:"
    assert [line.partition(",")[0] for line in lines[1:]] == ["line 4", "line 5"]
