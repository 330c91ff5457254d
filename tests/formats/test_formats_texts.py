from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.texts import as_text, joined_text, text_or_json
from ctxlab.model.items import Part, PartKind

IMAGE = Part(PartKind.IMAGE, data="x")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("x", ("x", False)),
        ("", ("", False)),
        (None, ("", False)),
        ({"a": [1]}, ('{"a":[1]}', True)),
        ([], ("[]", True)),
        (0, ("0", True)),
    ],
)
def test_what_is_no_text_is_told_as_json(value: Any, expected: tuple[str, bool]) -> None:
    assert text_or_json(value) == expected


def test_texts_are_joined_and_all_else_is_kept_in_order() -> None:
    audio = Part(PartKind.AUDIO, data="y")
    parts = [Part(PartKind.TEXT, "a"), IMAGE, Part(PartKind.TEXT, "b"), audio]
    assert joined_text(parts) == ("a\nb", False, [IMAGE, audio])
    assert joined_text([]) == ("", False, [])


def test_one_text_alone_may_be_json_of_something_else() -> None:
    value = Part(PartKind.TEXT, "3", json=True)
    assert joined_text([value, IMAGE]) == ("3", True, [IMAGE])
    assert joined_text([value, Part(PartKind.TEXT, "x")]) == ("3\nx", False, [])


@given(st.none() | st.text() | st.lists(st.integers()) | st.dictionaries(st.text(), st.booleans()))
def test_the_text_is_the_same_whether_or_not_it_is_asked_what_it_is(value: Any) -> None:
    assert as_text(value) == text_or_json(value)[0]
