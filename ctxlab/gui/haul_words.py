"""One message on many files that were opened in one go: how many sessions, and what was skipped, and why."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from ctxlab.errors import NoReaderError
from ctxlab.gui.error_text import error_text
from ctxlab.gui.loader import Haul, Refused
from ctxlab.gui.text import clauses, counted, listed, one_line

#: So many files are named that are no sessions, and that could not be read.
_NAMED = 3


def haul_words(haul: Haul) -> str:
    """What was opened and what was not, in one sentence for each."""
    translate = QCoreApplication.translate
    where = haul.paths[0].name if len(haul.paths) == 1 else ""
    sessions = haul.sessions - haul.empty
    told = (
        counted(
            f"{sessions:,}",
            translate("HaulWords", "{0} session opened"),
            translate("HaulWords", "{0} sessions opened"),
        )
        if sessions
        else translate("HaulWords", "no session found")
    )
    parts = [f"{where}: {told}" if where else told]
    strange = [one for one in haul.skipped if isinstance(one.error, NoReaderError)]
    broken = [one for one in haul.skipped if not isinstance(one.error, NoReaderError)]
    others = [*(one.wish.file.name for one in strange), *haul.passed_over]
    if others:
        parts.append(_skipped(others))
    if broken:
        count = f"{len(broken):,}"
        parts.append(translate("HaulWords", "{0} could not be read: {1}").format(count, _reasons(broken)))
    if haul.empty:
        parts.append(
            counted(
                f"{haul.empty:,}",
                translate("HaulWords", "{0} session without any request"),
                translate("HaulWords", "{0} sessions without any request"),
            )
        )
    if haul.left_out:
        parts.append(
            counted(
                f"{haul.left_out:,}",
                translate("HaulWords", "{0} file left out: too many or too large for one go"),
                translate("HaulWords", "{0} files left out: too many or too large for one go"),
            )
        )
    return " · ".join(parts)


def _skipped(others: Sequence[str]) -> str:
    """How many files are no sessions, with the names of the first."""
    told = counted(
        f"{len(others):,}",
        QCoreApplication.translate("HaulWords", "{0} file skipped that is no session"),
        QCoreApplication.translate("HaulWords", "{0} files skipped that are no sessions"),
    )
    names = [one_line(name, 60) for name in others[:_NAMED]]
    shown = listed([*names, "…"] if len(others) > _NAMED else names)
    return QCoreApplication.translate("HaulWords", "{0} ({1})").format(told, shown)


def _reasons(broken: Sequence[Refused]) -> str:
    """The first files that could not be read, each with its reason."""
    named: list[str] = []
    for one in broken[:_NAMED]:
        text = error_text(one.error)
        name = one.wish.file.name
        named.append(one_line(text if name in text else f"{name}: {text}", 160))
    return clauses([*named, "…"] if len(broken) > _NAMED else named)
