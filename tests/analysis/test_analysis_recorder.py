"""The recorder: what it records can be made again, of the file or of what was kept; by the library too."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import ctxlab
from ctxlab.analysis.recorder import LOG, Build, Recorder, restore
from ctxlab.errors import RequestError
from ctxlab.formats.load import load_bytes
from ctxlab.formats.writers.native import dumps_session
from ctxlab.lab import Lab
from ctxlab.model.marks import Marks
from ctxlab.model.session import Session
from ctxlab.paths import sample_sessions
from ctxlab.settings import RunsSettings, Settings, save_settings
from ctxlab.store.database import Database
from ctxlab.store.runs import RunStore

TRIP = "trip-hangzhou.ctx.json"
KEY = "sk-proj-" + "Zk4vT9wQ2mXc7LbN5rYs8HdF3gJp6KaE1uVo0TiW"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RunStore]:
    made = RunStore(Database(tmp_path / "runs.db"))
    yield made
    made.close()


@pytest.fixture
def lab() -> Iterator[Lab]:
    made = Lab(store=False)
    yield made
    made.close()


def of_user() -> RunStore:
    return RunStore(Database.default())


@pytest.mark.parametrize("profile", ["gssc", "as-recorded", "gssc-published-zh"])
@pytest.mark.parametrize("gone", [False, True])
def test_a_recorded_build_is_made_again_byte_for_byte(
    lab: Lab, store: RunStore, tmp_path: Path, profile: str, gone: bool
) -> None:
    file = Path(shutil.copy(sample_sessions(TRIP), tmp_path))
    session = lab.open(file)
    snapshot, chosen = session.at(request=20), lab.profile(profile).set("budget.history.cap", 700)
    marks = Marks(pins=(session.items[3].id,))
    trace = lab.build(snapshot, chosen, marks=marks)
    recorder = Recorder(store, clock=lambda: 12.0)
    number = recorder.record(Build(snapshot, chosen, marks, trace, 34.0, file))
    assert number is not None
    if gone:
        file.unlink()
    found = restore(store, number)
    assert found.from_file is not gone
    assert (found.build.at, found.build.milliseconds) == (12.0, 34.0)
    assert (found.profile, found.marks, found.session.marks) == (chosen, marks, marks)
    assert lab.build(found.snapshot, found.profile, marks=found.marks).to_json() == trace.to_json()


def test_a_file_that_changed_since_is_not_taken(lab: Lab, store: RunStore, tmp_path: Path) -> None:
    file = Path(shutil.copy(sample_sessions(TRIP), tmp_path))
    session = lab.open(file)
    snapshot, chosen = session.at(), lab.profile("gssc")
    trace = lab.build(snapshot, chosen)
    recorder = Recorder(store)
    number = recorder.record(Build(snapshot, chosen, session.marks, trace, 1.0, file)) or 0
    file.write_text(file.read_text(encoding="utf-8").replace("杭州", "苏州"), encoding="utf-8")
    found = restore(store, number)
    assert not found.from_file
    assert found.session.items == session.items


def test_a_converted_session_is_known_by_what_it_says(lab: Lab, store: RunStore, tmp_path: Path) -> None:
    session = lab.open(sample_sessions("script-from-chat.claude.jsonl"))
    file = tmp_path / "copy.ctx.json"
    file.write_text(dumps_session(session), encoding="utf-8")
    copy = lab.open(file)
    assert copy.origin == session.origin  # that of the log, not of the copy
    snapshot, chosen = copy.at(), lab.profile("gssc")
    number = Recorder(store).record(
        Build(snapshot, chosen, copy.marks, lab.build(snapshot, chosen), 1.0, file)
    )
    assert restore(store, number or 0).from_file
    file.write_text(dumps_session(replace(session, items=session.items[:-1])), encoding="utf-8")
    assert not restore(store, number or 0).from_file


def test_of_a_session_with_a_key_the_copy_has_a_stand_in_and_the_file_all(
    lab: Lab, store: RunStore, tmp_path: Path
) -> None:
    file = tmp_path / "talk.json"
    file.write_text(
        json.dumps({"messages": [{"role": "user", "content": f"OPENAI_API_KEY={KEY}"}]}), encoding="utf-8"
    )
    session = lab.open(file)
    snapshot, chosen = session.at(), lab.profile("gssc")
    build = Build(snapshot, chosen, session.marks, lab.build(snapshot, chosen), 1.0, file)
    recorder = Recorder(store)
    number = recorder.record(build) or 0
    assert store.builds()[0].hidden == 1
    assert KEY not in str(store.state(number))
    found = restore(store, number)
    assert (found.session.items[0].text, found.hidden) == (f"OPENAI_API_KEY={KEY}", 0)
    file.unlink()
    found = restore(store, number)
    assert (found.session.items[0].text, found.hidden) == ("OPENAI_API_KEY=[key 1]", 1)
    store.close()
    assert KEY.encode() not in (tmp_path / "runs.db").read_bytes()


def test_what_is_not_there_is_said(store: RunStore, lab: Lab) -> None:
    with pytest.raises(RequestError, match="no recorded build 7"):
        restore(store, 7)
    session = lab.open(sample_sessions(TRIP))
    snapshot, chosen = session.at(), lab.profile("gssc")
    build = Build(snapshot, chosen, session.marks, lab.build(snapshot, chosen), 1.0)
    number = Recorder(store).record(build) or 0
    store._database.write(lambda connection: connection.execute("DELETE FROM kept"), None)
    with pytest.raises(RequestError, match="not kept any more"):
        restore(store, number)


@pytest.mark.log_warnings
def test_each_build_is_a_line_of_the_log(store: RunStore, lab: Lab, caplog: pytest.LogCaptureFixture) -> None:
    session = lab.open(sample_sessions(TRIP))
    snapshot, chosen = session.at(), lab.profile("gssc")
    with caplog.at_level(logging.INFO, LOG):
        Recorder(store).record(Build(snapshot, chosen, session.marks, lab.build(snapshot, chosen), 1.0))
    (line,) = caplog.messages
    assert line.startswith("[monitor] total=")
    assert "杭" not in line


def test_the_library_records_when_it_is_asked_to_and_only_then() -> None:
    ctxlab.build(user_message="hello", profile="gssc")
    assert of_user().builds() == ()
    trace = ctxlab.build(user_message="hello", profile="gssc", record=True)
    (build,) = of_user().builds()
    assert build.figures.constructed == trace.totals.constructed
    assert build.figures.profile == "gssc"
    found = restore(of_user(), build.id)
    assert ctxlab.build(found.snapshot, found.profile).to_json() == trace.to_json()


def test_a_lab_records_each_build_but_not_what_it_builds_besides() -> None:
    lab = Lab(record=True)
    session = lab.open(sample_sessions(TRIP))
    lab.build(session.at(request=5), "gssc")
    lab.build(session.at(request=5), "gssc")
    lab.unmanaged(session.at(request=5))
    lab.recorded(session.at(request=5))
    lab.diagnose(session.at(request=5), "gssc", None, session.items[0].id)
    lab.ticks(session.at(request=5), lab.profile("gssc"))
    lab.close()
    assert lab.problems() == ()
    assert [one.figures.profile for one in of_user().builds()] == ["gssc", "gssc"]


def test_the_settings_say_how_many_a_lab_keeps() -> None:
    save_settings(Settings(runs=RunsSettings(keep=2)))
    lab = Lab(record=True)
    for text in ("one", "two", "three"):
        lab.build(Session.from_parts(user_message=text).at(), "gssc")
    lab.close()
    assert [one.id for one in of_user().builds()] == [3, 2]


def test_a_store_that_cannot_be_used_hinders_no_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("CTXLAB_DATA_DIR", str(tmp_path / "file" / "data"))
    lab = Lab(record=True)
    assert lab.build(Session.from_parts(user_message="hello").at(), "gssc").messages
    assert len(lab.problems()) == 1
    lab.close()


def test_a_key_in_a_title_is_not_recorded(lab: Lab, store: RunStore) -> None:
    read = load_bytes(
        json.dumps({"messages": [{"role": "user", "content": f"key={KEY}"}]}).encode(), "a.json"
    )
    session = replace(read[0], title=f"why is {KEY} refused")
    snapshot, chosen = session.at(), lab.profile("gssc")
    build = Build(snapshot, chosen, session.marks, lab.build(snapshot, chosen), 1.0)
    Recorder(store).record(build)
    # by one that finds the session kept already, too
    Recorder(store).record(build)
    assert [one.origin.title for one in store.builds()] == ["why is [key 1] refused"] * 2
