"""Provenance in words."""

from __future__ import annotations

from datetime import UTC, datetime

from helpers.any_profile import HISTORIES
from hypothesis import given

from ctxlab.explain.provenance import Told, entry
from ctxlab.model.profile import Profile
from ctxlab.model.profile_diff import differences
from ctxlab.model.provenance import EDIT, SOLVE, Provenance, ProvenanceChange
from ctxlab.model.sweep import Place
from ctxlab.model.version import VERSION
from ctxlab.profiles.provenance import stamped

NOON = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)
LOCAL = NOON.astimezone().strftime("%Y-%m-%d %H:%M")
BASE = Profile(name="p").set("budget.history.cap", 9000)


def test_a_solution_is_told_with_its_sessions_and_changes() -> None:
    after = BASE.set("budget.history.cap", 8000)
    places = [Place(f"/s/{at}", 0, f"{at}.json", "ab" * 32 if at == 0 else "") for at in range(30)]
    told = stamped(
        after, by=SOLVE, sessions=places, kept=33, judged=34, changes=differences(BASE, after), at=NOON
    )
    found = entry(told.provenance[0], "en")
    assert found.head == (
        f"{LOCAL} · solved · on 30 sessions · 33 of 34 must-keeps survive · ctxlab {VERSION}"
    )
    assert found.sessions.startswith("sessions: 0.json (abababababab), 1.json, ")
    assert found.sessions.endswith(", 19.json, 10 more")
    assert found.changes == ("history: may use 1,000 tokens less (9,000 → 8,000)",)
    chinese = entry(told.provenance[0], "zh")
    assert chinese.head == (
        f"{LOCAL} · 求解得出 · 基于 30 个会话 · 34 个必留项中有 33 个保留 · ctxlab {VERSION}"
    )
    assert chinese.sessions.startswith("会话：0.json（abababababab），1.json，")
    assert chinese.changes == ("历史对话：可用的少了 1,000 个 token（9,000 → 8,000）",)


def test_an_edit_of_rules_and_rows_is_told_as_their_difference_is() -> None:
    after = BASE.set("must_keep", [{"text": "under 3,000"}]).set("gather.key_facts", True)
    told = stamped(after, by=EDIT, changes=differences(BASE, after), at=NOON).provenance[0]
    assert entry(told, "en") == Told(
        f"{LOCAL} · edited · ctxlab {VERSION}",
        "",
        ("Gather: hard demands as key facts: off → on", "must-keeps: with text under 3,000"),
    )


def test_what_was_cut_short_and_what_is_not_named_is_said() -> None:
    long = stamped(BASE, by=EDIT, changes=[("must_keep", (), ("x" * 300,))], at=NOON).provenance[0]
    (line,) = entry(long, "en").changes
    assert line.startswith('must-keeps: must-keeps: none → ["xxx')
    many = Provenance(at="2026-01-31T12:00:00Z", by="robot", session_count=1, changed=3, engine="")
    assert entry(many, "en") == Told(f"{LOCAL} · robot · on 1 session", "", ("3 more settings",))
    folded = Provenance(at="2026-01-31T12:00:00Z", by="earlier", folded=7)
    assert entry(folded, "en").head == f"{LOCAL} · 7 earlier steps"
    assert entry(folded, "zh").head == f"{LOCAL} · 更早的 7 步"


def test_what_a_file_was_made_to_say_is_told_as_it_stands() -> None:
    strange = Provenance(
        at="2026-01-31T12:00:00Z",
        by="edit",
        changed=3,
        changes=(
            ProvenanceChange(key="must_keep", before="no list", after="[1, 2"),
            ProvenanceChange(key="budget (order)", before='["nothing"]', after='["history"]'),
            ProvenanceChange(key="budget.history.cap", before="many", after=5),
        ),
    )
    assert entry(strange, "en").changes == (
        "must-keeps: must-keeps: no list → [1, 2",
        'budget table: budget (order): ["nothing"] → ["history"]',
        "history: cap: many → 5",
    )


@given(HISTORIES)
def test_anything_is_told(history: tuple[Provenance, ...]) -> None:
    for one in history:
        for language in ("en", "zh"):
            found = entry(one, language)
            assert found.head
            assert bool(found.sessions) is bool(one.sessions)
