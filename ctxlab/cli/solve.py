"""A solution in lines and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ctxlab.cli.corpus import passed_over_json, problems_json
from ctxlab.cli.names import row_name
from ctxlab.cli.render import number, shortened, table
from ctxlab.cli.sizes import estimate_lines, unknown_line
from ctxlab.cli.words import word
from ctxlab.explain import solve as explain
from ctxlab.model.profile import Profile
from ctxlab.model.solution import Checked, Demand, Solution

if TYPE_CHECKING:
    from ctxlab.batch.corpus import Corpus

SCHEMA = "ctxlab.solution/1"

_LABEL = 60
#: Of more lines of one kind only the first are told.
_MOST = 20
#: Of sessions that are copies of each other so many groups are named.
_MOST_GROUPS = 4


def solution_lines(found: Solution, profile: Profile, language: str) -> Iterator[str]:
    """The caps before and after with what holds each up, what survives, and what stands against it."""
    count = len(found.before.places)
    keeps = found.before.judged
    yield word(
        language, "solve_on", profile=profile.name, count=count, keeps=f"{keeps:,}", runs=f"{found.runs:,}"
    )
    if found.stated:
        yield word(language, "solve_stated")
    if found.profile is None:
        yield from _against(found, language)
        return
    yield ""
    yield from _caps(found, language)
    yield ""
    yield from _figures(found, language)
    yield explain.proof(found.proof, language)
    if any(one.after == 0 != one.before for one in found.caps):
        yield word(language, "solve_zero")
    if found.loose:
        reasons = word(language, "semicolon").join(explain.loose(one, language) for one in found.loose)
        yield word(language, "solve_why", reasons=reasons)
    if found.given_up:
        titles = word(language, "comma").join(found.places[at].title for at in found.given_up)
        yield word(language, "solve_given_up", titles=titles)
        if found.after is not None and len(found.after.lost) > len(found.before.lost):
            yield word(language, "solve_fewer")
    held = found.held_out.lost if found.held_out else ()
    yield from _some([_of(found, "solve_lost", one, language) for one in held], language)
    yield from _kept_out(found, language)
    yield from _some([_of(found, "solve_unjudged", one, language) for one in found.unjudged], language)


def size_lines(found: Solution, profile: Profile, language: str) -> Iterator[str]:
    """What sources of unknown size mean: estimates that were reckoned with, and what cannot be judged."""
    runs = [one for one in (found.before, found.held_out_before) if one is not None]
    stated = {source.value: tokens for source, tokens in profile.window.unknown}
    counts = Counter(source for one in runs for _, sources in one.estimated for source in sources)
    told = ((source, stated[source], count) for source, count in sorted(counts.items()))
    yield from estimate_lines(told, language)
    unknown = [(found.places[at].title, sources) for one in runs for at, sources in one.unknown]
    if line := unknown_line(unknown, language):
        yield line


def copies_line(found: Solution, language: str) -> str:
    """Which sessions are copies of each other, and so on the same side of a hold-out; empty for none."""
    if not found.copies:
        return ""
    titles = [" = ".join(found.places[at].title for at in group) for group in found.copies[:_MOST_GROUPS]]
    more = ["…"] if len(found.copies) > _MOST_GROUPS else []
    key = "solve_copies" if found.held_out is not None else "solve_all_copies"
    return word(language, key, titles=word(language, "semicolon").join([*titles, *more]))


def _caps(found: Solution, language: str) -> list[str]:
    head = [word(language, key) for key in ("row", "solve_before", "solve_after", "solve_decided")]
    rows = [tuple(head)]
    for one in found.caps:
        before = word(language, "no_cap") if one.before is None else number(one.before)
        if one.place is not None and one.decided_by:
            said = shortened(one.decided_by, _LABEL)
            by = word(language, "solve_in", label=said, title=found.places[one.place].title)
        elif one.place is not None:
            by = word(language, "solve_size", title=found.places[one.place].title)
        else:
            by = word(language, "solve_stays" if one.before == one.after else "solve_free")
        rows.append((row_name(one.row, language), before, number(one.after), by))
    stated = [one.before for one in found.caps if one.before is not None]
    before = number(sum(stated)) if len(stated) == len(found.caps) else word(language, "no_cap")
    rows.append((word(language, "solve_sum"), before, number(sum(one.after for one in found.caps)), ""))
    return table(rows, right=(1, 2))


def _figures(found: Solution, language: str) -> list[str]:
    """What runs over each part showed, before and after, side by side."""
    parts: list[tuple[str, Checked | None]] = [("", found.before), ("", found.after)]
    heads = [word(language, key) for key in ("solve_before", "solve_after")]
    if found.held_out is not None:
        parts += [("", found.held_out_before), ("", found.held_out)]
        on, held = (word(language, key) for key in ("solve_solved", "solve_held"))
        heads = [f"{on} {one}" for one in heads] + [f"{held} {one}" for one in heads]
    seen = [one for _, one in parts if one is not None]
    rows = [
        ("", *heads),
        (
            word(language, "solve_keeps"),
            *(f"{one.judged - len(one.lost):,} / {one.judged:,}" for one in seen),
        ),
        (word(language, "solve_losing"), *(f"{one.losing:,} / {len(one.places):,}" for one in seen)),
        (word(language, "solve_tokens"), *(number(one.tokens, one.exact) for one in seen)),
        (word(language, "solve_peak"), *(number(one.peak, one.exact) for one in seen)),
    ]
    return table(rows, right=tuple(range(1, len(heads) + 1)))


def _against(found: Solution, language: str) -> Iterator[str]:
    yield word(language, "solve_none")
    yield from _kept_out(found, language)
    failed = [
        word(language, "solve_failed", title=found.places[at].title, reason=reason)
        for at, reason in found.before.failed
    ]
    yield from _some(failed, language)
    if found.conflict:
        yield word(language, "solve_conflict")
        for one in found.conflict:
            yield f"  {_told(found, one, language)}"
        return
    if len(found.forced) > found.allowed:
        yield word(language, "solve_would", count=len(found.forced))


def _kept_out(found: Solution, language: str) -> Iterator[str]:
    lines: list[str] = []
    for one, reason in found.kept_out:
        key = "solve_kept_out" if one.id else "solve_full"
        why = explain.kept_out(reason, language, whole=not one.id)
        lines.append(_of(found, key, one, language, reason=why))
    yield from _some(lines, language)


def _some(lines: list[str], language: str) -> Iterator[str]:
    yield from lines[:_MOST]
    if len(lines) > _MOST:
        yield word(language, "solve_more", count=f"{len(lines) - _MOST:,}")


def _told(found: Solution, one: Demand, language: str) -> str:
    return _of(found, "solve_in", one, language)


def _of(found: Solution, key: str, one: Demand, language: str, **values: str) -> str:
    label = shortened(one.label, _LABEL)
    return word(language, key, label=label, title=found.places[one.place].title, **values)


def solution_json(found: Solution, code: int, profile: Profile, corpus: Corpus) -> dict[str, Any]:
    """The document of schema `ctxlab.solution/1`; places are named by their index in `places`."""
    return {
        "schema": SCHEMA,
        "code": code,
        "solved": found.profile is not None,
        "profile": profile.name,
        "aim": found.aim.value,
        "proof": found.proof.value if found.profile is not None else None,
        "rows_depend": list(found.loose),
        "stated": found.stated,
        "places": [{"file": one.file, "index": one.index, "title": one.title} for one in found.places],
        "solved_on": list(found.solved_on),
        "caps": [
            {
                "row": one.row.value,
                "before": one.before,
                "after": one.after,
                "decided_by": one.decided_by or None,
                "place": one.place,
            }
            for one in found.caps
        ],
        "before": _checked(found.before),
        "after": _checked(found.after),
        "held_out_before": _checked(found.held_out_before),
        "held_out": _checked(found.held_out),
        "may_lose": found.allowed,
        "given_up": list(found.given_up),
        "conflict": [asdict(one) for one in found.conflict],
        "kept_out": [{**asdict(one), "reason": reason} for one, reason in found.kept_out],
        "unjudged": [asdict(one) for one in found.unjudged],
        "copies": [list(one) for one in found.copies],
        "runs": found.runs,
        "problems": problems_json(corpus),
        "passed_over": passed_over_json(corpus.passed_over),
    }


def _checked(one: Checked | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {
        "places": list(one.places),
        "judged": one.judged,
        "kept": one.judged - len(one.lost),
        "losing": one.losing,
        "lost": [asdict(each) for each in one.lost],
        "tokens": one.tokens,
        "peak": one.peak,
        "exact": one.exact,
        "over": list(one.over),
        "failed": [{"place": place, "reason": reason} for place, reason in one.failed],
        "unknown": [{"place": place, "sources": list(sources)} for place, sources in one.unknown],
        "estimated": [{"place": place, "sources": list(sources)} for place, sources in one.estimated],
    }
