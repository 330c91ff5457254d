"""Comments go along where a profile's file cannot be edited in place."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.any_profile import PROFILES
from hypothesis import given

from ctxlab.model.profile import Profile
from ctxlab.profiles import dumps, parse
from ctxlab.profiles.comments import with_comments
from ctxlab.profiles.edit import edited
from ctxlab.profiles.locate import comments

INLINE = """# mine
# in two lines

schema = "ctxlab.profile/1" # format
window = { size = 10000 } # the model's
must_keep = [ # what must stay
  { text = "x # no comment" }, # the first
]
[budget] # the table
# old talk
history = { cap = 900 } # tight
# the end
"""
DOTTED = """schema = "ctxlab.profile/1"
window.size = 10000 # the model's
# old talk
budget.history.cap = 900 # tight
"""


def words(text: str) -> list[str]:
    return [comment for _, comment in comments(text)]


@pytest.mark.parametrize("text", [INLINE, DOTTED])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_row_more_in_another_layout_keeps_all_comments(text: str, end: str) -> None:
    text = text.replace("\n", end)
    profile = parse(text).set("budget.tool_result.cap", 5)
    out = edited(text, profile)
    assert parse(out) == profile
    assert sorted(words(out)) == sorted(words(text))
    assert out.count("\n") == out.count(end)


def test_each_comment_stands_at_its_setting() -> None:
    out = with_comments(dumps(parse(INLINE)), INLINE).split("\n")
    assert out[:4] == ["# mine", "# in two lines", "", 'schema = "ctxlab.profile/1"  # format']
    assert "[window]  # the model's" in out
    at = out.index("[budget.history]  # tight")
    assert out[at - 2 : at] == ["# the table", "# old talk"]
    at = out.index("[[must_keep]]")
    assert out[at - 2 : at] == ["# what must stay", "# the first"]
    assert out[-2:] == ["# the end", ""]


def test_what_stood_over_a_setting_that_is_gone_stays() -> None:
    text = 'schema = "ctxlab.profile/1"\n[published]\n# why\nfigure = 3 # as told\n'
    out = with_comments(dumps(parse(text).with_parts(published=())), text)
    assert out == 'schema = "ctxlab.profile/1"\n# why\n'


@given(PROFILES, PROFILES)
def test_a_text_with_comments_says_what_it_said(old: Profile, new: Profile) -> None:
    commented = _with_one_at_each_line(dumps(old))
    out = with_comments(dumps(new), commented)
    _equal(parse(out), new)
    over = [one for one in words(commented) if one.startswith("# over")]
    assert [one for one in over if one not in words(out)] == []
    # the same profile keeps them all, where they stood
    assert words(with_comments(dumps(old), commented)) == words(commented)


def _with_one_at_each_line(text: str) -> str:
    lines: list[str] = []
    for number, line in enumerate(text.split("\n")):
        if line.startswith("[") or " = " in line:
            lines += [f"# over {number}", line]
        else:
            lines.append(line)
    return "\n".join(lines)


def _equal(one: Any, other: Any) -> None:
    assert one == other
    assert one.provenance == other.provenance
