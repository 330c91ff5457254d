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
    for name, profile in profiles:
        try:
            runs.append(_run(name, build(profile), must_keeps, judge))
        except CancelledError:
            raise
        except CtxlabError as error:
            refused.append(Refused(name, str(error)))
        lines = item_lines(snapshot, [run.trace for run in runs])
        title = snapshot.session.title or snapshot.session.id
        yield SystemsTable(title, snapshot.request.index, tuple(runs), tuple(refused), labels, lines)


def item_lines(snapshot: Snapshot, traces: Sequence[Trace]) -> tuple[ItemLine, ...]:
    """Each item of the record that any of the runs gathered, in file order, with its fate under each."""
    columns = [_fates(trace) for trace in traces]
    items = (snapshot.session.items[at] for at in snapshot.candidates())
    return tuple(_line(item, traces, columns) for item in items if any(item.id in one for one in columns))


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
    return Keep(None, None) if held is None else Keep(held.survival.verdict, judge.lost_at(trace, one))


def _fates(trace: Trace) -> dict[str, Fate]:
    return {item.id: trace.fate(position) for position, item in enumerate(trace.pool.items)}


def _line(item: Item, traces: Sequence[Trace], columns: Sequence[dict[str, Fate]]) -> ItemLine:
    first = next(trace for trace in traces if item.id in trace.pool.index)
    position = first.pool.index[item.id]
    fates = tuple(column.get(item.id) for column in columns)
    return ItemLine(item.id, first.pool.source[position], first.pool.tokens[position], item.text, fates)
