"""What was live at the requests of a session of the Agents SDK that has branches."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlab.formats.live_history import those
from ctxlab.formats.requests import Ranges


class BranchRule:
    """A `LiveRule`: at a request the items are live that are on the branch of what was answered.

    `branches` are those of each item, its own first; one that is on none was written before there were any.
    """

    def __init__(self, branches: Sequence[tuple[str, ...]]) -> None:
        self._branches = branches

    @property
    def is_needed(self) -> bool:
        """Whether there is more than one branch."""
        return len({one for each in self._branches for one in each}) > 1

    def __call__(self, _chain: str, end: int, before: Ranges) -> Ranges:
        """The live positions among those before the request at that position."""
        own = self._branches[min(end, len(self._branches) - 1)] if self._branches else ()
        if not own:
            return before
        return those(before, lambda at: not self._branches[at] or own[0] in self._branches[at])
