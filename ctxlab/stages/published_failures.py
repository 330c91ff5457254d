"""On which records the readers of keyword forms know that a published build fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.session import Session


def reader_failures(session: Session, is_read: Callable[[object], bool]) -> Mapping[str, Diagnostic]:
    """The readers' notices by item id, where the key that is not there is one that the system reads."""
    found = (one for one in session.diagnostics if one.code == "published_fails")
    return {one.item: one for one in found if is_read(dict(one.numbers).get("key"))}
