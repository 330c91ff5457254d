"""Frozen values that are made quickly are the same as those that their own constructor makes."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace
from typing import Any, cast

import pytest

from ctxlab.model.items import NOWHERE, Item, Part, PartKind, Place
from ctxlab.model.making import maker


@dataclass(frozen=True, slots=True)
class Basket:
    owner: str
    fruit: list[str] = field(default_factory=list[str])


def test_it_makes_what_the_constructor_makes() -> None:
    part = maker(Part)(PartKind.CALL, "{}", call_id="c1", json=True)
    assert type(part) is Part
    assert part == Part(PartKind.CALL, "{}", call_id="c1", json=True)
    item, own = (make("i1", "user", (part,), message=3, place=Place(7)) for make in (maker(Item), Item))
    assert item == own
    assert hash(item) == hash(own)
    assert repr(item) == repr(own)
    assert (item.place.line, item.priority, item.recent, item.text) == (7, 5, None, "{}")


def test_defaults_are_those_of_the_class() -> None:
    assert maker(Place)() == NOWHERE
    basket = maker(Basket)
    first, second = basket("a"), basket("a")
    assert first == second == Basket("a", [])
    assert first.fruit is not second.fruit


def test_what_it_made_is_locked() -> None:
    place = maker(Place)(3)
    with pytest.raises(FrozenInstanceError):
        cast(Any, place).line = 4
    assert place.line == 3


def test_what_it_made_can_be_copied_replaced_and_pickled() -> None:
    part = maker(Part)(PartKind.TEXT, "a", name="b")
    changed = replace(part, text="c")
    assert (type(changed), changed.text, changed.name) == (Part, "c", "b")
    for other in (copy.copy(part), copy.deepcopy(part), pickle.loads(pickle.dumps(part))):
        assert type(other) is Part
        assert other == part


def test_what_the_constructor_refuses_is_refused() -> None:
    with pytest.raises(TypeError, match="role"):
        cast(Any, maker(Item))("i1")
    with pytest.raises(TypeError, match="colour"):
        cast(Any, maker(Part))(PartKind.TEXT, colour="red")
