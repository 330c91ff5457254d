"""What became of a constraint in a later text."""

from __future__ import annotations

from ctxlab.model.constraint import Constraint, Survival, Survived
from ctxlab.model.marks import MustKeep
from ctxlab.text.match import Matcher


def survival(constraint: Constraint | str, text: str) -> Survival:
    """What became of a constraint in a text."""
    words = constraint if isinstance(constraint, str) else constraint.text
    spans = Matcher(MustKeep("constraint", text=words)).spans(text) if words.strip() else []
    return Survival(Survived.VERBATIM, *spans[0]) if spans else Survival(Survived.LOST)
