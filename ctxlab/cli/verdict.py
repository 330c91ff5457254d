"""Whether a build keeps what it must and fits: the judgement of `check` and of `run --gate`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ctxlab.cli.state import FAILS, HOLDS, UNJUDGED
from ctxlab.cli.words import word

if TYPE_CHECKING:
    from ctxlab.model.profile import Profile
    from ctxlab.model.trace import Trace


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


def judge(trace: Trace, profile: Profile, labels: dict[str, str], language: str) -> Judgement:
    """Judges a build by its must-keeps and its limit.

    A must-keep that is lost or a context over its limit does not hold, whatever else is unknown. A context
    whose size is known in part only, or a profile that asks for nothing, cannot be judged. `labels` names
    must-keeps by id.
    """
    against = [
        word(
            language,
            "must_lost",
            stage=word(language, verdict.lost_at.value),
            label=labels.get(verdict.id, verdict.id),
        )
        for verdict in trace.must_keeps
        if verdict.lost_at is not None
    ]
    if trace.totals.over:
        against.append(word(language, "over", over=f"{trace.totals.over:,}"))
    if against:
        return Judgement(FAILS, tuple(against))
    if not trace.must_keeps and trace.totals.limit is None:
        return Judgement(UNJUDGED, (word(language, "nothing_to_judge"),))
    if unknown := unknown_sources(trace, profile):
        return Judgement(UNJUDGED, (word(language, "unknown_source", sources=", ".join(unknown)),))
    return Judgement(HOLDS)
