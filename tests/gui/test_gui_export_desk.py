"""Exporting the profile from the window: the forms, what they leave unsaid, and what their library keeps."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from gui.gui_helpers import PATIENCE_MS, after, document_of, settle, write_talk
from gui.shell_desk import Answers
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ctxlab import export
from ctxlab.errors import CancelledError, PluginError, ProfileError
from ctxlab.gui import export_desk
from ctxlab.gui.asking import Work
from ctxlab.gui.export_desk import file_name
from ctxlab.gui.main_window import MainWindow
from ctxlab.gui.views.export_dialog import ExportDialog
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile
from ctxlab.model.settings_export import Exported, Form, Gap, Kept, Verified
from ctxlab.model.sweep import Place
from ctxlab.paths import sample_sessions
from ctxlab.profiles import load_profile

TARGET = Form("target", "Target", "目标", ".py", "targetlib")
GAPS = (Gap("budget.history.tier", "3", "no_tiers"), Gap("tokens.encoding", '"o200k_base"', "own_counter"))

Verify = Callable[[str, Profile, tuple[Place, ...]], Work[Verified]]


@pytest.fixture
def answers(talk: MainWindow) -> Answers:
    found = talk.exports.dialogs = Answers(talk)
    return found


@pytest.fixture
def target(talk: MainWindow, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """The window with one more form, of a library."""
    real = export.export

    def write(profile: Profile, form: str, *, base_text: str | None = None) -> Exported:
        if form != TARGET.name:
            return real(profile, form, base_text=base_text)
        return Exported(form, f"CAP = {profile.row(Row.HISTORY).cap}\n", ".py", GAPS)

    monkeypatch.setattr(export, "export", write)
    talk.casework.export._forms[TARGET.name] = TARGET
    return talk


def opened(window: MainWindow) -> ExportDialog:
    window.commands.export.trigger()
    found = window.casework.export.dialog
    assert found is not None
    return found


def use_verifier(monkeypatch: pytest.MonkeyPatch, verifier: Verify) -> None:
    monkeypatch.setattr(export_desk, "verifying", verifier)


def test_every_form_is_shown_as_it_will_be_written(
    talk: MainWindow, answers: Answers, tmp_path: Path
) -> None:
    profile, base = document_of(talk).profile, (tmp_path / "small.toml").read_text(encoding="utf-8")
    dialog = opened(talk)
    assert dialog.form == "toml"
    assert dialog.state() == "as saved in small.toml"
    assert [line.key for line in dialog.forms.rows.lines()] == [form.name for form in export.forms()]
    for form in export.forms():
        dialog.choose(form.name)
        shown = dialog.preview.toPlainText()
        assert shown.strip() == export.export(profile, form.name, base_text=base).text.strip()
        answers.chosen = tmp_path / f"out-{form.name}{form.ending}"
        dialog.save.click()
        assert answers.chosen.read_text(encoding="utf-8").strip() == shown.strip()
        assert Path(answers.asked[-1]) == tmp_path / file_name("small", export.export(profile, form.name))
        assert dialog.told() == f"Written: {answers.chosen}"
    assert load_profile(tmp_path / "out-toml.toml") == profile
    assert talk.status.currentMessage().startswith("exported out-")
    assert dialog.isVisible()


@pytest.mark.parametrize(
    ("text", "ending", "name"),
    [
        ("name = 1", ".toml", "my_travel-agent 2.toml"),
        ("CAP = 1", ".py", "my_travel_agent_2.py"),
        ("# Needs: pip\n#     from trimming import trim\nCAP = 1", ".py", "trimming.py"),
    ],
)
def test_a_file_is_suggested_under_a_name_that_works(text: str, ending: str, name: str) -> None:
    assert file_name("my/travel-agent 2", Exported("form", text, ending)) == name


def test_what_a_form_cannot_express_is_listed_with_what_happens_without_it(
    target: MainWindow, qtbot: QtBot
) -> None:
    dialog = opened(target)
    assert dialog.findings.tabs.button("gaps").text() == "Not expressed (0)"
    assert "all that the profile says" in dialog.findings.gaps.placeholder
    dialog.choose("target")
    assert dialog.findings.tabs.button("gaps").text() == "Not expressed (2)"
    lines = dialog.findings.gaps.rows.lines()
    assert [(line.lead, line.note) for line in lines] == [
        ("budget.history.tier", "3"),
        ("tokens.encoding", '"o200k_base"'),
    ]
    assert lines[1].text == "the library counts in its own way"
    dialog.findings.gaps.selectRow(1)
    assert dialog.findings.detail() == 'tokens.encoding: the library counts in its own way · "o200k_base"'


def test_the_text_is_copied_and_follows_the_run_that_is_shown(
    talk: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = opened(talk)
    assert "cap = 60" in dialog.preview.toPlainText()
    after(qtbot, talk, lambda: document_of(talk).edit("budget.history.cap", 77, "history"))
    assert "cap = 77" in dialog.preview.toPlainText()
    assert dialog.state() == "with edits that are not saved"
    dialog.copy.click()
    base = (tmp_path / "small.toml").read_text(encoding="utf-8")
    assert QGuiApplication.clipboard().text() == export.to_toml(document_of(talk).profile, base)
    assert dialog.copy.text() == "Copied"
    qtbot.waitUntil(lambda: dialog.copy.text() == "Copy", timeout=PATIENCE_MS)


def test_by_keyboard(talk: MainWindow, answers: Answers, tmp_path: Path) -> None:
    answers.chosen = tmp_path / "keys.json"
    dialog = opened(talk)
    dialog.forms.setFocus()
    QTest.keyClick(dialog.forms, Qt.Key.Key_Down)
    assert dialog.form == "json"
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert json.loads(answers.chosen.read_text(encoding="utf-8"))["name"] == "small"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert talk.casework.export.dialog is None
    assert opened(talk).form == "json", "the form that was chosen last"


def test_nothing_is_written_when_it_was_cancelled_or_cannot_be(
    talk: MainWindow, answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(tmp_path.iterdir())
    dialog = opened(talk)
    dialog.save.click()
    assert dialog.told() == ""
    answers.chosen = tmp_path / "no" / "out.toml"
    dialog.save.click()
    assert "cannot be written" in dialog.told()
    assert sorted(tmp_path.iterdir()) == before

    def refuse(_profile: Profile, _form: str, *, base_text: str | None = None) -> Exported:
        raise ProfileError("budget.history.cap: nothing can say this")

    monkeypatch.setattr(export, "export", refuse)
    dialog.choose("yaml")
    assert dialog.told() == "budget.history.cap: nothing can say this"
    assert not dialog.save.isEnabled()
    assert not dialog.copy.isEnabled()
    monkeypatch.undo()
    dialog.choose("json")
    assert dialog.save.isEnabled()


def test_only_what_a_library_reads_can_be_verified(target: MainWindow) -> None:
    dialog = opened(target)
    assert not dialog.findings.verify.isEnabled()
    dialog.findings.turn_to("kept")
    assert "there is nothing to run" in dialog.findings.kept.placeholder
    dialog.choose("target")
    assert dialog.findings.verify.isEnabled()
    assert dialog.findings.verify.text() == "Verify on 1 session"
    assert "runs the code of targetlib" in dialog.findings.kept.placeholder


def test_the_library_is_run_over_the_open_sessions_and_told_session_by_session(
    target: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = document_of(target)
    target.open(write_talk(tmp_path, [{"role": "user", "content": "alone"}], "other.json"))
    qtbot.waitUntil(lambda: target.workspace.active is not first, timeout=PATIENCE_MS)
    settle(qtbot, target)
    asked: list[tuple[str, tuple[Place, ...]]] = []

    kept = (
        Kept("talk", 3, ("a", "b"), ("a",), items=False, tokens_ours=1200, tokens_theirs=900),
        Kept("other", 1, ("c",), ("c",), items=True, tokens_ours=5, tokens_theirs=5),
    )

    def verifier(form: str, _profile: Profile, places: tuple[Place, ...]) -> Work[Verified]:
        asked.append((form, places))
        return lambda _cancelled, _progress: Verified(form, "targetlib", "1.2", kept)

    use_verifier(monkeypatch, verifier)
    target.workspace.activate(first)
    settle(qtbot, target)
    dialog = opened(target)
    dialog.choose("target")
    dialog.findings.verify.click()
    qtbot.waitUntil(lambda: not target.casework.export.errand.busy, timeout=PATIENCE_MS)
    assert [(form, [Path(one.file).name for one in places]) for form, places in asked] == [
        ("target", ["talk.json", "other.json"])
    ]
    assert dialog.findings.tabs.current == "kept"
    assert dialog.findings.tabs.button("kept").text() == "On the sessions (1 of 2 same)"
    assert dialog.findings.progress.said() == "targetlib 1.2"
    lines = dialog.findings.kept.rows.lines()
    assert [(line.pill, line.lead) for line in lines] == [("differs", "talk"), ("same", "other")]
    assert lines[0].text == "targetlib loses “b” · 0 items only here, 0 only there"
    assert lines[0].note == "1,200 tokens here, 900 there"
    dialog.findings.kept.activated.emit(dialog.findings.kept.model().index(1, 0))
    assert target.workspace.active is not first
    # what was found stays with its form, until the profile is another one
    dialog.choose("toml")
    assert dialog.findings.kept.rows.rowCount() == 0
    dialog.choose("target")
    assert dialog.findings.kept.rows.rowCount() == 2
    target.workspace.activate(first)
    after(qtbot, target, lambda: first.edit("budget.history.cap", 77, "history"))
    assert dialog.findings.kept.rows.rowCount() == 0


def test_verifying_is_stopped_and_goes_with_the_dialog(
    target: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Event()

    def work(cancelled: Callable[[], bool], _progress: object) -> Verified:
        while not cancelled():
            seen.wait(0.01)
        seen.set()
        raise CancelledError("stopped")

    use_verifier(monkeypatch, lambda *_asked: work)
    dialog = opened(target)
    dialog.choose("target")
    dialog.findings.verify.click()
    assert dialog.findings.stop.isVisible()
    assert dialog.findings.progress.said() == "0 of 1 sessions"
    dialog.findings.stop.click()
    qtbot.waitUntil(dialog.findings.verify.isVisible, timeout=PATIENCE_MS)
    assert "Stopped" in dialog.findings.kept.placeholder
    seen.clear()
    dialog.findings.verify.click()
    dialog.reject()
    assert not target.casework.export.errand.busy
    qtbot.waitUntil(seen.is_set, timeout=PATIENCE_MS)


def test_a_library_that_is_missing_is_told_with_what_to_install(
    target: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(*_given: object) -> Verified:
        raise PluginError("targetlib is not installed", hint="pip install targetlib")

    use_verifier(monkeypatch, lambda *_asked: work)
    dialog = opened(target)
    dialog.choose("target")
    dialog.findings.verify.click()
    qtbot.waitUntil(lambda: not target.casework.export.errand.busy, timeout=PATIENCE_MS)
    assert "pip install targetlib" in dialog.findings.kept.placeholder
    assert dialog.findings.verify.isEnabled()


def test_the_dialog_goes_with_its_session(talk: MainWindow) -> None:
    opened(talk)
    talk.workspace.close_document(document_of(talk))
    assert talk.casework.export.dialog is None


def test_langchain_itself_is_run_in_a_process_of_its_own(window: MainWindow, qtbot: QtBot) -> None:
    window.open(sample_sessions("trip-hangzhou.ctx.json"), str(sample_sessions("travel-agent.toml")))
    settle(qtbot, window)
    dialog = opened(window)
    dialog.choose("langchain-trim")
    assert "trim_messages" in dialog.preview.toPlainText()
    assert dialog.findings.gaps.rows.rowCount() > 0
    dialog.findings.verify.click()
    qtbot.waitUntil(lambda: not window.casework.export.errand.busy, timeout=3 * PATIENCE_MS)
    (line,) = dialog.findings.kept.rows.lines()
    assert line.lead == "trip-hangzhou"
    assert line.pill in ("same", "differs")
    assert "langchain-core" in dialog.findings.progress.said()


def test_comments_of_the_profile_are_exported_with_it(target: MainWindow, tmp_path: Path) -> None:
    document = document_of(target)
    path = document.profile_path
    assert path is not None
    path.write_text("# agreed with the team\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    target.intents.set_setting("budget.history.cap", 61)
    shown = opened(target).preview.toPlainText()
    assert shown.startswith("# agreed with the team\n")
    assert "cap = 6" in shown
