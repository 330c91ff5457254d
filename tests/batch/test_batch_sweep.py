"""Sweeps: what a session comes to under each variant, by whatever workers, and what stops one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from helpers.sweeps import newest, write_corpus, write_keywords, write_talk

from ctxlab.batch import sweep_job, sweep_keys
from ctxlab.batch.corpus import corpus_of, open_place
from ctxlab.batch.grid import variants
from ctxlab.batch.pool import process_pool
from ctxlab.batch.sweep import sweep
from ctxlab.batch.sweep_job import outcome_of
from ctxlab.errors import CancelledError, ExecutorError
from ctxlab.lab import Lab
from ctxlab.model.profile import Profile
from ctxlab.model.sweep import Outcome, Place, Sweep, Variant
from ctxlab.profiles import builtin

CAPS = ["budget.history.cap=100:500:100"]


def whole(places: tuple[Place, ...], chosen: tuple[Variant, ...], **asked: Any) -> Sweep:
    """A sweep to its end, in one thread unless told otherwise."""
    with ThreadPoolExecutor(1) as pool:
        *_, last = sweep(places, chosen, **{"executor": pool, "store": False, **asked})
    return last


def test_each_session_has_its_outcome_under_each_variant(tmp_path: Path) -> None:
    places = corpus_of([write_corpus(tmp_path / "c", 4)]).places
    found = whole(places, variants(newest(), CAPS))
    assert found.whole
    # demand and question are 40 tokens; before them go 118, 218 ... tokens of history
    assert [[one.tokens if one else None for one in row] for row in found.outcomes] == [
        [40, 40, 40, 40],
        [158, 40, 40, 40],
        [158, 258, 40, 40],
        [158, 258, 358, 40],
        [158, 258, 358, 458],
    ]
    assert [[len(one.lost) if one else None for one in row] for row in found.outcomes] == [
        [1, 1, 1, 1],
        [0, 1, 1, 1],
        [0, 0, 1, 1],
        [0, 0, 0, 1],
        [0, 0, 0, 0],
    ]
    first = found.outcomes[0][0]
    assert first is not None
    assert (first.judged, first.lost, first.limit, first.over) == (("budget",), ("budget",), 64000, 0)
    assert (found.builds, found.found, found.cheapest) == (20, 0, 4)


def lab_alone(place: Place, profile: Profile) -> Outcome:
    return outcome_of(Lab(store=False).build(open_place(place).at(), profile), profile)


@pytest.mark.parametrize("name", ["gssc", "long", "as-recorded", "split-budget"])
def test_an_outcome_is_what_a_lab_gives_that_builds_the_session_alone(name: str) -> None:
    places = corpus_of([Path(__file__).parents[2] / "sessions"]).places
    chosen = variants(builtin(name), ["budget.history.cap=300,900", "budget.tool_result.cap=200,none"])
    found = whole(places, chosen)
    assert len(places) > 3
    for variant, row in zip(chosen, found.outcomes, strict=True):
        assert list(row) == [lab_alone(place, variant.profile) for place in places]


@pytest.mark.parametrize("make", [lambda: ThreadPoolExecutor(3), lambda: process_pool(2), lambda: None])
def test_the_workers_make_no_difference(tmp_path: Path, make: Callable[[], Executor | None]) -> None:
    places = corpus_of([write_corpus(tmp_path / "c", 3)]).places
    chosen = variants(newest(), ["budget.history.cap=100:500:25"])
    expected = whole(places, chosen).outcomes
    executor = make()
    try:
        assert whole(places, chosen, executor=executor, workers=2).outcomes == expected
    finally:
        if executor is not None:
            executor.shutdown()


def test_it_gets_better_with_each_job(tmp_path: Path) -> None:
    places = corpus_of([write_corpus(tmp_path / "c", 3)]).places
    with ThreadPoolExecutor(1) as pool:
        found = list(sweep(places, variants(newest(), CAPS), executor=pool, workers=1, store=False))
    assert [one.done for one in found] == [0, 5, 10, 15]
    assert [one.whole for one in found] == [False, False, False, True]


def test_all_requests_count_and_what_is_lost_at_one_is_lost(tmp_path: Path) -> None:
    file = write_talk(tmp_path / "a.ctx.json", [10, 300, 10])
    places = corpus_of([file]).places
    chosen = variants(newest(), ["budget.history.cap=50,5000"])
    last, every = whole(places, chosen), whole(places, chosen, requests="all")
    session = open_place(places[0])
    lab = Lab(store=False)
    for variant, of_last, of_all in zip(chosen, last.outcomes, every.outcomes, strict=True):
        alone = [
            outcome_of(lab.build(session.at(one.index), variant.profile), variant.profile)
            for one in session.chain()
        ]
        assert of_last[0] == alone[-1]
        assert of_all[0] is not None
        assert of_all[0].tokens == max(one.tokens for one in alone)
        assert of_all[0].lost == (("budget",) if any(one.lost for one in alone) else ())
    assert every.builds == 2 * len(session.chain())
    few = whole(places, chosen, requests=2)
    assert few.builds == 4


def test_the_stable_prefix_is_the_worst_between_neighbours(tmp_path: Path) -> None:
    from ctxlab.analysis.lint.prefix import stable_prefix

    file = write_talk(tmp_path / "a.ctx.json", [10, 300, 10])
    places = corpus_of([file]).places
    session, lab = open_place(places[0]), Lab(store=False)
    profile = newest().set("budget.history.cap", 200)
    traces = [lab.build(session.at(one.index), profile) for one in session.chain()]
    stable = [stable_prefix(*two) for two in pairwise(traces)]
    shares = [one.tokens / one.of for one in stable]
    assert min(shares) < shares[-1]

    def prefix(**asked: Any) -> float | None:
        ((one,),) = whole(places, (Variant("v", profile),), **asked).outcomes
        assert one is not None
        return one.prefix

    assert prefix() is None
    assert prefix(prefix=True) == shares[-1]
    assert prefix(requests="all") == min(shares)


def test_what_cannot_be_opened_or_built_ends_nothing(tmp_path: Path) -> None:
    folder = write_corpus(tmp_path / "c", 3)
    places = corpus_of([folder]).places
    (folder / "01.ctx.json").write_text("no json", "utf-8")
    (folder / "02.ctx.json").unlink()
    chosen = (Variant("good", newest()), Variant("bad", newest().set("select.strategy", "no-such")))
    good, bad = whole(places, chosen).outcomes
    assert good[0] is not None
    assert good[0].error == ""
    for one in (bad[0], good[1], bad[1], good[2], bad[2]):
        assert one is not None
        assert one.error
    assert bad[0] is not None
    assert "no-such" in bad[0].error


def test_marks_that_changed_meanwhile_are_told(tmp_path: Path) -> None:
    places = corpus_of([write_corpus(tmp_path / "c", 1)]).places
    with ThreadPoolExecutor(1) as pool:
        run = sweep(places, variants(newest(), CAPS), executor=pool, store=False)
        next(run)
        (tmp_path / "c" / "00.marks.json").write_text('{"schema": "ctxlab.marks/1"}', "utf-8")
        *_, last = run
    assert all(row[0] is not None and "changed" in row[0].error for row in last.outcomes)


def test_a_worker_sees_marks_that_were_made_after_an_earlier_sweep(tmp_path: Path) -> None:
    places = corpus_of([write_corpus(tmp_path / "c", 1)]).places
    chosen = variants(newest(), [])
    with ThreadPoolExecutor(1) as pool:
        first = whole(places, chosen, executor=pool)
        marks = {"schema": "ctxlab.marks/1", "must_keeps": [{"id": "on", "text": "Go on"}]}
        (tmp_path / "c" / "00.marks.json").write_text(json.dumps(marks), "utf-8")
        second = whole(places, chosen, executor=pool)
    assert [one.judged for one in (first.outcomes[0][0], second.outcomes[0][0]) if one] == [
        ("budget",),
        ("on",),
    ]


def test_all_sessions_of_a_file_are_read_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = '{"messages": [{"role": "user", "content": "Say %d."}]}'
    file = tmp_path / "many.jsonl"
    file.write_text("\n".join(line % at for at in range(5)) + "\n", "utf-8")
    places = corpus_of([file]).places
    assert len(places) == 5
    reads: list[Path] = []
    real = sweep_job._DESK.take.__globals__["load"]
    monkeypatch.setitem(
        sweep_job._DESK.take.__globals__, "load", lambda path: reads.append(path) or real(path)
    )
    assert whole(places, variants(newest(), [])).whole
    assert reads == [file]


def test_a_cancelled_sweep_stops_and_its_threads_go_on_no_longer(tmp_path: Path) -> None:
    places = corpus_of([write_corpus(tmp_path / "c", 4)]).places
    asked = iter([False, False, True])
    with ThreadPoolExecutor(1) as pool:
        run = sweep(
            places,
            variants(newest(), CAPS),
            executor=pool,
            workers=1,
            store=False,
            cancelled=lambda: next(asked),
        )
        with pytest.raises(CancelledError):
            list(run)


def test_a_sweep_that_is_left_ends_its_processes(tmp_path: Path) -> None:
    places = corpus_of([write_corpus(tmp_path / "c", 4)]).places
    run = sweep(places, variants(newest(), CAPS), workers=1, store=False)
    assert [next(run).done, next(run).done] == [0, 5]
    run.close()  # the threads of its pool end too, or the test fails


def test_long_jobs_hand_back_what_they_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_job, "LONGEST", -1.0)
    places = corpus_of([write_corpus(tmp_path / "c", 1)]).places
    chosen = variants(newest(), ["budget.history.cap=101:125:1"])
    with ThreadPoolExecutor(1) as pool:
        found = list(sweep(places, chosen, executor=pool, workers=1, store=False))
    assert [one.done for one in found] == [0, 10, 20, 25]


def test_an_executor_without_workers_is_told(tmp_path: Path) -> None:
    places = corpus_of([write_corpus(tmp_path / "c", 1)]).places
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(ExecutorError):
        whole(places, variants(newest(), []), executor=pool)


def test_a_sweep_of_nothing_is_whole_at_once(tmp_path: Path) -> None:
    assert [one.whole for one in sweep((), variants(newest(), CAPS), store=False)] == [True]
    place = corpus_of([write_keywords(tmp_path / "a.json", "Hi.")]).places
    assert [one.whole for one in sweep(place, (), store=False)] == [True]


def test_a_profile_known_by_another_name_was_swept_before(tmp_path: Path) -> None:
    places = corpus_of([write_corpus(tmp_path / "c", 2)]).places
    chosen = variants(newest(), CAPS)
    first = whole(places, chosen, store=True)
    renamed = tuple(
        replace(one, name="x", profile=one.profile.with_parts(name="x", description="y")) for one in chosen
    )
    again = whole(places, renamed, store=True)
    assert (first.builds, first.found) == (10, 0)
    assert (again.builds, again.found) == (0, 10)
    assert again.outcomes == first.outcomes


def test_what_an_outcome_depends_on_makes_it_anew(tmp_path: Path) -> None:
    folder = write_corpus(tmp_path / "c", 1)
    places = corpus_of([folder]).places
    chosen = variants(newest(), [])

    def builds(*, of: tuple[Variant, ...] = chosen, **asked: Any) -> int:
        return whole(corpus_of([folder]).places, of, store=True, **asked).builds

    assert builds() == 1
    assert builds() == 0
    assert builds(fresh=True) == 1
    assert builds(prefix=True) == 2
    assert builds(requests=2) == 2
    assert builds(of=variants(newest(), ["budget.history.cap=19999"])) == 1
    assert builds(of=variants(newest(), ["tokens.factor=110"])) == 1
    assert builds(of=variants(newest(), ["tokens.encoding=chars/4"])) == 1
    assert builds() == 0
    (folder / "00.marks.json").write_text('{"schema": "ctxlab.marks/1"}', "utf-8")
    assert builds() == 1
    (folder / "00.summaries.jsonl").write_text("{}\n", "utf-8")
    assert builds() == 1
    write_talk(folder / "00.ctx.json", [7])
    assert builds() == 1
    shutil.rmtree(folder)
    assert all(one is not None and one.error for one in whole(places, chosen, store=True).outcomes[0])


def test_outcomes_of_other_code_are_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places, chosen = corpus_of([write_corpus(tmp_path / "c", 1)]).places, variants(newest(), [])
    assert whole(places, chosen, store=True).builds == 1
    monkeypatch.setattr(sweep_keys, "code_mark", lambda: "0.1.0 as it was edited since")
    assert whole(places, chosen, store=True).builds == 1
    assert whole(places, chosen, store=True).builds == 0


def test_errors_are_not_kept(tmp_path: Path) -> None:
    places = corpus_of([write_corpus(tmp_path / "c", 1)]).places
    chosen = (Variant("bad", newest().set("select.strategy", "no-such")),)
    for _ in range(2):
        assert whole(places, chosen, store=True).found == 0


def test_two_variants_that_are_equal_are_both_found_again(tmp_path: Path) -> None:
    places = corpus_of([write_corpus(tmp_path / "c", 1)]).places
    chosen = (Variant("a", newest()), Variant("b", newest()))
    whole(places, chosen, store=True)
    assert whole(places, chosen, store=True).found == 2


def test_a_store_that_cannot_be_used_is_told_and_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data" / "ctxlab.db").mkdir(parents=True)
    monkeypatch.setenv("CTXLAB_DATA_DIR", str(tmp_path / "data"))
    places = corpus_of([write_corpus(tmp_path / "c", 1)]).places
    found = whole(places, variants(newest(), CAPS), store=True)
    assert found.whole
    assert "ctxlab.db" in found.problem
    assert whole(places, variants(newest(), CAPS)).problem == ""


@pytest.mark.parametrize("marks", ["garbage", '{"schema": "ctxlab.marks/1", "must_keep": 5}'])
def test_what_cannot_be_judged_by_its_marks_has_no_outcome(tmp_path: Path, marks: str) -> None:
    write_keywords(tmp_path / "a.json", "first").with_name("a.marks.json").write_text(marks, "utf-8")
    write_keywords(tmp_path / "b.json", "second")
    found = whole(corpus_of([tmp_path]).places, variants(newest(), []))
    first, second = (one for one in found.outcomes[0] if one is not None)
    assert "the marks" in first.error
    assert not first.holds
    assert second.error == ""
    assert [one.title for one in found.built(0)] == ["b.json"]
