"""What became of one item, stage by stage, in words: the rows of the inspector."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.gui.models.stage_cells import label
from ctxlab.gui.text import token_text
from ctxlab.model.decision import STAGES, Decision, Fate, Reason, Stage
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace


class Passage(StrEnum):
    """How an item came through a stage."""

    PASSED = "passed"
    CHANGED = "changed"
    FAILED = "failed"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Step:
    """One stage of an item's way: the pill's word, the fate, the stage's name and the sentence."""

    passage: Passage
    pill: str
    fate: Fate
    stage: str
    sentence: str


def story(trace: Trace, position: int, language: str, profile: Profile | None = None) -> list[Step]:
    """The item's way through all four stages."""
    order = None if profile is None else profile.row(trace.row(position)).order
    steps: list[Step] = []
    for stage in STAGES:
        decision = trace.stage(stage).decision(position)
        name = explain.stage(stage, language)
        if decision is None:
            steps.append(
                Step(
                    Passage.NEVER,
                    "—",
                    Fate.NONE,
                    name,
                    QCoreApplication.translate("ItemStory", "never reached"),
                )
            )
            continue
        words = explain.decision(decision, language, label_of=lambda item: name_of(trace, item), order=order)
        extra = _extra(trace, position, decision, stage, language)
        passage, pill = _passage(decision.fate, language)
        plain = decision.reason in (Reason.GATHERED, Reason.RENDERED) and extra
        told = extra if plain else f"{words}; {extra}" if extra else words
        steps.append(Step(passage, pill, decision.fate, name, told))
    return steps


def name_of(trace: Trace, item_id: str) -> str:
    """An item's label and id, for sentences that name it."""
    position = trace.position(item_id)
    return (
        item_id
        if position is None
        else QCoreApplication.translate("ItemStory", "“{0}” ({1})").format(label(trace, position), item_id)
    )


def _passage(fate: Fate, language: str) -> tuple[Passage, str]:
    if fate is Fate.KEPT:
        return Passage.PASSED, QCoreApplication.translate("ItemStory", "passed")
    if fate is Fate.DROPPED:
        return Passage.FAILED, QCoreApplication.translate("ItemStory", "failed")
    return Passage.CHANGED, explain.fate(fate, language)


def _extra(trace: Trace, position: int, decision: Decision, stage: Stage, language: str) -> str:
    """What a stage's sentence leaves out: the row at first, the tokens after a cut, the place in the end."""
    if stage is Stage.GATHER and decision.fate is Fate.KEPT:
        row = explain.row(
            trace.pool.row[position] if position < len(trace.pool) else trace.row(position), language
        )
        place = QCoreApplication.translate("ItemStory", "candidate {0} of {1}").format(
            f"{position + 1:,}", f"{len(trace.pool):,}"
        )
        return QCoreApplication.translate("ItemStory", "{0}, {1} tokens, {2}").format(
            place, token_text(decision.tokens, trace.is_exact(position)), row
        )
    if decision.fate in (Fate.TRUNCATED, Fate.COMPRESSED):
        later = stage is not Stage.GATHER and position < len(trace.pool)
        before = trace.handed_on(position) if later else trace.tokens(position)
        return QCoreApplication.translate("ItemStory", "{0} → {1} tokens").format(
            f"{before:,}", token_text(decision.tokens, trace.is_exact(position))
        )
    if stage is Stage.CONSTRUCT and not decision.fate.leaves:
        for number, message in enumerate(trace.context, 1):
            if position in message.positions:
                return QCoreApplication.translate("ItemStory", "message {0} of {1}").format(
                    number, len(trace.context)
                )
        for outside in trace.outside:
            if position in outside.positions:
                return QCoreApplication.translate("ItemStory", "beside the messages, in {0}").format(
                    outside.field
                )
    return ""
