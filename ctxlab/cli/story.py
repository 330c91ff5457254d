"""The history of one item, in words and as fields of a JSON document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ctxlab import explain
from ctxlab.cli.media import media_of
from ctxlab.cli.names import row_name
from ctxlab.cli.render import number, shortened
from ctxlab.cli.rules import deciding, worded
from ctxlab.cli.words import word
from ctxlab.explain.roles import role
from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.model.items import Row
from ctxlab.tokens.images import DEFAULT

if TYPE_CHECKING:
    from ctxlab.model.decision import Decision
    from ctxlab.model.profile import Profile
    from ctxlab.model.trace import Trace
    from ctxlab.tokens.images import Vision


def story(
    trace: Trace, position: int, profile: Profile, language: str, vision: Vision = DEFAULT
) -> dict[str, Any]:
    """What became of the item at a position, as JSON has it, with a sentence for each stage.

    `vision` is the rule by which the model counts images.
    """
    item, outcome, row = trace.item(position), trace.outcome(position), trace.row(position)
    return {
        "item": item.id,
        "fate": outcome.fate.word,
        "stage": outcome.stage.value,
        "reason": outcome.reason.code,
        "row": row.value,
        "role": item.role,
        "turn": trace.turn(position),
        "tokens": trace.tokens(position),
        "tokens_after": trace.tokens_after(position),
        "charge": trace.charge(position) if position < len(trace.pool) else None,
        "exact": trace.is_exact(position),
        "place": str(item.place),
        "text": item.text,
        "media": media_of(trace, position, vision, language),
        "history": [
            {
                "stage": decision.stage.value,
                "fate": decision.fate.word,
                "reason": decision.reason.code,
                "numbers": dict(decision.numbers),
                "tokens": decision.tokens,
                "why": _sentence(trace, position, decision, profile, language),
                "setting": deciding(decision, row, profile),
            }
            for decision in trace.history(position)
        ],
    }


def _sentence(trace: Trace, position: int, decision: Decision, profile: Profile, language: str) -> str:
    row = trace.row(position)
    if decision.reason is Reason.GATHERED:
        first = trace.pool.row[position] if position < len(trace.pool) else row
        return word(language, "candidate", row=row_name(first, language))
    return explain.decision(decision, language, order=profile.row(row).order)


def story_lines(story: dict[str, Any], language: str) -> list[str]:
    """The same in lines."""
    said = [shortened(one) for one in (story["text"], *story["media"]) if one.strip()]
    lines = ["  ".join((story["item"], role(story["role"], language), *said))]
    tokens = number(story["tokens"], story["exact"])
    row = row_name(Row(story["row"]), language)
    line = word(language, "position", row=row, turn=story["turn"], tokens=tokens)
    if (story["charge"] or 0) > story["tokens"]:
        line += word(language, "charged", charge=number(story["charge"], story["exact"]))
    if story["place"]:
        line += word(language, "placed", place=story["place"])
    lines.append(f"  {line}")
    for step in story["history"]:
        stage = explain.stage(Stage(step["stage"]), language)
        rule = word(language, "aside", text=worded(step["setting"], language)) if step["setting"] else ""
        told = word(language, "pair", first=stage, second=step["why"])
        lines.append(f"  {told}{rule} [{_fate(step, language)}]")
    return lines


def _fate(step: dict[str, Any], language: str) -> str:
    """The fate of an item in a stage; in English with the code of its reason, by which filters find it."""
    if language == "en":
        return f"{step['fate']} · {step['reason']}"
    return explain.fate(next(one for one in Fate if one.word == step["fate"]), language)
