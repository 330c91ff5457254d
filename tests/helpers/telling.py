"""What a session says and what is said of it, for comparing with what is expected."""

from __future__ import annotations

from ctxlab.model.session import Session


def texts(session: Session) -> list[str]:
    """The text of each item."""
    return [item.text for item in session.items]


def codes(session: Session) -> list[str]:
    """The code of each diagnostic."""
    return [one.code for one in session.diagnostics]
