"""A message as a dialect reads it, before it has a position in a session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ctxlab.formats.fields import compact
from ctxlab.model.items import NOWHERE, Part, PartKind, Place, Source
from ctxlab.model.making import maker

#: Parts that only make sense together (a result and its images) are one group, and one item.
Group = tuple[Part, ...]
Groups = tuple[Part | Sequence[Part], ...]

#: A part, as `Part` makes it.
make_part = maker(Part)


@dataclass(frozen=True, slots=True)
class Recorded:
    """One message: its role, its groups of parts, and what else is known of it.

    The fields mean what they mean in `SessionBuilder.add_message`. `answer` is None where the role decides.
    A `piece` is part of a model's reply that is written down in several: it joins a piece right before it.
    `place` is only set where it stands elsewhere than what it is read with.
    """

    role: str
    groups: Groups = ()
    name: str = ""
    time: str = ""
    injected: bool = False
    source: Source | None = None
    extra: str = ""
    answer: bool | None = None
    stated_tokens: int = 0
    piece: bool = False
    place: Place = NOWHERE

    @property
    def is_system(self) -> bool:
        """Whether it is a word of who set the model up."""
        return self.role in ("system", "developer")


#: A message, as `Recorded` makes it.
make_recorded = maker(Recorded)


def group_of(given: Part | Sequence[Part]) -> Group:
    """A group of parts as such, where a part stands for the group of itself."""
    return (given,) if isinstance(given, Part) else tuple(given)


def parts_of(message: Recorded) -> list[Part]:
    """All parts of a message."""
    return [part for given in message.groups for part in group_of(given)]


def unknown_part(value: object) -> Part:
    """What nothing is known of, kept as it came."""
    return Part(PartKind.UNKNOWN, compact(value), json=True)


def unknown_message(value: object) -> Recorded:
    """What is no message, as one of role `unknown` that keeps it as it came."""
    return Recorded("unknown", (unknown_part(value),), answer=False)


def placed(messages: Sequence[Recorded], place: Place) -> tuple[Recorded, ...]:
    """The messages, those without a place of their own at this one."""
    return tuple(replace(one, place=place) if one.place == NOWHERE else one for one in messages)
