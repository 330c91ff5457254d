"""What the Investigate page says of one item: the verdict in a sentence, and a card for each stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.gui.models.item_story import Passage, Step, story
from ctxlab.gui.models.stage_cells import label
from ctxlab.gui.models.text_rows import Sign
from ctxlab.gui.text import one_line
from ctxlab.model.decision import STAGES
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace

translate = QCoreApplication.translate

#: Characters of a must-keep or an item that the sentence names.
NAMED = 60


@dataclass(frozen=True, slots=True)
class Card:
    """One stage: its step in the way, whether it is the one that lost the item, and what displaced it."""

    step: Step
    failed_here: bool = False
    displaced: str = ""


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
    position: int,
    language: str,
    profile: Profile,
    wanted: str = "",
    displaced: Sequence[str] = (),
) -> CaseFile:
    """What became of an item, or of the must-keep `wanted` that it states, at one request of a session.

    `displaced` are the items that hold the tokens that it needed, in words.
    """
    steps = story(trace, position, language, profile)
    failed = next((at for at, step in enumerate(steps) if step.passage is Passage.FAILED), None)
    held = translate("CaseFile", "Displaced by: {0}").format(", ".join(displaced)) if displaced else ""
    cards = tuple(Card(step, at == failed, held if at == failed else "") for at, step in enumerate(steps))
    name = one_line(wanted or label(trace, position), NAMED)
    if failed is None:
        pill, sign = translate("CaseFile", "in the context"), Sign.GOOD
        changed = any(step.passage is Passage.CHANGED for step in steps)
        if changed:
            pill, sign = translate("CaseFile", "changed"), Sign.WARNING
        sentence = translate("CaseFile", "“{0}” is in the context of request {1}: {2}").format(
            name, trace.request, steps[-1].sentence
        )
    else:
        pill, sign = translate("CaseFile", "− lost"), Sign.BAD
        stage = STAGES[failed]
        decision = trace.stage(stage).decision(position)
        why = explain.reason(decision.reason, language) if decision else ""
        told = translate("CaseFile", "“{0}” is not in the context of request {1}. It was lost in {2}: {3}.")
        sentence = told.format(name, trace.request, explain.stage(stage, language), why)
    return CaseFile(pill, sign, sentence, translate("CaseFile", "under {0}").format(profile.name), cards)
