"""The answer of `run`: stages, budget table, total, what was lost, must-keeps, notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ctxlab import explain
from ctxlab.cli.media import kept_media, media_of
from ctxlab.cli.names import reason_name, row_name, source_name
from ctxlab.cli.render import number, shortened, table
from ctxlab.cli.verdict import must_keep_line
from ctxlab.cli.words import items, word
from ctxlab.explain.calibration import difference_line
from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.stages.published_record import PUBLISHED, log_figures
from ctxlab.tokens.images import vision_of

if TYPE_CHECKING:
    from ctxlab.model.items import Source
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session, Snapshot
    from ctxlab.model.trace import StageRecord, Trace
    from ctxlab.tokens.images import Vision

#: Fates that change the context, the gravest first, and the word that heads each.
_CHANGES = (
    (Fate.DROPPED, "dropped"),
    (Fate.MERGED, "merged"),
    (Fate.COMPRESSED, "compressed"),
    (Fate.TRUNCATED, "truncated"),
    (Fate.ADDED, "added"),
)


def run_report(
    trace: Trace, snapshot: Snapshot, profile: Profile, labels: dict[str, str], file: str, language: str
) -> list[str]:
    """All lines of the answer; `file` is the name of what was opened."""
    lines = [
        _head(trace, snapshot, file, language),
        "",
        *_stages(trace, language),
        "",
        *_rows(trace, language),
        "",
    ]
    lines += _total(trace, snapshot.session.model, profile, language)
    provider = snapshot.request.usage.occupancy if snapshot.request.usage else None
    if provider is not None:
        stated = sum(n for source, n in profile.window.unknown if source in trace.unknown)
        lines.append(difference_line(provider, trace.totals.counted + stated, language, exact=trace.exact))
    vision = vision_of(profile.window.model or snapshot.session.model)
    lines += kept_media(trace, vision, language)
    lines += ["", *changes(trace, profile, language, vision)]
    if trace.must_keeps:
        lines += ["", *(must_keep_line(keep, labels, language) for keep in trace.must_keeps)]
    return lines


def _head(trace: Trace, snapshot: Snapshot, file: str, language: str) -> str:
    request, session = snapshot.request, snapshot.session
    return word(
        language,
        "head",
        name=_name(session, file),
        request=request.index,
        requests=len(session.chain(request.chain)),
        turn=request.turn,
        profile=trace.profile,
    )


def _name(session: Session, file: str) -> str:
    """The file, and the session's title where that says more."""
    title = session.title
    return file if not title or file.startswith(title) else f"{file} · {shortened(title)}"


def _stages(trace: Trace, language: str) -> list[str]:
    before = sum(trace.pool.tokens[i] for i in range(len(trace.pool)) if i not in trace.pool.derived_from)
    rows: list[tuple[str, ...]] = []
    for record in trace.stages:
        after = trace.totals.constructed if record.stage is Stage.CONSTRUCT else record.total
        count = word(language, "flow", before=_entered(record), after=len(record.order))
        tokens = f"{number(before, trace.exact)} → {number(after, trace.exact)}"
        told = word(language, "tokens_of", tokens=tokens)
        rows.append((explain.stage(record.stage, language), count, told, record.strategy))
        before = after
    lines = table(rows, right=(1, 2))
    lines[2] += " · " + word(language, "condensed", count=_condensed(trace))
    lines[3] += " · " + word(
        language, "message" if len(trace.context) == 1 else "messages", count=len(trace.context)
    )
    if trace.stage(Stage.CONSTRUCT).strategy == PUBLISHED:
        about = log_figures(trace.stages, trace.context).about
        lines[3] += " · " + word(language, "logged", about=f"{about:,}")
    return lines


def _condensed(trace: Trace) -> int:
    """How many items Summarize compressed or merged; where it is the published one, what that logs."""
    record = trace.stage(Stage.SUMMARIZE)
    if record.strategy == PUBLISHED:
        return log_figures(trace.stages, trace.context).compressed
    return record.fate.count(Fate.COMPRESSED) + record.fate.count(Fate.MERGED)


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
            used = "!" * bool(use.over) + number(use.used, trace.exact)
            rows.append((row_name(use.row, language), cap, used, f"{use.kept}/{use.of}"))
    legend = [word(language, "over_cap")] if any(use.over for use in trace.rows) else []
    return [*table(rows, right=(1, 2, 3)), *legend, *_adding_up(trace, language)]


def _adding_up(trace: Trace, language: str) -> list[str]:
    """Why the total is not the sum of the rows, with what the ledger holds; nothing where it is."""
    total = trace.totals.constructed
    rows = sum(use.used for use in trace.rows)
    if rows == total:
        return []
    told = word(
        language,
        "rows_sum",
        rows=number(rows, trace.exact),
        rest=f"{total - rows:+,}",
        total=number(total, trace.exact),
    )
    parts = [f"{explain.ledger(name, language)} {number(held)}" for name, held in trace.ledger if held]
    if not parts:
        return [told]
    return [told, "  " + word(language, "rows_ledger", parts=word(language, "comma").join(parts))]


def _total(trace: Trace, model: str, profile: Profile, language: str) -> Iterator[str]:
    totals = trace.totals
    shown = number(totals.counted, trace.exact)
    if totals.limit is None:
        yield word(language, "total_unlimited", total=shown)
    else:
        percent = f"{100 * totals.counted / totals.limit:.1f}" if totals.limit else "∞"
        yield word(language, "total", total=shown, limit=number(totals.limit), percent=percent)
    if totals.over:
        yield word(language, "over", over=number(totals.over, trace.exact))
    if trace.encoding.startswith("chars/") and trace.factor == 100:
        yield word(
            language, "counted", total=number(totals.constructed), counted=number(totals.counted, trace.exact)
        )
    elif not trace.exact:
        yield _inexact(trace, model, language)
    if trace.unknown:
        yield word(language, "unknown", sources=_names(trace.unknown, language))
    if profile.window.unknown:
        stated = ", ".join(
            f"{source_name(source, language)} {number(tokens)}" for source, tokens in profile.window.unknown
        )
        yield word(language, "estimated", sources=stated)


def _inexact(trace: Trace, model: str, language: str) -> str:
    """Why counts bear a `≈`: another model's encoding, items that cannot be counted, or the framing."""
    from ctxlab.tokens.models import encoding_of

    if trace.factor != 100:
        return word(language, "inexact_factor", encoding=trace.counted_in)
    if encoding_of(model) != trace.encoding:
        named = model or word(language, "some_model")
        return word(language, "inexact", encoding=trace.encoding, model=named)
    sources = dict.fromkeys(trace.source(i) for i in range(len(trace)) if not trace.is_exact(i))
    if sources:
        return word(language, "inexact_items", sources=_names(sources, language))
    return word(language, "inexact_framing")


def _names(sources: Iterable[Source], language: str) -> str:
    return word(language, "comma").join(source_name(one, language) for one in sources)


def changes(trace: Trace, profile: Profile, language: str, vision: Vision) -> list[str]:
    """What was dropped, merged, compressed, cut or added: how much of it, by stage and reason."""
    groups: dict[tuple[Fate, Stage, Reason], list[int]] = {}
    for position in range(len(trace)):
        decision = trace.outcome(position)
        if decision.fate > Fate.KEPT:
            groups.setdefault((decision.fate, decision.stage, decision.reason), []).append(position)
    lost = any(fate is not Fate.ADDED for fate, _, _ in groups)
    lines: list[str] = [] if lost else [word(language, "nothing_lost")]
    for fate, key in _CHANGES:
        mine = sorted((g for g in groups if g[0] is fate), key=lambda group: -len(groups[group]))
        if mine:
            everything = [position for group in mine for position in groups[group]]
            lines.append(_sum(trace, key, everything, language))
            for group in mine:
                lines += _group(trace, group, groups[group], profile, language, vision)
    return lines


def _group(
    trace: Trace,
    group: tuple[Fate, Stage, Reason],
    positions: list[int],
    profile: Profile,
    language: str,
    vision: Vision,
) -> list[str]:
    """The items of one fate, stage and reason: their sum, and the first one's sentence."""
    _, stage, reason = group
    names = {"stage": explain.stage(stage, language), "reason": reason_name(reason.code, language)}
    head = _sum(trace, "by_reason", positions, language, **names)
    order = profile.row(trace.row(positions[0])).order
    why = explain.decision(trace.outcome(positions[0]), language, order=order)
    item = trace.id(positions[0])
    for medium in media_of(trace, positions[0], vision, language):
        item += word(language, "aside", text=medium)
    return [f"  {head}", "    " + word(language, "such_as", item=item, why=why)]


def _sum(trace: Trace, key: str, positions: list[int], language: str, **more: str) -> str:
    return word(language, key, items=items(len(positions), language), tokens=_lost(trace, positions), **more)


def _lost(trace: Trace, positions: list[int]) -> str:
    """Tokens that the items lost; of added ones, those that they hold."""
    added = trace.fate(positions[0]) is Fate.ADDED
    tokens = (trace.tokens_after(i) if added else trace.tokens(i) - trace.tokens_after(i) for i in positions)
    return number(sum(tokens), trace.exact)
