"""A sweep in words: the table of its variants, the sessions that lose, JSON and CSV."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ctxlab.cli.corpus import passed_over_json, problems_json
from ctxlab.cli.render import number, shortened, table
from ctxlab.cli.sizes import estimate_lines, unknown_line
from ctxlab.cli.words import word
from ctxlab.model.sweep import Outcome, Sweep, VariantFigures

if TYPE_CHECKING:
    from ctxlab.batch.corpus import Corpus

SCHEMA = "ctxlab.sweep/1"

_LABEL = 40
_DASH = "–"
#: Must-keeps that a line names.
_NAMED = 4


def _none_last(value: float | None) -> float:
    return float("inf") if value is None else value


#: What the table can be sorted by; where more is better the best comes first.
SORTS: dict[str, Callable[[VariantFigures], tuple[float, ...]]] = {
    "given": lambda one: (one.variant,),
    "kept": lambda one: (-(one.survival or 0.0), one.tokens),
    "losing": lambda one: (one.losing, one.tokens),
    "over": lambda one: (one.over, one.tokens),
    "tokens": lambda one: (one.tokens,),
    "largest": lambda one: (one.peak,),
    "level": lambda one: (one.level, one.tokens),
    "prefix": lambda one: (_none_last(None if one.prefix is None else -one.prefix),),
    "cost": lambda one: (_none_last(one.cost), one.tokens),
}


def sweep_lines(sweep: Sweep, sort: str, currency: str, language: str) -> Iterator[str]:
    """The table: a line a variant, with what its columns mean under it."""
    figures = sorted(sweep.figures, key=SORTS[sort])
    front = set(sweep.front)
    columns: list[tuple[str, Callable[[VariantFigures], str]]] = [
        (word(language, "sweep_variant"), lambda one: sweep.variants[one.variant].name),
        (word(language, "sweep_kept"), _kept),
        (word(language, "sweep_losing"), lambda one: number(one.losing)),
        (word(language, "sweep_over"), lambda one: number(one.over)),
        (word(language, "sweep_tokens"), lambda one: number(one.tokens, one.exact)),
        (word(language, "sweep_peak"), lambda one: number(one.peak, one.exact)),
        (word(language, "sweep_level"), lambda one: str(one.level)),
    ]
    if any(one.failed for one in figures):
        columns.append((word(language, "sweep_failed"), lambda one: number(one.failed)))
    if any(one.unknown for one in figures):
        columns.append((word(language, "sweep_unknown"), lambda one: number(one.unknown)))
    if any(one.prefix is not None for one in figures):
        columns.append((word(language, "sweep_prefix"), lambda one: _share(one.prefix)))
    if sweep.price is not None:
        columns.append((word(language, "sweep_cost", currency=currency), lambda one: f"{one.cost or 0:.4f}"))
    rows = [[title for title, _ in columns] + [""]]
    rows += [[cell(one) for _, cell in columns] + ["*" * (one.variant in front)] for one in figures]
    yield from table(rows, right=range(1, len(columns)))
    yield ""
    yield word(language, "sweep_legend")
    yield word(language, "sweep_front")
    if not any(one.judged for one in figures):
        yield word(language, "sweep_nothing_judged")


def _kept(one: VariantFigures) -> str:
    return f"{one.kept:,}/{one.judged:,}" if one.judged else _DASH


def _share(share: float | None) -> str:
    return _DASH if share is None else f"{share:.0%}"


def session_lines(sweep: Sweep, language: str) -> Iterator[str]:
    """The sessions that lose something or do not fit, those first that do under most variants."""
    rows = [
        [word(language, key) for key in ("sweep_session", "sweep_loses_under", "sweep_over_under")]
        + [word(language, "sweep_must_keeps")]
    ]
    found: list[tuple[int, int, list[str]]] = []
    for at, place in enumerate(sweep.places):
        outcomes = [one for row in sweep.outcomes if (one := row[at]) is not None and not one.error]
        losing, over = sum(bool(one.lost) for one in outcomes), sum(one.over > 0 for one in outcomes)
        if losing or over:
            under = [word(language, "sweep_of", count=n, all=len(outcomes)) for n in (losing, over)]
            found.append((-losing - over, at, [place.title, *under, _lost(sweep, outcomes)]))
    rows += [cells for _, _, cells in sorted(found, key=lambda one: one[:2])]
    if found:
        yield from table(rows)
    failing = {
        at
        for row in sweep.outcomes
        for at, one in enumerate(row)
        if one is not None and (one.error or one.unknown)
    }
    failing |= {at for _, at, _ in found}
    yield word(language, "sweep_others_keep", count=f"{len(sweep.places) - len(failing):,}")


def _lost(sweep: Sweep, outcomes: list[Outcome]) -> str:
    counts = Counter(name for one in outcomes for name in one.lost)
    told = [f"{label_of(sweep, name)} ({count})" for name, count in counts.most_common(_NAMED)]
    return ", ".join([*told, *(["…"] if len(counts) > _NAMED else [])])


def label_of(sweep: Sweep, name: str) -> str:
    """The words of a profile's must-keep where all variants have the same; else the id."""
    kind, _, place = name.partition(":")
    rules = {one.profile.must_keep for one in sweep.variants}
    if kind != "profile" or not place.isdigit() or len(rules) != 1:
        return name
    (known,) = rules
    if not 0 < int(place) <= len(known):
        return name
    rule = known[int(place) - 1]
    return shortened(rule.text or rule.regex or rule.number or str(rule.source), _LABEL)


def error_lines(sweep: Sweep, language: str) -> Iterator[str]:
    """Why sessions could not be built, each reason once."""
    reasons = {
        (place.title, one.error): None
        for row in sweep.outcomes
        for place, one in zip(sweep.places, row, strict=True)
        if one is not None and one.error
    }
    for session, error in reasons:
        yield word(language, "sweep_error", session=session, error=error)


def size_lines(sweep: Sweep, language: str) -> Iterator[str]:
    """What sources of unknown size mean: estimates that were reckoned with, and what cannot be judged."""
    estimated: dict[tuple[str, int], set[int]] = {}
    unknown: dict[int, dict[str, None]] = {}
    for variant, row in zip(sweep.variants, sweep.outcomes, strict=True):
        stated = {source.value: tokens for source, tokens in variant.profile.window.unknown}
        for at, one in enumerate(row):
            if one is None:
                continue
            for source in one.estimated:
                estimated.setdefault((source, stated[source]), set()).add(at)
            if one.unknown:
                unknown.setdefault(at, {}).update(dict.fromkeys(one.unknown))
    told = ((source, tokens, len(places)) for (source, tokens), places in sorted(estimated.items()))
    yield from estimate_lines(told, language)
    titles = [(sweep.places[at].title, list(sources)) for at, sources in sorted(unknown.items())]
    if line := unknown_line(titles, language):
        yield line


def sweep_json(sweep: Sweep, *, requests: int | str, currency: str, corpus: Corpus) -> dict[str, Any]:
    """The sweep over a corpus as one document of `ctxlab.sweep/1`."""
    front = set(sweep.front)
    variants = zip(sweep.variants, sweep.figures, sweep.outcomes, strict=True)
    return {
        "schema": SCHEMA,
        "requests": requests,
        "price": sweep.price,
        "currency": currency if sweep.price is not None else None,
        "found": sweep.found,
        "builds": sweep.builds,
        "problems": problems_json(corpus),
        "passed_over": passed_over_json(corpus.passed_over),
        "sessions": [
            {"file": one.file, "index": one.index, "title": one.title, "sha256": one.sha256}
            for one in sweep.places
        ],
        "variants": [
            {
                "name": variant.name,
                "profile": variant.profile.name,
                "settings": dict(variant.settings),
                "front": figures.variant in front,
                "sessions": figures.sessions,
                "failed": figures.failed,
                "kept": figures.kept,
                "judged": figures.judged,
                "losing": figures.losing,
                "over": figures.over,
                "unknown": figures.unknown,
                "tokens": figures.tokens,
                "largest": figures.peak,
                "exact": figures.exact,
                "level": figures.level,
                "prefix": figures.prefix,
                "cost": figures.cost,
                "outcomes": [_outcome_json(one) for one in outcomes],
            }
            for variant, figures, outcomes in variants
        ],
    }


def _outcome_json(one: Outcome | None) -> dict[str, Any] | None:
    if one is None:
        return None
    if one.error:
        return {"error": one.error}
    return {
        "tokens": one.tokens,
        "limit": one.limit,
        "over": one.over,
        "level": one.level,
        "exact": one.exact,
        "judged": list(one.judged),
        "lost": list(one.lost),
        "prefix": one.prefix,
        "unknown": list(one.unknown),
        "estimated": list(one.estimated),
    }


def sweep_csv(sweep: Sweep) -> str:
    """The sweep as CSV: a line for each session under each variant."""
    keys = list(dict.fromkeys(key for one in sweep.variants for key, _ in one.settings))
    out = io.StringIO()
    written = csv.writer(out, lineterminator="\n")
    written.writerow(
        [
            *("variant", "profile", *keys, "session", "tokens", "limit", "over", "level", "exact"),
            *("kept", "judged", "lost", "prefix", "unknown", "error"),
        ]
    )
    for variant, outcomes in zip(sweep.variants, sweep.outcomes, strict=True):
        settings = dict(variant.settings)
        for place, one in zip(sweep.places, outcomes, strict=True):
            if one is None:
                continue
            names = [
                variant.name,
                variant.profile.name,
                *(settings.get(key, "") for key in keys),
                place.title,
            ]
            figures = [one.tokens, one.limit, one.over, one.level, one.exact]
            kept = [len(one.judged) - len(one.lost), len(one.judged), " ".join(one.lost), one.prefix]
            kept.append(" ".join(one.unknown))
            cells = [*figures, *kept] if not one.error else [None] * (len(figures) + len(kept))
            written.writerow([*names, *("" if cell is None else cell for cell in cells), one.error])
    return out.getvalue()
