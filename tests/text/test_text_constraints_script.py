"""Traditional characters as simplified ones, each at its place."""

from __future__ import annotations

from ctxlab.text.constraints import find_constraints
from ctxlab.text.constraints.script import simplified


def test_characters_keep_their_places() -> None:
    assert simplified("請將這個檔案轉成中文") == "请将这个档案转成中文"
    assert simplified("不要修改") == "不要修改"
    assert simplified("do not") == "do not"


def test_constraints_are_told_in_the_characters_of_the_text() -> None:
    (found,) = find_constraints("請不要刪除任何檔案")
    assert found.text == "不要刪除任何檔案"
