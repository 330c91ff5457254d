"""Constraints in texts, by rules that can be named."""

from __future__ import annotations

from ctxlab.model.constraint import Constraint, Kind, Tier
from ctxlab.text.demands import hard_demands, kind_of

_KINDS = {kind.value: kind for kind in Kind}


def find_constraints(text: str) -> tuple[Constraint, ...]:
    """The constraints that a text states, in order and apart."""
    return tuple(
        Constraint(
            one.start,
            one.end,
            text[one.start : one.end],
            _KINDS.get(kind_of(one.rules[0]), Kind.REQUIREMENT),
            Tier.HARD,
            rules=one.rules,
            sentence=one.sentence,
        )
        for one in hard_demands(text)
    )
