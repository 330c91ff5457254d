"""Edits of marks: each gives new marks; those of one thing None where they would change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ctxlab.model.marks import ConstraintMark, KeyFactMark, Marks, MustKeep


def with_pin(marks: Marks, item: str) -> Marks | None:
    """The marks with an item pinned; None where it is."""
    return None if item in marks.pins else replace(marks, pins=(*marks.pins, item))


def without_pin(marks: Marks, item: str) -> Marks | None:
    """The marks without the pin on an item; None where there is none."""
    if item not in marks.pins:
        return None
    return replace(marks, pins=tuple(pin for pin in marks.pins if pin != item))


def must_keep(marks: Marks, key: str) -> MustKeep | None:
    """The must-keep of that id."""
    return next((one for one in marks.must_keeps if one.id == key), None)


def with_must_keep(marks: Marks, wanted: MustKeep) -> Marks | None:
    """The marks with one more must-keep; None where the same is stated already, under whatever id.

    Without an id of its own it gets the first free one; see `free_id`.
    """
    if any(replace(one, id="") == replace(wanted, id="") for one in marks.must_keeps):
        return None
    added = wanted if wanted.id else replace(wanted, id=free_id(marks))
    return replace(marks, must_keeps=(*marks.must_keeps, added))


def without_must_keep(marks: Marks, key: str) -> Marks | None:
    """The marks without the must-keep of that id; None where there is none."""
    kept = tuple(one for one in marks.must_keeps if one.id != key)
    return None if len(kept) == len(marks.must_keeps) else replace(marks, must_keeps=kept)


def with_words(marks: Marks, key: str, text: str) -> Marks | None:
    """The marks with other words for a must-keep that is told by words; None where no such one has the id."""
    old = must_keep(marks, key)
    if old is None or not old.text:
        return None
    changed = (replace(one, text=text) if one is old else one for one in marks.must_keeps)
    return replace(marks, must_keeps=tuple(changed))


def with_key_fact(marks: Marks, fact: KeyFactMark) -> Marks | None:
    """The marks with one more key fact; None where it is one."""
    return None if fact in marks.key_facts else replace(marks, key_facts=(*marks.key_facts, fact))


def without_key_fact(marks: Marks, fact: KeyFactMark) -> Marks | None:
    """The marks without a key fact; None where it is none."""
    if fact not in marks.key_facts:
        return None
    return replace(marks, key_facts=tuple(one for one in marks.key_facts if one != fact))


def with_constraint(marks: Marks, said: ConstraintMark) -> Marks | None:
    """The marks with what is said of a constraint, in place of all that was said of that part of the text.

    None where the same is said already.
    """
    if said in marks.constraints:
        return None
    others = tuple(one for one in marks.constraints if not said.touches(one.item, one.start, one.end))
    return replace(marks, constraints=(*others, said))


def with_found(marks: Marks, found: Sequence[ConstraintMark]) -> Marks:
    """The marks with constraints that others found, where nothing is said of that part of the text yet."""
    for one in found:
        if not any(said.touches(one.item, one.start, one.end) for said in marks.constraints):
            marks = replace(marks, constraints=(*marks.constraints, one))
    return marks


def without_constraint(marks: Marks, item: str, start: int, end: int) -> Marks | None:
    """The marks without what is said of constraints in that part of an item; None where nothing is."""
    others = tuple(one for one in marks.constraints if not one.touches(item, start, end))
    return None if len(others) == len(marks.constraints) else replace(marks, constraints=others)


def free_id(marks: Marks) -> str:
    """The first of m1, m2 and so on that no must-keep of the session has."""
    taken = {one.id for one in marks.must_keeps}
    number = 1
    while f"m{number}" in taken:
        number += 1
    return f"m{number}"
