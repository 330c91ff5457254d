"""The profiles that can be compared, and those that are."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

#: The keys of the profile that the session is under, and of the context without any management.
OWN, UNMANAGED = "own", "unmanaged"

#: What is compared at first, as far as it is there.
FIRST = (UNMANAGED, OWN, "gssc", "split-budget", "mixed")


@dataclass(frozen=True, slots=True)
class SystemChoice:
    """A profile that is offered: the key that it goes by, its name, and the group that it is listed in."""

    key: str
    name: str
    group: str
    tip: str = ""


def kept(choices: Sequence[SystemChoice], wanted: Collection[str] | None) -> tuple[str, ...]:
    """The keys of those that are compared, in the order offered; what is not there any more is left out.

    `wanted` None is the choice that one begins with.
    """
    keys = FIRST if wanted is None else wanted
    return tuple(choice.key for choice in choices if choice.key in keys)
