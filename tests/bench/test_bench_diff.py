"""The diff of two contexts of 10,000 messages against difflib's, and the window's list of it.

Two runs of one session are compared by what they hold, runs of two sessions by their texts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from difflib import SequenceMatcher
from statistics import median
from time import perf_counter
from typing import Any

import pytest
from bench.talks import talk

pytest.importorskip("PySide6.QtWidgets")

from ctxlab.gui.models.diff_model import DiffModel
from ctxlab.lab import Lab
from ctxlab.model.items import Part, PartKind, Row
from ctxlab.model.session import Session
from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin

_MESSAGES = 10_000
_ROUNDS = 9


@dataclass(frozen=True, slots=True)
class Diffs:
    """Median milliseconds, and how many messages the smaller context holds."""

    one_session: float
    two_sessions: float
    lines: float
    difflib: float
    messages: int


def milliseconds(act: Callable[[], object], rounds: int = _ROUNDS) -> float:
    """The median time of an act."""
    times: list[float] = []
    for _ in range(rounds):
        start = perf_counter()
        act()
        times.append((perf_counter() - start) * 1000)
    return median(times)


def contexts(lab: Lab, session: Session) -> tuple[Trace, Trace]:
    """Two runs that keep all but some 500 messages, one of the oldest, the other of the newest."""
    snapshot = session.at()
    history = next(one for one in lab.build(snapshot, "as-recorded").rows if one.row is Row.HISTORY)
    profile = builtin("as-recorded").set("budget.history.overflow", "stop")
    profile = profile.set("budget.history.cap", history.used * 95 // 100)
    newest = lab.build(snapshot, profile.set("budget.history.order", "newest"))
    return lab.build(snapshot, profile.set("budget.history.order", "oldest")), newest


def edited(session: Session) -> Session:
    """The session under another id, with every fiftieth text changed."""
    items = [
        replace(item, parts=(Part(PartKind.TEXT, f"{item.text} again"),))
        if at % 50 == 0 and item.parts[0].kind is PartKind.TEXT
        else item
        for at, item in enumerate(session.items)
    ]
    return replace(session, id="edited", items=tuple(items))


def measure(messages: int = _MESSAGES) -> Diffs:
    """All figures on one talk."""
    lab = Lab(store=False)
    session = talk(messages * 11 // 10)
    before, after = contexts(lab, session)
    other = lab.build(edited(session).at(), "as-recorded")
    texts = [[str(one.value.get("content")) for one in trace.context] for trace in (before, after)]
    diff = lab.compare(before, after)
    model = DiffModel()

    def peer() -> object:
        return SequenceMatcher(None, *texts, autojunk=False).get_opcodes()

    def listed() -> None:
        model.set_diff(diff)

    found = Diffs(
        one_session=milliseconds(lambda: lab.compare(before, after)),
        two_sessions=milliseconds(lambda: lab.compare(before, other)),
        lines=milliseconds(listed),
        difflib=milliseconds(peer, 3),
        messages=min(len(before.context), len(after.context)),
    )
    lab.close()
    return found


@pytest.mark.benchmark(group="diff")
def test_a_diff_takes_at_most_half_of_difflibs_time(benchmark: Any, qapp: Any) -> None:
    found = benchmark.pedantic(measure, rounds=1, iterations=1)
    benchmark.extra_info.update({name: round(value, 1) for name, value in asdict(found).items()})
    assert found.messages >= _MESSAGES
    goal = max(15.0, found.difflib / 2)
    assert found.one_session <= goal
    assert found.two_sessions <= goal
    assert found.lines <= 15.0
