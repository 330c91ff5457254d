"""What the Investigate page says of one must-keep: the verdict in a sentence, and a card for each stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.explain import causes
from ctxlab.gui.models.constraint_rows import sign_of
from ctxlab.gui.models.item_story import Passage, Step, name_of, story
from ctxlab.gui.models.survived_words import signed
from ctxlab.gui.models.text_rows import Sign
from ctxlab.gui.text import listed, one_line
from ctxlab.model.cause import Diagnosis
from ctxlab.model.constraint import Survived
from ctxlab.model.decision import STAGES, Fate
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace

translate = QCoreApplication.translate

#: Characters of a must-keep or an item that the sentence names.
NAMED = 60


@dataclass(frozen=True, slots=True)
class Card:
    """One stage: its step, whether it is the one that lost it, what displaced it, what was left."""

    step: Step
    failed_here: bool = False
    displaced: str = ""
    left: str = ""


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The verdict: pill and sign, the sentence, under which profile, and the four cards."""

    pill: str
    sign: Sign
    sentence: str
    under: str
    cards: tuple[Card, ...]


def case_file(
    trace: Trace,
    found: Diagnosis,
    label: str,
    language: str,
    profile: Profile,
    *,
    recorded: bool = False,
    displaced: Sequence[str] = (),
) -> CaseFile:
    """What became of a must-keep at one request of a session.

    Args:
        trace: The run.
        found: What is told of the must-keep in it.
        label: What to call the must-keep.
        language: `en` or `zh`.
        profile: What it was run under.
        recorded: Whether that is what the recorder had, not a profile of the user's.
        displaced: The items that hold the tokens that it needed, in words.
    """
    label_of = partial(name_of, trace)
    sentence = causes.verdict(found, language, label=one_line(label, NAMED), label_of=label_of)
    verdict = found.survival.verdict
    under = (
        translate("CaseFile", "as recorded")
        if recorded
        else translate("CaseFile", "under {0}").format(profile.name)
    )
    sign = Sign.WARNING if found.cause.present and not verdict.kept else sign_of(verdict)
    cards = _cards(trace, found, language, profile, displaced)
    return CaseFile(signed(verdict), sign, sentence, under, cards)


def _cards(
    trace: Trace, found: Diagnosis, language: str, profile: Profile, displaced: Sequence[str]
) -> tuple[Card, ...]:
    """The way of the item that states it; where no item does, what each stage had."""
    position = trace.position(found.item) if found.item else None
    if position is not None:
        steps = story(trace, position, language, profile)
    else:
        steps = [
            Step(Passage.NEVER, "—", Fate.NONE, explain.stage(stage, language), sentence)
            for stage, sentence in zip(
                STAGES, (causes.stage_row(row, language) for row in found.stages), strict=True
            )
        ]
    held = translate("CaseFile", "Displaced by: {0}").format(listed(displaced)) if displaced else ""
    cards: list[Card] = []
    for stage, step, row in zip(STAGES, steps, found.stages, strict=True):
        failed = stage is found.stage
        left = row.held.verdict if row.held is not None and step.passage is not Passage.NEVER else None
        told = "" if left in (None, Survived.VERBATIM) or failed else signed(left or Survived.LOST)
        cards.append(Card(step, failed, held if failed else "", told))
    return tuple(cards)
