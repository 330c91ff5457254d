"""Texts with parts taken out, and places in them told in the text as it was."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxlab.text.reduction import Edit, Reduction, reduce, rooted


def test_edits_that_adjoin_are_one_cut_and_what_stands_for_them_is_counted() -> None:
    found = reduce("abcdefghij", [Edit(0, 2), Edit(2, 3, "x"), Edit(6, 8, "yz")])
    assert found == Reduction("xdefyzij", ((0, 3), (6, 8)), (1, 2))


def test_without_edits_the_text_stays() -> None:
    assert reduce("abc", []) == Reduction("abc")
    assert reduce("abc", [Edit(1, 1)]) == Reduction("abc")


def test_spans_of_what_is_left_are_told_in_the_text_as_it_was() -> None:
    cuts, stands = ((0, 2), (4, 6)), (0, 1)
    # what is left is c d X g h i j
    assert rooted([], cuts, stands) == cuts
    assert rooted([(0, 1)], cuts, stands) == ((0, 3), (4, 6))
    assert rooted([(3, 5)], cuts, stands) == ((0, 2), (4, 8))
    # inside of what stands for a cut there is only the cut itself
    assert rooted([(0, 1)], ((0, 1),), (9,)) == ((0, 1),)


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    text = draw(st.text("abcdefgh", max_size=40))
    places = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    pairs = zip(places[::2], places[1::2], strict=False)
    return text, [Edit(start, end, draw(st.text("XYZ", max_size=3))) for start, end in pairs]


@given(edited(), st.data())
def test_what_no_cut_covers_is_there_as_it_was(
    given_text: tuple[str, list[Edit]], data: st.DataObject
) -> None:
    text, edits = given_text
    found = reduce(text, edits)
    whole = "".join(
        char for at, char in enumerate(text) if not any(start <= at < end for start, end in found.cuts)
    )
    assert "".join(char for char in found.text if char not in "XYZ") == whole
    # whatever is cut out of it later, the rest of the text as it was is what is left then
    places = sorted(data.draw(st.lists(st.integers(0, len(found.text)), min_size=2, max_size=2)))
    spans = rooted([(places[0], places[1])], found.cuts, found.stands)
    kept = "".join(char for at, char in enumerate(text) if not any(a <= at < b for a, b in spans))
    left = found.text[: places[0]] + found.text[places[1] :]
    assert kept == "".join(char for char in left if char not in "XYZ")
    assert list(spans) == sorted(spans)
