"""On which records the published split budget fails, as far as the reader of its keyword form knows."""

from __future__ import annotations

from collections.abc import Mapping

from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.keywords import BUILD_CONTEXT
from ctxlab.model.session import Session
from ctxlab.stages.published_failures import reader_failures


def known_failures(session: Session) -> Mapping[str, Diagnostic]:
    """The reader's notices by item id: a key that the published code reads by force is not there.

    Other forms are calls of other systems: what they lack says nothing of this one.
    """
    if session.form != BUILD_CONTEXT:
        return {}
    return reader_failures(session, lambda _key: True)
