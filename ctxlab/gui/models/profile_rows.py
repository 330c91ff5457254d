"""Two profiles as lines of text: by what they differ, what follows over sessions, how one came about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication

from ctxlab.explain import provenance
from ctxlab.explain.profile_words import in_words
from ctxlab.gui.models.sweep_words import kept_words, share_words
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.text import clauses, dotted, listed, one_line
from ctxlab.model.profile import Profile
from ctxlab.model.profile_diff import differences
from ctxlab.model.profile_figures import ProfileFigures, Shift
from ctxlab.model.provenance import CALIBRATE, EARLIER, EDIT, SOLVE, SWEEP, Provenance
from ctxlab.model.sweep import VariantFigures

translate = QCoreApplication.translate


def difference_rows(before: Profile, after: Profile, language: str) -> list[TextRow]:
    """A line for each setting that differs, under the row or part of the profile that it belongs to."""
    rows: list[TextRow] = []
    for part in in_words(differences(before, after), language):
        for at, line in enumerate(part.lines):
            lead = part.title if at == 0 else ""
            key = f"{part.name} {line.key} {at}"
            rows.append(TextRow(key, "", line.text, Sign.NEUTRAL, note=line.key, lead=lead))
    return rows


def figure_rows(figures: ProfileFigures) -> list[TextRow]:
    """A line for each figure of two profiles over sessions, then one for each session they tell apart."""
    return [*_figures(figures.before, figures.after), *_shifts(figures.shifts)]


def history_rows(entries: Sequence[Provenance]) -> list[TextRow]:
    """A line for each step by which a profile came about, the newest first."""
    return [
        TextRow(
            str(at),
            step_word(one),
            step_words(one),
            Sign.GOOD if one.judged and one.kept == one.judged else Sign.NEUTRAL,
            note=f"ctxlab {one.engine}" if one.engine else "",
            lead=provenance.moment(one.at),
        )
        for at, one in reversed(list(enumerate(entries)))
    ]


def change_rows(entry: Provenance, language: str) -> list[TextRow]:
    """A line for each setting that a step changed, and one for those that it does not name."""
    lines = provenance.entry(entry, language).changes
    return [TextRow(f"{at} {line}", "", line, Sign.NEUTRAL) for at, line in enumerate(lines)]


def session_rows(entry: Provenance) -> list[TextRow]:
    """A line for each session that a step looked at."""
    rows = [
        TextRow(str(at), "", one_line(one.title, 120), Sign.NEUTRAL, note=one.sha256)
        for at, one in enumerate(entry.sessions)
    ]
    return [*rows, *_more(entry.session_count - len(entry.sessions))]


def step_word(entry: Provenance) -> str:
    """What made a step, in a word."""
    known = {
        SOLVE: translate("ProfileHistory", "solved"),
        SWEEP: translate("ProfileHistory", "swept"),
        EDIT: translate("ProfileHistory", "edited"),
        CALIBRATE: translate("ProfileHistory", "calibrated"),
        EARLIER: translate("ProfileHistory", "earlier"),
    }
    return known.get(entry.by, one_line(entry.by, 24))


def step_words(entry: Provenance) -> str:
    """What a step changed, and what was kept under it."""
    parts: list[str] = []
    if entry.folded:
        parts.append(translate("ProfileHistory", "{0} older steps in one").format(entry.folded))
    if entry.kept is not None and entry.judged:
        parts.append(
            translate("ProfileHistory", "keeps {0} of {1} must-keeps").format(
                f"{entry.kept:,}", f"{entry.judged:,}"
            )
        )
    if entry.session_count == 1:
        parts.append(translate("ProfileHistory", "on 1 session"))
    elif entry.session_count:
        parts.append(translate("ProfileHistory", "on {0} sessions").format(f"{entry.session_count:,}"))
    if entry.changed == 1:
        parts.append(translate("ProfileHistory", "1 setting changed"))
    elif entry.changed:
        parts.append(translate("ProfileHistory", "{0} settings changed").format(f"{entry.changed:,}"))
    return dotted(parts)


def _more(count: int) -> Iterator[TextRow]:
    if count > 0:
        words = translate("ProfileHistory", "and {0} more").format(f"{count:,}")
        yield TextRow("more", "", words, Sign.NEUTRAL)


def _figures(before: VariantFigures, after: VariantFigures) -> Iterator[TextRow]:
    if before.judged or after.judged:
        lead = translate("ProfileFigures", "must-keeps that survive")
        shares = f"{share_words(before.survival)} → {share_words(after.survival)}"
        better = (after.survival or 0) - (before.survival or 0)
        yield _judged("kept", lead, f"{kept_words(before)} → {kept_words(after)}", better, shares)
    lead = translate("ProfileFigures", "sessions that lose one")
    yield from _fewer("losing", lead, before.losing, after.losing)
    yield from _fewer("over", translate("ProfileFigures", "sessions over the limit"), before.over, after.over)
    lead = translate("ProfileFigures", "sessions that cannot be built")
    yield from _fewer("failed", lead, before.failed, after.failed)
    yield from _fewer("level", translate("ProfileFigures", "degraded to level"), before.level, after.level)
    yield _sized("tokens", translate("ProfileFigures", "tokens in all"), before.tokens, after.tokens)
    yield _sized("peak", translate("ProfileFigures", "largest context"), before.peak, after.peak)


def _shifts(shifts: Sequence[Shift]) -> Iterator[TextRow]:
    """The sessions in which another must-keep survives, or that fit or build under one of both alone."""
    for at, one in enumerate(shifts):
        before, after = one.before, one.after
        parts: list[str] = []
        if one.newly_lost:
            parts.append(translate("ProfileFigures", "loses {0}").format(_quoted(one.newly_lost)))
        if one.newly_kept:
            parts.append(translate("ProfileFigures", "keeps {0} again").format(_quoted(one.newly_kept)))
        if after.error and not before.error:
            parts.append(
                translate("ProfileFigures", "cannot be built: {0}").format(one_line(after.error, 160))
            )
        elif before.error and not after.error:
            parts.append(translate("ProfileFigures", "can be built"))
        if after.over and not before.over:
            parts.append(translate("ProfileFigures", "{0} tokens over the limit").format(f"{after.over:,}"))
        elif before.over and not after.over and not after.error:
            parts.append(translate("ProfileFigures", "fits the limit"))
        if parts:
            worse = bool(one.newly_lost) or bool(after.error and not before.error) or after.over > before.over
            lead = one_line(one.place.title, 80)
            yield _judged(f"session {at}", lead, clauses(parts), -1 if worse else 1)


def _quoted(labels: Sequence[str]) -> str:
    return listed(translate("Export", "“{0}”").format(one_line(label, 60)) for label in labels)


def _judged(key: str, lead: str, text: str, better: float, note: str = "") -> TextRow:
    if not better:
        return TextRow(key, "", text, Sign.NEUTRAL, note=note, lead=lead)
    good = better > 0
    pill = translate("ProfileFigures", "better") if good else translate("ProfileFigures", "worse")
    return TextRow(key, pill, text, Sign.GOOD if good else Sign.BAD, note=note, lead=lead)


def _fewer(key: str, lead: str, before: int, after: int) -> Iterator[TextRow]:
    """A figure of which fewer is better; one that is 0 under both says nothing."""
    if before or after:
        yield _judged(key, lead, f"{before:,} → {after:,}", before - after)


def _sized(key: str, lead: str, before: int, after: int) -> TextRow:
    """A figure that is only larger or smaller."""
    note = f"{after - before:+,}" if after != before else ""
    return TextRow(key, "", f"{before:,} → {after:,}", Sign.NEUTRAL, note=note, lead=lead)
