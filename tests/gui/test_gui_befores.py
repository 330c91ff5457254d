"""What a document can be compared with, what a choice means, and what titles say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, TALK, counters, dispose, write_profile
from pytestqt.qtbot import QtBot

from ctxlab.errors import ProfileError
from ctxlab.formats.load import load
from ctxlab.gui.befores import before_of, choices, current, held, released, titled
from ctxlab.gui.counter_runner import CounterRunner
from ctxlab.gui.document import Document
from ctxlab.gui.models.diff_choices import BeforeChoice, BeforeKind
from ctxlab.gui.runner import LabBuilder, Runner
from ctxlab.gui.runs import Before, Run
from ctxlab.profiles import load_profile


@pytest.fixture
def document(qtbot: QtBot, tmp_path: Path) -> Iterator[Document]:
    """A talk of five requests under a profile of the user's own."""
    runner, counting = Runner(LabBuilder(counters())), CounterRunner(counters())
    talk = tmp_path / "talk.json"
    talk.write_text(json.dumps(TALK), encoding="utf-8")
    (session,) = load(talk)
    path = write_profile(tmp_path)
    made = Document(session, load_profile(path), runner, counting)
    made.profile_path = path
    yield made
    runner.close()
    counting.close()
    dispose(made)


def settle(qtbot: QtBot, document: Document) -> Run:
    document.start()
    qtbot.waitUntil(lambda: document.is_current, timeout=PATIENCE_MS)
    assert document.run is not None
    return document.run


def words(found: list[BeforeChoice], kind: BeforeKind) -> list[str]:
    return [one.words for one in found if one.kind is kind]


def test_all_that_can_stand_before_is_offered(document: Document, tmp_path: Path) -> None:
    document.look_at(3)
    found = choices(document, [tmp_path / "small.toml", tmp_path / "other.toml"])
    assert words(found, BeforeKind.SAVED) == ["saved profile (small.toml)"]
    assert words(found, BeforeKind.REQUEST) == [
        "previous request (2)",
        "next request (4)",
        "another request…",
    ]
    assert words(found, BeforeKind.UNMANAGED) == ["unmanaged: all that was recorded"]
    assert words(found, BeforeKind.RECORDED) == ["as recorded: what the agent had"]
    # the document's own profile is no other one
    profiles = words(found, BeforeKind.PROFILE)
    assert "small.toml" not in profiles
    assert {"gssc", "as-recorded", "other.toml"} <= set(profiles)
    assert profiles[-1] == "profile from a file…"
    assert not words(found, BeforeKind.STATE)


def test_the_ends_of_a_talk_have_one_neighbour(document: Document) -> None:
    assert words(choices(document), BeforeKind.REQUEST) == ["previous request (4)", "another request…"]
    (asks,) = (one for one in choices(document) if one.last)
    assert (asks.first, asks.last) == (1, 5)


def test_what_was_sent_is_offered_where_it_is_recorded(document: Document) -> None:
    (sent,) = (one for one in choices(document) if one.kind is BeforeKind.SENT)
    assert sent.refused == "not recorded at this request"
    recorded = replace(document.snapshot.request, sent="{}")
    document._snapshot = replace(document.snapshot, request=recorded)
    (sent,) = (one for one in choices(document) if one.kind is BeforeKind.SENT)
    assert sent.refused == ""


def test_a_choice_becomes_what_stands_before(document: Document, tmp_path: Path) -> None:
    assert before_of(BeforeChoice(BeforeKind.REQUEST, "", "2"), document) == Before(
        BeforeKind.REQUEST, request=2
    )
    profile = before_of(BeforeChoice(BeforeKind.PROFILE, "", str(tmp_path / "small.toml")), document)
    assert profile.profile == document.saved
    with pytest.raises(ProfileError):
        before_of(BeforeChoice(BeforeKind.PROFILE, "", str(tmp_path / "none.toml")), document)
    assert before_of(BeforeChoice(BeforeKind.SAVED, ""), document) == released()


def test_a_held_state_is_named_by_what_it_differs_in(qtbot: QtBot, document: Document) -> None:
    assert held(document, "en").name == "small.toml"
    document.edit("budget.history.cap", 40, "less")
    before = held(document, "en")
    assert (before.kind, before.name) == (BeforeKind.STATE, "history cap 40")
    document.set_before(before)
    assert current(document).words == "held: history cap 40"
    assert words(choices(document), BeforeKind.STATE) == ["held: history cap 40"]
    document.edit("budget.history.cap", 30, "still less")
    diff = titled(settle(qtbot, document), document, "en")
    assert diff is not None
    assert (diff.before_title, diff.after_title) == ("held: history cap 40", "history cap 30")
    held_choice = next(one for one in choices(document) if one.kind is BeforeKind.STATE)
    assert before_of(held_choice, document) is before


@pytest.mark.parametrize(
    ("choice", "before", "after"),
    [
        (BeforeChoice(BeforeKind.SAVED, ""), "small.toml as saved", "history cap 40"),
        (BeforeChoice(BeforeKind.UNMANAGED, ""), "unmanaged", "small.toml, history cap 40"),
        (BeforeChoice(BeforeKind.RECORDED, ""), "as recorded", "small.toml, history cap 40"),
        (BeforeChoice(BeforeKind.PROFILE, "", "gssc"), "gssc", "small.toml, history cap 40"),
        (BeforeChoice(BeforeKind.REQUEST, "", "2"), "request 2", "request 5"),
    ],
)
def test_titles_say_what_is_compared(
    qtbot: QtBot, document: Document, choice: BeforeChoice, before: str, after: str
) -> None:
    document.edit("budget.history.cap", 40, "less")
    document.set_before(before_of(choice, document))
    diff = titled(settle(qtbot, document), document, "en")
    assert diff is not None
    assert (diff.before_title, diff.after_title) == (before, after)


def test_where_nothing_can_stand_before_there_is_no_diff(qtbot: QtBot, document: Document) -> None:
    document.set_before(Before(BeforeKind.SENT))
    run = settle(qtbot, document)
    assert titled(run, document, "en") is None
    assert "not recorded" in str(run.refused)
