"""The head figures of the monitor in words: a few cards, each a figure and what it says."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from ctxlab.gui.models.build_rows import percent
from ctxlab.gui.text import dotted
from ctxlab.model.recorded import Share, Summary

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class FigureCard:
    """A title, a figure in large letters, notes of a few words, and what it all means.

    `bad` says that the figure tells of a loss.
    """

    title: str
    figure: str
    notes: tuple[str, ...]
    told: str
    bad: bool = False


def cards_of(found: Summary) -> tuple[FigureCard, ...]:
    """The cards: constraints forgotten, tokens, levels, builds."""
    return (_forgotten(found.forgotten), _tokens(found), _levels(found), _builds(found))


def _forgotten(share: Share) -> FigureCard:
    title = translate("Monitor", "Forgotten constraint")
    told = translate(
        "Monitor",
        "Sessions in which, at any request, the last build lost a must-keep; with the interval at 95 %.",
    )
    if not share.of:
        return FigureCard(title, "–", (translate("Monitor", "no must-keep judged"), ""), told)
    counts = translate("Monitor", "sessions: {0} of {1}").format(f"{share.hits:,}", f"{share.of:,}")
    interval = translate("Monitor", "95 %: {0} – {1}").format(percent(share.low), percent(share.high))
    figure = translate("Monitor", "none")
    if share.hits:
        figure = translate("Monitor", "1 in {0}").format(f"{share.one_in:,}")
    return FigureCard(title, figure, (counts, interval), told, bad=bool(share.hits))


def _tokens(found: Summary) -> FigureCard:
    peak = translate("Monitor", "peak {0}").format(f"{found.peak:,}")
    if found.peak_use is not None:
        peak = dotted((peak, percent(found.peak_use)))
    ranks = translate("Monitor", "p50 {0} · p90 {1}").format(f"{found.p50:,}", f"{found.p90:,}")
    told = translate(
        "Monitor",
        "Tokens of a context: on average, the largest and its share of its own limit, and what half of all "
        "and nine in ten have at most.",
    )
    return FigureCard(translate("Monitor", "Mean tokens"), f"{found.mean:,}", (peak, ranks), told)


def _levels(found: Summary) -> FigureCard:
    whole, *others = found.levels
    shares = dotted(
        translate("Monitor", "L{0} {1}").format(level, percent(share.value))
        for level, share in enumerate(others, 1)
        if share.hits
    )
    figure = percent(1 - whole.value) if whole.of else "–"
    over = translate("Monitor", "{0} warned · {1} over").format(f"{found.warned:,}", f"{found.over:,}")
    # A build over the limit had need of it.
    none = translate("Monitor", "not used") if found.over else translate("Monitor", "never needed")
    notes = (shares or none, over)
    told = translate(
        "Monitor",
        "Builds that degraded, by the level that they reached; builds above the warning, and over the limit.",
    )
    return FigureCard(translate("Monitor", "Degraded"), figure, notes, told, bad=bool(found.over))


def _builds(found: Summary) -> FigureCard:
    sessions = translate("Monitor", "of {0} sessions").format(f"{found.sessions:,}")
    if found.sessions == 1:
        sessions = translate("Monitor", "of one session")
    ratio = translate("Monitor", "{0} built").format(percent(found.ratio))
    told = translate(
        "Monitor", "Recorded builds, and the tokens built as a share of those gathered, on average."
    )
    return FigureCard(translate("Monitor", "Builds"), f"{found.builds:,}", (sessions, ratio), told)
