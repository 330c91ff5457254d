"""Runs of the context modes: the published build by its own counter, the recommended profiles beside it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ctxlab.engine.pipeline import Engine, Tools
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin
from ctxlab.stages.registry import builtin_strategies
from ctxlab.stages.summarize.summarizers import ExtractiveSummarizer
from helpers.context_mode_reference import Figures
from helpers.counters import exact

PUBLISHED = "context-mode-published"
RECOMMENDED = ("long", "single", "mixed")


@cache
def engine() -> Engine:
    """One engine that counts exactly, shared by all tests."""
    return Engine(builtin_strategies(), Tools(lambda _: exact(), ExtractiveSummarizer()))


def published(figures: Figures | None = None) -> Profile:
    """The published profile, with other figures where they are given."""
    profile = builtin(PUBLISHED)
    if figures is None:
        return profile
    return (
        profile.set("window.size", figures.budget + 2000)
        .set("summarize.share", figures.share)
        .set("budget.retrieved_doc.cap", figures.retrieval)
        .set("budget.history.max_items", figures.newest)
    )


def session_of(arguments: Mapping[str, Any]) -> Session:
    """The session of a mode's messages."""
    return Session.from_keywords(arguments, "messages")


def build(session: Session, profile: Profile | str = PUBLISHED, marks: Marks | None = None) -> Trace:
    """One run at the session's last request."""
    return engine().run(session.at(), builtin(profile) if isinstance(profile, str) else profile, marks)


def told(trace: Trace, item: str) -> list[tuple[str, str, str]]:
    """(stage, fate, reason) of each decision on an item."""
    position = trace.position(item)
    assert position is not None
    return [(one.stage.value, one.fate.word, one.reason.code) for one in trace.history(position)]


def noticed(trace: Trace, code: str) -> list[dict[str, Any]]:
    """The numbers of the notices of that code, with their item."""
    return [{"item": one.item, **dict(one.numbers)} for one in trace.diagnostics if one.code == code]
