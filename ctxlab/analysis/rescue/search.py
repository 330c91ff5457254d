"""The search: changes of one setting, then of two, each tried by a run, the results better and better."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace

from ctxlab.analysis.rescue.beside import (
    KEY_FACT,
    PIN,
    RULES,
    fact_changes,
    gather_changes,
    pin_changes,
    summary_changes,
)
from ctxlab.analysis.rescue.caps import cap_changes
from ctxlab.analysis.rescue.conflict import conflict
from ctxlab.analysis.rescue.effects import Offer, crowds, offer, ranked
from ctxlab.analysis.rescue.limits import limit_changes, more_room
from ctxlab.analysis.rescue.look import Found, Look
from ctxlab.analysis.rescue.question import Others, Question
from ctxlab.analysis.rescue.rows import (
    count_changes,
    order_changes,
    overflow_changes,
    per_item_changes,
    place_changes,
    relevance_changes,
    round_changes,
)
from ctxlab.analysis.rescue.trials import MOST_BUILDS, Build, SpentError, State, Trial, Trials
from ctxlab.analysis.survival import Judge
from ctxlab.engine.judge import must_keeps
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.rescue import Change, Rescues

#: Rescues offered at most.
MOST_OFFERED = 8
#: Changes that got further without keeping the must-keep, of which a second one is looked for.
_MOST_PROMISING = 12
#: Changes that keep it and go over the limit of the window, for which room is looked for.
_MOST_CROWDED = 4

#: What yields the changes of each kind that keep the must-keep, from a run on which it is lost.
_Finder = Callable[[Look, Trial], Iterator[Found]]

_FINDERS: tuple[_Finder, ...] = (
    cap_changes,
    limit_changes,
    overflow_changes,
    order_changes,
    per_item_changes,
    count_changes,
    relevance_changes,
    round_changes,
    pin_changes,
    fact_changes,
    summary_changes,
    gather_changes,
    place_changes,
)


def rescues(
    build: Build,
    state: tuple[Profile, Marks],
    must_keep: MustKeep,
    judge: Judge,
    *,
    others: Iterable[MustKeep] = (),
    most: int = MOST_BUILDS,
) -> Generator[Rescues]:
    """The smallest changes that keep a must-keep to the end of Construct, each shown by a run.

    First single settings are changed, in the order of `Lever`; where none does, pairs of them, the second
    from a run that the first brought further. A change is only looked at where it may lift what is in the
    way. What leaves the context over the limit of the window, or further over it, is no rescue.

    Args:
        build: Makes one run; the same session, request and counter each time.
        state: The profile and marks as they are.
        must_keep: What is lost; need not be one of the profile's or the marks' own.
        judge: Judges it and all others.
        others: Must-keeps beside the profile's and the marks' own that may suffer.
        most: Runs made at most.

    Yields:
        What is known after each rescue found; the last one is complete. Nothing is found where the must-keep
        stands already or cannot be judged at this request.

    Raises:
        ProfileError: The profile names a strategy that is not there.
        CancelledError: `build` was told to stop.
    """
    trials = Trials(build, Question(must_keep, judge), most)
    root = trials.run(State(*state))
    if root.kept is not False:
        yield Rescues(must_keep.id, builds=trials.builds)
        return
    look = Look(trials, root)
    beside = Others.of(look.question, root.trace, (*must_keeps(*state), *others))
    offers: dict[frozenset[Change], Offer] = {}
    try:
        for found in _found(look):
            offers.setdefault(frozenset(found.trial.changes), offer(root, found, beside))
            yield Rescues(
                must_keep.id, ranked(offers.values(), MOST_OFFERED), builds=trials.builds, complete=False
            )
    except SpentError:
        # what was found by then is the answer
        pass
    against = () if offers else conflict(look)
    yield Rescues(must_keep.id, ranked(offers.values(), MOST_OFFERED), against, trials.builds)


def _found(look: Look) -> Iterator[Found]:
    """Changes of one setting; where there are none, of two."""
    alone = False
    for found in _fitting(look, look.root):
        alone = True
        yield found
    if not alone:
        for first in list(look.promising.values())[:_MOST_PROMISING]:
            yield from (_needed(look, found) for found in _fitting(look, first))
        for first in look.crowded[:_MOST_CROWDED]:
            found_more = (found for found in more_room(look, first) if not _crowds(look, found.trial))
            yield from (_needed(look, found) for found in found_more)


def _fitting(look: Look, at: Trial) -> Iterator[Found]:
    """Changes of one setting more that keep the must-keep and leave room in the window."""
    for finder in _FINDERS:
        for found in finder(look, at):
            if _crowds(look, found.trial):
                look.no_room = True
                if not at.changes:
                    look.crowded.append(found.trial)
            elif not _twice(found.trial.changes):
                yield found


def _crowds(look: Look, trial: Trial) -> bool:
    return crowds(look.root.trace, trial.trace)


def _twice(changes: tuple[Change, ...]) -> bool:
    """Whether a setting is changed twice."""
    keys = [change.key for change in changes]
    return len(set(keys)) < len(keys)


def _needed(look: Look, found: Found) -> Found:
    """The second of two changes alone, where that does; else both."""
    first, second = found.trial.changes
    alone = look.trials.run(_undone(look.root.state, found.trial.state, first), (second,))
    return Found(alone) if alone.kept and not _crowds(look, alone) else found


def _undone(root: State, state: State, change: Change) -> State:
    """The state without one of its changes."""
    if change.key == PIN:
        return replace(state, marks=replace(state.marks, pins=root.marks.pins))
    if change.key == KEY_FACT:
        return replace(state, marks=replace(state.marks, key_facts=root.marks.key_facts))
    if change.key == RULES:
        gather = state.profile.gather.model_copy(update={"rule": root.profile.gather.rule})
        return replace(state, profile=state.profile.with_parts(gather=gather))
    return state.set(change.key, change.before)
