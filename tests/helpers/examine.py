"""Runs for analyses, with words as tokens."""

from __future__ import annotations

from hypothesis import strategies as st

from ctxlab.analysis.sensitivity import Build
from ctxlab.engine.pipeline import Examined
from ctxlab.model.decision import Stage
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from helpers.engine import word_engine
from helpers.spec import profile, session

#: Reasons of an item that a row has whole and as itself.
WHOLE = {"required", "pinned", "fits", "kept_over_cap", "cut_to_item_limit"}


def builder(table: str | Session, marks: Marks | None = None) -> Build:
    """Runs of one session, whose stages are remembered from one to the next."""
    opened = session(table) if isinstance(table, str) else table
    snapshot, engine = opened.at(), word_engine()
    return lambda one: engine.examine(snapshot, one, marks)


def examine(table: str | Session, settings: str | Profile = "", marks: Marks | None = None) -> Examined:
    """One run."""
    return builder(table, marks)(profile(settings) if isinstance(settings, str) else settings)


def capped(one: Profile, row: Row, cap: int) -> Profile:
    """The profile with another cap."""
    return one.set(f"budget.{row}.cap", cap)


def whole(run: Examined, row: Row) -> set[str]:
    """Ids of the items that a row has whole and as themselves at the end of Select; none of a cut unit.

    Read from the trace alone: an item of a message of which a part was cut has the numbers of that part.
    """
    trace = run.trace
    found: dict[str, int] = {}
    cut: set[int] = set()
    for position in range(len(trace.pool)):
        decision = trace.stage(Stage.SELECT).decision(position)
        if decision is None or trace.row(position) is not row:
            continue
        if decision.reason.code in WHOLE:
            found[trace.id(position)] = trace.item(position).message
        elif decision.reason.code == "cut_to_cap":
            cut.add(trace.item(position).message)
    return {item for item, message in found.items() if message < 0 or message not in cut}


def keeps(**named: str) -> Marks:
    """Must-keeps by text, each under its name."""
    return Marks(must_keeps=tuple(MustKeep(name, text=text) for name, text in named.items()))


@st.composite
def talks(draw: st.DrawFn) -> str:
    """A talk with messages of a few words, some of two parts, and then a question."""
    lines: list[str] = []
    for size in draw(st.lists(st.integers(1, 9), min_size=1, max_size=8)):
        at = len(lines) + 1
        lines.append(f"i{at} {'user' if len(lines) % 2 == 0 else 'assistant'} {size}")
        if len(lines) % 2 == 0 and draw(st.integers(0, 3)) == 0:
            lines.append(f"i{at + 1} assistant {draw(st.integers(1, 9))} &")
    return "\n".join([*lines, f"i{len(lines) + 1} user 2"])
