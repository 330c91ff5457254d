"""A cap edit against langchain-core's trim_messages, against growth, against the extractive summariser."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle
from statistics import median
from time import perf_counter
from typing import Any

import pytest
from bench.talks import talk

from ctxlab.lab import Lab
from ctxlab.model.items import PartKind
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.model.trace import Trace
from ctxlab.paths import resource
from ctxlab.profiles import builtin
from ctxlab.tokens.vocabulary import O200K, build, read_ranks

_EDITS = 30
_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Edits:
    """Median seconds of one edit."""

    small: float
    large: float
    compress: float
    peer: float
    peer_with_memo: float
    split_budget: float
    degraded: float

    def ratios(self) -> dict[str, float]:
        """The figures that the goals speak of."""
        return {
            "trim_messages / edit": round(self.peer / self.large, 1),
            "edit / trim_messages with memo": round(self.large / self.peer_with_memo, 2),
            "10,000 / 1,000 items": round(self.large / self.small, 2),
            "compress / stop": round(self.compress / self.large, 2),
            "split-budget / gssc": round(self.split_budget / self.compress, 2),
            "split-budget, degraded / gssc": round(self.degraded / self.compress, 2),
        }


def read(trace: Trace) -> int:
    """Everything that an edit has to leave readable: fates, reasons, numbers, order, messages, total."""
    select = trace.stages[1]
    last = len(select.fate) // 2
    assert select.decision(last) is not None or select.fate[last] == 0
    columns = len(select.fate) + len(select.reason) + len(select.order)
    return columns + len(trace.messages) + trace.totals.constructed


def edit_time(lab: Lab, session: Session, profile: Profile, least: int = 28_000) -> float:
    """Median time of a cap edit of row history, each to a cap that was not there before, from `least` on."""
    snapshot = session.at()
    read(lab.build(snapshot, profile))
    caps = range(least, least + 97 * (_EDITS * _ROUNDS + 1), 97)
    edits = iter([profile.set("budget.history.cap", cap) for cap in caps])
    return timed(lambda: read(lab.build(snapshot, next(edits))), _EDITS)


def peer_times(session: Session) -> tuple[float, float]:
    """Median time of trim_messages to the same sizes: counting each time, and with counts kept in a dict."""
    from langchain_core.messages import BaseMessage, trim_messages

    messages = to_langchain(session)
    encode = build(O200K, read_ranks(O200K, resource("tokenizers"))).encode_ordinary
    kept: dict[str, int] = {}

    def plain(found: list[BaseMessage]) -> int:
        return sum(len(encode(str(one.content))) + 3 for one in found)

    def memo(found: list[BaseMessage]) -> int:
        total = 0
        for one in found:
            text = str(one.content)
            if text not in kept:
                kept[text] = len(encode(text))
            total += kept[text] + 3
        return total

    sizes = cycle(range(28_000, 34_000, 97))

    def trim(counter: Callable[[list[BaseMessage]], int]) -> object:
        return trim_messages(messages, max_tokens=next(sizes), token_counter=counter, strategy="last")

    return timed(lambda: trim(plain), 3), timed(lambda: trim(memo), _EDITS)


def timed(work: Callable[[], object], rounds: int) -> float:
    """Seconds of a call: the best of three medians, with garbage collection running as it does for users."""
    work()
    gc.collect()
    medians: list[float] = []
    for _ in range(_ROUNDS):
        times: list[float] = []
        for _ in range(rounds):
            start = perf_counter()
            work()
            times.append(perf_counter() - start)
        medians.append(median(times))
    return min(medians)


def to_langchain(session: Session) -> list[Any]:
    from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

    found: list[Any] = []
    for item in session.items:
        if item.has(PartKind.CALL):
            call = {"name": item.parts[0].name, "args": {"row": 7}, "id": item.call_id}
            found.append(AIMessage("", tool_calls=[call]))
        elif item.has(PartKind.RESULT):
            found.append(ToolMessage(item.text, tool_call_id=item.call_id))
        else:
            found.append(HumanMessage(item.text) if item.role == "user" else AIMessage(item.text))
    return found


def measure(sizes: Sequence[int] = (1_000, 10_000)) -> Edits:
    """All figures of one run, on one lab."""
    lab = Lab(store=False)
    stop = builtin("gssc").set("budget.history.overflow", "stop")
    small, large = (edit_time(lab, talk(size), stop) for size in sizes)
    session = talk(sizes[-1])
    compress = edit_time(lab, session, builtin("gssc"))
    peer, peer_with_memo = peer_times(session)
    split, degraded = (edit_time(lab, session, one, 2_000) for one in split_budgets())
    return Edits(small, large, compress, peer, peer_with_memo, split, degraded)


def split_budgets() -> tuple[Profile, Profile]:
    """The recommended split budget, results reduced to fields; and so tight that its levels act each time."""
    profile = builtin("split-budget")
    fields = [one.model_dump() for one in profile.gather.fields]
    profile = profile.set("gather.fields", [*fields, {"tool": "lookup", "fields": "id, name:40"}])
    return profile, profile.set("window.soft_limit", 8_000)


@pytest.mark.benchmark(group="edit")
def test_a_cap_edit(benchmark: Any) -> None:
    edits = benchmark.pedantic(measure, rounds=1, iterations=1)
    ratios = edits.ratios()
    benchmark.extra_info.update(ratios)
    assert ratios["trim_messages / edit"] >= 150
    assert ratios["edit / trim_messages with memo"] <= 1.0
    assert ratios["10,000 / 1,000 items"] <= 12
    assert ratios["compress / stop"] <= 5
    assert ratios["split-budget / gssc"] <= 2
