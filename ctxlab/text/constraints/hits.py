"""Hits of rules in one sentence, and the constraints that they make together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ctxlab.model.constraint import Kind, Tier
from ctxlab.text.constraints.rules import Extent, Rule

#: Which kind a span has that rules of several find, the most specific first.
_SPECIFIC = (
    Kind.BUDGET,
    Kind.HEALTH,
    Kind.DEADLINE,
    Kind.RANGE,
    Kind.LIMIT,
    Kind.FORMAT,
    Kind.CONDITIONAL,
    Kind.PROHIBITION,
    Kind.REQUIREMENT,
    Kind.PREFERENCE,
    Kind.FACT,
)
_RANK = {kind: rank for rank, kind in enumerate(_SPECIFIC)}


@dataclass(frozen=True, slots=True)
class Hit:
    """What a rule found: a span of the text; `said_from` is where it begins without its condition."""

    start: int
    end: int
    said_from: int
    tier: Tier
    rule: Rule


@dataclass(frozen=True, slots=True)
class Found:
    """Hits that are one constraint, the one that decides its kind first."""

    start: int
    end: int
    hits: tuple[Hit, ...]

    @property
    def kind(self) -> Kind:
        """The most specific kind."""
        return self.hits[0].rule.kind

    @property
    def tier(self) -> Tier:
        """Hard, if one of its rules takes it for that."""
        return Tier.HARD if any(hit.tier is Tier.HARD for hit in self.hits) else Tier.SOFT

    @property
    def positive(self) -> bool:
        """Whether none of its rules finds something forbidden or excluded."""
        return not any(hit.rule.negative for hit in self.hits)

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules, once each."""
        return tuple(dict.fromkeys(hit.rule.id for hit in self.hits))


def joined(hits: Iterable[Hit]) -> list[Found]:
    """The constraints of a sentence, apart and in order: hits that share text are one.

    A span that runs to the end of its clause stops where the next such span begins, and a condition that two
    clauses share goes with the first of them.
    """
    made: list[Found] = []
    for hit in _parted(sorted(hits, key=lambda hit: (hit.start, hit.said_from, -hit.end))):
        last = made[-1] if made else None
        if last is None or hit.start >= last.end:
            made.append(Found(hit.start, hit.end, (hit,)))
        elif hit.said_from >= last.end:
            made.append(Found(hit.said_from, hit.end, (hit,)))
        else:
            every = sorted((*last.hits, hit), key=lambda hit: _RANK[hit.rule.kind])
            made[-1] = Found(last.start, max(last.end, hit.end), tuple(every))
    return made


def _parted(hits: Sequence[Hit]) -> list[Hit]:
    begins = sorted({hit.start for hit in hits if hit.rule.extent is Extent.REST})

    def end_of(hit: Hit) -> int:
        return min((begin for begin in begins if hit.start < begin < hit.end), default=hit.end)

    return [replace(hit, end=end_of(hit)) if hit.rule.extent is Extent.REST else hit for hit in hits]
