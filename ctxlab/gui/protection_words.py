"""What is said of edits that were saved from a crash, and of files that somebody else works on too."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDateTime

from ctxlab.formats.recovery import Recovered, Since
from ctxlab.gui.recovery import last_words
from ctxlab.store.claims import Owner

translate = QCoreApplication.translate


def clock(seconds: float, now: float) -> str:
    """A time (seconds since 1970) as a clock of this day shows it, with the date on another day."""
    then, today = QDateTime.fromSecsSinceEpoch(int(seconds)), QDateTime.fromSecsSinceEpoch(int(now))
    return then.toString("HH:mm" if then.date() == today.date() else "yyyy-MM-dd HH:mm")


def recovered_words(recovered: Recovered, language: str, now: float) -> str:
    """What was found after a crash: of what, from when, which edits, and what became of the files since."""
    last = recovered.last
    said = translate("Protection", "Unsaved edits of {0} under {1} from {2}").format(
        recovered.title, recovered.profile_name, clock(last.at, now)
    )
    words = last_words(recovered, language)
    if words and last.edits > 1:
        said = translate("Protection", "{0}: {1} and {2} more.").format(said, words, last.edits - 1)
    else:
        said = translate("Protection", "{0}: {1}.").format(said, words or translate("Protection", "marks"))
    notes = [note for note in (_session_note(recovered), _profile_note(recovered)) if note]
    return " ".join((said, *notes))


def _session_note(recovered: Recovered) -> str:
    file = recovered.place.file
    if file is None or recovered.session is Since.SAME:
        return ""
    if recovered.session is Since.GONE:
        return translate("Protection", "{0} is not there any more.").format(file.name)
    return translate("Protection", "{0} has changed since.").format(file.name)


def _profile_note(recovered: Recovered) -> str:
    if recovered.profile is Since.SAME:
        return ""
    if recovered.profile is Since.GONE:
        return translate("Protection", "{0} is not there any more.").format(recovered.profile_name)
    return translate("Protection", "{0} has changed since; undo gives what it holds now.").format(
        recovered.profile_name
    )


def twice_words(shared: Mapping[Path, Owner], now: float) -> str:
    """That other windows have files open too; at least one."""
    names = [path.name for path in shared]
    since = clock(min(shared.values()).since, now)
    match names:
        case [one]:
            text = translate(
                "Protection", "{0} is open in another ctxlab window (since {1}): whoever saves last wins."
            )
            return text.format(one, since)
        case [one, two]:
            text = translate(
                "Protection",
                "{0} and {1} are open in another ctxlab window (since {2}): whoever saves last wins.",
            )
            return text.format(one, two, since)
        case _:
            text = translate(
                "Protection",
                "{0} and {1} more are open in another ctxlab window (since {2}): whoever saves last wins.",
            )
            return text.format(names[0], len(names) - 1, since)
