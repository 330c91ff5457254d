"""What of a profile is followed by a library that keeps the newest messages under one figure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ctxlab.export.ceiling import CONVERSATION, ceiling_of, limit_settings, limit_whys
from ctxlab.model.items import Row
from ctxlab.model.profile import Layout, Order, Overflow, Pairs, Profile


def expressed(profile: Profile, *, limits: bool) -> Iterator[str]:
    """The settings that are followed; `limits` says whether there is anything to trim to."""
    yield from limit_settings(profile)
    if profile.construct.layout is Layout.CHRONOLOGICAL:
        yield "construct.layout"
    if profile.summarize.strategy == "none":
        yield "summarize.strategy"
    if not limits:
        return
    for row in CONVERSATION:
        if profile.row(row).order is Order.NEWEST:
            yield f"budget.{row}.order"
    for row in (Row.RECENT, Row.HISTORY):
        if profile.row(row).overflow is Overflow.STOP:
            yield f"budget.{row}.overflow"
    if profile.select.pairs is Pairs.DROP:
        yield "select.pairs"


def whys(profile: Profile) -> dict[str, str]:
    """What happens without a setting that is followed in part or not at all, where it is not the usual."""
    return {
        "tokens": "nothing_counted",
        "construct.language": "no_words",
        **limit_whys(profile),
        **{f"budget.{row}.cap": "rows_share" for row, _ in ceiling_of(profile).rows},
    }


def assumed(profile: Profile) -> dict[str, Any]:
    """Settings at their default that decide what stays, where a library of one list does otherwise."""
    layout = profile.construct.layout
    found: dict[str, Any] = {}
    if layout is not Layout.CHRONOLOGICAL:
        found["construct.layout"] = layout.value
    for row in CONVERSATION:
        line = profile.row(row)
        if line.cap is None and line.max_items is None:
            continue
        if line.order is Order.GIVEN:
            found[f"budget.{row}.order"] = line.order.value
        if line.overflow is Overflow.KEEP:
            found[f"budget.{row}.overflow"] = line.overflow.value
    return found
