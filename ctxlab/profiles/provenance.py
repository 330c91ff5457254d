"""Telling in a profile how it came about: entries of provenance, the newest last.

`stamped(profile, *, by, sessions=(), kept=None, judged=None, changes=(), at=None)` gives the profile with one
entry more. `continued(profile, before, by=EDIT)` goes on where the profile that stood there before had come
to, with an entry for what no entry of the new one tells yet; `save_profile(..., by=EDIT)` does that.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from ctxlab.model.profile import Profile
from ctxlab.model.profile_base import ProfileBase
from ctxlab.model.profile_diff import differences
from ctxlab.model.provenance import (
    EARLIER,
    MOST_CHANGES,
    MOST_ENTRIES,
    MOST_SESSIONS,
    SHA_DIGITS,
    Provenance,
    ProvenanceChange,
    ProvenanceSession,
)
from ctxlab.model.version import VERSION

_Profile = TypeVar("_Profile", bound=ProfileBase)

_LONGEST = 200


class Named(Protocol):
    """What an entry tells of a session: a `Place` has it."""

    @property
    def title(self) -> str:
        """What the session is called."""
        ...

    @property
    def sha256(self) -> str:
        """The digest of its file, or an empty text."""
        ...


def stamped(
    profile: _Profile,
    *,
    by: str,
    sessions: Sequence[Named] = (),
    kept: int | None = None,
    judged: int | None = None,
    changes: Iterable[tuple[str, Any, Any]] = (),
    at: datetime | None = None,
) -> _Profile:
    """The profile with one entry of provenance more; its settings stay as they are.

    Args:
        profile: What came about.
        by: What made it, such as `model.provenance.SOLVE`.
        sessions: The sessions that it was made on; a bounded number is named.
        kept: How many of `judged` must-keeps survive in them.
        judged: How many were judged.
        changes: (key, before, after) of each changed setting, such as `profile_diff.differences` gives them.
        at: When, with its time zone; None is now.
    """
    changed = [one for one in changes if one[1] != one[2]]
    entry = Provenance(
        at=(at or datetime.now(UTC)).isoformat(timespec="seconds"),
        by=by,
        engine=VERSION,
        session_count=len(sessions),
        sessions=tuple(_session(one) for one in sessions[:MOST_SESSIONS]),
        kept=kept,
        judged=judged,
        changed=len(changed),
        changes=tuple(_change(one) for one in changed[:MOST_CHANGES]),
    )
    return profile.with_parts(provenance=_folded((*profile.provenance, entry)))


def continued(profile: Profile, before: Profile, *, by: str) -> Profile:
    """The profile with the provenance of the one that it takes the place of, and then its own.

    What differs between the two and is told by none of its own entries is told by one more.
    """
    history = profile.provenance
    shared = max((at for at, one in enumerate(history) if one in before.provenance), default=-1)
    own = history[shared + 1 :]
    told = {change.key: change.after for entry in own for change in entry.changes}
    left = [
        one
        for one in differences(before, profile)
        if one.key not in told or told[one.key] != _figure(one.after)
    ]
    gone_on = profile.with_parts(provenance=_folded((*before.provenance, *own)))
    return stamped(gone_on, by=by, changes=left) if left else gone_on


def _session(session: Named) -> ProvenanceSession:
    return ProvenanceSession(title=_text(session.title), sha256=session.sha256[:SHA_DIGITS])


def _change(change: tuple[str, Any, Any]) -> ProvenanceChange:
    key, before, after = change
    return ProvenanceChange(key=key, before=_figure(before), after=_figure(after))


def _figure(value: Any) -> int | float | str | bool | None:
    """A value as a file can hold it: lists of rules as their JSON."""
    match value:
        case None | bool() | int() | float():
            return value
        case str():
            return _text(str(value))
        case ():
            return None
        case _:
            return _text(json.dumps(value, default=_plain, ensure_ascii=False))


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_defaults=True)
    return str(value)


def _text(text: str) -> str:
    """The text, not too long and without half characters, which no file can keep."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return whole if len(whole) <= _LONGEST else whole[: _LONGEST - 1] + "…"


def _folded(entries: tuple[Provenance, ...]) -> tuple[Provenance, ...]:
    """The entries, of which the oldest are told in one where they are too many."""
    while len(entries) > MOST_ENTRIES:
        entries = (_in_one(entries[0], entries[1]), *entries[2:])
    return entries


def _in_one(older: Provenance, newer: Provenance) -> Provenance:
    changes = {one.key: one for one in older.changes}
    for one in newer.changes:
        before = changes[one.key].before if one.key in changes else one.before
        changes[one.key] = ProvenanceChange(key=one.key, before=before, after=one.after)
    told = tuple(one for one in changes.values() if one.before != one.after)
    more = (older.changed - len(older.changes)) + (newer.changed - len(newer.changes))
    return Provenance(
        at=newer.at,
        by=EARLIER,
        engine=newer.engine,
        changed=len(told) + more,
        changes=told[:MOST_CHANGES],
        folded=(older.folded or 1) + (newer.folded or 1),
    )
