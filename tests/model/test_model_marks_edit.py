"""Edits of marks: new marks, or nothing where they would change nothing."""

from __future__ import annotations

from ctxlab.model import marks_edit
from ctxlab.model.constraint import Kind
from ctxlab.model.marks import ConstraintMark, KeyFactMark, Marks, MustKeep

TEXT = MustKeep("m1", text="under 3000", since="i2")
FACT = KeyFactMark("i2", 0, 5)


def test_a_pin_comes_and_goes_once() -> None:
    pinned = marks_edit.with_pin(Marks(("i1",)), "i2")
    assert pinned is not None
    assert pinned.pins == ("i1", "i2")
    assert marks_edit.with_pin(pinned, "i2") is None
    assert marks_edit.without_pin(pinned, "i1") == Marks(("i2",))
    assert marks_edit.without_pin(pinned, "i9") is None


def test_a_must_keep_gets_the_first_free_id() -> None:
    marks = Marks(must_keeps=(TEXT, MustKeep("m3", number="4")))
    added = marks_edit.with_must_keep(marks, MustKeep("", text="no spice"))
    assert added is not None
    assert added.must_keeps == (*marks.must_keeps, MustKeep("m2", text="no spice"))
    named = marks_edit.with_must_keep(marks, MustKeep("diet", text="no spice"))
    assert named is not None
    assert named.must_keeps[-1].id == "diet"
    assert marks_edit.free_id(added) == "m4"


def test_the_same_must_keep_is_not_stated_twice() -> None:
    marks = Marks(must_keeps=(TEXT,))
    assert marks_edit.with_must_keep(marks, MustKeep("", text="under 3000", since="i2")) is None
    assert marks_edit.with_must_keep(marks, MustKeep("other", text="under 3000", since="i2")) is None
    assert marks_edit.with_must_keep(marks, MustKeep("", text="under 3000")) is not None


def test_a_must_keep_is_found_reworded_and_taken_back() -> None:
    item = MustKeep("m2", item="i4")
    marks = Marks(("i1",), (TEXT, item))
    assert marks_edit.must_keep(marks, "m2") is item
    assert marks_edit.must_keep(marks, "m9") is None
    changed = marks_edit.with_words(marks, "m1", "under 4000")
    assert changed == Marks(("i1",), (MustKeep("m1", text="under 4000", since="i2"), item))
    assert marks_edit.with_words(marks, "m2", "words") is None
    assert marks_edit.without_must_keep(marks, "m1") == Marks(("i1",), (item,))
    assert marks_edit.without_must_keep(marks, "m9") is None


def test_a_key_fact_comes_and_goes_once() -> None:
    marked = marks_edit.with_key_fact(Marks(), FACT)
    assert marked is not None
    assert marked == Marks(key_facts=(FACT,))
    assert marks_edit.with_key_fact(marked, FACT) is None
    assert marks_edit.without_key_fact(marked, FACT) == Marks()
    assert marks_edit.without_key_fact(Marks(), FACT) is None


def test_what_is_said_of_a_part_takes_the_place_of_what_was_said_of_it() -> None:
    first, other = ConstraintMark("i2", 0, 9, Kind.BUDGET), ConstraintMark("i2", 9, 12, Kind.LIMIT)
    marks = Marks(constraints=(first, other))
    changed = marks_edit.with_constraint(marks, ConstraintMark("i2", 4, 9, rejected=True))
    assert changed == Marks(constraints=(other, ConstraintMark("i2", 4, 9, rejected=True)))
    elsewhere = marks_edit.with_constraint(marks, ConstraintMark("i3", 0, 20))
    assert elsewhere is not None
    assert len(elsewhere.constraints) == 3
    assert marks_edit.with_constraint(marks, first) is None


def test_what_is_said_of_a_part_is_taken_back() -> None:
    first, other = ConstraintMark("i2", 0, 9), ConstraintMark("i3", 0, 9)
    marks = Marks(("i1",), constraints=(first, other))
    assert marks_edit.without_constraint(marks, "i2", 5, 6) == Marks(("i1",), constraints=(other,))
    assert marks_edit.without_constraint(marks, "i2", 9, 12) is None


def test_what_others_found_takes_no_place_of_what_is_said_already() -> None:
    said = ConstraintMark("i2", 4, 9, rejected=True)
    found = [ConstraintMark("i2", 0, 5), ConstraintMark("i2", 9, 12), ConstraintMark("i2", 10, 14)]
    marks = marks_edit.with_found(Marks(constraints=(said,)), found)
    assert marks.constraints == (said, found[1])
