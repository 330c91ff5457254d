"""One job of a sweep, as a worker does it: a session under some variants."""

from __future__ import annotations

import pickle
import time
from dataclasses import dataclass, replace
from functools import lru_cache

from ctxlab.batch.desk import Desk
from ctxlab.batch.gate_facts import estimated_sources, unknown_sources, why_not_judged
from ctxlab.errors import CancelledError, CtxlabError
from ctxlab.formats.collector import collector_paused
from ctxlab.lab import Lab
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session, Snapshot
from ctxlab.model.sweep import Outcome, Place
from ctxlab.model.trace import Trace

#: So many variants go through the requests together, and share what is gathered at each.
_TOGETHER = 10

#: So many sessions stay loaded in a worker with their Labs, and so many items of them together.
_SESSIONS_KEPT = 4
_ITEMS_KEPT = 200_000

#: Seconds after which a job hands back what it made and leaves the rest to another.
LONGEST = 5.0


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of each session: its last `requests` (None: all), and whether their stable prefixes.

    With `prefix` the request before the first of them is built too, to be compared with.
    """

    requests: int | None = 1
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """A session, the `place` at `at`, under some of the `profiles`, which are pickled once for all jobs.

    `sweep` names the sweep, so that it can be told to stop. `digest` is what `files_digest` has to say of the
    session's file. `tried` says that workers have died under it before.
    """

    sweep: str
    at: int
    place: Place
    digest: str
    profiles: bytes
    variants: tuple[int, ...]
    asked: Asked
    store: bool
    tried: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """What a job made: the outcomes of its first variants, and how many contexts were built for them."""

    outcomes: tuple[Outcome, ...]
    builds: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class _Loaded:
    """A session and the Lab that has built it before; what that has counted goes with it."""

    session: Session
    lab: Lab


def _loaded(session: Session, store: bool) -> _Loaded:
    return _Loaded(session, Lab(store=store))


_DESK = Desk(_loaded, _SESSIONS_KEPT, _ITEMS_KEPT)
_STOPPED: set[str] = set()


def stop(sweep: str) -> None:
    """Lets the jobs of a sweep end that run in threads of this process."""
    _STOPPED.add(sweep)


def failed(job: Job, reason: str) -> Done:
    """What becomes of a job that cannot be done."""
    return Done((Outcome(error=reason),) * len(job.variants))


@collector_paused()
def run(job: Job) -> Done:
    """Makes the outcomes of a job; of one that takes long only those of its first variants.

    What keeps the session from being read, or from being built, is told in the outcomes.
    """
    begun = time.monotonic()
    try:
        loaded = _DESK.take(job.place, job.digest, store=job.store, work=job.sweep)
        moments = _moments(loaded.session, job.asked)
    except CtxlabError as error:
        return failed(job, str(error))
    profiles = _profiles(job.profiles)
    made: list[Outcome] = []
    builds = 0
    while len(made) < len(job.variants):
        chosen = [profiles[at] for at in job.variants[len(made) : len(made) + _TOGETHER]]
        try:
            made += _outcomes(loaded, moments, chosen, job.sweep)
        except CancelledError:
            break
        builds += len(moments) * len(chosen)
        if time.monotonic() - begun > LONGEST:
            break
    loaded.lab.close()
    return Done(tuple(made), builds)


@lru_cache(maxsize=4)
def _profiles(pickled: bytes) -> tuple[Profile, ...]:
    found: tuple[Profile, ...] = pickle.loads(pickled)
    return found


def _moments(session: Session, asked: Asked) -> list[tuple[Snapshot, bool]]:
    """The snapshots to build, in order, each with whether its outcome is asked for.

    Raises:
        RequestError: The session has no request.
    """
    chain = session.at().session.chain()
    first = 0 if asked.requests is None else max(0, len(chain) - asked.requests)
    begin = max(0, first - 1) if asked.prefix else first
    return [(Snapshot(session, one), at >= first) for at, one in enumerate(chain) if at >= begin]


@dataclass(slots=True)
class _Course:
    """A variant on its way through the requests: its outcome so far, and the context before."""

    profile: Profile
    outcome: Outcome | None = None
    before: Trace | None = None


def _outcomes(
    loaded: _Loaded, moments: list[tuple[Snapshot, bool]], profiles: list[Profile], sweep: str
) -> list[Outcome]:
    courses = [_Course(profile) for profile in profiles]
    for snapshot, counts in moments:
        for one in courses:
            if one.outcome is not None and one.outcome.error:
                continue
            try:
                trace = loaded.lab.build(snapshot, one.profile, cancelled=lambda: sweep in _STOPPED)
            except CancelledError:
                raise
            except CtxlabError as error:
                one.outcome = Outcome(error=str(error))
                continue
            if unjudged := why_not_judged(trace, loaded.session):
                one.outcome = Outcome(error=unjudged)
                continue
            if counts:
                found = outcome_of(trace, one.profile, one.before)
                one.outcome = found if one.outcome is None else _together(one.outcome, found)
            one.before = trace if len(moments) > 1 else None
    return [one.outcome or Outcome() for one in courses]


def outcome_of(trace: Trace, profile: Profile, before: Trace | None = None) -> Outcome:
    """The outcome of one context; `before` is that of the request before, where there is one."""
    totals = trace.totals
    return Outcome(
        tokens=totals.constructed,
        limit=totals.limit,
        over=totals.over or 0,
        level=trace.degraded,
        exact=trace.exact,
        judged=tuple(one.id for one in trace.must_keeps),
        lost=trace.lost,
        prefix=None if before is None else _stable(before, trace),
        unknown=tuple(one.value for one in unknown_sources(trace, profile)),
        estimated=tuple(one.value for one in estimated_sources(trace, profile)),
    )


def _stable(before: Trace, after: Trace) -> float | None:
    """The share of a context that the next one begins with."""
    from ctxlab.analysis.lint.prefix import stable_prefix

    found = stable_prefix(before, after)
    return found.tokens / found.of if found.of else None


def _together(one: Outcome, other: Outcome) -> Outcome:
    """The outcome over the requests of both."""
    larger = other if other.tokens > one.tokens else one
    stable = [each.prefix for each in (one, other) if each.prefix is not None]
    return replace(
        larger,
        level=max(one.level, other.level),
        exact=one.exact and other.exact,
        judged=tuple(dict.fromkeys((*one.judged, *other.judged))),
        lost=tuple(dict.fromkeys((*one.lost, *other.lost))),
        prefix=min(stable, default=None),
        unknown=tuple(dict.fromkeys((*one.unknown, *other.unknown))),
        estimated=tuple(dict.fromkeys((*one.estimated, *other.estimated))),
    )
