"""Sentences that an editor broke over lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.text.constraints import find_constraints
from ctxlab.text.constraints.wrapped import unwrapped


def said(text: str) -> list[str]:
    return [one.text for one in find_constraints(text)]


@pytest.mark.parametrize(
    ("text", "demand"),
    [
        (
            "Move the price table into the billing package and rename it there. Make sure\n"
            "the nightly job still finds it.",
            "Make sure\nthe nightly job still finds it",
        ),
        (
            "The importer reads every row twice, which is slow for the big customers, so\n"
            "please rewrite the loop and read them once. While you are there, do not\n"
            "touch the exporter.",
            "do not\ntouch the exporter",
        ),
        (
            "Write the release notes for the last three versions of the library and keep\n"
            "Markdown as their format.",
            "keep\nMarkdown as their format",
        ),
    ],
)
def test_a_demand_goes_on_in_the_next_line(text: str, demand: str) -> None:
    assert [one for one in said(text) if demand in one]


@pytest.mark.parametrize(
    "text",
    [
        # each line is a sentence of its own
        "make the button blue and move it to the left side of the page please\nadd a footer",
        "Fix the login\nAdd a page for orders\nRemove the banner",
        # no line is as long as an editor makes them
        "keep\nit short",
        # data
        "\n".join(["the quick brown fox jumps over the lazy dog and into the"] * 200),
        # a blank line parts paragraphs
        "The first paragraph of this message is here and it ends without a mark for the\n\nnext one",
    ],
)
def test_other_line_ends_stay(text: str) -> None:
    assert unwrapped(text, text.lower()) == text.lower()


@given(st.text(alphabet="ab T,.\n", max_size=400))
def test_everything_keeps_its_place(text: str) -> None:
    flowing = unwrapped(text, text.lower())
    assert len(flowing) == len(text)
    assert all(
        new == old or (old, new) == ("\n", " ") for old, new in zip(text.lower(), flowing, strict=True)
    )
