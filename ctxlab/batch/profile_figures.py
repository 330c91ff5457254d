"""The difference of two profiles in numbers, over a corpus.

`profile_figures(places, before, after, *, requests="last", executor=None, workers=None, store=True,
cancelled=never) -> Generator[Sweep | ProfileFigures]`: a `Sweep` of the two with each job that is done, and
last the `ProfileFigures`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor

from ctxlab.batch.corpus import open_place
from ctxlab.batch.sweep import sweep
from ctxlab.engine.judge import must_keeps
from ctxlab.errors import CtxlabError
from ctxlab.model.profile import Profile
from ctxlab.model.profile_figures import ProfileFigures, Shift
from ctxlab.model.sweep import Outcome, Place, Requests, Sweep, Variant
from ctxlab.stages.protocol import never


def profile_figures(
    places: Sequence[Place],
    before: Profile,
    after: Profile,
    *,
    requests: Requests = "last",
    executor: Executor | None = None,
    workers: int | None = None,
    store: bool = True,
    cancelled: Callable[[], bool] = never,
) -> Generator[Sweep | ProfileFigures]:
    """What both profiles make of each session: how far it is, and last the figures.

    Arguments and errors are those of `sweep`. Must-keeps only judge a run: both profiles are judged by those
    of either, so that the same is asked of both.
    """
    rules = tuple(dict.fromkeys((*before.must_keep, *after.must_keep)))
    judged = [profile.with_parts(must_keep=rules) for profile in (before, after)]
    variants = [Variant(profile.name, profile) for profile in judged]
    work = sweep(
        places,
        variants,
        requests=requests,
        executor=executor,
        workers=workers,
        store=store,
        cancelled=cancelled,
    )
    last: Sweep | None = None
    for last in work:
        yield last
    if last is not None and last.whole:
        yield _figures(last)


def _figures(found: Sweep) -> ProfileFigures:
    old, new = found.outcomes
    shifts = (
        _shift(place, one, other, found.variants[1].profile)
        for place, one, other in zip(found.places, old, new, strict=True)
        if one is not None and other is not None
    )
    before, after = found.figures
    return ProfileFigures(before, after, tuple(shifts))


def _shift(place: Place, before: Outcome, after: Outcome, profile: Profile) -> Shift:
    lost = [one for one in after.lost if one in before.judged and one not in before.lost]
    kept = [one for one in before.lost if one in after.judged and one not in after.lost]
    if not lost and not kept:
        return Shift(place, before, after)
    labels = _labels(place, profile)
    return Shift(
        place,
        before,
        after,
        tuple(labels.get(one, one) for one in lost),
        tuple(labels.get(one, one) for one in kept),
    )


def _labels(place: Place, profile: Profile) -> dict[str, str]:
    """What to call each must-keep, by id; none where the session cannot be read any more."""
    try:
        session = open_place(place)
    except (CtxlabError, OSError):
        return {}
    return {one.id: one.label for one in must_keeps(profile, session.marks)}
