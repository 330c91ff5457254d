"""Runs of the published split budget by the engine, and what the reference makes of the same arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ctxlab.engine.pipeline import Engine, Tools
from ctxlab.model.items import Source
from ctxlab.model.profile import Language, Profile
from ctxlab.model.session import Session
from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin
from ctxlab.stages.protocol import Summary
from ctxlab.stages.registry import builtin_strategies
from ctxlab.text.constraints import find_constraints
from ctxlab.tokens.cache import CachedCounter
from ctxlab.tokens.exact import ExactCounter
from ctxlab.tokens.protocols import Counter
from helpers.cl100k import encoding
from helpers.split_budget_reference import Figures, Reference, SplitBudget

PUBLISHED = "split-budget-published"
SUMMARY_TOKENS = 200


@dataclass(frozen=True)
class Beginnings:
    """A summariser that keeps the beginning of every text: the same for reference and engine."""

    name: str = "beginnings"
    version: str = "1"

    def condense(
        self, text: str, source: Source, limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """Never asked for by the published compressor."""
        return None

    def merge(
        self, texts: Sequence[tuple[str, str]], limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """The first characters of each text, a line each, as far as they fit."""
        return _summary(beginnings(texts, limit))


def _summary(text: str) -> Summary | None:
    return Summary(text, (("sentences", 1),)) if text.strip() else None


def beginnings(texts: Sequence[tuple[str, str]], limit: int) -> str:
    """Lines `role: beginning` while they hold at most that many characters together, a quarter a token."""
    lines: list[str] = []
    for role, text in texts:
        line = f"{role}: {text[:30]}"
        if len("".join(lines)) + len(line) > limit // 4:
            break
        lines.append(line)
    return "\n".join(lines)


@cache
def engine() -> Engine:
    """One engine for all runs: counts are kept."""
    counters = {"cl100k_base": CachedCounter(ExactCounter("cl100k_base"))}
    return Engine(builtin_strategies(), Tools(counters.__getitem__, Beginnings()))


def profile_of(figures: Figures) -> Profile:
    """The built-in profile with these figures."""
    profile = builtin(PUBLISHED)
    for key, value in (
        ("window.soft_limit", figures.ceiling),
        ("budget.recent.rounds", figures.rounds),
        ("budget.retrieved_doc.max_items", figures.hits),
        ("budget.retrieved_doc.cap", figures.rag),
        ("budget.tool_result.max_items", figures.results),
        ("budget.tool_result.per_item", figures.generic),
    ):
        profile = profile.set(key, value)
    return profile


def run(arguments: Mapping[str, Any], figures: Figures | None = None) -> Trace:
    """The engine's run on these keyword arguments."""
    session = Session.from_keywords(arguments, "build_context")
    return engine().run(session.at(), profile_of(figures or Figures()))


def text_of(trace: Trace) -> str:
    """The one text that was built."""
    (message,) = trace.messages
    assert message["role"] == "system"
    return str(message["content"])


def reference(arguments: Mapping[str, Any], figures: Figures | None = None) -> Reference:
    """What the published code gives, with the stand-ins of ctxlab for its two model calls.

    Raises:
        Exception: The published code fails on these arguments.
    """
    return SplitBudget(figures or Figures(), ask_constraints, ask_summary).build_context(arguments)


def ask_constraints(users: list[str]) -> str:
    """The sentences of hard demands, each once, while they fit 200 tokens; `无` without any."""
    found: dict[str, None] = {}
    for text in users:
        for one in find_constraints(text):
            if one.hard:
                found[text[one.sentence[0] : one.sentence[1]]] = None
    lines: list[str] = []
    used = 0
    for line in found:
        used += tokens(line)
        if used > SUMMARY_TOKENS:
            break
        lines.append(line)
    return "\n".join(lines) or "无"


def ask_summary(said: list[tuple[str, str]], constraints: list[str]) -> str:
    """The constraints, then the beginnings in what is left of 200 tokens."""
    lead = "；".join(constraints)
    room = SUMMARY_TOKENS - tokens(lead + "\n")
    told = beginnings(said, room) if room > 0 else ""
    return f"{lead}\n{told}" if told.strip() else lead


def tokens(text: str) -> int:
    """Tokens of a text, special ones as text."""
    return len(encoding().encode_ordinary(text))
