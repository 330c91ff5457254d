"""A comparison of context systems in a terminal, a line a profile; and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ctxlab.cli.names import source_name
from ctxlab.cli.render import number, shortened, table
from ctxlab.cli.survival import NOT_JUDGED, SIGNS
from ctxlab.cli.words import word
from ctxlab.model.decision import Fate
from ctxlab.model.items import Source
from ctxlab.model.systems import ItemLine, Keep, SystemRun, SystemsTable

SCHEMA = "ctxlab.systems/1"

#: Columns of words that a line of a must-keep or an item shows.
_LABEL = 56

#: What became of items, in the order of the columns, with the sign over each.
_CHANGED = (Fate.TRUNCATED, Fate.COMPRESSED, Fate.MERGED, Fate.DROPPED)

_WHOLE = "="


def systems_lines(found: SystemsTable, language: str, *, list_items: bool = False) -> list[str]:
    """The figures of each profile, tokens by source, and the must-keeps and items that differ."""
    lines = [
        word(
            language,
            "systems_head",
            name=shortened(found.session, _LABEL),
            request=found.request,
            count=len(found.runs),
        ),
        *_figures(found.runs, language),
        *(word(language, "systems_refused", name=one.name, why=one.why) for one in found.refused),
        *_by_source(found.runs, language),
        *_must_keeps(found, language),
    ]
    return lines + _items(found, language, list_items=list_items)


def systems_json(found: SystemsTable) -> dict[str, Any]:
    """The document of schema `ctxlab.systems/1`; a verdict is null where it cannot be judged."""
    return {
        "schema": SCHEMA,
        "session": found.session,
        "request": found.request,
        "profiles": [_run_json(run) for run in found.runs],
        "refused": [{"profile": one.name, "why": one.why} for one in found.refused],
        "must_keeps": [
            {"id": name, "label": label, "profiles": [_keep_json(run.keeps[at]) for run in found.runs]}
            for at, (name, label) in enumerate(found.must_keeps)
        ],
        "items": [
            {
                "id": line.id,
                "source": line.source.value,
                "tokens": line.tokens,
                "fates": [None if fate is None else fate.word for fate in line.fates],
            }
            for line in found.items
        ],
    }


def _figures(runs: Sequence[SystemRun], language: str) -> list[str]:
    estimated = any(run.counted != run.tokens for run in runs)
    head = [
        "",
        word(language, "systems_profile"),
        word(language, "systems_tokens"),
        *([word(language, "systems_estimate")] if estimated else []),
        word(language, "systems_limit"),
        word(language, "systems_over"),
        word(language, "systems_messages"),
        word(language, "systems_items"),
        *(fate.mark for fate in _CHANGED),
        word(language, "systems_stated"),
        word(language, "systems_found"),
        word(language, "systems_level"),
    ]
    rows = [head, *(_figure_row(at, run, estimated=estimated) for at, run in enumerate(runs, 1))]
    return table(rows, right=(0, *range(2, len(head))))


def _figure_row(at: int, run: SystemRun, *, estimated: bool) -> list[str]:
    fates = dict(run.fates)
    return [
        str(at),
        run.name,
        number(run.counted, run.exact),
        *([number(run.tokens) if run.tokens != run.counted else "–"] if estimated else []),
        "–" if run.limit is None else number(run.limit),
        number(run.over) if run.over else "–",
        number(run.messages),
        f"{run.kept:,}/{run.of:,}",
        *(number(fates[fate]) if fate in fates else "–" for fate in _CHANGED),
        _share(run.keeps_kept, run.keeps_judged),
        _share(run.found_kept, run.found_judged),
        str(run.level) if run.level else "–",
    ]


def _share(kept: int, judged: int) -> str:
    return f"{kept}/{judged}" if judged else "–"


def _by_source(runs: Sequence[SystemRun], language: str) -> list[str]:
    """A line a source with the tokens of each profile's items, in the order of the profiles."""
    there = [source for source in Source if any(source in dict(run.sources) for run in runs)]
    if not there:
        return []
    rows = [[word(language, "systems_sources"), *map(str, range(1, len(runs) + 1))]]
    for source in there:
        cells = [dict(run.sources).get(source, 0) for run in runs]
        rows.append([source_name(source, language), *(number(cell) if cell else "–" for cell in cells)])
    return ["", *table(rows, right=range(1, len(runs) + 1))]


def _must_keeps(found: SystemsTable, language: str) -> list[str]:
    """The must-keeps that do not stand verbatim everywhere, with a sign for each profile."""
    rows: list[list[str]] = []
    for at, (_name, label) in enumerate(found.must_keeps):
        strip = "".join(_keep_sign(run.keeps[at]) for run in found.runs)
        if len(set(strip)) > 1:
            rows.append([strip, shortened(label, _LABEL)])
    alike = len(found.must_keeps) - len(rows)
    lines = ["", word(language, "systems_judged"), *table(rows)] if rows else []
    if alike and found.runs:
        lines.append(word(language, "systems_alike_too" if rows else "systems_alike", count=alike))
    return lines


def _items(found: SystemsTable, language: str, *, list_items: bool) -> list[str]:
    differing = found.differing()
    if not differing:
        return []
    if not list_items:
        told = word(language, "systems_differing", count=len(differing), all=len(found.items))
        return ["", told]
    rows = [_item_row(line, language) for line in differing]
    head = word(language, "systems_listed")
    return ["", head, *table(rows, right=(3,)), word(language, "systems_signs")]


def _item_row(line: ItemLine, language: str) -> list[str]:
    strip = "".join("." if fate is None else fate.mark or _WHOLE for fate in line.fates)
    source = source_name(line.source, language)
    return [strip, line.id, source, number(line.tokens), shortened(line.text, _LABEL)]


def _keep_sign(keep: Keep) -> str:
    return NOT_JUDGED if keep.verdict is None else SIGNS[keep.verdict]


def _run_json(run: SystemRun) -> dict[str, Any]:
    return {
        "profile": run.name,
        "sha256": run.trace.profile_sha256,
        "tokens": run.tokens,
        "counted": run.counted,
        "exact": run.exact,
        "limit": run.limit,
        "over": run.over,
        "messages": run.messages,
        "items": {"kept": run.kept, "of": run.of, **{fate.word: count for fate, count in run.fates}},
        "sources": {source.value: tokens for source, tokens in run.sources},
        "level": run.level,
        "must_keeps": {"kept": run.keeps_kept, "of": run.keeps_judged},
        "found": {"kept": run.found_kept, "of": run.found_judged},
    }


def _keep_json(keep: Keep) -> dict[str, Any]:
    return {
        "verdict": None if keep.verdict is None else keep.verdict.value,
        "lost_at": None if keep.lost_at is None else keep.lost_at.value,
    }
