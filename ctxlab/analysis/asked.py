"""Which must-keep a user means: one that is asked of the session, an item, or a text."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlab.analysis.wanted import found_keep
from ctxlab.engine.judge import must_keeps
from ctxlab.errors import RequestError
from ctxlab.model.constraint import Stated
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session

#: What the ids of constraints that were found, not marked, begin with: `found:ITEM:START`.
FOUND = "found:"


def must_keep_named(
    wanted: str, session: Session, profile: Profile, marks: Marks, stated: Sequence[Stated]
) -> MustKeep:
    """The must-keep of that id or label, an item by its id, a found constraint, or else any text as one.

    `stated` are the constraints of the session under these marks. Case and blanks around it do not matter to
    a label. A text is not bound to an item: it is judged from the first request on.

    Raises:
        RequestError: Nothing is asked for, or no constraint is found at the place that the id names.
    """
    asked = must_keeps(profile, marks)
    named = next((one for one in asked if one.id == wanted), None)
    if named is None and any(item.id == wanted for item in session.items):
        return MustKeep(wanted, item=wanted)
    found = next((one for one in stated if one.id == wanted), None)
    if named is None and (found is not None or wanted.startswith(FOUND)):
        if found is None:
            raise RequestError(f"no constraint is found at {wanted.removeprefix(FOUND)!r}")
        return found_keep(found)
    words = wanted.strip().casefold()
    if not words:
        raise RequestError("no must-keep, item or text is named")
    named = named or next((one for one in asked if one.label.casefold() == words), None)
    return named or MustKeep(wanted.strip(), text=wanted.strip())
