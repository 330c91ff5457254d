"""The difference of two profiles in numbers: what each makes of the same sessions, and what each keeps."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.model.sweep import Outcome, Place, VariantFigures


@dataclass(frozen=True, slots=True)
class Shift:
    """One session under both profiles.

    `newly_lost` are the labels of must-keeps that the later profile loses and the earlier one keeps,
    `newly_kept` those of the reverse.
    """

    place: Place
    before: Outcome
    after: Outcome
    newly_lost: tuple[str, ...] = ()
    newly_kept: tuple[str, ...] = ()

    @property
    def tokens(self) -> int | None:
        """By how much the largest context grows; None where one of the two was not built."""
        return None if self.before.error or self.after.error else self.after.tokens - self.before.tokens

    @property
    def turned(self) -> bool:
        """Whether more than its size differs: what survives, whether it fits, is built, or is degraded."""
        return (
            bool(self.newly_lost or self.newly_kept)
            or self.before.level != self.after.level
            or (self.before.over > 0) != (self.after.over > 0)
            or bool(self.before.error) != bool(self.after.error)
        )


@dataclass(frozen=True, slots=True)
class ProfileFigures:
    """Both profiles over all sessions; both are judged by what either of them has to keep."""

    before: VariantFigures
    after: VariantFigures
    shifts: tuple[Shift, ...]

    @property
    def newly_lost(self) -> int:
        """How many must-keeps of all sessions the later profile newly loses."""
        return sum(len(one.newly_lost) for one in self.shifts)

    @property
    def newly_kept(self) -> int:
        """How many it newly keeps."""
        return sum(len(one.newly_kept) for one in self.shifts)
