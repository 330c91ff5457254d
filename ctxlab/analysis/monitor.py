"""The monitor: the figures of one build out of its trace, sums over many, a build as one line of a log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from ctxlab.analysis.wilson import wilson
from ctxlab.model.decision import Fate, Stage
from ctxlab.model.items import Source
from ctxlab.model.recorded import Day, Figures, RecordedBuild, SessionSummary, Share, Summary
from ctxlab.model.trace import Trace

#: The diagnostic of a run that degraded, with the number `level`.
DEGRADED = "degraded"

#: The levels of degradation, with 0 for none.
LEVELS = (0, 1, 2, 3)


def figures_of(trace: Trace, turn: int = 0, warn_at: int | None = None) -> Figures:
    """The figures of a run; what no trace knows, its turn and the size to warn at, is given."""
    fates = [trace.fate(position) for position in range(len(trace))]
    sources = dict.fromkeys(Source, 0)
    last = trace.stage(Stage.CONSTRUCT)
    for position, fate in enumerate(last.fate):
        if fate and not Fate(fate).leaves:
            sources[trace.source(position)] += last.tokens[position]
    totals = trace.totals
    return Figures(
        session=trace.session,
        request=trace.request,
        turn=turn,
        profile=trace.profile,
        profile_sha256=trace.profile_sha256,
        encoding=trace.counted_in,
        exact=trace.exact,
        messages=len(trace.context),
        sources=tuple((source, tokens) for source, tokens in sources.items() if tokens),
        overhead=sum(tokens for _, tokens in trace.ledger),
        gathered=totals.gathered,
        constructed=totals.constructed,
        counted=totals.counted,
        limit=totals.limit,
        over=totals.over,
        warn_at=warn_at,
        level=level_of(trace),
        truncated=fates.count(Fate.TRUNCATED),
        compressed=fates.count(Fate.COMPRESSED),
        merged=fates.count(Fate.MERGED),
        dropped=fates.count(Fate.DROPPED),
        added=fates.count(Fate.ADDED),
        must_keeps=len(trace.must_keeps),
        lost=trace.lost,
    )


def level_of(trace: Trace) -> int:
    """The level of degradation that a run reached, 0 where it did not degrade."""
    levels = [
        int(value)
        for one in trace.diagnostics
        if one.code == DEGRADED
        for name, value in one.numbers
        if name == "level"
    ]
    return max(levels, default=0)


def log_line(figures: Figures) -> str:
    """A build as one line of a log, without a word of its content: `[monitor] total=...`.

    Total in tokens, with `~` where not exact, limit, share of each source and of framing and headings,
    messages, cuts, level of degradation and must-keeps lost. An empty build has no shares.
    """
    mark = "" if figures.exact else "~"
    limit = "" if figures.limit is None else f" limit={figures.limit}"
    shares = [f"{source.value}={_percent(figures.share(source))}" for source, _ in figures.sources]
    if figures.constructed:
        shares.append(f"overhead={_percent(figures.overhead / figures.constructed)}")
    cuts = f"cut={figures.truncated} compressed={figures.compressed} merged={figures.merged}"
    parts = [
        f"[monitor] total={mark}{figures.counted}{limit}",
        *shares,
        f"messages={figures.messages} {cuts} dropped={figures.dropped}",
        f"level={figures.level} lost={len(figures.lost)}/{figures.must_keeps}",
    ]
    return " ".join(parts)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def summary(builds: Sequence[RecordedBuild]) -> Summary:
    """Figures over builds, in whatever order; of none all are 0."""
    figures = [one.figures for one in builds]
    counted = sorted(one.counted for one in figures)
    ratios = [one.ratio for one in figures if one.ratio is not None]
    level_0, level_1, level_2, level_3 = (
        share(sum(1 for one in figures if min(one.level, LEVELS[-1]) == level), len(figures))
        for level in LEVELS
    )
    return Summary(
        builds=len(builds),
        sessions=len({one.session for one in figures}),
        levels=(level_0, level_1, level_2, level_3),
        mean=_mean(counted),
        p50=_rank(counted, 50),
        p90=_rank(counted, 90),
        peak=counted[-1] if counted else 0,
        warned=sum(1 for one in figures if one.warned),
        over=sum(1 for one in figures if one.over),
        forgotten=forgotten(builds),
        ratio=sum(ratios) / len(ratios) if ratios else None,
        milliseconds=sum(one.milliseconds for one in builds) / len(builds) if builds else 0.0,
        days=_days(builds),
        peak_use=_peak_use(figures),
    )


def by_session(builds: Sequence[RecordedBuild]) -> tuple[SessionSummary, ...]:
    """The same for each session by itself, the one with the latest build first."""
    groups: dict[str, list[RecordedBuild]] = {}
    for one in sorted(builds, key=lambda one: (-one.at, -one.id)):
        groups.setdefault(one.figures.session, []).append(one)
    return tuple(
        SessionSummary(session, group[0].origin.title, summary(group)) for session, group in groups.items()
    )


def forgotten(builds: Iterable[RecordedBuild]) -> Share:
    """The sessions with a forgotten constraint, among those of which a must-keep was judged.

    The last build of each request stands for it: what was tried before and taken back forgot nothing. A
    session counts where at any of its requests this one lost a must-keep.
    """
    last: dict[tuple[str, str, int], RecordedBuild] = {}
    for one in builds:
        key = (one.figures.session, one.origin.chain, one.figures.request)
        known = last.get(key)
        if known is None or (one.at, one.id) > (known.at, known.id):
            last[key] = one
    judged = {key[0] for key, one in last.items() if one.figures.must_keeps}
    return share(len({key[0] for key, one in last.items() if one.figures.lost}), len(judged))


def share(hits: int, of: int) -> Share:
    """So many of so many, with the interval."""
    return Share(hits, of, *wilson(hits, of))


def _peak_use(figures: Sequence[Figures]) -> float | None:
    largest = max(figures, key=lambda one: (one.counted, one.use or 0.0), default=None)
    return None if largest is None else largest.use


def _days(builds: Sequence[RecordedBuild]) -> tuple[Day, ...]:
    groups: dict[str, list[RecordedBuild]] = {}
    for one in builds:
        groups.setdefault(datetime.fromtimestamp(one.at).strftime("%Y-%m-%d"), []).append(one)
    return tuple(_day(day, groups[day]) for day in sorted(groups))


def _day(day: str, builds: Sequence[RecordedBuild]) -> Day:
    counted = [one.figures.counted for one in builds]
    lost = sum(1 for one in builds if one.figures.lost)
    return Day(day, len(builds), _mean(counted), max(counted), lost)


def _mean(values: Sequence[int]) -> int:
    return round(sum(values) / len(values)) if values else 0


def _rank(ascending: Sequence[int], percent: int) -> int:
    """The smallest value that so many percent of all do not exceed; 0 of none."""
    return ascending[-(-percent * len(ascending) // 100) - 1] if ascending else 0
