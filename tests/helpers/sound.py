"""What holds for every session that any reader gives, whatever file it came from."""

from __future__ import annotations

from ctxlab.formats.load import load_bytes
from ctxlab.formats.writers.native import dumps_session
from ctxlab.model.session import Session


def assert_sound(session: Session) -> None:
    """Ids are unique, requests lie inside and on their chain, and the native form gives the same session."""
    ids = {item.id for item in session.items}
    assert len(ids) == len(session.items)
    assert all(item.superseded_by in ids for item in session.items if item.superseded_by)
    assert session.requests
    ends = [request.end for request in session.requests]
    assert ends == sorted(ends)
    for request in session.requests:
        assert 0 <= request.end <= len(session.items)
        last = -1
        for first, second in request.live:
            assert last < first <= second < request.end
            assert all(one.chain == request.chain for one in session.items[first : second + 1])
            last = second
    (again,) = load_bytes(dumps_session(session).encode(), "again.ctx.json")
    assert again == session
