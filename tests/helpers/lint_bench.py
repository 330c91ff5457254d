"""Lint on small sessions, one token a word, and a run of each cure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ctxlab.analysis.lint import Question, applied, lint
from ctxlab.analysis.stated import Statements
from ctxlab.analysis.survival import Judge
from ctxlab.engine.pipeline import Examined
from ctxlab.model.constraint import Stated
from ctxlab.model.decision import Stage
from ctxlab.model.lint import Linted, Problem
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session, Snapshot
from ctxlab.model.stage_info import StrategyInfo
from ctxlab.stages.describe import describe_all
from ctxlab.stages.protocol import never
from ctxlab.stages.registry import builtin_strategies
from helpers.engine import word_engine
from helpers.spec import profile, session


class WordBench:
    """What lint works with, counting words; `runs` counts the runs that were made."""

    def __init__(self) -> None:
        self.judge = Judge()
        self.runs = 0
        self._engine = word_engine()
        self._stated = Statements()

    def examine(
        self,
        snapshot: Snapshot,
        profile: Profile,
        *,
        marks: Marks | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Examined:
        """One run."""
        self.runs += 1
        return self._engine.examine(snapshot, profile, marks, cancelled=cancelled)

    def stated(self, session: Session, marks: Marks | None = None) -> Sequence[Stated]:
        """The constraints that the session states."""
        return self._stated.of(session, session.marks if marks is None else marks)

    def strategies(self) -> Mapping[Stage, Sequence[StrategyInfo]]:
        """Those that ship."""
        return describe_all(builtin_strategies())


def linted(
    talk: str | Session,
    settings: str | Profile = "",
    marks: Marks | None = None,
    *,
    request: int | None = None,
    every: bool = False,
) -> Linted:
    """All that is found."""
    opened = session(talk) if isinstance(talk, str) else talk
    chosen = profile(settings) if isinstance(settings, str) else settings
    question = Question(opened.at(request), chosen, opened.marks if marks is None else marks, every)
    *_, last = lint(question, WordBench())
    return last


def found(
    talk: str | Session, settings: str | Profile, code: str, marks: Marks | None = None
) -> list[Problem]:
    """The problems of one code."""
    return [one for one in linted(talk, settings, marks).problems if one.code == code]


def only(talk: str | Session, settings: str | Profile, code: str, marks: Marks | None = None) -> Problem:
    """The one problem of a code."""
    (one,) = found(talk, settings, code, marks)
    return one


def numbers(one: Problem) -> dict[str, Any]:
    """The numbers of a problem by name."""
    return dict(one.numbers)


def edits(one: Problem) -> list[dict[str, Any]]:
    """The cures as the settings that they change."""
    return [{change.key: change.after for change in cure} for cure in one.cures]


def is_cured(talk: str | Session, settings: str | Profile, one: Problem, marks: Marks | None = None) -> bool:
    """Whether the problem is gone under each of its cures, as a run of each shows; it has some."""
    chosen = profile(settings) if isinstance(settings, str) else settings
    left = [found(talk, applied(chosen, cure), one.code, marks) for cure in one.cures]
    same = [
        [other for other in others if other.name == one.name and other.severity.rank >= one.severity.rank]
        for others in left
    ]
    return bool(one.cures) and not any(same)
