from __future__ import annotations

import tomllib
from typing import Any

from helpers.any_profile import PROFILES
from hypothesis import given

from ctxlab.model.profile import Profile
from ctxlab.profiles import dumps
from ctxlab.profiles.blocks import blocks_of, joined
from ctxlab.profiles.locate import line_of, lines_of

TEXT = '''# head
schema = "a # no comment" # one
"quoted key".'x' = 3

[window] # [no.table]
size = 5
model = """first = 1
[second]
third\\"""" # still the same statement
list = [
  "]", # [
  { a = 1 },
]

[[rule]]
regex = 'a'
[[rule]]
  regex = "b=c"
[rule.inner]
deep = 1
'''


def test_each_key_stands_where_it_begins() -> None:
    lines = lines_of(TEXT)
    assert lines["schema",] == 2
    assert lines["quoted key", "x"] == 3
    assert lines["window",] == 5
    assert lines["window", "size"] == 6
    assert lines["window", "model"] == 7
    assert lines["window", "list"] == 10
    assert lines["rule", 0, "regex"] == 16
    assert lines["rule", 1] == 17
    assert lines["rule", 1, "regex"] == 18
    assert lines["rule", 1, "inner", "deep"] == 20


def test_what_is_not_told_apart_is_at_its_statement() -> None:
    assert line_of(lines_of(TEXT), ("window", "list", 1, "a")) == 10
    assert line_of(lines_of(TEXT), ("nowhere",)) is None


def test_windows_line_ends_do_not_move_lines() -> None:
    assert lines_of(TEXT.replace("\n", "\r\n")) == lines_of(TEXT)


def _paths(value: Any, path: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = {path} if path else set()
    return found.union(*(_paths(one, (*path, key)) for key, one in inner))


@given(PROFILES)
def test_every_key_of_a_profile_is_found_and_the_blocks_are_the_text(profile: Profile) -> None:
    text = dumps(profile)
    assert _paths(tomllib.loads(text)) <= set(lines_of(text))
    assert joined(blocks_of(text)) == text
