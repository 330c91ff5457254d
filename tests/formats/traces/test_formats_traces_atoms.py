from __future__ import annotations

import pytest

from ctxlab.formats.recorded import Recorded
from ctxlab.formats.traces.atoms import Atom, atoms_of, canonical
from ctxlab.formats.traces.ids import PairedIds
from ctxlab.model.items import Part, PartKind

TEXT = Part(PartKind.TEXT, "hello")
CALL = Part(PartKind.CALL, '{"a":1,"b":[2,{"d":4,"c":3}]}', name="look", call_id="k")
RESULT = Part(PartKind.RESULT, '{"t":17,"city":"Rome"}', call_id="k", json=True)


def atom(role: str, *parts: Part) -> Atom:
    (found,) = atoms_of([Recorded(role, (parts,))])
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (atom("user", TEXT), atom("human", Part(PartKind.TEXT, " hello\n"))),
        (atom("system", TEXT), atom("developer", TEXT)),
        (atom("assistant", TEXT), atom("model", TEXT)),
        (
            atom("assistant", CALL),
            atom("assistant", Part(PartKind.CALL, '{ "b": [2, {"c": 3, "d": 4}], "a": 1 }', name="look")),
        ),
        (
            atom("assistant", Part(PartKind.CALL, "", name="look")),
            atom("assistant", Part(PartKind.CALL, "{}", name="look")),
        ),
        (atom("user", RESULT), atom("tool", Part(PartKind.RESULT, '{"city": "Rome", "t": 17}', name="look"))),
    ],
)
def test_what_says_the_same_is_the_same(one: Atom, other: Atom) -> None:
    assert one.key == other.key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (atom("user", TEXT), atom("assistant", TEXT)),
        (atom("user", TEXT), atom("user", Part(PartKind.TEXT, "Hello"))),
        (atom("assistant", CALL), atom("assistant", Part(PartKind.CALL, CALL.text, name="write"))),
        (atom("assistant", CALL), atom("assistant", Part(PartKind.CALL, '{"a":2}', name="look"))),
        (atom("user", Part(PartKind.TEXT, "{}")), atom("user", Part(PartKind.TEXT, "{ }"))),
        (
            atom("user", Part(PartKind.IMAGE, data="https://x/1.png")),
            atom("user", Part(PartKind.IMAGE, data="https://x/2.png")),
        ),
    ],
)
def test_what_says_something_else_is_not(one: Atom, other: Atom) -> None:
    assert one.key != other.key


def test_thinking_goes_with_what_follows_it() -> None:
    thought = Part(PartKind.THINKING, "hm")
    first, second = atoms_of([Recorded("assistant", (thought, TEXT, CALL))])
    assert (first.thoughts, second.thoughts) == (((thought,),), ())
    (alone,) = atoms_of([Recorded("assistant", (thought,))])
    assert alone.group == (thought,)
    (empty,) = atoms_of([Recorded("assistant")])
    assert (empty.group, empty.id) == ((), "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (' {"b": 1, "a": [ ]} ', '{"a":[],"b":1}'),
        ("plain ", "plain"),
        ('{"cut": ', '{"cut":'),
        ("7", "7"),
        ("", ""),
    ],
)
def test_json_has_one_spelling(text: str, expected: str) -> None:
    assert canonical(text) == expected


def test_ids_that_pair_stay_and_others_are_made_to() -> None:
    def ids(*parts: Part) -> list[str]:
        return [part.call_id for group in PairedIds().of([(part,) for part in parts]) for part in group]

    def call(id_: str) -> Part:
        return Part(PartKind.CALL, "{}", name="get_time", call_id=id_)

    def result(id_: str) -> Part:
        return Part(PartKind.RESULT, "noon", call_id=id_)

    assert ids(call("k"), result("k")) == ["k", "k"]
    assert ids(call("get_time_1"), result("get_time_0")) == ["get_time_1", "get_time_1"]
    assert ids(call("k"), result("get_time_0")) == ["k", "k"]
    assert ids(call("k"), result("other_0")) == ["k", "other_0"]
    assert ids(call("k"), call("k"), result("k"), result("k")) == ["k", "k#2", "k", "k#2"]
