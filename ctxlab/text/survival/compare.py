"""A part of a constraint against one sentence of a later text: gates first, words last."""

from __future__ import annotations

from ctxlab.model.constraint import Survived
from ctxlab.text.survival import codes
from ctxlab.text.survival.demand import Part
from ctxlab.text.survival.gaps import gaps, least_cover, unrelated
from ctxlab.text.survival.gates import changed, unsettled, weakened
from ctxlab.text.survival.overlay import VALUE, Finding, lay
from ctxlab.text.survival.reading import Reading

__all__ = ["NOTHING", "VALUE", "Finding", "compare", "least_cover"]

NOTHING = Finding(Survived.LOST, codes.NOT_STATED)
_GATES = (unrelated, changed, unsettled, weakened, gaps)


def compare(
    part: Part,
    found: Reading,
    before: Reading | None = None,
    first: Reading | None = None,
) -> Finding:
    """What a sentence makes of a part of a constraint.

    `before` is the sentence before it, `first` the one that the text begins with.
    """
    laid = lay(part, found, before, first)
    if laid is None:
        return NOTHING
    for gate in _GATES:
        finding = gate(laid)
        if finding is not None:
            return finding
    return laid.say(Survived.REWORDED, codes.OTHER_WORDS)
