"""What would keep a must-keep: changes of settings or marks, each tried by a real run."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile


class Lever(StrEnum):
    """What a change moves."""

    CAP = "cap"
    LIMIT = "limit"
    OVERFLOW = "overflow"
    ORDER = "order"
    PER_ITEM = "per_item"
    MAX_ITEMS = "max_items"
    ROUNDS = "rounds"
    PIN = "pin"
    KEY_FACT = "key_fact"
    SUMMARY = "summary"
    SETTING = "setting"


@dataclass(frozen=True, slots=True)
class Change:
    """One setting moved: `key` is its dotted path in the profile, or `pin` or `key_fact`, of item `after`.

    `before` and `after` are as a profile file has them; None is no value (no cap). Of a rule of Gather that
    goes (`gather.rule`) `before` is its pattern.
    """

    lever: Lever
    key: str
    before: str | int | float | bool | None
    after: str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Rescue:
    """Changes that keep a must-keep to the end, as a run has shown.

    `profile` and `marks` are the state with the changes made. `tokens` is how much larger the context is then
    (less than 0: smaller), `pushes_out` the root ids of recorded items that were kept and are not any more,
    `suffers` the must-keeps that it loses, `saves` the others that it brings back. `least` says that no
    smaller value of its setting would do, where that was proven.
    """

    changes: tuple[Change, ...]
    profile: Profile
    marks: Marks
    tokens: int
    pushes_out: tuple[str, ...] = ()
    suffers: tuple[str, ...] = ()
    saves: tuple[str, ...] = ()
    least: bool = False


@dataclass(frozen=True, slots=True)
class Rescues:
    """All that was found, the best first, after `builds` runs.

    `conflict` are the root ids of the items that stand against it where nothing keeps it. `complete` is False
    while more is looked for.
    """

    must_keep: str
    found: tuple[Rescue, ...] = ()
    conflict: tuple[str, ...] = ()
    builds: int = 0
    complete: bool = True
