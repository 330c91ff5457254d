"""Comparing context systems: one session at one request, built under several profiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence

from ctxlab.analysis.monitor import level_of
from ctxlab.analysis.survival import Judge
from ctxlab.errors import CancelledError, CtxlabError
from ctxlab.model.decision import Fate
from ctxlab.model.items import Item, Source
from ctxlab.model.marks import MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.session import Snapshot
from ctxlab.model.systems import ItemLine, Keep, Refused, SystemRun, SystemsTable
from ctxlab.model.trace import Trace

Build = Callable[[Profile], Trace]


def compare_systems(
    build: Build,
    profiles: Sequence[tuple[str, Profile]],
    must_keeps: Sequence[MustKeep],
    judge: Judge,
    *,
    snapshot: Snapshot,
) -> Generator[SystemsTable]:
    """The comparison, longer by one run each time; the last is whole.

    Args:
        build: Makes the run of a profile on the session's snapshot.
        profiles: (what to call it, profile) pairs, in the order of the columns.
        must_keeps: What all runs are judged by, whatever the profiles themselves ask for.
        judge: Tells how a must-keep stands.
        snapshot: What `build` builds from.

    Raises:
        CancelledError: A run was stopped.
    """
    judge.expect(must_keeps)
    runs: list[SystemRun] = []
    refused: list[Refused] = []
    labels = tuple((one.id, one.label) for one in must_keeps)
    lines = Lines(snapshot)
    for name, profile in profiles:
        try:
            runs.append(_run(name, build(profile), must_keeps, judge))
            lines.add(runs[-1].trace)
        except CancelledError:
            raise
        except CtxlabError as error:
            refused.append(Refused(name, str(error)))
        title = snapshot.session.title or snapshot.session.id
        yield SystemsTable(title, snapshot.request.index, tuple(runs), tuple(refused), labels, lines.told())


class Lines:
    """Each item of the record that any run gathered, in file order, with its fate under each run so far."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._items = [snapshot.session.items[at] for at in snapshot.candidates()]
        self._columns: list[dict[str, Fate]] = []
        self._known: dict[str, tuple[Source, int]] = {}

    def add(self, trace: Trace) -> None:
        """Takes in one run more; of an item the first run that has it tells source and tokens."""
        column: dict[str, Fate] = {}
        for position, item in enumerate(trace.pool.items):
            column[item.id] = trace.fate(position)
            self._known.setdefault(item.id, (trace.pool.source[position], trace.pool.tokens[position]))
        self._columns.append(column)

    def told(self) -> tuple[ItemLine, ...]:
        """The lines."""
        return tuple(self._line(item) for item in self._items if item.id in self._known)

    def _line(self, item: Item) -> ItemLine:
        source, tokens = self._known[item.id]
        fates = tuple([column.get(item.id) for column in self._columns])
        return ItemLine(item.id, source, tokens, item.text, fates)


def _run(name: str, trace: Trace, must_keeps: Sequence[MustKeep], judge: Judge) -> SystemRun:
    gathered = [p for p in range(len(trace.pool)) if p not in trace.pool.derived_from]
    fates = Counter(trace.fate(position) for position in gathered)
    gone = fates[Fate.DROPPED] + fates[Fate.MERGED]
    totals = trace.totals
    return SystemRun(
        name=name,
        trace=trace,
        tokens=totals.constructed,
        counted=totals.counted,
        limit=totals.limit,
        over=totals.over,
        exact=trace.exact,
        messages=len(trace.context),
        kept=len(gathered) - gone,
        of=len(gathered),
        fates=tuple((fate, fates[fate]) for fate in Fate if fates[fate]),
        sources=_sources(trace),
        level=level_of(trace),
        keeps=tuple(_keep(trace, one, judge) for one in must_keeps),
    )


def _sources(trace: Trace) -> tuple[tuple[Source, int], ...]:
    """What each source's items hold in the end, largest first; equal ones in the order of the sources."""
    held: Counter[str] = Counter()
    for position in range(len(trace)):
        held[trace.source(position).value] += trace.tokens_after(position)
    order = tuple(Source)
    found = [(source, held[source.value]) for source in order if held[source.value]]
    return tuple(sorted(found, key=lambda one: -one[1]))


def _keep(trace: Trace, one: MustKeep, judge: Judge) -> Keep:
    held = judge.held(trace, one)
    if held is None:
        return Keep(None, None, one.meaning)
    return Keep(held.survival.verdict, judge.lost_at(trace, one), one.meaning)
