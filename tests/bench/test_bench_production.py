"""What one build costs an agent: 100 items with counts cached, beside loops that only trim."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import pytest

import ctxlab
from ctxlab.lab import Lab
from ctxlab.paths import resource
from ctxlab.tokens.vocabulary import O200K, build, read_ranks

_ITEMS = 100
_ROUNDS = 30
_CAP = 1200

_FIRST = """
import time
begun = time.perf_counter()
import ctxlab
with ctxlab.Builder("gssc") as builder:
    builder.build(system_prompt="Be short.", user_message="Where to, and how do we get there?").messages
print(time.perf_counter() - begun)
"""
_PEER = """
import time
begun = time.perf_counter()
from langchain_core.messages import HumanMessage, SystemMessage, trim_messages
talk = [SystemMessage("Be short."), HumanMessage("Where to, and how do we get there?")]
trim_messages(talk, max_tokens=100, token_counter=len, strategy="last")
print(time.perf_counter() - begun)
"""


def talk(turns: int) -> list[dict[str, str]]:
    """So many messages, each another text."""
    return [
        {
            "role": "user" if at % 2 == 0 else "assistant",
            "content": f"Turn {at}: the plan for city {at} needs {at * 10} euros, a train at {at % 24}:00.",
        }
        for at in range(turns)
    ]


def plain_loop(history: list[dict[str, str]], count: Callable[[str], int]) -> list[dict[str, str]]:
    """The newest messages that fit, as one writes it by hand."""
    kept: list[dict[str, str]] = []
    left = _CAP
    for one in reversed(history):
        left -= count(one["content"]) + 3
        if left < 0:
            break
        kept.append(one)
    return kept[::-1]


def timed(work: Callable[[], object]) -> float:
    """Processor seconds of a call: the best of seven medians, with garbage collected as it is for users."""
    work()
    medians: list[float] = []
    for _ in range(7):
        times: list[float] = []
        for _ in range(_ROUNDS):
            begun = process_time()
            work()
            times.append(process_time() - begun)
        medians.append(median(times))
    return min(medians)


def memo() -> Callable[[str], int]:
    """A counter that keeps what it counted."""
    encode = build(O200K, read_ranks(O200K, resource("tokenizers"))).encode_ordinary
    known: dict[str, int] = {}

    def count(text: str) -> int:
        found = known.get(text)
        if found is None:
            found = known[text] = len(encode(text))
        return found

    return count


@pytest.mark.benchmark(group="production")
def test_one_build_of_100_items(benchmark: Any) -> None:
    from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, trim_messages

    history, count = talk(_ITEMS - 1), memo()
    profile = ctxlab.profile("gssc").set("budget.history.cap", _CAP)
    builder = ctxlab.Builder(profile, store=False)
    lab = Lab(store=False)
    known = ctxlab.Session.from_parts(user_message="Where to?", conversation_history=history).at()
    caps = iter(range(_CAP, _CAP + 10_000))

    def langchain() -> list[BaseMessage]:
        kinds = {"user": HumanMessage, "assistant": AIMessage}
        messages = [kinds[one["role"]](one["content"]) for one in history]
        return trim_messages(
            messages,
            max_tokens=_CAP,
            token_counter=lambda some: sum(count(str(one.content)) + 3 for one in some),
            strategy="last",
        )

    def fresh() -> object:
        return builder.build(user_message="Where to?", conversation_history=history).messages

    def edit() -> object:
        return lab.build(known, profile.set("budget.history.cap", next(caps))).messages

    def measure() -> dict[str, float]:
        return {
            "build": timed(fresh),
            "edit": timed(edit),
            "again": timed(lambda: lab.build(known, profile).messages),
            "trim_messages": timed(langchain),
            "loop": timed(lambda: plain_loop(history, count)),
        }

    found = benchmark.pedantic(measure, rounds=1, iterations=1)
    benchmark.extra_info.update({f"{name}, ms": round(1000 * one, 3) for name, one in found.items()})
    ratio = found["build"] / found["trim_messages"]
    benchmark.extra_info["build / trim_messages with memo"] = round(ratio, 2)
    builder.close()
    assert ratio <= 20
    assert found["again"] <= found["trim_messages"]


@pytest.mark.benchmark(group="production")
def test_import_and_first_build(benchmark: Any) -> None:
    """A process that starts, counts cached, beside one that imports trim_messages and calls it."""

    def seconds(code: str) -> float:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        return float(done.stdout)

    seconds(_FIRST)

    def measure() -> tuple[float, float]:
        pairs = [(seconds(_FIRST), seconds(_PEER)) for _ in range(5)]
        return median(ours for ours, _ in pairs), median(theirs for _, theirs in pairs)

    ours, theirs = benchmark.pedantic(measure, rounds=1, iterations=1)
    benchmark.extra_info["import and first build, ms"] = round(1000 * ours)
    benchmark.extra_info["the same of langchain-core's trim_messages, ms"] = round(1000 * theirs)
    benchmark.extra_info["ratio"] = round(ours / theirs, 2)
    assert ours / theirs <= 2
