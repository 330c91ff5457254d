"""On which records the published split budget fails, as far as the reader of its keyword form knows."""

from __future__ import annotations

from collections.abc import Mapping

from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.keywords import BUILD_CONTEXT
from ctxlab.model.session import Session


def known_failures(session: Session) -> Mapping[str, Diagnostic]:
    """The reader's notices by item id: a key that the published code reads by force is not there.

    Other forms are calls of other systems: what they lack says nothing of this one.
    """
    if session.form != BUILD_CONTEXT:
        return {}
    return {one.item: one for one in session.diagnostics if one.code == "published_fails"}
