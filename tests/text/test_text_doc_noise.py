"""Markup that says nothing in retrieved texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.text.doc_noise import clean


def cleaned(text: str) -> str:
    found = clean(text, "[图片]")
    return text if found is None else found.text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("```python\nx = 1\n```\nend", "x = 1\nend"),
        ("see\n```\nx\n```", "see\nx"),
        ("  ``` \nx\n  ```\n", "x"),
        ("use ```x``` here", "use ```x``` here"),
        ("a ![a map](http://x.example/1.png) b", "a [图片] b"),
        ("![](1.png)![b](2.png)", "[图片][图片]"),
        ("![a\nb](1.png)", "![a\nb](1.png)"),
        ("[a link](1.html)", "[a link](1.html)"),
        ("a\n\n\n\nb", "a\n\nb"),
        ("a\r\n\r\n\r\nb", "a\r\n\r\nb"),
        ("a\n\nb", "a\n\nb"),
        ("a\n---\nb", "a\n\nb"),
        ("a\n\n=====  \n\nb", "a\n\nb"),
        ("a\n___\n---\nb", "a\n\nb"),
        ("a\n--\nb", "a\n--\nb"),
        ("a\n-=-\nb", "a\n-=-\nb"),
        ("|---|---|", "|---|---|"),
        ("\n  a \n", "a"),
        ("---", "---"),
        ("a !![b](1.png)(2)", "a [图片]"),
        ("\u3000---\na\nb", "a\nb"),
        ("", ""),
    ],
)
def test_what_goes_and_what_stays(text: str, left: str) -> None:
    assert cleaned(text) == left


def test_the_cuts_are_where_something_went_and_the_rest_is_as_it_was() -> None:
    text = "# T\n```py\nx\n```\n\n\n\n![a](b.png) see\n---\nend\n"
    found = clean(text, "[image]")
    assert found is not None
    assert found.text == "# T\nx\n\n[image] see\n\nend"
    assert [text[start:end] for start, end in found.cuts] == [
        "```py\n",
        "```\n",
        "\n\n![a](b.png)",
        "---",
        "\n",
    ]
    assert found.stands == (0, 0, 7, 0, 0)


PIECES = st.sampled_from(
    [
        "```\n",
        "```py\n",
        "\n",
        "\n\n",
        "---\n",
        "=== \n",
        "![a](b)",
        "!",
        "(c)",
        "\u3000",
        "text",
        " ",
        "`",
        "-",
        "中文。",
        "\r\n",
        "__",
    ]
)


@given(st.lists(PIECES, max_size=24).map("".join))
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once = cleaned(text)
    assert cleaned(once) == once
    found = clean(text, "[图片]")
    if found is not None:
        kept = [c for at, c in enumerate(text) if not any(start <= at < end for start, end in found.cuts)]
        assert "".join(kept) == found.text.replace("[图片]", "")
