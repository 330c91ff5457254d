"""Small sessions with must-keeps, in files, and what runs under all combinations of caps show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

from hypothesis import strategies as st

from ctxlab.analysis.admission import Admission, entry_caps
from ctxlab.analysis.solve.caps import with_caps, without_bounds
from ctxlab.batch.corpus import corpus_of
from ctxlab.batch.solve import solve
from ctxlab.engine.pipeline import Examined
from ctxlab.formats.writers.native import dumps_session
from ctxlab.lab import Lab
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Overflow, Profile
from ctxlab.model.session import Session
from ctxlab.model.solution import Aim, Solution
from ctxlab.model.sweep import Place
from helpers.spec import profile, session

#: Phrases that several items may say.
PHRASES = ("amber", "birch", "cedar")


def placed(folder: Path, sessions: Iterable[Session]) -> tuple[Place, ...]:
    """The sessions as files of a folder, listed."""
    for at, one in enumerate(sessions):
        (folder / f"s{at:03}.ctx.json").write_text(dumps_session(one), "utf-8")
    return corpus_of([folder]).places


def marked(table: str, texts: dict[str, str] | None = None, **keeps: str) -> Session:
    """A session of a table with must-keeps by text, each under its name."""
    marks = Marks(must_keeps=tuple(MustKeep(name, text=text) for name, text in keeps.items()))
    return replace(session(table, texts=texts), marks=marks)


def counted(settings: str) -> Profile:
    """A profile that counts a token for every three characters."""
    return profile(f"tokens.encoding=chars/3 {settings}")


def solved(
    places: Sequence[Place],
    one: Profile,
    *,
    rows: Sequence[Row] | None = None,
    aim: Aim = Aim.SMALLEST,
    may_lose: int = 0,
) -> Solution:
    """The solution, nothing stored."""
    *_, last = solve(places, one, rows=rows, aim=aim, may_lose=may_lose, store=False)
    assert isinstance(last, Solution)
    return last


class Runs:
    """Runs of some sessions under some caps, made apart from what solves."""

    def __init__(self, sessions: Sequence[Session], one: Profile, rows: Sequence[Row]) -> None:
        self._lab = Lab(store=False)
        self._sessions = sessions
        self._profile = one
        self._rows = tuple(rows)

    def examined(self, one: Profile) -> Iterator[Examined]:
        for each in self._sessions:
            yield self._lab.examine(each.at(), one)

    def losing(self, caps: tuple[int, ...] | None) -> int:
        """How many sessions lose a must-keep or do not fit."""
        one = self._profile if caps is None else with_caps(self._profile, self._rows, caps)
        count = 0
        for each in self._sessions:
            trace = self._lab.build(each.at(), one)
            count += bool(trace.totals.over or any(keep.lost_at is not None for keep in trace.must_keeps))
        return count

    def steps(self) -> list[list[int]]:
        """The caps of each row at which it admits something else in some session, if others bind nothing."""
        found: list[set[int]] = [{0} for _ in self._rows]
        for run in self.examined(without_bounds(self._profile, self._rows)):
            for at, row in enumerate(self._rows):
                queue = run.queues[row]
                found[at].update(cap for cap, _ in entry_caps(queue))
                if queue.overflow is Overflow.SKIP:
                    found[at].update(Admission(queue).steps()[0])
        return [sorted(one) for one in found]

    def best(
        self, cost: Callable[[tuple[int, ...]], int], may_lose: int = 0, beside: tuple[int, ...] | None = None
    ) -> int | None:
        """The least cost of any combination of those caps under which all but so many sessions hold."""
        steps = self.steps()
        if beside is not None:
            steps = [sorted({*one, cap}) for one, cap in zip(steps, beside, strict=True)]
        points = sorted(product(*steps), key=cost)
        return next((cost(caps) for caps in points if self.losing(caps) <= may_lose), None)


@st.composite
def small_sessions(draw: st.DrawFn, *, calls: bool = False) -> Session:
    """A few messages, documents and notes, some saying a phrase; must-keeps on phrases and items."""
    lines: list[str] = []
    texts: dict[str, str] = {}

    def add(role: str, flags: str = "") -> None:
        name = f"i{len(lines) + 1}"
        words = draw(st.integers(1, 7))
        phrase = draw(st.sampled_from((*PHRASES, "", "")))
        texts[name] = " ".join([*(f"{name}.{at}" for at in range(1, words + 1)), phrase]).strip()
        lines.append(f"{name} {role} {words} {flags}".rstrip())

    for _ in range(draw(st.integers(0, 2))):
        add("system", f"doc rel:0.{draw(st.integers(1, 9))}")
    for _ in range(draw(st.integers(0, 2))):
        add("system", "note")
    for at in range(draw(st.integers(1, 3))):
        add("user")
        if calls and draw(st.booleans()):
            add("assistant", f"call:c{at}")
            add("tool", f"result:c{at}")
        add("assistant")
    lines.append(f"i{len(lines) + 1} user 2")
    names = list(texts)
    keeps: list[MustKeep] = []
    for at in range(draw(st.integers(1, 3))):
        kind = draw(st.integers(0, 5))
        name = draw(st.sampled_from(names))
        if kind <= 2:
            keeps.append(MustKeep(f"k{at}", text=draw(st.sampled_from(PHRASES))))
        elif kind == 3:
            keeps.append(MustKeep(f"k{at}", item=name))
        else:
            keeps.append(MustKeep(f"k{at}", text=texts[name].split()[0]))
    return replace(session("\n".join(lines), texts=texts), marks=Marks(must_keeps=tuple(keeps)))
