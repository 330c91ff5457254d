"""The command line's words: the same in both languages, and none that nobody says."""

from __future__ import annotations

import ast
from string import Formatter

import pytest
from helpers.tree import PACKAGE

from ctxlab.cli.words import TEXTS, items, word


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", TEXTS)
def test_both_languages_tell_the_same_values(key: str) -> None:
    english, chinese = TEXTS[key]
    assert _fields(english) == _fields(chinese)
    assert all((english, chinese))


def test_every_text_is_said_somewhere() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (PACKAGE / "cli").rglob("*.py"))
    source = source.replace("'", '"')
    assert [key for key in TEXTS if source.count(f'"{key}"') < 2] == []


def test_every_text_that_is_said_is_there() -> None:
    """Whatever the command line asks for by its key, also on ways that only odd files take."""
    asked: set[str] = set()
    for path in (PACKAGE / "cli").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "word":
                keys = ast.walk(call.args[1])
                asked |= {
                    one.value for one in keys if isinstance(one, ast.Constant) and type(one.value) is str
                }
    assert asked >= {"unjudged", "items"}
    assert asked - TEXTS.keys() == set()


def test_one_item_is_no_items() -> None:
    assert [items(count, "en") for count in (0, 1, 1200)] == ["0 items", "1 item", "1,200 items"]
    assert items(1, "zh") == "1 条"


def test_values_are_filled_in() -> None:
    assert word("zh", "over", over="12") == "超出限额 12 个 token"
