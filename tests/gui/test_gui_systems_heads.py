"""The heads of compared profiles: a name that needs two lines is parted where all of it can be read."""

from __future__ import annotations

import pytest
from gui.gui_helpers import dispose

from ctxlab.gui.delegates.systems_heads import ProfileHeads
from ctxlab.gui.theme.style import Look


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("gssc", ("gssc", "")),
        # behind a part, where the rest has room
        ("travel-agent", ("travel-", "agent")),
        # "recorded" has none beside the letter: parted inside
        ("as-recorded", ("as-recor", "ded")),
    ],
)
def test_a_name_on_two_lines(look: Look, name: str, lines: tuple[str, str]) -> None:
    heads = ProfileHeads(look)
    wide = look.strong.width
    assert heads._name(name, wide("as-record"), wide("recorde")) == lines
    dispose(heads)


def test_a_letter_makes_room_for_a_part_of_a_name_where_it_can(look: Look) -> None:
    heads = ProfileHeads(look)
    room = look.strong.width("recorded") + 1
    assert heads.parted("as-recorded", room, 20) == ("as-", "recorded", True)
    assert heads.parted("as-recorded", room, 0) == ("as-", "recorded", False)
    assert heads.parted("gssc", room, 20) == ("gssc", "", False)
    dispose(heads)


def test_of_a_name_that_is_too_long_both_ends_are_shown(look: Look) -> None:
    heads = ProfileHeads(look)
    first, rest = heads._name("production-budget-of-spring-2026", 90, 60)
    assert "production-budget".startswith(first)
    assert "…" in rest
    assert rest.endswith("6")
    dispose(heads)
