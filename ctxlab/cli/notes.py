"""Diagnostics in words, and names for must-keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxlab import explain

if TYPE_CHECKING:
    from ctxlab.model.diagnostics import Diagnostic
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session
    from ctxlab.model.trace import Trace

#: More than this many notices of one kind are told as a number.
_SHOWN = 3


def diagnostics(session: Session, trace: Trace | None, language: str) -> list[str]:
    """A line for each notice of reader and stages, those of one kind together."""
    kinds: dict[str, list[Diagnostic]] = {}
    for notice in dict.fromkeys((*session.diagnostics, *(trace.diagnostics if trace else ()))):
        kinds.setdefault(notice.code, []).append(notice)
    lines: list[str] = []
    for code, notices in kinds.items():
        lines += [f"! {_placed(notice)}{explain.diagnostic(notice, language)}" for notice in notices[:_SHOWN]]
        if len(notices) > _SHOWN:
            lines.append(f"! … {len(notices) - _SHOWN} × {code}")
    return lines


def _placed(notice: Diagnostic) -> str:
    line = f"line {notice.line}: " if notice.line else ""
    return f"{line}{notice.item}: " if notice.item else line


def must_keep_labels(session: Session, profile: Profile) -> dict[str, str]:
    """What to call each must-keep, by id."""
    return {keep.id: keep.label for keep in session.marks.must_keeps}
