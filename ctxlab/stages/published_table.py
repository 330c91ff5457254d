"""Published tables: the settings of rows that a system does not read, and the figures that none enforces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile, RowBudget


def idle_rows(*read: str) -> tuple[str, ...]:
    """The keys of all rows' settings but those that are read."""
    keys = (f"budget.{row.value}.{name}" for row in Row for name in RowBudget.model_fields)
    return tuple(key for key in keys if key not in read)


def unread_caps(profile: Profile, used: Iterable[tuple[str, int]]) -> Iterator[Diagnostic]:
    """Says where the published figures would have bound, had the published code read them.

    `used` are figures and the tokens that each would have held.
    """
    stated = dict(profile.published)
    for figure, tokens in used:
        cap = stated.get(figure)
        if isinstance(cap, int) and tokens > cap:
            numbers = (("figure", figure), ("cap", cap), ("used", tokens))
            yield Diagnostic("cap_not_enforced", numbers=numbers)
