"""One message on many files that were opened in one go: how many sessions, and what was skipped, and why."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from ctxlab.errors import NoReaderError
from ctxlab.gui.loader import Haul, Refused
from ctxlab.gui.text import clauses, one_line

#: So many files that could not be read are named.
_NAMED = 3


def haul_words(haul: Haul) -> str:
    """What was opened and what was not, in one sentence for each."""
    translate = QCoreApplication.translate
    where = haul.paths[0].name if len(haul.paths) == 1 else ""
    sessions = haul.sessions - haul.empty
    told = (
        translate("HaulWords", "{0} sessions opened").format(f"{sessions:,}")
        if sessions
        else translate("HaulWords", "no session found")
    )
    parts = [f"{where}: {told}" if where else told]
    strange = [one for one in haul.skipped if isinstance(one.error, NoReaderError)]
    broken = [one for one in haul.skipped if not isinstance(one.error, NoReaderError)]
    if strange:
        parts.append(
            translate("HaulWords", "{0} files skipped that are no sessions").format(f"{len(strange):,}")
        )
    if broken:
        count = f"{len(broken):,}"
        parts.append(translate("HaulWords", "{0} could not be read: {1}").format(count, _reasons(broken)))
    if haul.empty:
        parts.append(translate("HaulWords", "{0} sessions without any request").format(f"{haul.empty:,}"))
    if haul.left_out:
        parts.append(
            translate("HaulWords", "{0} files left out: too many or too large for one go").format(
                f"{haul.left_out:,}"
            )
        )
    return " · ".join(parts)


def _reasons(broken: Sequence[Refused]) -> str:
    """The first files that could not be read, each with its reason."""
    named: list[str] = []
    for one in broken[:_NAMED]:
        text = str(one.error)
        name = one.wish.file.name
        named.append(one_line(text if name in text else f"{name}: {text}", 160))
    return clauses([*named, "…"] if len(broken) > _NAMED else named)
