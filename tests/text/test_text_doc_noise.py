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
        ("````md\n```\nx\n```\n````\nb", "```\nx\n```\nb"),
        ("```py title=x\n---\n```\na\n---\nb", "```py title=x\n---\n```\na\n\nb"),
        ("a ![](http://x.example/1.png) b", "a [图片] b"),
        ("![](1.png)![img](2.png)", "[图片][图片]"),
        ("![Image](1.png) ![picture](u) ![图](u) ![图片](u) ![a/b-1.PNG](u)", "[图片] " * 4 + "[图片]"),
        ("![ – ](1.png)", "[图片]"),
        ("![no peanuts, at most 3000 yuan](p.png)", "[图片: no peanuts, at most 3000 yuan]"),
        ("a ![ 图1：花生过敏 ](1.png) b", "a [图片: 图1：花生过敏] b"),
        ("[![built](1.svg)](2.html)", "[[图片: built]](2.html)"),
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
        ("a !![](1.png)(2)", "a [图片]"),
        ("a !![b](1.png)(2)", "a [图片: b]"),
        ("\u3000---\na\nb", "a\nb"),
        ("", ""),
    ],
)
def test_what_goes_and_what_stays(text: str, left: str) -> None:
    assert cleaned(text) == left


CODE = "    a: 1\n---\n![no](x.png)\n\n\n\n```py\n===\nb"


@pytest.mark.parametrize(
    ("before", "after"),
    [("```yaml\n", "\n```"), ("a\n---\n\n\n```\n", "\n  ``` \n\n\n\n---\nb"), ("```\n", "\n")],
)
def test_code_stays_as_it_is(before: str, after: str) -> None:
    around = {"a": "a\n\n", "b": "\n\nb"}
    assert cleaned(before + CODE + after) == around.get(before[:1], "") + CODE + around.get(after[-1:], "")


def test_the_words_of_a_picture_keep_their_place() -> None:
    text = "see ![no peanuts](p.png) here"
    found = clean(text, "[image]")
    assert found is not None
    assert found.text == "see [image: no peanuts] here"
    assert [text[start:end] for start, end in found.cuts] == ["![", "](p.png)"]
    assert found.stands == (8, 1)


def test_the_cuts_are_where_something_went_and_the_rest_is_as_it_was() -> None:
    text = "# T\n```py\nx\n```\n\n\n\n![](b.png) see\n---\nend\n"
    found = clean(text, "[image]")
    assert found is not None
    assert found.text == "# T\nx\n\n[image] see\n\nend"
    assert [text[start:end] for start, end in found.cuts] == [
        "```py\n",
        "```\n",
        "\n\n![](b.png)",
        "---",
        "\n",
    ]
    assert found.stands == (0, 0, 7, 0, 0)


PROSE = [
    *("\n", "\n\n", "\r\n", "---\n", "=== \n", "__", "-", "![a](b)", "![](b)", "!", "(c)", "["),
    *("\u3000", " ", "text", "中文。"),
]
FENCES = ["```\n", "```py\n", "```py x\n", "`", "````\n"]
TEXTS = st.lists(st.sampled_from([*PROSE, "\n```py\nx = 1\n```\n"]), max_size=24).map("".join)


@given(TEXTS)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once = cleaned(text)
    assert cleaned(once) == once


@given(st.lists(st.sampled_from(PROSE + FENCES), max_size=24).map("".join))
def test_all_but_the_cuts_is_there_as_it_was(text: str) -> None:
    found = clean(text, "[图片]")
    if found is None:
        return
    at = place = 0
    for (start, end), stood in zip(found.cuts, found.stands, strict=True):
        assert found.text[place : place + start - at] == text[at:start]
        place += start - at + stood
        at = end
    assert found.text[place:] == text[at:]


@given(TEXTS, st.lists(st.sampled_from(PROSE), max_size=12).map("".join), TEXTS)
def test_any_code_stays_as_it_is(before: str, code: str, after: str) -> None:
    text = f"{before}\n```\n{code}x\n```\n{after}"
    assert f"{code}x" in cleaned(text)
