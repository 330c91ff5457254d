"""How a context differs from its snapshot, in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.integrations.context_diff import differences
from ctxlab.integrations.context_snapshot import file_name


def said(*texts: str) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": text} for text in texts]}


def test_what_is_gone_new_and_changed_is_told_in_order() -> None:
    before, after = said("a", "b", "keep\nold", "z"), said("b", "keep\nnew", "z", "last")
    assert differences(before, after, "en") == [
        "gone: message 1 (user): a",
        "changed: message 2 (user)",
        "  -old",
        "  +new",
        "new: message 4 (user): last",
    ]
    assert differences(said("a"), said(), "zh") == ["缺少：第 1 条消息（user）：a"]


def test_another_role_is_another_message() -> None:
    other = {"messages": [{"role": "assistant", "content": "a"}]}
    assert differences(said("a"), other, "en") == [
        "gone: message 1 (user): a",
        "new: message 1 (assistant): a",
    ]


def test_what_stands_beside_the_messages_is_compared_too() -> None:
    before, after = {"system": "Be short.", **said("a")}, {"system": "Be long.", **said("a")}
    told = differences(before, after, "en")
    assert told == ["changed beside the messages: system", '  -"Be short."', '  +"Be long."']
    assert differences(said("a"), after, "en")[0] == "changed beside the messages: system"


def test_much_is_cut() -> None:
    many = said(*(f"old {at}" for at in range(60)))
    told = differences(many, said(), "en")
    assert (len(told), told[-1]) == (41, "… and 20 changes more")
    (head, *lines) = differences(said("\n".join("ab" * 30)), said("\n".join("cd" * 30)), "en")
    assert (head, len(lines), lines[-1]) == ("changed: message 1 (user)", 21, "  … and 100 lines more")


def test_control_characters_are_made_visible() -> None:
    assert differences(said("\x1b[31mred"), said(), "en") == ["gone: message 1 (user): ␛[31mred"]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
BODIES = st.fixed_dictionaries({"messages": st.lists(VALUES, max_size=4)}, optional={"system": VALUES})


@given(BODIES, BODIES)
def test_nothing_is_told_exactly_where_both_are_equal(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert differences(before, before, "en") == []
    if before != after:
        assert differences(before, after, "en")


@pytest.mark.parametrize("test", ["test_it", "TestX.test_it[a-b]"])
def test_a_plain_name_is_that_of_its_file(test: str) -> None:
    assert file_name(test) == test


@given(st.text(), st.text())
def test_names_are_files_everywhere_and_apart(one: str, other: str) -> None:
    name = file_name(one)
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-[]")
    assert len(name) < 120
    assert not name.startswith(".")
    assert (name == file_name(other)) is (one == other)
