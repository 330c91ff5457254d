"""What the Investigate page says of one item: the verdict in a sentence, and a card for each stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.gui.models.item_story import Passage, Step, story
from ctxlab.gui.models.stage_cells import label
from ctxlab.gui.models.text_rows import Sign
from ctxlab.gui.text import listed, one_line
from ctxlab.model.decision import STAGES, Stage
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace

translate = QCoreApplication.translate

#: Characters of a must-keep or an item that the sentence names.
NAMED = 60


@dataclass(frozen=True, slots=True)
class Stated:
    """A must-keep that the item states: its label, and the stage that lost it, None where none did."""

    label: str
    lost_at: Stage | None


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
    stated: Sequence[Stated] = (),
    displaced: Sequence[str] = (),
) -> CaseFile:
    """What became of an item, or of a must-keep that it states, at one request of a session.

    A must-keep is named where the same became of it: one that others of the items still hold is not lost with
    this one, and one whose words were cut away is lost though the item stays.

    Args:
        trace: The run.
        position: Which of its items.
        language: `en` or `zh`.
        profile: What it was run under.
        stated: The must-keeps that the item states and that could be judged.
        displaced: The items that hold the tokens that it needed, in words.
    """
    steps = story(trace, position, language, profile)
    failed = next((at for at, step in enumerate(steps) if step.passage is Passage.FAILED), None)
    cut_away = None if failed is not None else _cut_away(steps, stated)
    if cut_away is not None:
        failed = STAGES.index(cut_away)
    held = translate("CaseFile", "Displaced by: {0}").format(listed(displaced)) if displaced else ""
    cards = tuple(Card(step, at == failed, held if at == failed else "") for at, step in enumerate(steps))
    ends = None if failed is None else STAGES[failed]
    named = next((one.label for one in stated if one.lost_at is ends), "")
    name = one_line(named or label(trace, position), NAMED)
    if ends is None:
        pill, sign, sentence = _stays(steps, name, trace.request)
    else:
        decision = trace.stage(ends).decision(position) if cut_away is None else None
        why = steps[STAGES.index(ends)].sentence
        if decision is not None:
            why = explain.reason(decision.reason, language) or why
        told = translate("CaseFile", "“{0}” is not in the context of request {1}. It was lost in {2}: {3}.")
        pill, sign = translate("CaseFile", "− lost"), Sign.BAD
        if stated and all(one.lost_at is None for one in stated):
            told = translate(
                "CaseFile",
                "“{0}” itself was lost in {2}, but request {1} has its must-keeps from another item.",
            )
            pill, sign = translate("CaseFile", "kept elsewhere"), Sign.WARNING
        sentence = told.format(name, trace.request, explain.stage(ends, language), why)
    return CaseFile(pill, sign, sentence, translate("CaseFile", "under {0}").format(profile.name), cards)


def _stays(steps: Sequence[Step], name: str, request: int) -> tuple[str, Sign, str]:
    """Pill, sign and sentence of an item that no stage lost; one that was merged is there in another only."""
    last = next((step for step in reversed(steps) if step.passage is not Passage.NEVER), steps[-1])
    if last.fate.leaves:
        told = translate("CaseFile", "“{0}” itself is not in the context of request {1}: {2}")
        return last.pill, Sign.WARNING, told.format(name, request, last.sentence)
    pill, sign = translate("CaseFile", "in the context"), Sign.GOOD
    if any(step.passage is Passage.CHANGED for step in steps):
        pill, sign = translate("CaseFile", "changed"), Sign.WARNING
    told = translate("CaseFile", "“{0}” is in the context of request {1}: {2}")
    return pill, sign, told.format(name, request, last.sentence)


def _cut_away(steps: Sequence[Step], stated: Sequence[Stated]) -> Stage | None:
    """The stage that changed an item so that a must-keep in it is lost; None where that was no stage."""
    lost = {one.lost_at for one in stated}
    changed = (stage for stage, step in zip(STAGES, steps, strict=True) if step.passage is Passage.CHANGED)
    return next((stage for stage in changed if stage in lost), None)
