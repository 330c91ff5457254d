"""Every root cause has a session that ends in it, and the rows of the stages say how it came to that."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.cause_cases import CASES, LONG, NEWEST, RULE, TALK, Case, diagnosed
from helpers.tree import ROOT

from ctxlab.errors import RequestError
from ctxlab.lab import Lab
from ctxlab.model.cause import Cause, Passed
from ctxlab.model.constraint import Survived
from ctxlab.model.decision import Reason, Stage
from ctxlab.model.displaced import Displacer
from ctxlab.model.items import Row
from ctxlab.model.marks import MustKeep
from ctxlab.model.profile import Order

MIGRATIONS = ROOT / "sessions" / "migrations.claude.jsonl"
KEEP_OUT = "Do not touch anything under db/migrations/"


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    made = Lab(store=False)
    yield made
    made.close()


@pytest.mark.parametrize("name", CASES)
def test_a_session_ends_in_its_root_cause(name: str) -> None:
    found = diagnosed(CASES[name])
    assert found.cause is CASES[name].cause
    assert [row.stage for row in found.stages] == list(Stage)
    assert found.survival.verdict.kept == (found.cause.present or name == "replaced_by_the_user")


def test_every_root_cause_has_a_session() -> None:
    assert {case.cause for case in CASES.values()} == set(Cause)


def test_the_row_of_the_stage_that_lost_it_has_its_test_and_numbers() -> None:
    found = diagnosed(CASES["over_cap"])
    gather, select, summarize, construct = found.stages
    assert (found.stage, found.item, found.row, found.order) == (
        Stage.SELECT,
        "i1",
        Row.HISTORY,
        Order.NEWEST,
    )
    assert (gather.passed, gather.reason) == (Passed.PASSED, Reason.GATHERED)
    assert gather.held is not None
    assert gather.held.verdict is Survived.VERBATIM
    assert found.deciding == select
    assert (select.passed, select.item, select.reason) == (Passed.FAILED, "i1", Reason.OVER_CAP)
    # 6, 8, 5 and 20 were served before its 7.
    assert dict(select.numbers) == {"cap": 45, "used": 39, "need": 7, "left": 6, "count": 4}
    assert select.held is not None
    assert select.held.verdict is Survived.LOST
    assert [one.passed for one in (summarize, construct)] == [Passed.NEVER_REACHED] * 2
    assert [one.reason for one in (summarize, construct)] == [None, None]
    # It lacks one token, which the largest of them holds.
    assert found.displaced_by == (Displacer("i2", Row.HISTORY, 20),)


def test_behind_a_large_item_it_names_the_one_at_which_the_row_stopped() -> None:
    found = diagnosed(CASES["behind_overflow"])
    assert found.by == "i2"
    assert found.displaced_by == (Displacer("i2", Row.HISTORY, 0, blocks=True),)


def test_a_summary_that_says_another_value_is_named_with_what_it_says() -> None:
    found = diagnosed(CASES["value_changed"])
    assert (found.stage, found.by, found.evidence_item) == (Stage.SUMMARIZE, "i1~summary", "i1~summary")
    assert found.survival.verdict is Survived.CHANGED
    assert ("3000" in found.survival.was, "5000" in found.survival.now) == (True, True)


def test_what_the_user_replaced_is_superseded_though_it_still_stands() -> None:
    found = diagnosed(CASES["replaced_by_the_user"])
    assert (found.cause, found.stage, found.by) == (Cause.SUPERSEDED, None, "i3")
    assert found.survival.verdict is Survived.VERBATIM


def test_present_tells_its_depth_and_the_share_that_follows() -> None:
    found = diagnosed(CASES["deep"])
    # 7 of its own, then 23, 5 and 3 at the end: 31 of 38 follow; its framing of 3 stands before its words.
    assert (found.stage, found.item, found.evidence_item, found.depth) == (None, "i1", "i1", 3)
    assert found.follows == pytest.approx(31 / 38)
    assert [row.passed for row in found.stages] == [Passed.PASSED] * 4
    assert diagnosed(CASES["present"]).follows == pytest.approx(8 / 48)


def test_what_another_item_holds_is_present() -> None:
    table = f"{TALK}\ni7 assistant 2\ni8 user 1"
    echo = Case(Cause.PRESENT, table, f"{NEWEST} history.max_items=2", {"i1": RULE, "i7": f"Noted. {RULE}"})
    found = diagnosed(echo)
    assert (found.cause.present, found.item, found.evidence_item) == (True, "i7", "i7")


def test_a_summary_that_says_it_is_told_after_the_item_that_it_took_it_from() -> None:
    settings = f"{NEWEST} history.cap=45 history.overflow=compress summarize.max_tokens=40"
    found = diagnosed(Case(Cause.PRESENT, TALK, settings, {"i1": RULE}, says=f"Of dinner: {RULE}"))
    assert (found.cause.present, found.item) == (True, "i1~summary")
    assert [(row.item, row.reason, row.passed) for row in found.stages] == [
        ("i1", Reason.GATHERED, Passed.PASSED),
        ("i1", Reason.TO_SUMMARY, Passed.PASSED),
        ("i1", Reason.SUMMARISED, Passed.CUT),
        ("i1~summary", Reason.RENDERED, Passed.PASSED),
    ]


def test_of_several_the_one_that_since_names_decides_else_the_users_last() -> None:
    """i1 and i3 are the user's, i4 repeats them; all three are turned away by the same count."""
    texts = {"i1": RULE, "i3": RULE, "i4": RULE}
    settings = f"{NEWEST} history.max_items=1"
    for since, item in (("i1", "i1"), ("i4", "i4"), ("", "i3")):
        keep = MustKeep("rule", text=RULE, since=since)
        found = diagnosed(Case(Cause.OUTRANKED, TALK, settings, texts, keep))
        assert (found.cause, found.item) == (Cause.OUTRANKED, item)


def test_the_last_to_hold_it_decides_where_the_first_went_earlier() -> None:
    """i1 is replaced in the recording by i2, which says it; i2 then goes over the count."""
    table = "i1 user 4 gone by:i2\ni2 user 6 summary\ni3 user 2"
    texts = {"i1": RULE, "i2": f"They said: {RULE}"}
    found = diagnosed(Case(Cause.OUTRANKED, table, "summary.max_items=0", texts))
    assert (found.cause, found.stage, found.item) == (Cause.OUTRANKED, Stage.SELECT, "i2")


def test_a_side_chain_that_was_told_it_in_other_items_has_it() -> None:
    table = "i1 user 4\ni2 user 9 chain:sub\ni3 assistant 4 chain:sub\ni4 user 3 chain:sub"
    found = diagnosed(Case(Cause.PRESENT, table, "", {"i1": RULE, "i2": f"Find dinner. {RULE}"}, chain="sub"))
    assert (found.cause.present, found.item, found.stated_by) == (True, "i2", "")
    without = diagnosed(CASES["not_handed_over"])
    assert (without.item, without.stage, without.stated_by) == ("", None, "i1")
    assert {row.passed for row in without.stages} == {Passed.NEVER_REACHED}


def test_a_must_keep_may_be_an_item_a_source_a_number_or_a_pattern() -> None:
    settings = f"{NEWEST} history.max_items=2"
    for keep in (
        MustKeep("item", item="i1"),
        MustKeep("pattern", regex="spicy|hot", since="i1"),
        MustKeep("source", source="conversation"),
    ):
        found = diagnosed(Case(Cause.OUTRANKED, TALK, settings, {"i1": RULE}, keep))
        assert (found.cause, found.stage) == (Cause.OUTRANKED, Stage.SELECT)
    number = MustKeep("number", number="3,000")
    found = diagnosed(Case(Cause.CUT, "i1 user 9\ni2 user 1", "", {"i1": "At most 3000 yuan."}, number))
    assert (found.cause.present, found.item) == (True, "i1")
    missing = diagnosed(Case(Cause.NEVER_GATHERED, TALK, "", {}, MustKeep("docs", source="retrieved_doc")))
    assert (missing.cause, missing.item) == (Cause.NEVER_GATHERED, "")


def test_what_cannot_be_found_is_said(lab: Lab) -> None:
    snapshot = lab.open(MIGRATIONS).at()
    with pytest.raises(RequestError, match="cannot be judged"):
        lab.diagnose(snapshot, "as-recorded", None, MustKeep("broken", regex="("))
    with pytest.raises(RequestError, match="no item 'i999'"):
        lab.diagnose(snapshot, "as-recorded", None, MustKeep("gone", text="x", since="i999"))


def test_an_item_that_since_names_decides_though_its_words_are_others() -> None:
    keep = MustKeep("rule", text="hold the chillies", since="i1")
    found = diagnosed(
        Case(Cause.CUT, "i1 user 84\ni2 user 1", f"{NEWEST} history.per_item=40", {"i1": LONG}, keep)
    )
    assert (found.cause, found.item, found.stage) == (Cause.CUT, "i1", Stage.SELECT)


def test_the_recorded_case_is_superseded_by_the_summary(lab: Lab) -> None:
    session = lab.open(MIGRATIONS)
    (found,) = [one for one in lab.stated(session) if one.constraint.text == KEEP_OUT]
    for wanted in (KEEP_OUT, found.id):
        lost = lab.diagnose(session.at(16), "as-recorded", None, wanted)
        assert (lost.cause, lost.stage, lost.item, lost.by) == (Cause.SUPERSEDED, Stage.GATHER, "i1", "i46")
        assert not lost.survival.verdict.kept
    assert lab.diagnose(session.at(13), "as-recorded", None, KEEP_OUT).cause is Cause.DEEP
    assert lab.diagnose(session.at(14), "as-recorded", None, KEEP_OUT).cause is Cause.SUPERSEDED


def test_the_travel_limit_is_behind_a_large_item_from_turn_13_on(lab: Lab) -> None:
    session = lab.open(ROOT / "sessions" / "trip-hangzhou.ctx.json")
    profile = ROOT / "sessions" / "travel-agent.toml"
    assert lab.diagnose(session.at(turn=12), profile, None, "budget").cause is Cause.DEEP
    for wanted in ("budget", "预算三千以内"):
        found = lab.diagnose(session.at(turn=13), profile, None, wanted)
        assert (found.must_keep, found.cause, found.item, found.by) == (
            "budget",
            Cause.BEHIND_OVERFLOW,
            "i8",
            "i15",
        )
