"""Feeding jobs: those that end in errors or kill their workers are set apart, and the others go on."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from ctxlab.batch import feed, sweep_job
from ctxlab.batch.feed import Feed
from ctxlab.batch.pool import Workers
from ctxlab.batch.sweep_job import Asked, Done, Job
from ctxlab.errors import CancelledError, ExecutorError
from ctxlab.model.sweep import Outcome, Place
from ctxlab.stages.protocol import never


def job(at: int, *variants: int) -> Job:
    return Job("s", at, Place("a.json", at, "a"), "", b"", variants, Asked(), store=False)


def results(jobs: list[Job], workers: Workers) -> dict[tuple[int, int], Outcome]:
    found: dict[tuple[int, int], Outcome] = {}
    for one, done in Feed(jobs, workers, never).results():
        for variant, outcome in zip(one.variants, done.outcomes, strict=False):
            assert (one.at, variant) not in found
            found[one.at, variant] = outcome
    return found


def outcome(at: int, variant: int) -> Outcome:
    return Outcome(100 * at + variant)


def stumbling(one: Job) -> Done:
    """A job that fails as a whole where it has variant 2 in it."""
    if 2 in one.variants:
        raise ValueError("two")
    return Done(tuple(outcome(one.at, variant) for variant in one.variants))


def deadly(one: Job) -> Done:
    """A job that kills its process at place 1."""
    if one.at == 1:
        os._exit(3)
    return Done(tuple(outcome(one.at, variant) for variant in one.variants))


def slow(one: Job) -> Done:
    """A job that makes two outcomes at a time."""
    return Done(tuple(outcome(one.at, variant) for variant in one.variants[:2]))


def test_one_variant_that_fails_leaves_the_others_of_its_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_job, "run", stumbling)
    with ThreadPoolExecutor(2) as pool:
        found = results([job(0, 0, 1, 2, 3), job(1, 0, 1)], Workers(pool, 2))
    assert found[0, 2].error == "ValueError: two"
    del found[0, 2]
    assert found == {(at, n): outcome(at, n) for at, n in [(0, 0), (0, 1), (0, 3), (1, 0), (1, 1)]}


def test_the_rest_of_a_job_comes_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_job, "run", slow)
    with ThreadPoolExecutor(1) as pool:
        found = results([job(0, 0, 1, 2, 3, 4), job(1, 7)], Workers(pool, 1))
    assert found == {(0, n): outcome(0, n) for n in range(5)} | {(1, 7): outcome(1, 7)}


def test_a_job_that_kills_its_workers_is_told_and_the_others_are_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sweep_job, "run", deadly)
    workers = Workers(workers=2)
    found = results([job(at, 0, 1) for at in range(6)], workers)
    workers.end()
    assert {key for key, one in found.items() if one.error} == {(1, 0), (1, 1)}
    assert "memory" in found[1, 0].error
    assert [found[at, 1] for at in (0, 2, 3, 4, 5)] == [outcome(at, 1) for at in (0, 2, 3, 4, 5)]


def test_a_few_jobs_are_with_the_workers_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    most: list[int] = []

    class Counting(Executor):
        def __init__(self) -> None:
            self.with_it: list[tuple[Future[Any], Callable[..., Any], Any]] = []

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            self.with_it.append((future, fn, args))
            return future

        def work(self) -> bool:
            most.append(len(self.with_it))
            if self.with_it:
                future, fn, args = self.with_it.pop(0)
                future.set_result(fn(*args))
            return False

    monkeypatch.setattr(sweep_job, "run", slow)
    executor = Counting()
    jobs = (job(at, 0) for at in range(20))
    done = list(Feed(jobs, Workers(executor, 2), executor.work).results())
    assert len(done) == 20
    assert max(most) == feed._EACH * 2


def test_what_is_not_wanted_any_more_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    class Idle(Executor):
        def __init__(self) -> None:
            self.futures: list[Future[Any]] = []

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.futures.append(Future())
            return self.futures[-1]

    executor = Idle()
    with pytest.raises(CancelledError):
        list(Feed([job(0, 0), job(1, 0)], Workers(executor, 1), lambda: True).results())
    assert [one.cancelled() for one in executor.futures] == [True, True]


def test_a_job_that_workers_give_back_undone_ends_the_work() -> None:
    class Gone(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.cancel()
            return future

    with pytest.raises(ExecutorError, match="undone"):
        list(Feed([job(0, 0)], Workers(Gone(), 1), never).results())


def test_a_given_pool_whose_process_died_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_job, "run", deadly)
    with ProcessPoolExecutor(1) as pool, pytest.raises(ExecutorError, match="no more jobs"):
        results([job(1, 0)], Workers(pool))


def test_a_job_says_how_it_failed_for_each_of_its_variants() -> None:
    found = sweep_job.failed(replace(job(0, 3, 4), tried=True), "no")
    assert found.outcomes == (Outcome(error="no"), Outcome(error="no"))
