"""The settings of a profile by which a stage decided on an item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxlab.cli.words import word
from ctxlab.explain.rescue import setting
from ctxlab.model.decision import Reason

if TYPE_CHECKING:
    from ctxlab.model.decision import Decision
    from ctxlab.model.items import Row
    from ctxlab.model.profile import Profile

_BY_CAP = (
    Reason.FITS,
    Reason.KEPT_OVER_CAP,
    Reason.OVER_CAP,
    Reason.CUT_TO_CAP,
    Reason.TO_SUMMARY,
    Reason.BEHIND_OVERFLOW,
)

_UNCAPPED = "no cap"


def deciding(decision: Decision, row: Row, profile: Profile) -> str:
    """The settings that a decision on an item of that row followed; empty where none of them decided.

    They are told by their names, such as `budget.history: cap 1200, overflow stop`.
    """
    line, window = profile.row(row), profile.window
    cap = dict(decision.numbers).get("cap")
    if cap is not None and cap != line.cap and cap == line.per_item:
        return f"budget.{row}: per_item {cap}"
    match decision.reason:
        case reason if reason in _BY_CAP:
            stated = _UNCAPPED if line.cap is None else f"cap {line.cap}, overflow {line.overflow}"
            return f"budget.{row}: {stated}"
        case Reason.EXCLUDED_BY_MODE if mode := dict(decision.numbers).get("mode"):
            return f"mode.rule: mode {mode}" if profile.mode.rule else f"mode: use {mode}"
        case Reason.OVER_COUNT if line.max_items is not None:
            return f"budget.{row}: max_items {line.max_items}"
        case Reason.OVER_COUNT if profile.select.max_messages is not None:
            return f"select: max_messages {profile.select.max_messages}"
        case Reason.BELOW_RELEVANCE:
            return (
                f"select: relevance {profile.select.relevance}, min_relevance {profile.select.min_relevance}"
            )
        case Reason.CUT_TO_ITEM_LIMIT if line.per_item is not None:
            return f"budget.{row}: per_item {line.per_item}"
        case Reason.CUT_TO_ITEM_LIMIT if profile.summarize.max_item_tokens is not None:
            return f"summarize: max_item_tokens {profile.summarize.max_item_tokens}"
        case Reason.OVER_WINDOW | Reason.CUT_TO_WINDOW:
            chosen = f"soft_limit {window.soft_limit}" if window.soft_rules else f"size {window.size}"
            return f"window: {chosen}, output_reserve {window.output_reserve}, buffer {window.buffer}"
        case Reason.SUMMARISED | Reason.SUMMARY_REFUSED:
            return f"summarize: max_tokens {profile.summarize.max_tokens}"
        case Reason.PAIR_BROKEN | Reason.PLACEHOLDER:
            return f"select: pairs {profile.select.pairs}"
        case _:
            return _reducing(decision.reason, profile)


def _reducing(reason: Reason, profile: Profile) -> str:
    """The setting by which Gather took noise out, or a level of degradation acted."""
    told = {
        Reason.NOISE_REMOVED: "gather: clean_docs true",
        Reason.DEGRADED_1: f"degrade: docs {profile.degrade.docs}",
        Reason.DEGRADED_2: f"degrade: rounds {profile.degrade.rounds}",
        Reason.DEGRADED_3: f"degrade: levels {profile.degrade.levels}",
    }
    return told.get(reason, "")


def worded(told: str, language: str) -> str:
    """What `deciding` tells, for a line in that language; in English it stays as a profile's file has it."""
    section, _, stated = told.partition(": ")
    if language == "en" or not stated:
        return told
    if stated == _UNCAPPED:
        return word(language, "pair", first=section, second=word(language, "no_cap_now"))
    pairs = [one.rpartition(" ") for one in stated.split(", ")]
    prefix = "" if section.startswith("budget.") else f"{section}."
    words = "，".join(setting(f"{prefix}{key}", value, language) for key, _, value in pairs)
    return word(language, "pair", first=section, second=words)
