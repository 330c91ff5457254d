"""The three published levels of degradation, each checked anew after it was done."""

from __future__ import annotations

from ctxlab.stages.split_budget.sections import PROMPT

#: What ends the part of a prompt that the third level leaves.
_BLANK_LINE = "\n\n"


def stripped(name: str, text: str) -> int | None:
    """The third level: where a section's text ends before its first blank line, None where it stays whole.

    Only a section of the name `system_prompt` is looked at.
    """
    at = text.find(_BLANK_LINE) if name == PROMPT else -1
    return None if at < 0 else at
