"""What a sweep would do, in words, and how far one is."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ctxlab.gui.models.sweep_settings import Flaw, ValuesError, Varied, flaw_words, variants_count
from ctxlab.gui.models.sweep_words import sessions_words
from ctxlab.gui.text import dotted
from ctxlab.model.sweep import Sweep

translate = QCoreApplication.translate

#: Outcomes from which on the time that is left can be told.
_TELLING = 3


def flaw_of(varied: list[Varied]) -> tuple[int, Flaw] | None:
    """The first line whose values cannot be taken, and why; None where all can."""
    keys: set[str] = set()
    for at, one in enumerate(varied):
        try:
            one.numbers()
        except ValuesError as error:
            return at, error.flaw
        if one.key in keys:
            return at, Flaw.TWICE
        keys.add(one.key)
    return None


def plan_words(
    varied: list[Varied], profiles: int, sessions: int, requests: int | None, language: str
) -> tuple[str, int]:
    """What a start would do, and how many builds that is; 0 where it cannot start.

    Args:
        varied: The settings.
        profiles: How many profiles are chosen.
        sessions: How many sessions are.
        requests: How many requests of them are built; None where that is not known.
        language: The window's language.
    """
    if not sessions:
        return translate("Sweep", "No session is chosen."), 0
    if not profiles:
        return translate("Sweep", "No profile is chosen."), 0
    flaw = flaw_of(varied)
    if flaw is not None:
        return flaw_words(flaw[1], varied[flaw[0]].key, language), 0
    try:
        variants = variants_count(varied, profiles)
    except ValuesError as error:
        return flaw_words(error.flaw, "", language), 0
    builds = variants * (sessions if requests is None else requests)
    several = translate("Sweep", "{0} variants") if variants != 1 else translate("Sweep", "{0} variant")
    told = f"{several.format(f'{variants:,}')} × {sessions_words(sessions)}"
    if requests is not None and requests != sessions:
        told = translate("Sweep", "{0}, {1} requests").format(told, f"{requests:,}")
    words = translate("Sweep", "{0} = {1} builds") if builds != 1 else translate("Sweep", "{0} = {1} build")
    return words.format(told, f"{builds:,}"), builds


def progress_words(sweep: Sweep, *, begun: int, seconds: float) -> str:
    """How far a sweep is, and how long it will still take at the pace so far.

    Args:
        sweep: What is known.
        begun: Outcomes that were there at its beginning.
        seconds: How long it has been going.
    """
    whole = len(sweep.places) * len(sweep.variants)
    told = translate("Sweep", "{0} of {1}").format(f"{sweep.done:,}", f"{whole:,}")
    made = sweep.done - begun
    left = ""
    if made >= _TELLING and sweep.done < whole:
        left = left_words(seconds / made * (whole - sweep.done))
    known = translate("Sweep", "{0} known from before").format(f"{begun:,}") if begun else ""
    return dotted((told, left, known))


def left_words(seconds: float) -> str:
    """About how long something still takes."""
    if seconds < 90:
        return translate("Sweep", "about {0} s left").format(max(1, round(seconds)))
    if seconds < 5400:
        return translate("Sweep", "about {0} min left").format(round(seconds / 60))
    return translate("Sweep", "about {0} h left").format(round(seconds / 3600, 1))


def end_words(sweep: Sweep, *, stopped: bool) -> str:
    """What came of a sweep in the end."""
    whole = len(sweep.places) * len(sweep.variants)
    if stopped:
        return translate("Sweep", "stopped at {0} of {1}; a new start goes on from there").format(
            f"{sweep.done:,}", f"{whole:,}"
        )
    failed = sum(one is not None and bool(one.error) for row in sweep.outcomes for one in row)
    if failed:
        return translate("Sweep", "{0} built, {1} could not be").format(
            f"{sweep.done - failed:,}", f"{failed:,}"
        )
    return ""
