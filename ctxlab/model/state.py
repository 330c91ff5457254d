"""What an edit changes: a profile and the marks of one session, together."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile


@dataclass(frozen=True, slots=True)
class State:
    """What an edit changes."""

    profile: Profile
    marks: Marks
