"""The root cause of a lost must-keep, in words and as fields of a JSON document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ctxlab import explain
from ctxlab.cli.rules import deciding, worded
from ctxlab.cli.words import word
from ctxlab.explain import causes
from ctxlab.explain import gate as gate_words
from ctxlab.explain.report import passed
from ctxlab.explain.survival import survived
from ctxlab.model.gate import Since

if TYPE_CHECKING:
    from ctxlab.model.cause import Diagnosis, StageFinding
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Request
    from ctxlab.model.trace import Trace


def document(
    found: Diagnosis, trace: Trace, profile: Profile, label: str, since: Request | None, language: str
) -> dict[str, Any]:
    """The diagnosis as JSON has it, with its sentences; `since` is the request since which it is lost."""
    said = found.survival
    return {
        "must_keep": found.must_keep,
        "label": label,
        "request": found.request,
        "cause": found.cause.value,
        "verdict": causes.verdict(found, language, label=label),
        "stage": found.stage.value if found.stage else None,
        "item": found.item,
        "row": found.row.value if found.row else None,
        "by": found.by,
        "stated_by": found.stated_by,
        "lost_since": since and {"request": since.index, "turn": since.turn},
        "survival": {
            "verdict": said.verdict.value,
            "item": found.evidence_item,
            "start": said.start,
            "end": said.end,
            "reason": said.reason,
            "was": said.was,
            "now": said.now,
        },
        "depth": found.depth,
        "follows": round(found.follows, 4),
        "opens": found.opens,
        "displaced_by": [
            {"item": one.item, "row": one.row.value, "tokens": one.tokens, "blocks": one.blocks}
            for one in found.displaced_by
        ],
        "stages": [
            {
                "stage": row.stage.value,
                "passed": row.passed.value,
                "item": row.item,
                "reason": row.reason.code if row.reason is not None else None,
                "numbers": dict(row.numbers),
                "held": row.held.verdict.value if row.held else None,
                "why": causes.stage_row(row, language, order=found.order),
                "setting": _setting(row, trace, profile),
            }
            for row in found.stages
        ],
    }


def lines(told: dict[str, Any], found: Diagnosis, language: str) -> list[str]:
    """The same in words: the verdict, a line a stage, what displaced it, since when it is lost."""
    said = [told["verdict"]]
    for row, one in zip(found.stages, told["stages"], strict=True):
        rule = word(language, "aside", text=worded(one["setting"], language)) if one["setting"] else ""
        why = one["why"]
        if row.item and row.item != found.item:
            why = word(language, "pair", first=row.item, second=why)
        held = f" · {survived(row.held.verdict, language)}" if row.held else ""
        told_of = word(language, "pair", first=explain.stage(row.stage, language), second=why)
        said.append(f"  {told_of}{rule} [{passed(row.passed, language)}{held}]")
    said += [f"  {line}" for line in explain.displaced(found.displaced_by, language)]
    since = told["lost_since"]
    if since:
        said.append("  " + gate_words.since(Since(since["request"], since["turn"]), language))
    return said


def _setting(row: StageFinding, trace: Trace, profile: Profile) -> str:
    """The settings that the stage's test followed, such as `budget.history: cap 1200, overflow stop`."""
    position = trace.position(row.item) if row.item else None
    decision = None if position is None else trace.stage(row.stage).decision(position)
    if position is None or decision is None:
        return ""
    return deciding(decision, trace.row(position), profile)
