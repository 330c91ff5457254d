"""A sweep: every session of a corpus under every variant, in as many processes as are given."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from uuid import uuid4

from ctxlab.batch import sweep_job
from ctxlab.batch.feed import Feed
from ctxlab.batch.pool import Workers
from ctxlab.batch.sweep_job import Asked, Done, Job
from ctxlab.batch.sweep_keys import Keys, files_digest
from ctxlab.model.sweep import Outcome, Place, Requests, Sweep, Variant
from ctxlab.stages.protocol import never
from ctxlab.store.outcomes import OutcomeStore

#: Sessions are parted by variants where there are fewer of them than this for each worker,
_SESSIONS_EACH = 2
#: but into no parts of fewer variants than this.
_LEAST_PART = 5


def sweep(
    places: Sequence[Place],
    variants: Sequence[Variant],
    *,
    requests: Requests = "last",
    prefix: bool = False,
    price: float | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    store: bool = True,
    fresh: bool = False,
    cancelled: Callable[[], bool] = never,
) -> Generator[Sweep]:
    """What becomes of each session under each variant, better with each job that is done; the last is whole.

    Args:
        places: Where the sessions are; workers read them there.
        variants: The profiles.
        requests: At which requests of each session: the last, the last so many, or all.
        prefix: Whether to tell how stable contexts begin, where the request before has to be built for it.
        price: What a million input tokens cost.
        executor: What runs the jobs; by default spawned processes, which end with the sweep.
        workers: How many processes, or how many jobs the executor takes at a time; by default a processor's.
        store: Whether outcomes and token counts are kept in the user's own store, and found there again.
        fresh: Makes all anew, and keeps it in the place of what is kept.
        cancelled: Is asked again and again whether the sweep is not wanted any more.

    Raises:
        CancelledError: `cancelled` said so. What was made is kept.
        ExecutorError: There are no workers any more.
    """
    asked = Asked({"last": 1, "all": None}[requests] if isinstance(requests, str) else requests, prefix)
    board = _Board(tuple(places), tuple(variants), asked, price)
    kept = _KeptOutcomes(board, fresh=fresh) if store else None
    crew = Workers(executor, workers)
    try:
        yield board.sweep()
        for job, done in Feed(board.jobs(crew.count, store=store), crew, cancelled).results():
            board.put(job, done)
            if kept is not None:
                kept.keep(job, done)
            yield board.sweep()
        crew.end()
    except BaseException:
        sweep_job.stop(board.name)
        crew.stop()
        raise
    finally:
        if kept is not None:
            kept.close()


class _Board:
    """What is known of a sweep by now, and what is to be done still."""

    def __init__(
        self, places: tuple[Place, ...], variants: tuple[Variant, ...], asked: Asked, price: float | None
    ) -> None:
        self.name = uuid4().hex
        self.places, self.variants, self.asked = places, variants, asked
        digests = {file: files_digest(file) for file in dict.fromkeys(one.file for one in places)}
        self.digests = [digests[one.file] for one in places]
        self.outcomes: list[list[Outcome | None]] = [[None] * len(places) for _ in variants]
        self.problem = ""
        self._price = price
        self._found = self._builds = 0

    def sweep(self) -> Sweep:
        """What is known."""
        outcomes = tuple(map(tuple, self.outcomes))
        return Sweep(
            self.places, self.variants, outcomes, self._price, self._found, self._builds, self.problem
        )

    def find(self, variant: int, at: int, outcome: Outcome) -> None:
        """Takes over an outcome of an earlier sweep."""
        self.outcomes[variant][at] = outcome
        self._found += 1

    def put(self, job: Job, done: Done) -> None:
        """Takes over what a job made."""
        for variant, outcome in zip(job.variants, done.outcomes, strict=False):
            self.outcomes[variant][job.at] = outcome
        self._builds += done.builds

    def jobs(self, workers: int, *, store: bool) -> Generator[Job]:
        """What is to be done: a job a session, or several where sessions are too few for the workers."""
        profiles = pickle.dumps(tuple(one.profile for one in self.variants), pickle.HIGHEST_PROTOCOL)
        parts = 1 if len(self.places) >= _SESSIONS_EACH * workers else workers
        for at, place in enumerate(self.places):
            wanted = [n for n, row in enumerate(self.outcomes) if row[at] is None]
            size = max(_LEAST_PART, -(-len(wanted) // parts))
            for begin in range(0, len(wanted), size):
                part = tuple(wanted[begin : begin + size])
                yield Job(self.name, at, place, self.digests[at], profiles, part, self.asked, store)


class _KeptOutcomes:
    """The outcomes of a board in the user's own store."""

    def __init__(self, board: _Board, *, fresh: bool) -> None:
        self._board = board
        self._store = OutcomeStore()
        self._keys = Keys(board.variants, f"{board.asked.requests} {board.asked.prefix}")
        self._store.prune()
        if not fresh:
            self._find()

    def _find(self) -> None:
        board = self._board
        every = [
            (n, at) for at, digest in enumerate(board.digests) if digest for n in range(len(board.variants))
        ]
        keys = [self._key(variant, at) for variant, at in every]
        known = self._store.load(list(dict.fromkeys(keys)))
        for (variant, at), key in zip(every, keys, strict=True):
            if key in known:
                board.find(variant, at, known[key])

    def _key(self, variant: int, at: int) -> bytes:
        return self._keys.of(self._board.places[at], self._board.digests[at], variant)

    def keep(self, job: Job, done: Done) -> None:
        """Keeps what a job made, but no errors: what they come from may have passed by the next time."""
        if not job.digest:
            return
        pairs = zip(job.variants, done.outcomes, strict=False)
        made = [(self._key(variant, job.at), one) for variant, one in pairs if not one.error]
        if made and not self._store.save(made):
            self._board.problem = str(self._store.problem or "")

    def close(self) -> None:
        """Closes the store."""
        self._store.close()
