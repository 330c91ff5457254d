"""What a run tells a gate: its figures, what keeps it from being judged, what an API would refuse of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from ctxlab import explain
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.gate import NO_WIRE, Built, Code, GateFinding, GateKeep, GateRules, Severity
from ctxlab.model.wire_view import Finding as WireFinding

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.items import Source
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session, Snapshot
    from ctxlab.model.trace import Trace

#: Notices of marks of which not all was read, so that nobody knows what they ask for.
_UNREAD = frozenset({"marks_broken", "mark_unknown_key"})
#: Notices of a session or of its run that keep it from being judged.
_LAME = _UNREAD | {"must_keep_broken", "must_keep_too_slow", "rule_too_slow"}


def unjudged(trace: Trace, session: Session, profile: Profile, rules: GateRules) -> Iterator[GateFinding]:
    """What keeps a run from being judged.

    Marks that cannot be read or have an unknown key, must-keeps on items that are not there, patterns and
    numbers that nothing could match, patterns that ran out of time; a size that is known in part only;
    nothing that it could be judged by.
    """
    for one in lame_marks(trace, session):
        yield GateFinding(Code.MARKS, Severity.UNJUDGED, about=one)
    asks = rules.wire not in ("", NO_WIRE) or any(
        one is not None for one in (rules.max_level, rules.max_growth, rules.max_tokens)
    )
    if not (trace.must_keeps or asks) and trace.totals.limit is None:
        yield GateFinding(Code.NOTHING, Severity.UNJUDGED)
    elif unknown := unknown_sources(trace, profile):
        names = ", ".join(source.value for source in unknown)
        flags = " ".join(f"--set window.unknown.{source.value}=N" for source in unknown)
        yield GateFinding(Code.UNKNOWN, Severity.UNJUDGED, numbers=(("sources", names), ("flags", flags)))


def lame_marks(trace: Trace, session: Session) -> list[Diagnostic]:
    """The notices that keep a run from being judged by what was asked of it."""
    notices = dict.fromkeys((*session.diagnostics, *trace.diagnostics))
    broken = [one for one in notices if one.code in _LAME]
    named = [name for keep in session.marks.must_keeps for name in (keep.item, keep.since) if name]
    there = {item.id for item in session.items} if named else set[str]()
    return [*broken, *(Diagnostic("mark_without_item", name) for name in named if name not in there)]


def why_not_judged(trace: Trace, session: Session) -> str:
    """The same in words; empty where nothing keeps the run from being judged."""
    return _words(lame_marks(trace, session))


def unread_marks(session: Session) -> str:
    """Why marks of a session could not all be read; empty where they could."""
    return _words(one for one in session.diagnostics if one.code in _UNREAD)


def _words(notices: Iterable[Diagnostic]) -> str:
    told = (f"{one.item}: " * bool(one.item) + explain.diagnostic(one, "en") for one in notices)
    return "; ".join(dict.fromkeys(told))


def unknown_sources(trace: Trace, profile: Profile) -> list[Source]:
    """Sources that the format cannot know and the profile states no estimate for."""
    stated = {source for source, _ in profile.window.unknown}
    return [source for source in trace.unknown if source not in stated]


def wire_mistakes(lab: Lab, trace: Trace, session: Session, wire: str) -> tuple[WireFinding, ...]:
    """What an API would refuse of a built request; `wire` is as in `GateRules`."""
    if wire == NO_WIRE:
        return ()
    found = lab.wire_view(trace, wire, recorded=session.wire).findings or ()
    return tuple(one for one in found if one.severity == "error")


def mistake_key(finding: WireFinding) -> str:
    """A mistake without its place, to know it again in another build."""
    return " ".join([finding.code, *(f"{name}={value}" for name, value in finding.numbers)])


def built_of(
    lab: Lab,
    trace: Trace,
    snapshot: Snapshot,
    profile: Profile,
    labels: Mapping[str, str],
    mistakes: tuple[WireFinding, ...],
) -> Built:
    """The figures of a run, as a gate tells them."""
    stated = dict(profile.window.unknown)
    return Built(
        request=trace.request,
        turn=snapshot.request.turn,
        profile=profile.name,
        tokens=trace.totals.counted,
        counted_in=trace.counted_in,
        exact=trace.exact,
        limit=trace.totals.limit,
        over=trace.totals.over or 0,
        level=trace.degraded,
        wire=trace.wire,
        must_keeps=tuple(
            GateKeep(one.id, labels.get(one.id, one.id), one.lost_at) for one in trace.must_keeps
        ),
        chain=snapshot.request.chain,
        demand=tuple(lab.demand(trace).items()),
        caps=tuple((use.row, use.cap) for use in trace.rows if use.cap is not None),
        unknown=trace.unknown,
        estimates=tuple((source, stated[source]) for source in trace.unknown if source in stated),
        invalid=frozenset(map(mistake_key, mistakes)),
    )
