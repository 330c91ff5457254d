"""Recorded builds as lines and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from ctxlab.analysis.monitor import by_session, log_line, summary
from ctxlab.cli.names import source_name
from ctxlab.cli.render import number, shortened, table
from ctxlab.cli.run_words import said
from ctxlab.model.recorded import Figures, RecordedBuild, SessionSummary, Share, Summary

_TITLE = 32
_SESSION_KEYS = ("session", "builds", "mean", "peak", "built", "forgotten")
_SESSIONS = 20
_DAYS = 14


def percent(share: float | None) -> str:
    """A share as text; a dash where there is none."""
    return "–" if share is None else f"{100 * share:.1f} %"


def time_of(at: float) -> str:
    """A time, local, to the second."""
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M:%S")


def title_of(build: RecordedBuild) -> str:
    """What to call a build's session."""
    return shortened(build.origin.title or build.figures.session or "–", _TITLE)


def list_lines(builds: Sequence[RecordedBuild], language: str) -> list[str]:
    """A table with a line a build."""
    keys = ("id", "time", "session", "request", "profile", "tokens", "of_limit", "built", "cuts", "level")
    rows = [tuple(said(language, key) for key in (*keys, "lost", "ms"))]
    rows += [_row(one) for one in builds]
    return table(rows, right=(0, 3, 5, 6, 7, 8, 9, 10, 11))


def _row(build: RecordedBuild) -> tuple[str, ...]:
    one = build.figures
    return (
        str(build.id),
        time_of(build.at),
        title_of(build),
        str(one.request),
        shortened(one.profile, _TITLE),
        number(one.counted, one.exact) + "!" * bool(one.over),
        percent(one.use),
        percent(one.ratio),
        cuts_of(one),
        str(one.level),
        f"{len(one.lost)}/{one.must_keeps}" if one.must_keeps else "–",
        f"{build.milliseconds:,.0f}",
    )


def cuts_of(one: Figures) -> str:
    """Items cut, compressed, merged and dropped, each by its sign; those of which there are none left out."""
    counts = (("~", one.truncated), ("Σ", one.compressed), ("∪", one.merged), ("−", one.dropped))
    return " ".join(f"{sign}{count}" for sign, count in counts if count) or "–"


def show_lines(build: RecordedBuild, language: str) -> list[str]:
    """All figures of a build."""
    one = build.figures
    lines = [
        said(
            language,
            "show_head",
            id=build.id,
            time=time_of(build.at),
            title=title_of(build),
            request=one.request,
            turn=one.turn,
            profile=one.profile,
        ),
        log_line(one),
        "",
        said(language, "show_total", total=number(one.counted, one.exact), messages=one.messages),
    ]
    if one.limit is not None:
        lines.append(said(language, "show_limit", limit=number(one.limit), percent=percent(one.use)))
    if one.over:
        lines.append(said(language, "show_over", over=number(one.over, one.exact)))
    if one.warned:
        lines.append(said(language, "show_warned", warn_at=number(one.warn_at or 0)))
    built = {"gathered": number(one.gathered, one.exact), "built": number(one.constructed, one.exact)}
    counts = {name: getattr(one, name) for name in ("truncated", "compressed", "merged", "dropped", "added")}
    lines += [
        said(language, "show_ratio", **built, percent=percent(one.ratio)),
        said(language, "show_cuts", **counts),
        said(language, "show_level", level=one.level),
        _must_keeps(one, language),
        said(language, "show_time", ms=f"{build.milliseconds:,.1f}"),
        "",
        *_sources(one, language),
    ]
    if build.origin.file:
        lines += ["", said(language, "show_file", file=build.origin.file)]
    if not build.kept:
        lines.append(said(language, "show_gone"))
    elif build.hidden:
        lines.append(said(language, "hidden", count=build.hidden))
    return lines


def _must_keeps(one: Figures, language: str) -> str:
    if not one.must_keeps:
        return said(language, "show_unjudged")
    if not one.lost:
        return said(language, "show_kept", count=one.must_keeps)
    return said(language, "show_lost", ids=", ".join(one.lost), lost=len(one.lost), count=one.must_keeps)


def _sources(one: Figures, language: str) -> list[str]:
    rows = [tuple(said(language, key) for key in ("source", "tokens", "share"))]
    rows += [
        (source_name(source, language), number(tokens, one.exact), percent(one.share(source)))
        for source, tokens in one.sources
    ]
    share = one.overhead / one.constructed if one.constructed else None
    rows.append((said(language, "overhead"), number(one.overhead, one.exact), percent(share)))
    return table(rows, right=(1, 2))


def summary_lines(builds: Sequence[RecordedBuild], language: str) -> list[str]:
    """Figures over builds: over all, by day, and by session."""
    found = summary(builds)
    lines = [
        said(language, "sum_builds", builds=f"{found.builds:,}", sessions=f"{found.sessions:,}"),
        forgotten_line(found.forgotten, language),
        said(language, "sum_tokens", **_tokens(found)),
        said(language, "sum_levels", levels=_levels(found, language)),
        said(language, "sum_warned", warned=f"{found.warned:,}", over=f"{found.over:,}"),
        said(language, "sum_ratio", ratio=percent(found.ratio)),
    ]
    keys = ("day", "builds", "mean", "peak", "lost")
    days: list[tuple[str, ...]] = [tuple(said(language, key) for key in keys)]
    days += [
        (one.day, f"{one.builds:,}", f"{one.mean:,}", f"{one.peak:,}", f"{one.lost:,}")
        for one in found.days[-_DAYS:]
    ]
    lines += ["", *table(days, right=(1, 2, 3, 4)), ""]
    sessions = by_session(builds)
    head = tuple(said(language, key) for key in _SESSION_KEYS)
    rows = [_session_row(one) for one in sessions[:_SESSIONS]]
    lines += table([head, *rows], right=(1, 2, 3, 4, 5))
    if len(sessions) > _SESSIONS:
        lines.append(said(language, "sum_sessions", count=len(sessions) - _SESSIONS))
    return lines


def _tokens(found: Summary) -> dict[str, str]:
    return {name: f"{getattr(found, name):,}" for name in ("mean", "p50", "p90", "peak")}


def _levels(found: Summary, language: str) -> str:
    return ", ".join(
        said(language, "sum_level", level=level, share=percent(share.value), builds=f"{share.hits:,}")
        for level, share in enumerate(found.levels)
    )


def forgotten_line(share: Share, language: str) -> str:
    """The headline: sessions with a forgotten constraint, as 1 in N with its interval."""
    if not share.of:
        return said(language, "sum_unjudged")
    interval = {"of": share.of, "low": percent(share.low), "high": percent(share.high)}
    if not share.hits:
        return said(language, "sum_none_forgotten", **interval)
    told = percent(share.value)
    return said(language, "sum_forgotten", one_in=share.one_in, hits=share.hits, share=told, **interval)


def _session_row(one: SessionSummary) -> tuple[str, ...]:
    found = one.summary
    forgotten = f"{found.forgotten.hits}/{found.forgotten.of}" if found.forgotten.of else "–"
    title = shortened(one.title or one.session or "–", _TITLE)
    return (title, f"{found.builds:,}", f"{found.mean:,}", f"{found.peak:,}", percent(found.ratio), forgotten)


def build_json(build: RecordedBuild) -> dict[str, Any]:
    """A build as a JSON object."""
    one = build.figures
    values = asdict(one)
    values["sources"] = {source.value: tokens for source, tokens in one.sources}
    values["lost"] = list(one.lost)
    return {
        "id": build.id,
        "time": datetime.fromtimestamp(build.at).astimezone().isoformat(timespec="seconds"),
        **asdict(build.origin),
        **values,
        "warned": one.warned,
        "ratio": one.ratio,
        "use": one.use,
        "milliseconds": round(build.milliseconds, 3),
        "kept": build.kept,
        "hidden": build.hidden,
    }


def summary_json(builds: Sequence[RecordedBuild]) -> dict[str, Any]:
    """Figures over builds as a JSON object."""
    sessions = [
        {"session": one.session, "title": one.title, **_summary(one.summary)} for one in by_session(builds)
    ]
    return {**_summary(summary(builds)), "by_session": sessions}


def _summary(found: Summary) -> dict[str, Any]:
    values = asdict(found)
    values["levels"] = [_share(share) for share in found.levels]
    values["forgotten"] = _share(found.forgotten) | {"one_in": found.forgotten.one_in}
    return values


def _share(share: Share) -> dict[str, Any]:
    return {**asdict(share), "share": share.value}
