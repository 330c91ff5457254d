"""What shows only over all requests: caps that never bind, must-keeps never seen, heads that do not last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ctxlab.analysis.lint.cures import RECOMMENDED, Cure, changes
from ctxlab.analysis.lint.sources import matches
from ctxlab.analysis.lint.survey import Survey
from ctxlab.model.items import Row, Source
from ctxlab.model.lint import REST, SPLIT, Asked, Problem, RowAsked, Severity
from ctxlab.model.marks import MustKeep
from ctxlab.model.profile import Overflow, Profile
from ctxlab.model.session import Session

#: A cap of which not this share is ever asked for holds room that no request needs.
IDLE_SHARE = 0.5
#: Less room than this (tokens) between a cap and what is asked for is worth nobody's time.
IDLE_TOKENS = 1000
#: What is left above the most that was asked for when a cap is lowered, as a share of that: another session
#: asks for a little more.
HEADROOM = 0.25

#: Providers keep prefixes from this many tokens on.
LEAST_PREFIX = 1024
#: From this share on the head is as good as it gets: what is new in each request has to be read anyway.
GOOD_SHARE = 0.8

#: So many tokens take about a second to count.
MANY_TOKENS = 1_000_000
#: Counting anew has to cost so many times counting once before it is told.
MANY_TIMES = 10


#: The codes of problems that are about what rows were asked for: over several sessions they are told once.
OF_CAPS = ("cap_never_binds", "no_cap_binds")
#: Those that show over all requests only, and are the last to be known.
OVER_REQUESTS = (*OF_CAPS, "counted_anew", "head_unstable", "rule_matches_nothing")


def over_all(found: Sequence[Asked]) -> Asked:
    """What rows were asked for over several sessions under one profile."""
    rows: dict[Row, RowAsked] = {}
    for one in (row for asked in found for row in asked.rows):
        known = rows.get(one.row, one)
        bound = one.bound if known is one else one.bound + known.bound
        rows[one.row] = replace(one, most=max(one.most, known.most), bound=bound)
    return Asked(
        rows=tuple(rows.values()),
        looked=sum(one.looked for one in found),
        requests=sum(one.requests for one in found),
        largest=max((one.largest for one in found), default=0),
        limit=found[0].limit if found else None,
        sessions=len(found),
    )


def idle_caps(asked: Asked, profile: Profile) -> Iterator[Problem]:
    """Tells of caps that never bind while another one does; where none does, that the session tests none.

    Rows that were never asked for anything are passed over, since the session does not speak of them, and
    rows that keep all: their cap takes nothing.
    """
    used = [one for one in asked.rows if one.most and profile.row(one.row).overflow is not Overflow.KEEP]
    if not used or not asked.looked:
        return
    said = (("looked", asked.looked), ("requests", asked.requests), ("sessions", asked.sessions))
    if not any(one.bound for one in used):
        limit = (("limit", asked.limit),) if asked.limit is not None else ()
        yield Problem(
            "no_cap_binds",
            Severity.NOTE,
            numbers=(*said, ("count", len(used)), ("largest", asked.largest), *limit),
            step=SPLIT,
        )
        return
    for one in used:
        if one.most < IDLE_SHARE * one.cap and one.cap - one.most >= IDLE_TOKENS:
            key = f"budget.{one.row.value}.cap"
            cap = lower_cap(one)
            yield Problem(
                "cap_never_binds",
                Severity.NOTE,
                key=key,
                numbers=(*said, ("row", one.row.value), ("cap", one.cap), ("most", one.most)),
                cures=(changes(profile, [(key, cap)]),),
                step=SPLIT,
            )


def lower_cap(one: RowAsked) -> int:
    """A cap with a little room above the most that was asked for, in whole hundreds."""
    return -(-round(one.most * (1 + HEADROOM)) // 100) * 100


def never_seen(survey: Survey, wanted: Sequence[MustKeep]) -> Iterator[Problem]:
    """Tells of must-keeps that were lost at every request, of several, at which they were judged."""
    for one in wanted:
        judged = survey.judged.get(one.id, 0)
        if judged > 1 and survey.lost.get(one.id) == judged:
            yield Problem(
                "must_keep_never",
                Severity.ERROR,
                item=one.since or one.item,
                numbers=(("id", one.id), ("label", one.label), ("requests", judged)),
            )


def unstable_head(survey: Survey, profile: Profile) -> Iterator[Problem]:
    """Tells how little stays equal at the head from request to request, and what breaks it most."""
    pairs = [one for one in survey.stable if one[1] >= LEAST_PREFIX]
    if not pairs or survey.share >= GOOD_SHARE or not survey.breaks:
        return
    worst = max(survey.breaks, key=lambda one: survey.breaks[one])
    by_source: dict[Source, int] = {}
    for one, tokens in survey.breaks.items():
        by_source[one.source] = by_source.get(one.source, 0) + tokens
    source = max(by_source, key=lambda one: by_source[one])
    item = next((one.item for one in survey.breaks if one.source is source), worst.item)
    yield Problem(
        "head_unstable",
        Severity.NOTE,
        item=item,
        numbers=(
            ("share", round(100 * survey.share)),
            ("typical", survey.typical),
            ("pairs", len(survey.stable)),
            ("source", source.value),
            ("lost", sum(of - tokens for tokens, of in survey.stable)),
        ),
        cures=tuple(_steadier(survey, profile)),
        step=REST,
    )


def counted_anew(survey: Survey) -> Iterator[Problem]:
    """Tells what an agent counts that tokenises the whole history at each request, and what once would do."""
    if survey.naive < MANY_TOKENS or survey.naive < MANY_TIMES * survey.once:
        return
    yield Problem(
        "counted_anew",
        Severity.NOTE,
        numbers=(
            ("naive", survey.naive),
            ("once", survey.once),
            ("looked", survey.looked),
            # of a long session a sample is looked at
            *((("of", survey.requests),) if survey.looked < survey.requests else ()),
        ),
        step=REST,
    )


def idle_rules(session: Session, profile: Profile) -> Iterator[Problem]:
    """Tells of rules of `gather.rule` that no item of the session matches."""
    for number, rule in enumerate(profile.gather.rule, 1):
        if not matches(rule, session.items):
            yield Problem(
                "rule_matches_nothing",
                Severity.NOTE,
                key="gather.rule",
                numbers=(("id", str(number)), ("number", number), ("pattern", rule.regex[:60])),
            )


def _steadier(survey: Survey, profile: Profile) -> Iterator[Cure]:
    """Caps that hold all that was asked for, so that nothing leaves the head; besides, no key facts in it."""
    caps = [(f"budget.{row.value}.cap", cap) for row, cap in survey.room.items()]
    yield changes(profile, caps)
    yield changes(profile, [*caps, ("gather.key_facts", False)])
    yield changes(profile, RECOMMENDED)
