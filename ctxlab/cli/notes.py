"""Diagnostics in words, and names for must-keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxlab import explain
from ctxlab.cli.render import note, say, say_json, shortened
from ctxlab.cli.words import word

if TYPE_CHECKING:
    from pathlib import Path

    from ctxlab.cli.state import State
    from ctxlab.model.diagnostics import Diagnostic
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session
    from ctxlab.model.trace import Trace

#: More than this many notices of one kind are told as a number.
_SHOWN = 3
#: A notice that quotes its record is cut at so many columns.
_LONGEST = 400


def diagnostics(session: Session, trace: Trace | None, language: str) -> list[str]:
    """A line for each notice of reader and stages, those of one kind together."""
    kinds: dict[str, list[Diagnostic]] = {}
    for notice in dict.fromkeys((*session.diagnostics, *(trace.diagnostics if trace else ()))):
        kinds.setdefault(notice.code, []).append(notice)
    lines: list[str] = []
    for code, notices in kinds.items():
        told = [(_placed(notice), explain.diagnostic(notice, language)) for notice in notices[:_SHOWN]]
        lines += [f"! {place}{shortened(text, _LONGEST)}" for place, text in told]
        if len(notices) > _SHOWN:
            lines.append(f"! … {len(notices) - _SHOWN} × {code}")
    return lines


def tell_broken_marks(session: Session, language: str) -> None:
    """Says so where the marks beside a session could not be read: the answer goes by those in it, if any."""
    for notice in session.diagnostics:
        if notice.code == "marks_broken":
            note(f"! {explain.diagnostic(notice, language)}")


def side_chains(session: Session, chosen: str, language: str) -> list[str]:
    """A line that names the session's other contexts, where there are any."""
    names = [
        name for name in dict.fromkeys(one.chain for one in session.requests) if name not in ("", chosen)
    ]
    if not names:
        return []
    shown = shortened(", ".join(names), 200)
    return [
        "! "
        + word(language, "side_chain" if len(names) == 1 else "side_chains", count=len(names), names=shown)
    ]


def _placed(notice: Diagnostic) -> str:
    line = f"line {notice.line}: " if notice.line else ""
    return f"{line}{notice.item}: " if notice.item else line


def nothing_to_do(state: State, file: Path, *, as_json: bool) -> None:
    """The answer on a session without items, which is no error."""
    line = word(state.language, "nothing_to_do", name=file.name)
    if as_json:
        say_json({"items": [], "note": line})
    else:
        say(line)


def must_keep_labels(session: Session, profile: Profile) -> dict[str, str]:
    """What to call each must-keep, by id."""
    from ctxlab.engine.judge import must_keeps

    return {keep.id: keep.label for keep in must_keeps(profile, session.marks)}
