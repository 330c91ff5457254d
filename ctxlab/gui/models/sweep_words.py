"""The figures of a sweep in words: shares, counts, what a variant is called and what it does."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.gui.models.sweep_settings import key_words, path_of
from ctxlab.gui.text import dotted, listed, one_line, token_text
from ctxlab.model.items import Row
from ctxlab.model.sweep import Outcome, Sweep, Variant, VariantFigures

translate = QCoreApplication.translate

#: What stands where there is nothing to say, and the sign of a variant of the front.
NOTHING, FRONT = "–", "◆"
_NAME = 120


def sessions_words(count: int) -> str:
    """So many sessions."""
    words = translate("Sweep", "{0} session") if count == 1 else translate("Sweep", "{0} sessions")
    return words.format(f"{count:,}")


def keeps_words(count: int) -> str:
    """So many must-keeps."""
    words = translate("Sweep", "{0} must-keep") if count == 1 else translate("Sweep", "{0} must-keeps")
    return words.format(f"{count:,}")


def number_words(value: str) -> str:
    """A value as it is shown: whole numbers with separators."""
    return f"{int(value):,}" if value.isascii() and value.isdecimal() else value


def variant_words(variant: Variant, language: str) -> str:
    """What a variant is called: the settings by which it differs, else its name."""
    if not variant.settings:
        return one_line(variant.name, _NAME)
    several = len(variant.settings) > 1
    named = ((_setting(key, language, short=several), value) for key, value in variant.settings)
    return one_line(listed(f"{name} {number_words(value)}" for name, value in named), _NAME)


def _setting(key: str, language: str, *, short: bool) -> str:
    """What a setting is called; among several, caps go by their row alone, as they do in the undo menu."""
    path = path_of(key)
    if short and path[0] == "budget" and path[-1] == "cap":
        return explain.row(Row(path[1]), language)
    return key_words(key, language)


def names_of(sweep: Sweep, language: str) -> tuple[str, ...]:
    """What the variants are called; where several profiles are swept each begins with its profile."""
    profiles = {variant.profile.name for variant in sweep.variants}
    found: list[str] = []
    for variant in sweep.variants:
        words = variant_words(variant, language)
        if variant.settings and len(profiles) > 1:
            words = dotted((one_line(variant.profile.name, _NAME), words))
        found.append(words)
    return tuple(found)


def short_names(sweep: Sweep, language: str) -> tuple[str, ...]:
    """The same as heads of narrow columns: of one setting alone its value."""
    keys = {key for variant in sweep.variants for key, _ in variant.settings}
    profiles = {variant.profile.name for variant in sweep.variants}
    if len(keys) != 1 or len(profiles) > 1:
        return names_of(sweep, language)
    return tuple(
        number_words(variant.settings[0][1]) if variant.settings else one_line(variant.name, _NAME)
        for variant in sweep.variants
    )


def share_words(share: float | None) -> str:
    """A share in percent: 100 % only where nothing is missing, 0 % only where all is."""
    if share is None:
        return NOTHING
    percent = round(100 * share, 1)
    if percent in (0.0, 100.0) and share not in (0.0, 1.0):
        percent = 0.1 if share < 0.5 else 99.9
    return f"{percent:.1f} %" if percent not in (0.0, 100.0) else f"{percent:.0f} %"


def kept_words(figures: VariantFigures) -> str:
    """Must-keeps that survive, of those judged."""
    return f"{figures.kept:,}/{figures.judged:,}" if figures.judged else NOTHING


def cost_words(cost: float | None) -> str:
    """A cost, with as many decimals as it needs."""
    if cost is None:
        return NOTHING
    return f"{cost:,.2f}" if cost >= 1 else f"{cost:.4f}"


def figures_words(figures: VariantFigures) -> str:
    """What a variant does over its sessions, in one line."""
    survival = ""
    if figures.judged:
        survival = translate("Sweep", "{0} must-keeps kept ({1})").format(
            kept_words(figures), share_words(figures.survival)
        )
    losing = translate("Sweep", "{0} of {1} sessions lose one").format(
        f"{figures.losing:,}", f"{figures.sessions:,}"
    )
    over = translate("Sweep", "{0} do not fit").format(f"{figures.over:,}") if figures.over else ""
    unknown = (
        translate("Sweep", "whether {0} fit is not known").format(f"{figures.unknown:,}")
        if figures.unknown
        else ""
    )
    failed = (
        translate("Sweep", "{0} could not be built").format(f"{figures.failed:,}") if figures.failed else ""
    )
    tokens = translate("Sweep", "{0} tokens in all, {1} at most").format(
        token_text(figures.tokens, figures.exact), token_text(figures.peak, figures.exact)
    )
    level = translate("Sweep", "degraded to level {0}").format(figures.level) if figures.level else ""
    return dotted((survival, losing if figures.losing else "", over, unknown, failed, tokens, level))


def unknown_words(sources: Sequence[str]) -> str:
    """That nobody knows whether a context fits, for sources of unknown size; empty for none."""
    if not sources:
        return ""
    return translate("Sweep", "whether it fits is not known: no size of {0}").format(listed(sources))


def outcome_words(outcome: Outcome | None, labels: dict[str, str] | None = None) -> str:
    """What became of one session under one variant."""
    if outcome is None:
        return translate("Sweep", "not built yet")
    if outcome.error:
        return translate("Sweep", "could not be built: {0}").format(outcome.error)
    names = labels or {}
    lost = listed(one_line(names.get(one, one), 60) for one in outcome.lost)
    parts = (
        translate("Sweep", "loses {0} of {1}: {2}").format(len(outcome.lost), len(outcome.judged), lost)
        if outcome.lost
        else translate("Sweep", "keeps all {0}").format(len(outcome.judged))
        if outcome.judged
        else translate("Sweep", "no must-keep judged"),
        translate("Sweep", "{0} tokens over the limit").format(f"{outcome.over:,}") if outcome.over else "",
        unknown_words(outcome.unknown),
        translate("Sweep", "{0} tokens").format(token_text(outcome.tokens, outcome.exact)),
        translate("Sweep", "degraded to level {0}").format(outcome.level) if outcome.level else "",
    )
    return dotted(parts)
