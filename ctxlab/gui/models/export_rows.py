"""What an export leaves unsaid, and what the target's own code keeps of each session, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QCoreApplication

from ctxlab.explain import gaps as words
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.text import clauses, dotted, listed, one_line
from ctxlab.model.settings_export import Gap, Kept, Verified

translate = QCoreApplication.translate

#: Must-keeps of a session that a line names; more are counted.
MOST_NAMED = 3


def gap_rows(gaps: Sequence[Gap], language: str) -> list[TextRow]:
    """A line for each setting that the form cannot express: its key, what happens without it, its value."""
    return [
        TextRow(
            f"{at} {gap.key}",
            "",
            words.why(gap, language),
            Sign.NEUTRAL,
            note=one_line(gap.value, 60),
            lead=gap.key,
        )
        for at, gap in enumerate(gaps)
    ]


def kept_rows(verified: Verified, language: str) -> list[TextRow]:
    """A line for each session: whether the same must-keeps survive, which do not, and the tokens of both.

    Then one for each way in which it did not run as it would in production.
    """
    rows = [_kept_row(str(at), one, verified.library) for at, one in enumerate(verified.sessions)]
    note = translate("Export", "note")
    return rows + [
        TextRow(f"note {word}", note, words.why(Gap("", "", word), language), Sign.NEUTRAL)
        for word in verified.notes
    ]


def _kept_row(key: str, one: Kept, library: str) -> TextRow:
    if one.error:
        pill = translate("Export", "not run")
        return TextRow(key, pill, one_line(one.error, 300), Sign.BAD, lead=one.title)
    note = translate("Export", "{0} tokens here, {1} there").format(
        f"{one.tokens_ours:,}", f"{one.tokens_theirs:,}"
    )
    if not one.judged:
        pill, sign = translate("Export", "not judged"), Sign.NEUTRAL
    elif one.same:
        pill, sign = translate("Export", "same"), Sign.GOOD
    else:
        pill, sign = translate("Export", "differs"), Sign.WARNING
    told = _must_keep_words(one, library)
    return TextRow(key, pill, dotted([told, *_further(one)]), sign, note=note, lead=one.title)


def _must_keep_words(one: Kept, library: str) -> str:
    if not one.judged:
        return translate("Export", "no must-keep to judge by")
    if one.same:
        return translate("Export", "both keep {0} of {1} must-keeps").format(len(one.ours), one.judged)
    labels = dict(one.labels)
    lost = _quoted(labels.get(id_, id_) for id_ in one.ours if id_ not in one.theirs)
    more = _quoted(labels.get(id_, id_) for id_ in one.theirs if id_ not in one.ours)
    told: list[str] = []
    if lost:
        told.append(translate("Export", "{0} loses {1}").format(library, lost))
    if more:
        told.append(translate("Export", "{0} keeps {1}, which is lost here").format(library, more))
    return clauses(told)


def _further(one: Kept) -> Iterator[str]:
    """What stands there only in a summary, and the items that only one of both keeps whole."""
    if one.summarised:
        yield translate("Export", "{0} only in a summary").format(len(one.summarised))
    if one.items:
        yield translate("Export", "the same items")
    else:
        yield translate("Export", "{0} items only here, {1} only there").format(
            one.only_ours, one.only_theirs
        )


def _quoted(labels: Iterable[str]) -> str:
    """Labels in quotes; of many the first and how many more."""
    found = [translate("Export", "“{0}”").format(one_line(label, 60)) for label in labels]
    named = listed(found[:MOST_NAMED])
    more = len(found) - MOST_NAMED
    return translate("Export", "{0} and {1} more").format(named, more) if more > 0 else named
