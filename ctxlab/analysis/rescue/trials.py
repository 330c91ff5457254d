"""Trials: runs under changed settings or marks, counted, each asked whether the must-keep stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ctxlab.analysis.rescue.question import Question
from ctxlab.engine.pipeline import Examined
from ctxlab.model.marks import KeyFactMark, Marks
from ctxlab.model.profile import Profile
from ctxlab.model.rescue import Change
from ctxlab.model.trace import Trace

#: One run under a profile and marks; the same session, request and counter each time.
Build = Callable[[Profile, Marks], Examined]

#: Runs made for one must-keep at most.
MOST_BUILDS = 200


class SpentError(Exception):
    """All runs that may be made were made."""


@dataclass(frozen=True, slots=True)
class State:
    """What a run is made under."""

    profile: Profile
    marks: Marks

    def set(self, key: str, value: object) -> State:
        """The state with one setting of the profile changed."""
        return replace(self, profile=self.profile.set(key, value))

    def pin(self, item: str) -> State:
        """The state with an item pinned."""
        return replace(self, marks=replace(self.marks, pins=(*self.marks.pins, item)))

    def fact(self, mark: KeyFactMark) -> State:
        """The state with a key fact marked."""
        return replace(self, marks=replace(self.marks, key_facts=(*self.marks.key_facts, mark)))


@dataclass(frozen=True, eq=False)
class Trial:
    """A run, the state it was made under and the changes that led there; whether the must-keep stands.

    `kept` is None where the must-keep cannot be judged.
    """

    state: State
    run: Examined
    kept: bool | None
    changes: tuple[Change, ...] = ()

    @property
    def trace(self) -> Trace:
        """The trace of the run."""
        return self.run.trace


class Trials:
    """Makes runs for one question, up to a number."""

    def __init__(self, build: Build, question: Question, most: int = MOST_BUILDS) -> None:
        self._build = build
        self._most = most
        self.question = question
        self.builds = 0

    @property
    def left(self) -> int:
        """How many runs may still be made."""
        return self._most - self.builds

    def run(self, state: State, changes: tuple[Change, ...] = ()) -> Trial:
        """A run under a state.

        Raises:
            SpentError: All runs were made.
            CancelledError: The builder was told to stop.
        """
        if self.left <= 0:
            raise SpentError
        self.builds += 1
        run = self._build(state.profile, state.marks)
        return Trial(state, run, self.question.kept(run.trace), changes)

    def change(self, at: Trial, change: Change, state: State) -> Trial:
        """A run with one change more."""
        return self.run(state, (*at.changes, change))


def smallest(lost: int, kept: int, keeps: Callable[[int], bool]) -> int:
    """The smallest value that keeps, between one that does not and one that does, if more never keeps less.

    The one right below `kept` is looked at first: mostly it does not. Where the runs are spent it is the
    smallest known to keep.
    """
    middle = kept - 1
    try:
        while kept - lost > 1:
            if keeps(middle):
                kept = middle
            else:
                lost = middle
            middle = (lost + kept) // 2
    except SpentError:
        return kept
    return kept
