"""The gate: judges a session under a profile by must-keeps, limit and more, alone or beside a baseline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ctxlab.batch.gate_facts import built_of, mistake_key, unjudged, wire_mistakes, wire_of
from ctxlab.batch.since import losses
from ctxlab.engine.judge import must_keeps
from ctxlab.errors import CtxlabError
from ctxlab.model.gate import (
    PLAIN_RULES,
    Before,
    Built,
    Code,
    GateFinding,
    GateKeep,
    GateResult,
    GateRules,
    Severity,
)
from ctxlab.model.wire_view import Finding as WireFinding

if TYPE_CHECKING:
    from ctxlab.batch.gate_baseline import Baseline
    from ctxlab.lab import Lab
    from ctxlab.model.cause import Diagnosis
    from ctxlab.model.gate import Since
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session, Snapshot
    from ctxlab.model.sweep import Place

#: Of so many lost must-keeps of a session the cause is looked for.
_MOST_CAUSES = 20


def judge(
    lab: Lab,
    place: Place,
    snapshot: Snapshot,
    profile: Profile,
    rules: GateRules = PLAIN_RULES,
    baseline: Baseline | None = None,
) -> GateResult:
    """What a gate finds of a session at one request.

    A lost must-keep, a context over its limit, a request that an API refuses and what `rules` ask for fail.
    Beside a baseline only what that did better fails, unless the rules are strict. What is known in part
    only, marks that cannot be judged, and nothing to judge by keep from judging; missing data never passes.

    Raises:
        ProfileError: The profile, or that of the baseline, names a strategy that is not there.
    """
    session = snapshot.session
    trace = lab.build(snapshot, profile)
    labels = {keep.id: keep.label for keep in must_keeps(profile, session.marks)}
    mistakes = wire_mistakes(lab, trace, session, profile, rules.wire)
    before = baseline.before(lab, place, snapshot, profile, rules.wire) if baseline is not None else None
    built = built_of(lab, trace, snapshot, profile, labels, mistakes)
    look = _Look(built, rules, before)
    lost = look.lost()
    since, causes = _story(lab, snapshot, profile, lost)
    told = since if snapshot.request.index > 1 else {}
    findings = [_told(one, told, causes, session) for one in lost]
    findings += [
        *look.over(),
        *look.level(),
        *look.tokens(),
        *look.wire(mistakes, wire_of(trace, session, profile, rules.wire)),
    ]
    findings += unjudged(trace, session, profile, rules)
    if baseline is not None and before is None:
        severity = Severity.NOTE if rules.max_growth is None else Severity.UNJUDGED
        findings.append(GateFinding(Code.NO_BASELINE, severity))
    keeps = tuple(replace(one, since=since.get(one.id)) for one in built.must_keeps)
    return GateResult(place, tuple(findings), session.id, replace(built, must_keeps=keeps), before)


@dataclass(frozen=True, slots=True)
class _Lost:
    """A must-keep that is lost, and what that means."""

    keep: GateKeep
    code: Code
    severity: Severity


@dataclass(frozen=True, slots=True)
class _Look:
    """One run as the rules see it, beside the run under the baseline where there is one."""

    built: Built
    rules: GateRules
    before: Before | None

    def lost(self) -> list[_Lost]:
        """The lost must-keeps; one that the baseline kept is newly lost."""
        kept = self.before.kept if self.before else frozenset[str]()
        lost = self.before.lost if self.before else frozenset[str]()
        found: list[_Lost] = []
        for keep in self.built.must_keeps:
            if keep.lost_at is None:
                continue
            code = Code.NEWLY_LOST if keep.label in kept else Code.LOST
            code = Code.LOST_BEFORE if keep.label in lost else code
            found.append(_Lost(keep, code, self._severity(no_worse=code is Code.LOST_BEFORE)))
        return found

    def over(self) -> Iterator[GateFinding]:
        """A context over its limit; under a baseline that was over by as much or more it is told only."""
        now, was = self.built.over, self.before.over if self.before else 0
        if now:
            newly = self.before is not None and not was
            severity = self._severity(no_worse=now <= was)
            yield GateFinding(
                Code.NEWLY_OVER if newly else Code.OVER, severity, numbers=(("over", now), ("was", was))
            )

    def level(self) -> Iterator[GateFinding]:
        """The level of degradation, where it is deeper than it may be, or else than under the baseline."""
        now, was, most = self.built.level, self.before.level if self.before else 0, self.rules.max_level
        numbers = (("level", now), ("most", -1 if most is None else most))
        if most is not None and now > most:
            yield GateFinding(Code.LEVEL, self._severity(no_worse=now <= was), numbers=numbers)
        elif self.before is not None and now > was:
            yield GateFinding(Code.LEVEL, Severity.WARNING, numbers=(("level", now), ("was", was)))

    def tokens(self) -> Iterator[GateFinding]:
        """A context that is larger than asked for, or has grown by more."""
        now, most, growth = self.built.tokens, self.rules.max_tokens, self.rules.max_growth
        if most is not None and now > most:
            severity = self._severity(no_worse=self.before is not None and now <= self.before.tokens)
            yield GateFinding(Code.TOKENS, severity, numbers=(("tokens", now), ("most", most)))
        if growth is None or self.before is None:
            return
        was = self.before.tokens
        if self.before.counted_in != self.built.counted_in:
            counted = (("now", self.built.counted_in), ("was", self.before.counted_in))
            yield GateFinding(Code.COUNTED_OTHERWISE, Severity.UNJUDGED, numbers=counted)
        elif 100 * (now - was) > growth * was:
            percent = round(100 * (now - was) / was, 1) if was else 100.0
            numbers = (("percent", percent), ("most", growth), ("tokens", now), ("was", was))
            yield GateFinding(Code.GROWTH, Severity.ERROR, numbers=numbers)

    def wire(self, mistakes: Sequence[WireFinding], wire: str) -> Iterator[GateFinding]:
        """What the API of `wire` would refuse; mistakes that the baseline's request has too are told only."""
        known = self.before.invalid if self.before else frozenset[str]()
        for one in mistakes:
            severity = self._severity(no_worse=mistake_key(one) in known)
            numbers = (("wire", wire),)
            yield GateFinding(Code.WIRE, severity, message=one.message, about=one, numbers=numbers)

    def _severity(self, *, no_worse: bool) -> Severity:
        """What it means that something is amiss; `no_worse` says that the baseline did no better."""
        excused = no_worse and self.before is not None and not self.rules.strict
        return Severity.NOTE if excused else Severity.ERROR


def _story(
    lab: Lab, snapshot: Snapshot, profile: Profile, lost: Sequence[_Lost]
) -> tuple[dict[str, Since], dict[str, Diagnosis]]:
    """Since when, and why, must-keeps are lost; by id. What is told only is not looked into."""
    failing = [one.keep.id for one in lost if one.severity is Severity.ERROR]
    if not failing:
        return {}, {}
    asked = {one.id: one for one in must_keeps(profile, snapshot.session.marks)}
    causes: dict[str, Diagnosis] = {}
    for key in failing[:_MOST_CAUSES]:
        try:
            causes[key] = lab.diagnose(snapshot, profile, None, asked[key])
        except CtxlabError:
            continue  # the verdict stands without its cause
    return losses(lab, snapshot, profile, failing), causes


def _told(
    lost: _Lost, since: Mapping[str, Since], causes: Mapping[str, Diagnosis], session: Session
) -> GateFinding:
    cause = causes.get(lost.keep.id)
    holder = (cause.item or cause.stated_by) if cause else ""
    line = next((item.place.line for item in session.items if item.id == holder), 0) if holder else 0
    return GateFinding(
        lost.code,
        lost.severity,
        label=lost.keep.label,
        stage=lost.keep.lost_at,
        since=since.get(lost.keep.id),
        line=line,
        about=cause,
    )
