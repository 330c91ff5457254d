"""The answer of `run`: stages, budget table, total, what was lost, must-keeps, notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ctxlab.cli.render import number, table
from ctxlab.cli.words import word
from ctxlab.model.decision import Fate, Reason, Stage

if TYPE_CHECKING:
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session
    from ctxlab.model.trace import StageRecord, Trace

#: Fates that take something away, the gravest first, and the word that heads each.
_LOSSES = (
    (Fate.DROPPED, "dropped"),
    (Fate.MERGED, "merged"),
    (Fate.COMPRESSED, "compressed"),
    (Fate.TRUNCATED, "truncated"),
)


def run_report(
    trace: Trace, session: Session, profile: Profile, labels: dict[str, str], language: str
) -> list[str]:
    """All lines of the answer."""
    lines = [_head(trace, session, language), "", *_stages(trace, language), "", *_rows(trace, language), ""]
    lines += _total(trace, session, profile, language)
    lines += ["", *losses(trace, language)]
    if trace.must_keeps:
        lines += ["", *_must_keeps(trace, labels, language)]
    return lines


def _head(trace: Trace, session: Session, language: str) -> str:
    request = next((one for one in session.requests if one.index == trace.request), None)
    return word(
        language,
        "head",
        name=session.title or session.origin.file or session.id,
        request=trace.request,
        requests=len(session.chain(request.chain if request else "")),
        turn=request.turn if request else "?",
        profile=trace.profile,
    )


def _stages(trace: Trace, language: str) -> list[str]:
    before = sum(trace.pool.tokens[i] for i in range(len(trace.pool)) if i not in trace.pool.derived_from)
    rows: list[tuple[str, ...]] = []
    for record in trace.stages:
        after = trace.totals.constructed if record.stage is Stage.CONSTRUCT else record.total
        count = f"{_entered(record)} → {len(record.order)}"
        tokens = f"{number(before, trace.exact)} → {number(after, trace.exact)}"
        rows.append(
            (word(language, record.stage.value), f"{count} items", f"{tokens} tokens", record.strategy)
        )
        before = after
    lines = table(rows, right=(1, 2))
    lines[-1] += " · " + word(language, "messages", count=len(trace.context))
    return lines


def _entered(record: StageRecord) -> int:
    """How many items entered a stage: all that it decided on but those that it added."""
    return sum(1 for fate in record.fate if fate not in (Fate.NONE, Fate.ADDED))


def _rows(trace: Trace, language: str) -> list[str]:
    rows = [tuple(word(language, key) for key in ("row", "cap", "used", "kept"))]
    for use in trace.rows:
        if use.of or use.cap is not None:
            cap = word(language, "no_cap") if use.cap is None else number(use.cap)
            if use.given is not None and use.given != use.cap:
                cap += f" (+{use.given - (use.cap or 0):,})"
            rows.append((use.row.value, cap, number(use.used, trace.exact), f"{use.kept}/{use.of}"))
    return table(rows, right=(1, 2, 3))


def _total(trace: Trace, session: Session, profile: Profile, language: str) -> Iterator[str]:
    totals = trace.totals
    shown = number(totals.counted, trace.exact)
    if totals.limit is None:
        yield word(language, "total_unlimited", total=shown)
    else:
        percent = f"{100 * totals.counted / totals.limit:.1f}" if totals.limit else "∞"
        yield word(language, "total", total=shown, limit=number(totals.limit), percent=percent)
    if totals.over:
        yield word(language, "over", over=number(totals.over, trace.exact))
    if trace.encoding.startswith("chars/"):
        yield word(
            language, "counted", total=number(totals.constructed), counted=number(totals.counted, trace.exact)
        )
    elif not trace.exact:
        model = session.model or profile.window.model or word(language, "some_model")
        yield word(language, "inexact", encoding=trace.encoding, model=model)
    if trace.unknown:
        yield word(language, "unknown", sources=", ".join(trace.unknown))
    if profile.window.unknown:
        stated = ", ".join(f"{source.value} {number(tokens)}" for source, tokens in profile.window.unknown)
        yield word(language, "estimated", sources=stated)


def losses(trace: Trace, language: str) -> list[str]:
    """What was dropped, merged, compressed or cut: how many items and tokens, by stage and reason."""
    from ctxlab import explain

    groups: dict[tuple[Fate, Stage, Reason], list[int]] = {}
    for position in range(len(trace)):
        decision = trace.outcome(position)
        if decision.fate >= Fate.TRUNCATED:
            groups.setdefault((decision.fate, decision.stage, decision.reason), []).append(position)
    lines: list[str] = []
    for fate, key in _LOSSES:
        mine = {group: positions for group, positions in groups.items() if group[0] is fate}
        if not mine:
            continue
        everything = [position for positions in mine.values() for position in positions]
        lines.append(word(language, key, count=len(everything), tokens=_lost(trace, everything)))
        for (_, stage, reason), positions in sorted(mine.items(), key=lambda entry: -len(entry[1])):
            lines.append(
                "  "
                + word(
                    language,
                    "by_reason",
                    stage=word(language, stage.value),
                    reason=reason.code,
                    count=len(positions),
                    tokens=_lost(trace, positions),
                )
            )
            why = explain.decision(trace.outcome(positions[0]), language)
            lines.append("    " + word(language, "such_as", item=trace.id(positions[0]), why=why))
    return lines or [word(language, "nothing_lost")]


def _lost(trace: Trace, positions: list[int]) -> str:
    return number(sum(trace.tokens(i) - trace.tokens_after(i) for i in positions), trace.exact)


def _must_keeps(trace: Trace, labels: dict[str, str], language: str) -> list[str]:
    lines: list[str] = []
    for verdict in trace.must_keeps:
        label = labels.get(verdict.id, verdict.id)
        if verdict.lost_at is None:
            lines.append(word(language, "must_kept", label=label))
        else:
            stage = word(language, verdict.lost_at.value)
            lines.append(word(language, "must_lost", stage=stage, label=label))
    return lines
