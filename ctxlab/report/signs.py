"""The signs of verdicts and results, and the tones that go with them."""

from __future__ import annotations

from ctxlab.explain import report as words
from ctxlab.explain.survival import survived
from ctxlab.model.cause import Passed
from ctxlab.model.constraint import Survival, Survived
from ctxlab.model.report import Cell, Phrase, Tone
from ctxlab.report.phrases import own, said

#: The sign of each verdict; it tells them apart without their colours.
SIGNS: dict[Survived, str] = {
    Survived.VERBATIM: "✓",
    Survived.REWORDED: "≈",
    Survived.UNSURE: "?",
    Survived.WEAKENED: "≲",
    Survived.CHANGED: "≠",
    Survived.LOST: "−",
}

#: The sign of a cell that is not judged.
NOT_JUDGED = "·"

#: The sign and the tone of what a stage did.
RESULTS: dict[Passed, tuple[str, Tone]] = {
    Passed.PASSED: ("✓", Tone.VERBATIM),
    Passed.CUT: ("~", Tone.WEAKENED),
    Passed.FAILED: ("−", Tone.LOST),
    Passed.NEVER_REACHED: (NOT_JUDGED, Tone.QUIET),
}


def tone(verdict: Survived) -> Tone:
    """The tone of a verdict."""
    return Tone(verdict.value)


def difference(was: str, now: str, language: str) -> Phrase:
    """What differs, as the must-keep and as the context have it; empty where nothing does."""
    if not (was or now):
        return ()
    nothing = own(words.word(language, "nothing_there"))
    return (*(said(was, kept=True) or nothing), *own(" → "), *(said(now) or nothing))


def survival_cell(found: Survival | None, language: str) -> Cell:
    """What stands after a stage: sign, word, and what differs."""
    if found is None:
        return Cell(own(words.word(language, "not_judged")), Tone.QUIET, NOT_JUDGED)
    return Cell(
        own(survived(found.verdict, language)),
        tone(found.verdict),
        SIGNS[found.verdict],
        note=difference(found.was, found.now, language),
    )
