"""Keys: which parts of a profile and of the marks a strategy's result depends on."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

from ctxlab.model.items import Row
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile, RowBudget

_NOTHING = Profile()


def view_of(profile: Profile, reads: Sequence[str]) -> Profile:
    """The profile with every part that is not in `reads` at its default.

    A read is a part (`select`), one setting of a part (`construct.wire`), or one setting of a row
    (`budget.recent.rounds`).
    """
    changes: dict[str, Any] = {}
    for read in reads:
        names = read.split(".")
        if len(names) == 1:
            changes[read] = getattr(profile, read)
        elif names[0] == "budget":
            row = Row(names[1])
            kept = {names[2]: getattr(profile.row(row), names[2])}
            changes["budget"] = ((row, RowBudget.model_construct(**kept)),)
        else:
            part, setting = names
            base = changes.get(part, getattr(_NOTHING, part))
            value = getattr(getattr(profile, part), setting)
            changes[part] = base.model_copy(update={setting: value})
    # Every part comes from a profile that was checked; checking them again would cost more than many a stage.
    view = copy(_NOTHING)
    vars(view).update(changes)
    return view


def marks_of(marks: Marks, reads: Sequence[str]) -> Marks:
    """The marks that stages act on; must-keeps only judge a run and never change it."""
    if "gather" not in reads:
        return Marks()
    return Marks(pins=marks.pins, key_facts=marks.key_facts, sources=marks.sources)
