"""What a run tells a gate: its figures, what keeps it from being judged, what an API would refuse of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from ctxlab import explain
from ctxlab.formats.writers.written import has_api_fields
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.gate import NO_WIRE, Built, Code, GateFinding, GateKeep, GateRules, Severity
from ctxlab.model.profile import ConstructSettings, Wire
from ctxlab.model.wire_view import MESSAGES
from ctxlab.model.wire_view import Finding as WireFinding

if TYPE_CHECKING:
    from ctxlab.lab import Lab
    from ctxlab.model.items import Row, Source
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session, Snapshot
    from ctxlab.model.trace import Trace

#: Notices of marks of which not all was read, so that nobody knows what they ask for.
_UNREAD = frozenset({"marks_broken", "mark_unknown_key"})
#: Notices of a session or of its run that keep it from being judged.
_LAME = _UNREAD | {"must_keep_broken", "must_keep_too_slow", "rule_too_slow"}

#: Mistakes that a log makes which keeps less than an API was sent.
_OF_THE_LOG = frozenset({"thinking_unsigned", "tool_shape"})


def unjudged(trace: Trace, session: Session, profile: Profile, rules: GateRules) -> Iterator[GateFinding]:
    """What keeps a run from being judged.

    Marks that cannot be read or have an unknown key, must-keeps on items that are not there, patterns and
    numbers that nothing could match, patterns that ran out of time; must-keeps that nothing in the session
    says; a size that is known in part only; nothing that it could be judged by.
    """
    for one in (*lame_marks(trace, session), *_unsaid(trace)):
        yield GateFinding(Code.MARKS, Severity.UNJUDGED, about=one)
    asks = rules.wire not in ("", NO_WIRE) or any(
        one is not None for one in (rules.max_level, rules.max_growth, rules.max_tokens)
    )
    unsaid = any(True for _ in _unsaid(trace))
    if not (trace.must_keeps or asks or unsaid) and trace.totals.limit is None:
        yield GateFinding(Code.NOTHING, Severity.UNJUDGED)
    elif unknown := unknown_sources(trace, profile):
        names = ", ".join(source.value for source in unknown)
        flags = " ".join(f"--set window.unknown.{source.value}=N" for source in unknown)
        yield GateFinding(Code.UNKNOWN, Severity.UNJUDGED, numbers=(("sources", names), ("flags", flags)))


def _unsaid(trace: Trace) -> Iterator[Diagnostic]:
    return (one for one in trace.diagnostics if one.code == "must_keep_nowhere")


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


def estimated_sources(trace: Trace, profile: Profile) -> list[Source]:
    """Sources that the format cannot know and that are reckoned with as the profile states."""
    stated = {source for source, _ in profile.window.unknown}
    return [source for source in trace.unknown if source in stated]


def wire_of(trace: Trace, session: Session, profile: Profile, wire: str) -> str:
    """The wire format that a run is looked at in; `wire` is as in `GateRules`.

    What follows the recording is judged as the API of the recording does, where no run is built in its form,
    too. A strategy with a form of its own is judged by that.
    """
    construct = profile.construct
    follows = construct.wire is Wire.RECORDED and construct.strategy == ConstructSettings().strategy
    return wire or (session.wire if follows and session.wire in MESSAGES else trace.wire)


def wire_mistakes(
    lab: Lab, trace: Trace, session: Session, profile: Profile, wire: str
) -> tuple[WireFinding, ...]:
    """What an API would refuse of a built request; `wire` is as in `GateRules`.

    A log that no API saw is not judged by what it leaves out, nor a request of which no message was recorded.
    """
    if wire == NO_WIRE:
        return ()
    asked = wire_of(trace, session, profile, wire)
    found = lab.wire_view(trace, asked, recorded=session.wire).findings or ()
    passed = _passed_over(trace, session)
    return tuple(one for one in found if one.severity == "error" and one.code not in passed)


def _passed_over(trace: Trace, session: Session) -> frozenset[str]:
    """Mistakes that the recording has itself: what it leaves out, or what its API took all the same."""
    passed = frozenset[str]() if has_api_fields(session) else _OF_THE_LOG
    talk = (
        item for item in trace.pool.items if item.message >= 0 and item.role not in ("system", "developer")
    )
    first = next(talk, None)
    if first is None:
        return passed | {"no_messages"}
    # an empty message says nothing and is not built, though the recorded request opened with it
    return (
        passed | {"first_not_user"}
        if first.role == "user" and not any(part.text or part.data for part in first.parts)
        else passed
    )


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
        caps=_caps_to_tell(trace, profile),
        unknown=trace.unknown,
        estimates=tuple((source, stated[source]) for source in estimated_sources(trace, profile)),
        invalid=frozenset(map(mistake_key, mistakes)),
    )


def _caps_to_tell(trace: Trace, profile: Profile) -> tuple[tuple[Row, int], ...]:
    """The caps of a run; none where the profile ignores that one of them never binds."""
    if Code.CAP_IDLE.value in profile.lint.codes:
        return ()
    return tuple((use.row, use.cap) for use in trace.rows if use.cap is not None)
