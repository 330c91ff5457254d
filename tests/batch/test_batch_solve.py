"""Solving caps over sessions in files, by real runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.solving import Runs, counted, marked, placed, solved
from helpers.spec import profile, session
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.batch.corpus import corpus_of
from ctxlab.batch.pool import process_pool
from ctxlab.batch.solve import solve
from ctxlab.batch.solve_ask import copies, parted
from ctxlab.errors import CancelledError, ProfileError
from ctxlab.formats.marks_file import marks_path
from ctxlab.model.items import Row
from ctxlab.model.marks import MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.model.solution import Aim, Demand, Proof, Solution, Solving, Step
from ctxlab.model.sweep import Place
from ctxlab.profiles import find_profile

SAMPLES = Path(__file__).parents[2] / "sessions"

#: A token for every three characters: i1 to i4 are 13, 5, 11 and 6, each with 3 of framing.
TALK = "i1 user 8\ni2 assistant 3\ni3 user 7\ni4 assistant 4\ni5 user 1"
STOP = "recent.rounds=0 history.cap=25 history.order=newest history.overflow=stop"


def _caps(found: Solution) -> dict[str, int]:
    return {one.row.value: one.after for one in found.caps}


def _labels(demands: tuple[Demand, ...]) -> list[tuple[int, str]]:
    return [(one.place, one.label) for one in demands]


def test_the_session_that_needs_most_decides(tmp_path: Path) -> None:
    sessions = [marked(TALK, a="i3.2"), marked(TALK, a="i4.1", b="i2.2")]
    found = solved(placed(tmp_path, sessions), counted(STOP))
    # newest first: i4 takes 10, i3 15, i2 7, i1 17
    assert found.proof is Proof.EXACT
    (cap,) = found.caps
    assert (cap.row, cap.before, cap.decided_by, cap.place) == (Row.HISTORY, 25, "i2.2", 1)
    runs = Runs(sessions, counted(STOP), (Row.HISTORY,))
    assert [runs.losing((at,)) for at in (cap.after, cap.after - 1)] == [0, 1]
    assert found.after is not None
    assert (found.before.losing, found.after.losing) == (1, 0)
    assert (found.before.judged, len(found.before.lost), len(found.after.lost)) == (3, 1, 0)
    assert found.after.tokens > found.before.tokens


def test_nearest_changes_only_what_has_to_change(tmp_path: Path) -> None:
    table = f"i0 system 9 doc\n{TALK}"
    settings = f"{STOP} retrieved_doc.cap=90 retrieved_doc.overflow=skip"
    places = placed(tmp_path, [marked(table, a="i2.2", b="i0.3")])
    near = _caps(solved(places, counted(settings), aim=Aim.NEAREST))
    small = _caps(solved(places, counted(settings)))
    assert near["retrieved_doc"] == 90
    assert small["retrieved_doc"] < 90
    assert near["history"] == small["history"] > 25


def test_rows_may_be_named_and_others_stay(tmp_path: Path) -> None:
    table = f"i0 system 9 doc\n{TALK}"
    settings = f"{STOP} retrieved_doc.cap=90 retrieved_doc.overflow=skip"
    places = placed(tmp_path, [marked(table, a="i2.2")])
    found = solved(places, counted(settings), rows=[Row.HISTORY])
    assert list(_caps(found)) == ["history"]
    assert found.profile is not None
    assert found.profile.row(Row.RETRIEVED_DOC).cap == 90


def test_a_row_without_a_cap_is_given_one(tmp_path: Path) -> None:
    places = placed(tmp_path, [marked(TALK, a="i2.2")])
    one = counted(STOP).set("budget.history.cap", None)
    found = solved(places, one, rows=[Row.HISTORY])
    assert found.caps[0].before is None
    assert found.caps[0].after == solved(places, counted(STOP)).caps[0].after


def test_so_many_sessions_may_lose(tmp_path: Path) -> None:
    sessions = [marked(TALK, a="i1.2"), marked(TALK, a="i4.1"), marked(TALK, a="i3.2")]
    places = placed(tmp_path, sessions)
    caps = [solved(places, counted(STOP), may_lose=count).caps[0].after for count in (0, 1, 2, 3)]
    assert caps == sorted(caps, reverse=True)
    assert caps[-1] == 0
    runs = Runs(sessions, counted(STOP), (Row.HISTORY,))
    assert [runs.losing((cap,)) for cap in caps] == [0, 1, 2, 3]
    one = solved(places, counted(STOP), may_lose=1)
    assert (one.given_up, one.proof) == ((0,), Proof.EXACT)
    assert one.after is not None
    assert _labels(one.after.lost) == [(0, "i1.2")]


def test_what_no_cap_keeps_is_told_and_may_be_given_up(tmp_path: Path) -> None:
    places = placed(tmp_path, [marked(TALK, a="i1.2", b="amber"), marked(TALK, a="i4.1")])
    found = solved(places, counted(f"{STOP} history.max_items=2"))
    assert (found.profile, found.caps, found.after) == (None, (), None)
    assert [(one.label, reason) for one, reason in found.kept_out] == [("i1.2", "count")]
    assert _labels(found.unjudged) == [(0, "amber")], "nothing says it"
    assert found.conflict == ()
    given = solved(places, counted(f"{STOP} history.max_items=2"), may_lose=1)
    assert given.profile is not None
    assert given.given_up == (0,)


#: Of 7 tokens whatever the caps, i3 takes 6 more, i1 and i2 some 15 to 20 each.
CROWDED = "i1 user 1\ni2 system 1 doc\ni3 assistant 1\ni4 user 1"
SAID = {
    "i1": "the amber one is what we want to see first of all",
    "i2": "the birch one is what they want to see first of all",
    "i3": "cedar it is",
    "i4": "go",
}
WINDOW = f"{STOP} retrieved_doc.cap=9 retrieved_doc.overflow=stop"


def test_two_that_do_not_fit_the_window_together_are_the_conflict(tmp_path: Path) -> None:
    one = marked(CROWDED, SAID, a="amber", b="birch", c="cedar")
    settings = profile(f"{WINDOW} window.size=40")
    found = solved(placed(tmp_path, [one]), settings)
    assert found.profile is None
    assert _labels(found.conflict) == [(0, "amber"), (0, "birch")]
    assert found.kept_out == ()
    for left in ("a", "b"):
        keeps = tuple(each for each in one.marks.must_keeps if each.id != left)
        less = replace(one, marks=replace(one.marks, must_keeps=keeps))
        folder = tmp_path / left
        folder.mkdir()
        assert solved(placed(folder, [less]), settings).profile is not None


def test_one_that_the_window_never_holds_is_kept_out(tmp_path: Path) -> None:
    sessions = [marked(CROWDED, SAID, a="amber", c="cedar"), marked(CROWDED, SAID, c="cedar")]
    found = solved(placed(tmp_path, sessions), profile(f"{WINDOW} window.size=18"))
    assert found.profile is None
    assert [(one.place, one.label, reason) for one, reason in found.kept_out] == [(0, "amber", "window")]
    assert found.conflict == ()
    given = solved(placed(tmp_path, sessions), profile(f"{WINDOW} window.size=18"), may_lose=1)
    assert given.given_up == (0,)


def test_a_context_that_never_fits_is_told_as_a_whole(tmp_path: Path) -> None:
    places = placed(tmp_path, [marked(f"i0 system 90\n{TALK}", a="i4.1")])
    found = solved(places, profile(f"{STOP} window.size=60 system_prompt.tier=1"))
    assert [(one.place, one.id, reason) for one, reason in found.kept_out] == [(0, "", "window")]


def test_two_sessions_may_be_in_conflict(tmp_path: Path) -> None:
    """In the first session the larger cap lets a document in beside which birch is out.

    A row that skips has i2 where i1 does not fit, so that each session holds alone.
    """
    skip = "retrieved_doc.cap=9 retrieved_doc.overflow=skip window.size=30 retrieved_doc.tier=3"
    texts = {"i1": SAID["i1"], "i2": "birch it is", "i3": "go"}
    first = marked("i1 system 1 doc\ni2 system 1 doc\ni3 user 1", texts, b="birch")
    other = marked("i1 system 1 doc\ni2 user 1", {"i1": SAID["i1"], "i2": "go"}, a="amber")
    both = solved(placed(tmp_path, [first, other]), profile(skip))
    assert both.profile is None
    assert _labels(both.conflict) == [(0, "birch"), (1, "amber")]
    assert both.kept_out == ()
    given = solved(placed(tmp_path, [first, other]), profile(skip), may_lose=1)
    assert given.after is not None
    # the smaller cap is the one that keeps birch
    assert (given.given_up, _labels(given.after.lost)) == ((1,), [(1, "amber")])


def test_nothing_that_is_asked_for_is_no_solution(tmp_path: Path) -> None:
    found = solved(placed(tmp_path, [session(TALK)]), counted(STOP))
    assert (found.profile, found.before.judged, found.kept_out, found.conflict) == (None, 0, (), ())


def test_a_must_keep_that_cannot_be_judged_is_told(tmp_path: Path) -> None:
    one = marked(TALK, a="i4.1")
    keeps = (*one.marks.must_keeps, MustKeep("b", item="i99"))
    places = placed(tmp_path, [replace(one, marks=replace(one.marks, must_keeps=keeps))])
    found = solved(places, counted(STOP))
    assert found.profile is not None
    assert _labels(found.unjudged) == [(0, "i99")]


def test_the_must_keeps_of_the_profile_count_in_every_session(tmp_path: Path) -> None:
    places = placed(tmp_path, [session(TALK), session(TALK, texts={"i1": "amber"})])
    one = counted(STOP).set("must_keep", [{"text": "amber"}])
    found = solved(places, one)
    assert found.profile is not None
    # the first session never says it
    assert _labels(found.unjudged) == [(0, "amber")]


def test_a_session_that_cannot_be_read_any_more_is_one_that_loses(tmp_path: Path) -> None:
    places = placed(tmp_path, [marked(TALK, a="i4.1"), marked(TALK, a="i3.1")])
    Path(places[0].file).write_text("{}", "utf-8")
    found = solved(places, counted(STOP))
    assert found.profile is None
    assert [place for place, _ in found.before.failed] == [0]
    assert solved(places, counted(STOP), may_lose=1).given_up == (0,)


def test_it_solves_on_half_of_the_samples_and_verifies_on_the_other() -> None:
    """The sessions that come with the program, and the profile under which the travel agent forgot."""
    places = corpus_of([SAMPLES]).places
    travel = find_profile(SAMPLES / "travel-agent.toml")
    steps = solve(places, travel, hold_out=0.5, seed=2, store=False)
    *_, found = steps
    assert isinstance(found, Solution)
    assert found.profile is not None
    assert found.after is not None
    assert found.held_out is not None
    assert found.held_out_before is not None
    assert len(found.after.places) == len(found.held_out.places) == 3
    assert sorted((*found.after.places, *found.held_out.places)) == list(range(6))
    assert (found.after.losing, found.after.lost) == (0, ())
    # all that is shown is what runs of the solved profile show, over both halves
    runs = Runs([_open(places[at]) for at in found.after.places], found.profile, ())
    assert runs.losing(None) == 0
    other = Runs([_open(places[at]) for at in found.held_out.places], found.profile, ())
    assert other.losing(None) == found.held_out.losing
    was = Runs([_open(places[at]) for at in found.held_out.places], travel, ())
    assert was.losing(None) == found.held_out_before.losing


def _open(place: Place) -> Session:
    from ctxlab.batch.corpus import open_place

    return open_place(place)


def test_the_same_seed_holds_out_the_same_sessions(tmp_path: Path) -> None:
    places = placed(tmp_path, [marked(TALK, {"i5": f"question {at}"}, a="i4.1") for at in range(6)])

    def held(seed: int) -> tuple[int, ...]:
        *_, found = solve(places, counted(STOP), hold_out=0.34, seed=seed, store=False)
        assert isinstance(found, Solution)
        assert found.held_out is not None
        return found.held_out.places

    assert held(1) == held(1)
    assert len(held(1)) == 2
    assert len({held(seed) for seed in range(8)}) > 1


def test_copies_of_one_session_are_held_out_together(tmp_path: Path) -> None:
    """Also where one of them has other marks: what it teaches is known from the other."""
    texts = [{"i5": f"question {at}"} for at in range(4)]
    sessions = [marked(TALK, text, a="i4.1") for text in texts] + [marked(TALK, texts[0], a="i3.1")]
    places = placed(tmp_path, [*sessions, marked(TALK, texts[0], a="i4.1")])
    sides: set[bool] = set()
    for seed in range(6):
        *_, found = solve(places, counted(STOP), hold_out=0.5, seed=seed, store=False)
        assert isinstance(found, Solution)
        assert found.held_out is not None
        assert found.copies == ((0, 4, 5),)
        assert len(found.held_out.places) == len(found.solved_on) == 3
        held = {place in found.held_out.places for place in (0, 4, 5)}
        assert len(held) == 1
        sides |= held
    assert sides == {True, False}


def test_where_all_are_copies_of_one_session_none_is_held_out(tmp_path: Path) -> None:
    places = placed(tmp_path, [marked(TALK, a="i4.1") for _ in range(3)])
    *_, found = solve(places, counted(STOP), hold_out=0.5, store=False)
    assert isinstance(found, Solution)
    assert (found.held_out, found.solved_on, found.copies) == (None, (0, 1, 2), ((0, 1, 2),))


@given(st.lists(st.sampled_from("aabcd"), min_size=1, max_size=12), st.floats(0, 0.99), st.integers(0, 5))
def test_sessions_are_parted_with_copies_on_one_side(contents: list[str], share: float, seed: int) -> None:
    on, held = parted(copies(contents), share, seed)
    assert sorted((*on, *held)) == list(range(len(contents)))
    assert not {contents[at] for at in on} & {contents[at] for at in held}
    assert on
    assert bool(held) == (share > 0 and len(set(contents)) > 1)


def test_constraints_that_sessions_state_are_kept_when_asked_for(tmp_path: Path) -> None:
    """A raw transcript without a mark: what the user demands in it has to survive, in whatever words."""
    texts = {
        "i1": "You must never pay more than 3,000 yuan for the hotel.",
        "i3": "Tell me about the weather.",
    }
    one = session(TALK, texts=texts)
    places = placed(tmp_path, [one])
    settings = counted(STOP)
    assert solved(places, settings).profile is None
    *_, found = solve(places, settings, stated=True, store=False)
    assert isinstance(found, Solution)
    assert found.stated
    assert found.after is not None
    assert (len(found.before.lost), len(found.after.lost), found.after.judged) == (1, 0, 1)
    assert "3,000" in found.caps[0].decided_by


def test_stated_constraints_that_no_cap_keeps_are_told_and_passed_over(tmp_path: Path) -> None:
    texts = {"i1": "You must never pay more than 3,000 yuan.", "i3": "Never book a red-eye flight."}
    places = placed(tmp_path, [session(TALK, texts=texts)])
    *_, found = solve(places, counted(f"{STOP} history.max_items=2"), stated=True, store=False)
    assert isinstance(found, Solution)
    assert found.profile is not None
    assert [(one.label, reason) for one, reason in found.kept_out] == [
        ("You must never pay more than 3,000 yuan", "count")
    ]
    assert found.after is not None
    assert (found.after.judged, found.after.lost) == (1, ())


def test_only_sessions_that_hold_under_no_caps_have_to_be_given_up(tmp_path: Path) -> None:
    texts = {"i1": "You must never pay more than 3,000 yuan.", "i3": "Never book a red-eye flight."}
    places = placed(tmp_path, [session(TALK, texts=texts), marked(TALK, a="i1.2")])
    *_, found = solve(places, counted(f"{STOP} history.max_items=2"), stated=True, store=False)
    assert isinstance(found, Solution)
    assert found.profile is None
    assert {one.place for one, _ in found.kept_out} == {0, 1}
    assert found.forced == (1,)


def test_workers_find_the_same(tmp_path: Path) -> None:
    names = ["i1.2", "i2.2", "i3.2", "i4.2"]
    settings = counted(f"{STOP} history.overflow=compress summarize.max_tokens=12")
    places = placed(tmp_path, [marked(TALK, a=names[at % 4], b=names[at % 3]) for at in range(6)])
    here = solved(places, settings)
    pool = process_pool(2)
    try:
        *_, there = solve(places, settings, executor=pool, store=False)
    finally:
        pool.stop()
    assert isinstance(there, Solution)
    assert (there.caps, there.after, there.proof) == (here.caps, here.after, here.proof)


def test_it_tells_how_far_it_is_and_stops_when_told(tmp_path: Path) -> None:
    places = placed(tmp_path, [marked(TALK, a="i1.2") for _ in range(4)])
    steps = list(solve(places, counted(STOP), store=False))
    told = [one for one in steps[:-1] if isinstance(one, Solving)]
    assert len(told) == len(steps) - 1
    assert {one.stage for one in told} >= {Step.READ, Step.CHECK, Step.SEARCH}
    assert all(0 <= one.done <= one.of for one in told)
    asked: Iterator[bool] = iter([False, False, True])
    with pytest.raises(CancelledError):
        list(solve(places, counted(STOP), cancelled=lambda: next(asked), store=False))


def test_marks_that_change_between_two_solves_count(tmp_path: Path) -> None:
    history = [{"role": "user", "content": f"amber{at} it is"} for at in range(4)]
    talk = {"system_prompt": "Be short.", "user_message": "go", "conversation_history": history}
    (tmp_path / "a.json").write_text(json.dumps(talk), "utf-8")
    places = corpus_of([tmp_path]).places
    caps: list[int] = []
    for said in ("amber3", "amber0"):
        marks = {"schema": "ctxlab.marks/1", "must_keeps": [{"id": "a", "text": said}]}
        (tmp_path / "a.marks.json").write_text(json.dumps(marks), "utf-8")
        caps.append(solved(places, counted(STOP)).caps[0].after)
    assert caps[0] < caps[1]


def test_the_solved_profile_tells_how_it_came_about(tmp_path: Path) -> None:
    places = placed(tmp_path, [marked(TALK, a="i2.2")])
    found = solved(places, counted(STOP))
    assert found.profile is not None
    (entry,) = found.profile.provenance
    assert (entry.by, entry.session_count, entry.kept, entry.judged) == ("solve", 1, 1, 1)
    assert [(one.key, one.before, one.after) for one in entry.changes] == [
        ("budget.history.cap", 25, found.caps[0].after)
    ]


@pytest.mark.parametrize(
    ("settings", "rows", "words"),
    [
        (STOP, [Row.RETRIEVED_DOC], "keeps all"),
        ("recent.rounds=0", None, "no row has a cap"),
        ("select.strategy=hello-agents", None, "follows no caps"),
    ],
)
def test_rows_that_cannot_be_solved_are_refused(
    tmp_path: Path, settings: str, rows: list[Row] | None, words: str
) -> None:
    places = placed(tmp_path, [marked(TALK, a="i4.1")])
    one: Profile = counted(settings)
    with pytest.raises(ProfileError, match=words):
        solved(places, one, rows=rows)


def test_a_session_whose_marks_cannot_be_read_is_no_session_that_keeps_them(tmp_path: Path) -> None:
    places = placed(tmp_path, [marked(TALK, a="i3.2"), marked(TALK, a="i4.1")])
    file = Path(places[0].file)
    marks_path(file).write_text("garbage", "utf-8")
    found = solved(places, counted(STOP))
    assert found.profile is None
    assert [place for place, _ in found.before.failed] == [0]
