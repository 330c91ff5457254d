"""Whether a build keeps what it must and fits: the judgement of `check` and of `run --gate`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ctxlab import explain
from ctxlab.cli.state import FAILS, HOLDS, UNJUDGED
from ctxlab.cli.words import word
from ctxlab.model.diagnostics import Diagnostic

if TYPE_CHECKING:
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session
    from ctxlab.model.trace import Trace, Verdict


@dataclass(frozen=True, slots=True)
class Judgement:
    """`code` is HOLDS, FAILS or UNJUDGED; `grounds` say in words what speaks against holding."""

    code: int
    grounds: tuple[str, ...] = ()

    @property
    def holds(self) -> bool | None:
        """True, False, or None where it cannot be judged."""
        return {HOLDS: True, FAILS: False}.get(self.code)


def word_of(code: int, language: str) -> str:
    """The judgement in words."""
    return word(language, {HOLDS: "holds", FAILS: "fails"}.get(code, "unjudged"))


def worst(codes: list[int]) -> int:
    """The code of several judgements: one that fails decides, then one that cannot be judged."""
    if FAILS in codes:
        return FAILS
    return UNJUDGED if UNJUDGED in codes or not codes else HOLDS


def unknown_sources(trace: Trace, profile: Profile) -> list[str]:
    """Sources that the format cannot know and the profile states no estimate for."""
    stated = {source for source, _ in profile.window.unknown}
    return [source.value for source in trace.unknown if source not in stated]


def must_keep_line(keep: Verdict, labels: dict[str, str], language: str) -> str:
    """Whether a must-keep reached the context, and where it was lost if not."""
    label = labels.get(keep.id, keep.id)
    if keep.lost_at is None:
        return word(language, "must_kept", label=label)
    return word(language, "must_lost", stage=explain.stage(keep.lost_at, language), label=label)


#: Notices of a session or of its run that keep it from being judged.
_LAME = frozenset(
    {"marks_broken", "mark_unknown_key", "must_keep_broken", "must_keep_too_slow", "rule_too_slow"}
)


def lame_marks(trace: Trace, session: Session, language: str) -> list[str]:
    """What keeps a run from being judged by what was asked of it.

    Marks that cannot be read or have an unknown key, must-keeps on items that are not there, patterns and
    numbers that nothing could match, and patterns that ran out of time.
    """
    notices = dict.fromkeys((*session.diagnostics, *trace.diagnostics))
    broken = [one for one in notices if one.code in _LAME]
    there = {item.id for item in session.items}
    missing = [
        Diagnostic("mark_without_item", name)
        for keep in session.marks.must_keeps
        for name in (keep.item, keep.since)
        if name and name not in there
    ]
    return [
        f"{one.item}: " * bool(one.item) + explain.diagnostic(one, language) for one in (*broken, *missing)
    ]


def judge(
    trace: Trace, session: Session, profile: Profile, labels: dict[str, str], language: str
) -> Judgement:
    """Judges a build by its must-keeps and its limit.

    A must-keep that is lost or a context over its limit does not hold, whatever else is unknown. A context
    whose size is known in part only, marks that cannot be read or judged, or a profile that asks for
    nothing cannot be judged. `labels` names must-keeps by id.
    """
    lost = (keep for keep in trace.must_keeps if keep.lost_at is not None)
    against = [must_keep_line(keep, labels, language) for keep in lost]
    if trace.totals.over:
        against.append(word(language, "over", over=f"{trace.totals.over:,}"))
    if against:
        return Judgement(FAILS, tuple(against))
    if lame := lame_marks(trace, session, language):
        return Judgement(UNJUDGED, tuple(lame))
    if not trace.must_keeps and trace.totals.limit is None:
        return Judgement(UNJUDGED, (word(language, "nothing_to_judge"),))
    if unknown := unknown_sources(trace, profile):
        flags = " ".join(f"--set window.unknown.{source}=N" for source in unknown)
        ground = word(language, "unknown_source", sources=", ".join(unknown), flags=flags)
        return Judgement(UNJUDGED, (ground,))
    return Judgement(HOLDS)
