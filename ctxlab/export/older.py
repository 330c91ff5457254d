"""What of a profile becomes the summaries of older messages, and the clearing of old tool results."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.export.ceiling import CONVERSATION, ceiling_of
from ctxlab.model.items import Row
from ctxlab.model.profile import Overflow, Profile

#: Results that stay where the profile bounds them by tokens alone: the libraries' own default.
_KEEP_BY_DEFAULT = 3

#: Why settings of summaries have no effect where a library has a model write one.
SUMMARY_WHYS = {
    "summarize.levels": "one_summary",
    "summarize.missing": "summary_unchecked",
    "summarize.instructions": "summary_instructions",
    "summarize.max_item_tokens": "no_item_limit",
}


@dataclass(frozen=True, slots=True)
class Summaries:
    """Older messages become a summary over `trigger` tokens; `keep` are so many tokens or messages beside."""

    trigger: int
    keep: tuple[str, int]


@dataclass(frozen=True, slots=True)
class Clearing:
    """Tool results are cleared over `trigger` tokens in all, but for the newest `keep`."""

    trigger: int
    keep: int


def compresses(profile: Profile) -> bool:
    """Whether the profile summarises older messages."""
    return profile.row(Row.HISTORY).overflow is Overflow.COMPRESS and profile.summarize.strategy != "none"


def summaries_of(profile: Profile) -> Summaries | None:
    """How older messages are summarised; None where the profile does not, or states no figure for when."""
    figure = conversation(profile)
    if figure is None or not compresses(profile):
        return None
    history, recent = profile.row(Row.HISTORY), profile.row(Row.RECENT)
    if history.cap is None or recent.cap is None or recent.cap + history.cap == 0:
        return Summaries(figure, ("messages", max(1, 2 * recent.rounds)))
    return Summaries(figure, ("tokens", recent.cap + history.cap))


def clearing_of(profile: Profile) -> Clearing | None:
    """How old tool results are cleared; None where the profile keeps them, or states no figure for when."""
    row = profile.row(Row.TOOL_RESULT)
    if row.max_items is not None:
        return Clearing(0, row.max_items)
    figure = conversation(profile)
    if row.cap is None or row.overflow is Overflow.KEEP or figure is None:
        return None
    return Clearing(figure, max(1, row.cap // row.per_item) if row.per_item else _KEEP_BY_DEFAULT)


def conversation(profile: Profile) -> int | None:
    """What the messages beside the system prompt may hold; None where the profile does not bound them."""
    ceiling = ceiling_of(profile)
    caps = [cap for row, cap in ceiling.rows if row in CONVERSATION]
    figures = [one for one in (ceiling.limit, sum(caps) if caps else None) if one is not None]
    return min(figures, default=None)
