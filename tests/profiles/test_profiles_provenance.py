"""Provenance: what a profile tells of how it came about, which no setting depends on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from helpers.any_profile import HISTORIES, PROFILES, settings
from hypothesis import given

from ctxlab.errors import ProfileError
from ctxlab.model.profile import Profile
from ctxlab.model.profile_diff import differences
from ctxlab.model.provenance import (
    EARLIER,
    EDIT,
    MOST_CHANGES,
    MOST_ENTRIES,
    MOST_SESSIONS,
    SOLVE,
    Provenance,
    ProvenanceChange,
    ProvenanceSession,
)
from ctxlab.model.sweep import Place
from ctxlab.model.version import VERSION
from ctxlab.profiles import dumps, load_profile, parse, profile_sha256, save_profile
from ctxlab.profiles.edit import edited
from ctxlab.profiles.provenance import continued, stamped

NOON = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)
BASE = Profile(name="p").set("budget.history.cap", 9000)
TEXT = """\
# mine
schema = "ctxlab.profile/1"
name = "p"

[budget.history]
cap = 9000  # measured
overflow = "keep"
order = "given"
tier = 2
"""


def place(number: int) -> Place:
    return Place(f"/s/{number}.json", 0, f"{number}.json", f"{number:064x}")


def test_an_entry_tells_when_by_what_on_which_sessions_and_what_changed() -> None:
    after = BASE.set("budget.history.cap", 8000)
    told = stamped(
        after,
        by=SOLVE,
        sessions=[place(1), place(2)],
        kept=5,
        judged=6,
        changes=differences(BASE, after),
        at=NOON,
    )
    assert told.provenance == (
        Provenance(
            at="2026-01-31T12:00:00+00:00",
            by="solve",
            engine=VERSION,
            session_count=2,
            sessions=(
                ProvenanceSession(title="1.json", sha256="000000000000"),
                ProvenanceSession(title="2.json", sha256="000000000000"),
            ),
            kept=5,
            judged=6,
            changed=1,
            changes=(ProvenanceChange(key="budget.history.cap", before=9000, after=8000),),
        ),
    )
    assert dumps(told).endswith(
        """
[[provenance]]
at = "2026-01-31T12:00:00+00:00"
by = "solve"
engine = "0.1.0"
session_count = 2
sessions = [
    { title = "1.json", sha256 = "000000000000" },
    { title = "2.json", sha256 = "000000000000" },
]
kept = 5
judged = 6
changed = 1
changes = [
    { key = "budget.history.cap", before = 9000, after = 8000 },
]
"""
    )


def test_it_is_now_unless_a_time_is_given() -> None:
    (entry,) = stamped(BASE, by=EDIT).provenance
    told = datetime.fromisoformat(entry.at)
    assert told.tzinfo is not None
    assert abs(datetime.now(UTC) - told) < timedelta(minutes=5)
    east = NOON.astimezone(timezone(timedelta(hours=8)))
    assert stamped(BASE, by=EDIT, at=east).provenance[0].at == "2026-01-31T20:00:00+08:00"


def test_what_is_told_is_bounded() -> None:
    told = stamped(
        BASE,
        by=SOLVE,
        sessions=[place(number) for number in range(60)],
        changes=[(f"published.k{number}", number, number + 1) for number in range(100)],
    )
    (entry,) = told.provenance
    assert (entry.session_count, len(entry.sessions)) == (60, MOST_SESSIONS)
    assert (entry.changed, len(entry.changes)) == (100, MOST_CHANGES)
    long = stamped(BASE, by=EDIT, changes=[("description", "", "x" * 10_000)]).provenance[0].changes[0]
    assert isinstance(long.after, str)
    assert len(long.after) == 200


def test_values_are_told_as_a_file_can_hold_them() -> None:
    after = (
        BASE.set("budget.history.overflow", "skip")
        .set("must_keep", [{"text": "under 3,000"}])
        .set("gather.key_facts", True)
        .set("window.size", 64_000)
    )
    told = {
        one.key: one.after
        for one in stamped(after, by=EDIT, changes=differences(BASE, after)).provenance[0].changes
    }
    assert told == {
        "window.size": 64_000,
        "budget.history.overflow": "skip",
        "gather.key_facts": True,
        "must_keep": '[{"text": "under 3,000"}]',
    }
    name = Place("f", 0, "half \ud83d", "")
    assert stamped(BASE, by=SOLVE, sessions=[name]).provenance[0].sessions[0].title == "half ?"


def test_the_oldest_entries_are_told_in_one() -> None:
    profile = stamped(BASE, by=SOLVE, sessions=[place(1)], kept=1, judged=1, changes=[("a", 1, 2)], at=NOON)
    for number in range(MOST_ENTRIES + 1):
        later = NOON + timedelta(days=number + 1)
        profile = stamped(profile, by=EDIT, changes=[("b", number, number + 1)], at=later)
    first, second, *rest = profile.provenance
    assert len(rest) + 2 == MOST_ENTRIES
    assert first == Provenance(
        at="2026-02-02T12:00:00+00:00",
        by=EARLIER,
        engine=VERSION,
        changed=2,
        changes=(
            ProvenanceChange(key="a", before=1, after=2),
            ProvenanceChange(key="b", before=0, after=2),
        ),
        folded=3,
    )
    assert second.changes == (ProvenanceChange(key="b", before=2, after=3),)
    assert rest[-1].changes == (ProvenanceChange(key="b", before=50, after=51),)


def test_a_saved_edit_is_told_and_what_was_told_stays(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(TEXT, encoding="utf-8")
    save_profile(load_profile(file).set("budget.history.cap", 8000), file, by=EDIT)
    text = file.read_text(encoding="utf-8")
    assert text.startswith(TEXT.replace("9000", "8000") + "\n[[provenance]]\n")
    # somebody who read the profile before that saves another edit
    save_profile(parse(TEXT).set("budget.history.tier", 1), file, by=EDIT)
    saved = load_profile(file)
    assert [[tuple(change) for change in _changes(entry)] for entry in saved.provenance] == [
        [("budget.history.cap", 9000, 8000)],
        [("budget.history.cap", 8000, 9000), ("budget.history.tier", 2, 1)],
    ]
    assert file.read_text(encoding="utf-8").startswith(TEXT.replace("tier = 2", "tier = 1"))


def _changes(entry: Provenance) -> list[tuple[str, Any, Any]]:
    return [(one.key, one.before, one.after) for one in entry.changes]


def test_an_edit_that_an_entry_tells_already_is_not_told_twice(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(TEXT, encoding="utf-8")
    base = load_profile(file)
    solved = base.set("budget.history.cap", 7000)
    solved = stamped(solved, by=SOLVE, changes=differences(base, solved), at=NOON)
    save_profile(solved, file, by=EDIT)
    assert [one.by for one in load_profile(file).provenance] == [SOLVE]
    save_profile(solved.set("budget.history.cap", 7500).set("name", "q"), file, by=EDIT)
    last = load_profile(file).provenance[-1]
    assert (last.by, _changes(last)) == (EDIT, [("name", "p", "q"), ("budget.history.cap", 7000, 7500)])


def test_saving_what_did_not_change_tells_nothing(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(TEXT, encoding="utf-8")
    save_profile(load_profile(file), file, by=EDIT)
    assert file.read_text(encoding="utf-8") == TEXT


def test_entries_that_were_folded_since_are_not_taken_for_new_ones() -> None:
    before = BASE
    for number in range(MOST_ENTRIES):
        before = stamped(before, by=EDIT, changes=[("a", number, number + 1)], at=NOON + timedelta(number))
    disk = stamped(before, by=EDIT, changes=[("a", -1, -2)], at=NOON + timedelta(99))
    again = continued(before.set("budget.history.cap", 1), disk, by=EDIT)
    assert again.provenance[-2] == disk.provenance[-1]
    assert _changes(again.provenance[-1]) == [("budget.history.cap", 9000, 1)]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('at = "yesterday"', "'yesterday' is no time"),
        ('at = "2026-01-31T12:00:00"', "says no time zone"),
        ("at = 5", "cannot be 5"),
        ('at = "2026-01-31T12:00:00Z"\nkept = -1', "cannot be -1"),
        ('at = "2026-01-31T12:00:00Z"\nbuy = "x"', "unknown setting"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(line: str, told: str) -> None:
    with pytest.raises(ProfileError) as caught:
        parse(f'{TEXT}\n[[provenance]]\nby = "x"\n{line}\n', "p.toml")
    assert told in str(caught.value)
    assert caught.value.problems[0].where.line in (13, 14)


def test_it_is_no_setting() -> None:
    for key in ("provenance", "provenance.at"):
        with pytest.raises(ProfileError, match="is no setting"):
            BASE.set(key, "x")
    with pytest.raises(ProfileError, match="tables, each under"):
        parse('schema = "ctxlab.profile/1"\nprovenance = "me"\n')


@given(PROFILES, HISTORIES)
def test_it_is_read_as_it_was_written(profile: Profile, history: tuple[Provenance, ...]) -> None:
    told = profile.with_parts(provenance=history)
    again = parse(dumps(told))
    assert again == profile
    assert again.provenance == history
    assert parse(dumps(told, provenance=False)).provenance == ()


@given(PROFILES, HISTORIES, HISTORIES, settings())
def test_editing_the_text_of_a_file_gives_both(
    profile: Profile, old: tuple[Provenance, ...], new: tuple[Provenance, ...], setting: tuple[str, Any]
) -> None:
    text = dumps(profile.with_parts(provenance=old))
    changed = _set(profile, *setting).with_parts(provenance=new)
    again = parse(edited(text, changed))
    assert again == changed
    assert again.provenance == new


def _set(profile: Profile, key: str, value: Any) -> Profile:
    try:
        return profile.set(key, value)
    except ProfileError:
        return profile


@given(PROFILES, HISTORIES)
def test_nothing_depends_on_it(profile: Profile, history: tuple[Provenance, ...]) -> None:
    told = profile.with_parts(provenance=history)
    assert told == profile
    assert hash(told) == hash(profile)
    assert profile_sha256(told) == profile_sha256(profile)
    assert differences(profile, told) == ()
    assert told.set("description", "x").provenance == history
