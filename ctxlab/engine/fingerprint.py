"""Keys: which parts of a profile and of the marks a strategy's result depends on."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cache
from typing import Any

from ctxlab.model.items import Row
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile, RowBudget

_NOTHING = Profile()

#: What was seen last of a profile, by what is read: an agent builds under the same one again and again.
_viewed: dict[tuple[str, ...], tuple[Profile, Profile]] = {}


def view_of(profile: Profile, reads: Sequence[str]) -> Profile:
    """The profile with every part that is not in `reads` at its default.

    A read is a part (`select`), one setting of a part (`construct.wire`), or one setting of a row
    (`budget.recent.rounds`).
    """
    asked = tuple(reads)
    last = _viewed.get(asked)
    if last is None or last[0] is not profile:
        _viewed[asked] = last = (profile, _view(profile, asked))
    return last[1]


def _view(profile: Profile, reads: tuple[str, ...]) -> Profile:
    changes: dict[str, Any] = {}
    rows: dict[Row, dict[str, Any]] = {}
    for part, names in _split(reads):
        if not names:
            changes[part] = getattr(profile, part)
        elif part == "budget":
            row, setting = Row(names[0]), names[1]
            rows.setdefault(row, {})[setting] = getattr(profile.row(row), setting)
            changes[part] = tuple((one, RowBudget.model_construct(**kept)) for one, kept in rows.items())
        else:
            base = changes.get(part, getattr(_NOTHING, part))
            value = getattr(getattr(profile, part), names[0])
            changes[part] = base.model_copy(update={names[0]: value})
    # Every part comes from a profile that was checked; checking them again would cost more than many a stage.
    view = copy(_NOTHING)
    vars(view).update(changes)
    return view


@cache
def _split(reads: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The part of each read and the names of the setting; none where the whole part is read."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for read in reads:
        part, *names = read.split(".")
        found.append((part, () if part in reads else tuple(names)))
    return tuple(found)


def marks_of(marks: Marks, reads: Sequence[str]) -> Marks:
    """The marks that stages act on; must-keeps only judge a run and never change it."""
    if "gather" not in reads:
        return Marks()
    return Marks(pins=marks.pins, key_facts=marks.key_facts, sources=marks.sources)
