"""All checks together: one request at once, cures as they are tried, then a look over all requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from ctxlab.analysis.lint.case import Case, Check, Strategies
from ctxlab.analysis.lint.cheapest import LOST, MOST, cheapest
from ctxlab.analysis.lint.copies import duplicates
from ctxlab.analysis.lint.cures import Cure, applied
from ctxlab.analysis.lint.demands import broken_meaning
from ctxlab.analysis.lint.idle import idle_settings
from ctxlab.analysis.lint.ignored import unknown_codes
from ctxlab.analysis.lint.json_cuts import json_cuts
from ctxlab.analysis.lint.must_keeps import lost_must_keeps
from ctxlab.analysis.lint.noticed import noticed
from ctxlab.analysis.lint.overall import (
    GOOD_SHARE,
    counted_anew,
    idle_caps,
    idle_rules,
    never_seen,
    unstable_head,
)
from ctxlab.analysis.lint.pairs import broken_pairs, refused
from ctxlab.analysis.lint.reads import unread_figures, unread_settings
from ctxlab.analysis.lint.rendering import not_rendered, wrong_speaker
from ctxlab.analysis.lint.retrieval import after_the_input, outweighing
from ctxlab.analysis.lint.sources import unnamed_results, wrong_source
from ctxlab.analysis.lint.split import caps_over_limit, unmade_summaries
from ctxlab.analysis.lint.summaries import distortion
from ctxlab.analysis.lint.survey import Survey, chosen
from ctxlab.analysis.lint.trial import Trial, loses
from ctxlab.analysis.survival import Judge
from ctxlab.engine.judge import must_keeps
from ctxlab.engine.pipeline import Examined
from ctxlab.errors import ProfileError
from ctxlab.model.constraint import Stated
from ctxlab.model.lint import Asked, Linted, Problem, keyed, ranked
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Request, Session, Snapshot
from ctxlab.stages.protocol import never

#: Of one request: what the model saw in it, and how its budget was split. Those that judge demands come
#: last: they read all texts for each.
OF_REQUEST: tuple[Check, ...] = (
    noticed,
    refused,
    lost_must_keeps,
    not_rendered,
    wrong_speaker,
    wrong_source,
    unnamed_results,
    after_the_input,
    json_cuts,
    broken_pairs,
    duplicates,
    outweighing,
    caps_over_limit,
    broken_meaning,
    distortion,
)
#: Of the profile alone.
OF_PROFILE: tuple[Check, ...] = (
    unmade_summaries,
    unread_settings,
    unread_figures,
    idle_settings,
    unknown_codes,
)

#: Pairs of neighbouring requests by which a cure of the head is tried: each takes two runs.
TRIED_PAIRS = 6


class Bench(Protocol):
    """What lint works with, as a `Lab` offers it."""

    @property
    def judge(self) -> Judge:
        """What tells how demands stand in runs."""
        ...

    def examine(
        self,
        snapshot: Snapshot,
        profile: Profile,
        *,
        marks: Marks | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Examined:
        """One run with what analyses ask beside its trace."""
        ...

    def stated(self, session: Session, marks: Marks | None = None) -> Sequence[Stated]:
        """The constraints that a session states."""
        ...

    def strategies(self) -> Strategies:
        """The strategies that there are."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What is linted: a session under a profile and marks, at one request of it.

    `every` asks for the problems of every request instead of those of this one.
    """

    snapshot: Snapshot
    profile: Profile
    marks: Marks
    every: bool = False


def lint(question: Question, bench: Bench, cancelled: Callable[[], bool] = never) -> Generator[Linted]:
    """The problems, better with every step; the last is the answer.

    First come those of the request, without cures, then their cures as runs show that they help, then what
    shows over all requests of the chain. Each step makes a few runs at most.

    Raises:
        ProfileError: The profile names a strategy that is not there.
        CancelledError: `cancelled` said so.
    """
    stated = bench.stated(question.snapshot.session, question.marks)
    work = _Work(question, bench, cancelled, bench.strategies(), stated)
    if not question.every:
        yield from work.look_at(question.snapshot, (*OF_PROFILE, *OF_REQUEST))
    yield from work.look_over()
    yield work.linted(complete=True)


@dataclass(eq=False)
class _Work:
    """What was found so far: the problems by key, and at how many requests each was seen."""

    question: Question
    bench: Bench
    cancelled: Callable[[], bool]
    strategies: Strategies
    stated: Sequence[Stated]
    found: dict[str, Problem] = field(default_factory=dict[str, Problem])
    times: dict[str, int] = field(default_factory=dict[str, int])
    asked: Asked = field(default_factory=Asked)
    rescued: int = 0

    def linted(self, *, complete: bool = False) -> Linted:
        """What is known by now, without what the profile ignores."""
        codes = self.question.profile.lint.codes
        told = ranked(one for one in self.found.values() if one.code not in codes)
        counted = Counter(one.code for one in self.found.values() if one.code in codes)
        return Linted(told, self.asked, complete, tuple(counted.items()))

    def look_at(self, snapshot: Snapshot, checks: Iterable[Check]) -> Iterator[Linted]:
        """The problems of one request that are not known yet, then their cures."""
        case = self._case(snapshot)
        yield from self._look_at(case, checks)

    def look_over(self) -> Iterator[Linted]:
        """The requests of the chain one by one, then what shows over all of them."""
        question = self.question
        session, chain = question.snapshot.session, question.snapshot.request.chain
        requests = session.chain(chain)
        survey = Survey(limit=question.profile.window.limit, requests=len(requests))
        for request in self._requests(requests):
            case = self._case(session.at(request.index, chain=chain))
            survey.look(case.run)
            self.asked = survey.asked
            if question.every:
                first = survey.looked == 1
                yield from self._look_at(case, (*OF_PROFILE, *OF_REQUEST) if first else OF_REQUEST)
            yield self.linted()
        if question.every:
            self._count_requests()
        self._add(idle_rules(session, question.profile))
        self._add(idle_caps(survey.asked, question.profile))
        self._add(counted_anew(survey))
        self._add(self._never_seen(survey))
        yield self.linted()
        for problem in unstable_head(survey, question.profile):
            self._add([replace(problem, cures=())])
            yield from self._try_on_heads(problem, requests)

    def _case(self, snapshot: Snapshot) -> Case:
        question = self.question
        return Case(
            snapshot=snapshot,
            profile=question.profile,
            marks=question.marks,
            run=self._build(snapshot, question.profile),
            strategies=self.strategies,
            stated=self.stated,
            judge=self.bench.judge,
        )

    def _build(self, snapshot: Snapshot, profile: Profile) -> Examined:
        return self.bench.examine(snapshot, profile, marks=self.question.marks, cancelled=self.cancelled)

    def _look_at(self, case: Case, checks: Iterable[Check]) -> Iterator[Linted]:
        new: list[tuple[str, Problem, Check]] = []
        seen: set[str] = set()
        for check in checks:
            for key, problem in keyed(check(case)).items():
                if key in seen:
                    continue
                seen.add(key)
                self.times[key] = self.times.get(key, 0) + 1
                if key not in self.found:
                    self.found[key] = replace(problem, cures=())
                    new.append((key, problem, check))
            yield self.linted()
        trial = Trial(case, lambda profile: self._build(case.snapshot, profile))
        for key, problem, check in new:
            for tried in trial.tries(problem, check):
                self.found[key] = tried
                yield self.linted()
        yield from self._rescue(case, [key for key, problem, _ in new if problem.code == LOST])

    def _rescue(self, case: Case, keys: Sequence[str]) -> Iterator[Linted]:
        """Adds the best rescue to the first few of these lost must-keeps."""

        def build(profile: Profile, marks: Marks) -> Examined:
            return self.bench.examine(case.snapshot, profile, marks=marks, cancelled=self.cancelled)

        for key in keys[: max(0, MOST - self.rescued)]:
            self.rescued += 1
            self.found[key] = replace(self.found[key], rescue=cheapest(case, self.found[key], build))
            yield self.linted()

    def _add(self, problems: Iterable[Problem]) -> None:
        self.found.update((problem.name, problem) for problem in problems)

    def _requests(self, requests: tuple[Request, ...]) -> tuple[Request, ...]:
        if self.question.every:
            return requests
        return chosen(requests, len(self.question.snapshot.session.items))

    def _count_requests(self) -> None:
        """Says at how many requests each problem was seen that was seen at several."""
        for name, problem in self.found.items():
            if self.times.get(name, 0) > 1:
                numbers = (*problem.numbers, ("seen", self.times[name]))
                self.found[name] = replace(problem, numbers=numbers)

    def _never_seen(self, survey: Survey) -> Iterator[Problem]:
        """Must-keeps that no request saw; they stand for what one request says of them, with its cures."""
        wanted = must_keeps(self.question.profile, self.question.marks)
        for problem in never_seen(survey, wanted):
            subject = problem.name.partition(" ")[2]
            once = self.found.pop(f"must_keep_lost {subject}", None)
            if once is not None:
                yield replace(problem, item=once.item, cures=once.cures, rescue=once.rescue)
            elif f"must_keep_nowhere {subject}" not in self.found:
                yield problem

    def _try_on_heads(self, problem: Problem, requests: tuple[Request, ...]) -> Iterator[Linted]:
        """Keeps the cures with which more stays at the head, without harm, as some requests show."""
        kept: list[Cure] = []
        for cure in problem.cures:
            if not cure or any(set(known) <= set(cure) for known in kept):
                continue
            survey = Survey(limit=None, requests=len(requests))
            for good in self._heads(cure, requests, survey):
                if not good:
                    break
                yield self.linted()
            else:
                if survey.share >= GOOD_SHARE:
                    kept.append(cure)
                    self._add([replace(problem, cures=tuple(kept))])

    def _heads(self, cure: Cure, requests: tuple[Request, ...], survey: Survey) -> Iterator[bool]:
        """Looks at some neighbouring requests with a cure; False where it does harm or cannot be applied."""
        try:
            profile = applied(self.question.profile, cure)
        except ProfileError:
            yield False
            return
        session = self.question.snapshot.session
        for request in chosen(requests, 1, 2 * TRIED_PAIRS):
            snapshot = session.at(request.index, chain=request.chain)
            run, own = self._build(snapshot, profile), self._build(snapshot, self.question.profile)
            survey.look(run)
            yield not loses(own.trace, run.trace)
